"""Each part of the film has a name that can be typed, and a file name that sorts."""

from __future__ import annotations

import pytest
from lab import LESSON_TWO

from film.errors import LessonError
from film.lesson import load_lesson
from film.script import Beat
from film.selection import Contents, contents, sort_out


def parts(numbered: tuple[str, ...] = ("step-*",), **chapters: str) -> Contents:
    """The parts of chapters given as `beat:tag,tag beat …`."""
    scripts = {}
    for chapter, text in chapters.items():
        words = [word.partition(":") for word in text.split()]
        scripts[chapter] = [Beat(beat, tuple(filter(None, tags.split(","))), (), 1) for beat, _, tags in words]
    return sort_out(scripts, numbered)


LESSON = parts(ring="stage sum:step-1 share:step-1,define proof:reveal",
               rows="why sum:step-1 send:step-2 more:step-2 again:step-1")


@pytest.mark.parametrize(("name", "chapter", "beats"), [
    ("ring", "ring", ()),
    ("rows/why", "rows", ("why",)),
    ("step-2", "rows", ("send", "more")),
    ("rows/step-2", "rows", ("send", "more")),
    ("ring/step-1", "ring", ("sum", "share")),
    ("ring/step-1/sum", "ring", ("sum", "share")),
    ("rows/step-1/sum", "rows", ("sum",)),
    ("rows/step-1/again", "rows", ("again",)),
])
def test_a_name_finds_its_part(name: str, chapter: str, beats: tuple[str, ...]) -> None:
    (part,) = LESSON.find([name])
    assert (part.chapter, part.beats) == (chapter, beats)


@pytest.mark.parametrize(("name", "complaint"), [
    ("step-1", "'step-1' is several parts of the film: ring/step-1, rows/step-1/sum, rows/step-1/again"),
    ("rows/step-1", "'rows/step-1' is several parts of the film: rows/step-1/sum, rows/step-1/again"),
    ("row", "there is no 'row' in the film; is it rows"),
    ("sum", "there is no 'sum' in the film; is it ring/sum or rows/sum"),
    ("step-3", "there is no 'step-3' in the film; is it step-2"),
    ("reveal", "there is no 'reveal' in the film"),
    ("quiz", r"there is no 'quiz' in the film; say a chapter \(ring, rows\), a beat \(chapter/beat\), or the tag of a step"),
])
def test_a_name_of_nothing_or_of_several_is_answered_with_names_that_work(name: str, complaint: str) -> None:
    with pytest.raises(LessonError, match=f"^{complaint}") as caught:
        LESSON.find([name])
    offered = str(caught.value).partition("film: " if "several" in complaint else "is it ")[2].rstrip("?")
    for other in offered.replace(" or ", ", ").split(", ") if offered else ():
        assert len(LESSON.find([other])) == 1


def test_each_part_is_found_by_a_name_of_its_own() -> None:
    for part in (*LESSON.chapters, *LESSON.beats, *LESSON.steps):
        assert LESSON.find([part.names[0]]) == (part,)


def test_what_is_named_twice_is_found_once() -> None:
    assert LESSON.find(["step-2", "ring", "rows/step-2"]) == (*LESSON.find(["step-2"]), *LESSON.find(["ring"]))


def test_chapters_and_steps_are_worth_a_clip_and_sort_as_in_the_film() -> None:
    names = " ".join(f"b{number}:step-{number}" for number in (2, 9, 10, 11))
    film = parts(**{f"chapter{number}": "only" for number in range(9)}, last=names)
    stems = [part.stem for part in film.worth_a_clip(short=False)]
    assert stems == sorted(stems) and len(stems) == 14
    assert stems[0] == "01-chapter0"
    steps = [part.stem for part in film.worth_a_clip(short=True)]
    assert steps == ["10-last-step-02", "10-last-step-09", "10-last-step-10", "10-last-step-11"]
    with pytest.raises(LessonError, match="no steps; say which chapter or beat"):
        parts(one="a b").worth_a_clip(short=True)


def test_file_names_tell_all_parts_apart() -> None:
    every = (*LESSON.chapters, *LESSON.beats, *LESSON.steps)
    assert len({part.stem for part in every}) == len(every)
    assert not any(set("/ \\") & set(part.stem) for part in every)


def test_the_parts_are_those_of_the_scripts() -> None:
    found = contents(load_lesson(LESSON_TWO))
    assert [part.names[-1] for part in found.chapters] == ["first", "second"]
    assert [part.beats for part in found.beats] == [("appear",), ("count",), ("still",), ("fade",), ("end",)]
    assert [(part.names[-1], part.beats) for part in found.steps] == [("step-1", ("count",)), ("step-2", ("fade",))]
