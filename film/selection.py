"""Which part of the film is meant: a chapter, a beat or a step, by the name a person types.

A chapter is called by its id and a beat `chapter/beat`. A step is the run of consecutive beats of one chapter that carry
one numbered tag, such as `step-7`: lesson.toml has these with a star, `step-*`. It is called by its tag; where several
answer to that, `chapter/step-3`; and where a chapter comes back to a step, `chapter/step-3/beat`, with its first beat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from itertools import groupby

from film.compile import read_sources
from film.errors import LessonError
from film.lesson import Lesson
from film.script import Beat, read_script


@dataclass(frozen=True)
class Part:
    """A part of the film.

    Attributes
    ----------
    chapter, beats
        As `film.compile.excerpt` takes them: no beats for the whole chapter.
    names
        What it may be called, the fullest name first.
    stem
        A file name without its ending; sorted by these, files lie in the order of the film.
    """

    chapter: str
    beats: tuple[str, ...]
    names: tuple[str, ...]
    stem: str


@dataclass(frozen=True)
class Contents:
    """All parts of a lesson's film, each kind in the order of the film."""

    chapters: tuple[Part, ...]
    beats: tuple[Part, ...]
    steps: tuple[Part, ...]

    def find(self, names: Sequence[str]) -> tuple[Part, ...]:
        """The parts with these names, each once.

        Raises
        ------
        LessonError
            For a name of nothing, with those nearest to it, or of several parts, with names that tell them apart.
        """
        return tuple(dict.fromkeys(self._find(name) for name in names))

    def worth_a_clip(self, short: bool) -> tuple[Part, ...]:
        """Every chapter and every step, or only the steps, sorted as their files are."""
        if short and not self.steps:
            raise LessonError("the film has no steps; say which chapter or beat you want")
        return tuple(sorted(self.steps if short else self.chapters + self.steps, key=lambda part: part.stem))

    def _find(self, name: str) -> Part:
        for kind in (self.chapters, self.beats, self.steps):
            meant = [part for part in kind if name in part.names]
            if len(meant) == 1:
                return meant[0]
            if meant:
                raise LessonError(f"{name!r} is several parts of the film: {', '.join(self._own_name(part) for part in meant)}")
        near = self._near(name)
        if near:
            raise LessonError(f"there is no {name!r} in the film; is it {' or '.join(near)}?")
        chapters = ", ".join(part.names[0] for part in self.chapters)
        raise LessonError(f"there is no {name!r} in the film; say a chapter ({chapters}), a beat (chapter/beat), "
                          "or the tag of a step")

    def _own_name(self, part: Part) -> str:
        """The shortest name that no other part has."""
        others = {name for other in self._all() if other != part for name in other.names}
        return next((name for name in reversed(part.names) if name not in others), part.names[0])

    def _near(self, name: str) -> list[str]:
        """Up to three names like this one: those that end with it, or else those that are spelled alike."""
        known = [self._own_name(part) for part in self._all()]
        return ([own for own in known if own.endswith(f"/{name}")] or get_close_matches(name, known))[:3]

    def _all(self) -> tuple[Part, ...]:
        return (*self.chapters, *self.beats, *self.steps)


def contents(lesson: Lesson) -> Contents:
    """The parts of the film that the lesson's scripts make."""
    sources = read_sources(lesson)
    scripts = {chapter.id: read_script(chapter.script, lesson.facts, sources, lesson.tags).beats
               for chapter in lesson.chapters}
    return sort_out(scripts, [tag for tag in lesson.tags if "*" in tag])


def sort_out(scripts: Mapping[str, Sequence[Beat]], numbered: Sequence[str]) -> Contents:
    """The parts that these chapters' beats make; a tag like one of `numbered` is a step's."""
    digits = len(str(len(scripts)))
    stems = {chapter: f"{number:0{digits}}-{chapter}" for number, chapter in enumerate(scripts, start=1)}
    runs = [(chapter, tag, run) for chapter, beats in scripts.items() for tag, run in _runs(beats, numbered)]
    width = max((len(number) for _, tag, _ in runs for number in re.findall(r"\d+", tag)), default=1)
    steps = []
    for chapter, tag, run in runs:
        names = (f"{chapter}/{tag}/{run[0]}", f"{chapter}/{tag}", tag)
        comes_back = sum((chapter, tag) == other[:2] for other in runs) > 1
        told_apart = (run[0],) if comes_back else ()
        steps.append(Part(chapter, run, names, _stem(stems[chapter], _padded(tag, width), *told_apart)))
    beats = tuple(Part(chapter, (beat.id,), (f"{chapter}/{beat.id}",), _stem(stems[chapter], beat.id))
                  for chapter, beats in scripts.items() for beat in beats)
    chapters = tuple(Part(chapter, (), (chapter,), _stem(stem)) for chapter, stem in stems.items())
    return Contents(chapters, beats, tuple(steps))


def _runs(beats: Sequence[Beat], numbered: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each numbered tag with the ids of consecutive beats that carry it, in the order of their first beats."""
    found = []
    for tag in dict.fromkeys(tag for beat in beats for tag in beat.tags):
        if not any(fnmatchcase(tag, known) for known in numbered):
            continue
        for carried, run in groupby(enumerate(beats), key=lambda item: tag in item[1].tags):
            if carried:
                places = list(run)
                found.append((places[0][0], tag, tuple(beat.id for _, beat in places)))
    yield from ((tag, run) for _, tag, run in sorted(found, key=lambda item: item[0]))


def _padded(tag: str, width: int) -> str:
    """The tag with its numbers as long as the longest, so that step 10 sorts after step 9."""
    return re.sub(r"\d+", lambda number: number[0].zfill(width), tag)


def _stem(*parts: str) -> str:
    """The parts as one file name."""
    return re.sub(r"[^\w.-]", "-", "-".join(parts))
