"""Scripts: sentences, marks, pauses, facts and sources, and what each fault is called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from film.errors import LessonError
from film.script import Mark, Pause, Script, read_script

FACTS = SimpleNamespace(batch=SimpleNamespace(rows=12_345, share=0.25, whole=3.0, name="cora", paper="a paper of ours", flags=[1]))
Read = Callable[[str], Script]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a script from text; `~` stands for title and question."""

    def read(text: str) -> Script:
        path = tmp_path / "chapter.md"
        path.write_bytes(text.replace("~", "# Title\n> question: Why?\n\n## one").encode())
        return read_script(path, FACTS, {"F35", "dgl"}, ("reveal", "step-*"))

    return read


def sentences(script: Script) -> list[str]:
    return [sentence.text for sentence in script.beats[0].sentences]


def test_title_question_beats_and_tags_are_read(read: Read) -> None:
    script = read("# A title\n> question: Why so?\n\n## one\nOne.\n\n## two-b\n> tags: reveal, step-2\nTwo.\n")
    assert (script.title, script.question) == ("A title", "Why so?")
    assert [(beat.id, beat.tags, beat.line) for beat in script.beats] == [("one", (), 4), ("two-b", ("reveal", "step-2"), 7)]
    assert script.beat("two-b").sentences[0].line == 9


def test_sentences_end_with_their_stop_and_whatever_closes_after_it(read: Read) -> None:
    script = read('~\nIs it? "Yes!" (So they say.) He wrote “no.”\nThat is\nall.')
    assert sentences(script) == ["Is it?", '"Yes!"', "(So they say.)", "He wrote “no.”", "That is all."]


@pytest.mark.parametrize("inside", ["3.5 seconds", "1,234,567 rows", "x=1.0,y=2", "f(x.y)", "wait... for", "it's 'so' here"])
def test_stops_inside_a_word_end_nothing(read: Read, inside: str) -> None:
    if "..." in inside:
        assert sentences(read(f"~\nThey {inside} it.")) == ["They wait...", "for it."]
    else:
        assert sentences(read(f"~\nWe see {inside} here.")) == [f"We see {inside} here."]


def test_facts_are_filled_in_as_they_are_shown(read: Read) -> None:
    script = read("~\nThere are {batch.rows} rows, {batch.share} of {batch.name}; {batch.whole}% in ({batch.rows}).")
    sentence = script.beats[0].sentences[0]
    assert sentence.text == "There are 12,345 rows, 0.25 of cora; 3% in (12,345)."
    assert sentence.facts == (("batch.rows", "12,345"), ("batch.share", "0.25"), ("batch.name", "cora"),
                              ("batch.whole", "3"), ("batch.rows", "12,345"))
    assert len(sentence.words) == 10


def test_a_fact_of_several_words_counts_as_several(read: Read) -> None:
    sentence = read('~\nSee ({batch.paper}) <bookmark mark="a"/>here.').beats[0].sentences[0]
    assert sentence.words == ("See", "(a", "paper", "of", "ours)", "here.") and sentence.marks == (Mark("a", 5, 5),)


def test_a_mark_stands_before_the_word_that_follows_it(read: Read) -> None:
    text = ('~\n<bookmark mark="a"/>One two <bookmark mark="b_2"/>{batch.rows} four.\n'
            'Five <bookmark mark="c"/> six. <bookmark mark="d"/>Seven.')
    first, second, third = read(text).beats[0].sentences
    assert first.marks == (Mark("a", 0, 5), Mark("b_2", 2, 5))
    assert second.marks == (Mark("c", 1, 6),)
    assert third.marks == (Mark("d", 0, 6),)


def test_a_mark_after_the_last_word_means_the_end_of_its_sentence(read: Read) -> None:
    beat = read('~\nOne two. Three four. <bookmark mark="end"/>').beats[0]
    assert beat.sentences[1].marks == (Mark("end", 2, 5),)


