"""Which beats stand together on a slide, and what is written there."""

from __future__ import annotations

from dataclasses import replace

from film.deck import beat_groups, make_deck
from film.plan import Plan, Source

from .plans import Part, film, steady


def tagged(*tags: str) -> Plan:
    """A film of one chapter whose beats carry these tags, none for an empty one."""
    plan = film(Part([[steady(f"Beat {number} says this.")] for number in range(len(tags))]))
    chapter = plan.chapters[0]
    beats = tuple(replace(beat, tags=(tag,) if tag else ()) for beat, tag in zip(chapter.beats, tags))
    return replace(plan, chapters=(replace(chapter, beats=beats),))


def groups(*tags: str) -> list[list[str]]:
    """The tags of such a film, slide by slide."""
    return [[beat.tags[0] if beat.tags else "" for beat in group] for group in beat_groups(tagged(*tags).chapters[0])]


def test_a_slide_ends_where_a_lecturer_would_stop() -> None:
    assert groups("define", "", "reveal", "define", "predict", "takeaway", "") == [
        ["define", "", "reveal"], ["define", "predict"], ["takeaway"], [""]]


def test_a_step_has_a_slide_of_its_own() -> None:
    assert groups("", "step-1", "step-1", "step-2", "") == [[""], ["step-1", "step-1"], ["step-2"], [""]]


def test_every_beat_is_on_one_slide_in_order_with_all_its_words() -> None:
    plan = tagged("define", "reveal", "step-1", "")
    deck = make_deck(plan)
    assert [beat for slide in deck.slides for beat in slide.beats] == [beat.id for beat in plan.beats]
    said = [sentence.text for beat in plan.beats for sentence in beat.sentences]
    assert " ".join(note for slide in deck.slides for note in slide.notes) == " ".join(said)


def test_a_slide_names_its_step_and_beats_and_carries_its_sources() -> None:
    plan = film(Part([[steady("A claim.", sources=["one"])], [steady("Another.", sources=["two", "one"])]]),
                sources=[Source("one", "The first."), Source("two", "The second.")])
    chapter = plan.chapters[0]
    plan = replace(plan, chapters=(replace(chapter, beats=(chapter.beats[0], replace(chapter.beats[1], id="all-to-all", tags=("step-7",)))),))
    first, second = make_deck(plan).slides
    assert first.sources == ("The first.",) and second.sources == ("The second.", "The first.")
    assert second.subtitle == "step 7 · all to all"
    assert second.title == chapter.question


def test_alt_text_says_how_long_the_clip_is_and_how_it_begins() -> None:
    plan = film(Part([[steady(" ".join(["word"] * 40) + ".")]]))
    alt = make_deck(plan).slides[0].alt
    assert alt.startswith("Animation, ") and " seconds: word word" in alt and alt.endswith("…")
