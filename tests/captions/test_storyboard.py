"""The storyboard: every beat once, in order, with its words, its place and its sources."""

from __future__ import annotations

from dataclasses import replace

from film.chapters import clock_time
from film.plan import Plan, Source
from film.storyboard import Entry, Said, Section, Storyboard, storyboard
from film.transcript import transcript

from .plans import Part, film, lesson, steady


def with_tags(plan: Plan, *tags: str) -> Plan:
    """The plan with these tags on its first beat."""
    first, *others = plan.chapters
    beats = (replace(first.beats[0], tags=tags), *first.beats[1:])
    return replace(plan, chapters=(replace(first, beats=beats), *others))


def entries(plan: Plan) -> list[Entry]:
    return [entry for section in storyboard(plan).sections for entry in section.entries]


def test_it_says_what_a_sheet_needs():
    plan = film(
        Part([[steady("One run took long.", sources=["b", "a"]), steady("Why?")], [steady("We will see.")]],
             "Opening", "What costs so much?"),
        Part([[steady("It is the network.", sources=["b"])]], "The end", "So what is it?"),
        sources=[Source("b", "A page,\n  of two lines"), Source("a", "A paper")], title="The film")
    assert storyboard(with_tags(plan, "reveal", "step-7")) == Storyboard("The film", "0:11", (
        Section("Opening", "0:00 – 0:06", "What costs so much?", (
            Entry("chapter-0/beat-0", "0:00", "3.4 s", "step 7 · beat-0", (Said("One run took long.", (1, 2)), Said("Why?"))),
            Entry("chapter-0/beat-1", "0:03", "3.4 s", "beat-1", (Said("We will see."),)))),
        Section("The end", "0:06 – 0:11", "So what is it?", (
            Entry("chapter-1/beat-0", "0:06", "4.4 s", "beat-0", (Said("It is the network.", (1,)),)),))),
        ("A page, of two lines", "A paper"))


def test_every_beat_is_there_once_in_order_with_its_words_and_time():
    plan = lesson()
    shown = entries(plan)
    assert [entry.beat for entry in shown] == [beat.name for beat in plan.beats]
    assert [[said.text for said in entry.words] for entry in shown] == [
        [sentence.text for sentence in beat.sentences] for beat in plan.beats]
    assert [entry.place for entry in shown] == [clock_time(beat.start) for beat in plan.beats]
    assert abs(sum(float(entry.length.removesuffix(" s")) for entry in shown) - plan.ticks / 15) < 0.05 * len(shown)


def test_its_numbers_of_sources_are_the_transcript_s():
    plan = lesson()
    read = transcript(plan)
    cited = [said for entry in entries(plan) for said in entry.words if said.sources]
    assert cited
    for said in cited:
        assert f"{said.text} [{', '.join(map(str, said.sources))}]" in read
    for number, text in enumerate(storyboard(plan).sources, start=1):
        assert f"\n{number}. {text}\n" in read


def test_a_beat_without_words_is_shown_all_the_same():
    plan = lesson()
    first, *others = plan.chapters
    silent = replace(first.beats[0], sentences=())
    quiet = replace(plan, chapters=(replace(first, beats=(silent, *first.beats[1:])), *others))
    assert len(entries(quiet)) == len(entries(plan)) and entries(quiet)[0].words == ()


def test_its_texts_are_all_that_is_read():
    board = storyboard(lesson())
    texts = list(board.texts)
    assert texts[0] == board.title and set(board.sources) <= set(texts)
    assert {said.text for section in board.sections for entry in section.entries for said in entry.words} <= set(texts)
    assert {text for section in board.sections for text in (section.title, section.question)} <= set(texts)