def test_pauses_stand_between_sentences(read: Read) -> None:
    parts = read('~\n<pause seconds="1"/> One. <pause seconds="0.5"/>\nTwo.').beats[0].parts
    assert [part.seconds if isinstance(part, Pause) else part.text for part in parts] == [1, "One.", 0.5, "Two."]


def test_sources_are_cited_not_spoken(read: Read) -> None:
    first, second = read("~\nOne two.[^F35][^dgl] Three[^F35] four.").beats[0].sentences
    assert (first.text, first.sources) == ("One two.", ("F35", "dgl"))
    assert (second.text, second.sources) == ("Three four.", ("F35",))


def test_what_was_read_says_where_it_stood(read: Read) -> None:
    beat = read("~\nOne.\n\nTwo\nthree.\n").beats[0]
    assert [sentence.line for sentence in beat.sentences] == [5, 7]


FAULTS = {
    "unknown placeholder": ("~\nOne.\nSee {batch.cols}.", 6, "no fact 'batch.cols'"),
    "placeholder for a list": ("~\nSee {batch.flags}.", 5, "not a number or a text"),
    "empty placeholder": ("~\nSee {}.", 5, "no fact ''"),
    "unknown tag": ("# T\n> question: Q?\n## one\n> tags: reveal, stepp-2\nOne.", 4, "unknown tag 'stepp-2'"),
    "unknown source": ("~\nOne.\n\nTwo.[^F36]", 7, "unknown source 'F36'"),
    "source before any word": ("~\n[^F35] One.", 5, "stands before the first word"),
    "repeated beat": ("~\nOne.\n## one\nAgain.", 6, "a second beat 'one'"),
    "bad beat id": ("~\nOne.\n## Two_b\nTwo.", 6, "not a beat id"),
    "beat that says nothing": ("~\n\n## two\nTwo.", 4, "says nothing"),
    "beat of silence": ('~\n<pause seconds="2"/>', 4, "says nothing"),
    "bad mark name": ('~\n<bookmark mark="a-b"/>One.', 5, "not a mark name"),
    "mark twice": ('~\n<bookmark mark="a"/>One.\n<bookmark mark="a"/>Two.', 6, "mark 'a' twice"),
    "mark inside a word": ('~\nOn<bookmark mark="a"/>e.', 5, "touches the word before it"),
    "misspelled mark": ('~\n<bookmrk mark="a"/>One.', 5, "cannot read"),
    "lone brace": ("~\nOne } two.", 5, "cannot read"),
    "pause inside a sentence": ('~\nOne <pause seconds="1"/> two.', 5, "between sentences"),
    "endless pause": ('~\nOne. <pause seconds="1e9"/>', 5, "between 0 and 60"),
    "pause of nonsense": ('~\nOne. <pause seconds="nan"/>', 5, "between 0 and 60"),
    "sentence without an end": ("~\nOne.\nTwo three\n\n", 6, "has no end"),
    "abbreviation": ("~\nOne, (e.g. two).", 5, "write 'e.g.' out"),
    "versus": ("~\nOne vs. two.", 5, "write 'vs.' out"),
    "words before the first beat": ("# T\n> question: Q?\nHello.\n## one\nOne.", 3, "words before its first"),
    "second title": ("# T\n# U\n", 2, "second title"),
    "unknown quoted line": ("# T\n> qestion: Q?\n", 2, "cannot read"),
    "no title": ("> question: Q?\n## one\nOne.", 1, "has no title"),
    "no question": ("# T\n## one\nOne.", 1, "asks no question"),
    "no beats": ("# T\n> question: Q?\n", 1, "has no beats"),
    "empty": ("", 1, "no title"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_line(read: Read, name: str) -> None:
    text, line, message = FAULTS[name]
    with pytest.raises(LessonError) as caught:
        read(text)
    assert message in caught.value.message
    assert (caught.value.path.name, caught.value.line) == ("chapter.md", line)


def test_a_script_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "chapter.md"
    path.write_bytes("# Title\n> question: Où?\n".encode("latin-1"))
    with pytest.raises(LessonError, match="not UTF-8") as caught:
        read_script(path, FACTS, (), ())
    assert caught.value.line == 2

