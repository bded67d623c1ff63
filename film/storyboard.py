"""The storyboard: what a sheet of the film says, beat by beat, before anything is laid out on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from film.chapters import clock_time
from film.clock import seconds
from film.plan import Plan, PlannedBeat, PlannedChapter

_STEP = re.compile(r"step-(\w+)")


@dataclass(frozen=True)
class Said:
    """A sentence, and the numbers of the sources it cites."""

    text: str
    sources: tuple[int, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One beat.

    Attributes
    ----------
    beat
        Its name, `chapter/beat`.
    place, length
        When it begins and how long it takes, such as `3:17` and `12.4 s`.
    label
        Its id, after its step if it is tagged with one: `step 7 · all-to-all`.
    words
        What is spoken; nothing in a beat without words.
    """

    beat: str
    place: str
    length: str
    label: str
    words: tuple[Said, ...]


@dataclass(frozen=True)
class Section:
    """One chapter: its title, from when to when it is, the question it answers, and its beats."""

    title: str
    place: str
    question: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Storyboard:
    """The film: its title and length, its chapters, and its sources in the order of their numbers."""

    title: str
    length: str
    sections: tuple[Section, ...]
    sources: tuple[str, ...]

    @property
    def texts(self) -> Iterator[str]:
        """All that is to be read, in order."""
        yield self.title
        for section in self.sections:
            yield from (section.title, section.question)
            for entry in section.entries:
                yield entry.label
                yield from (said.text for said in entry.words)
        yield from self.sources


def storyboard(plan: Plan) -> Storyboard:
    """The plan's storyboard: every beat once, in order; places and numbers of sources are those of the transcript."""
    numbers = {source.id: number for number, source in enumerate(plan.sources, start=1)}
    sections = tuple(_section(chapter, numbers) for chapter in plan.chapters)
    return Storyboard(plan.title, clock_time(plan.ticks), sections,
                      tuple(" ".join(source.text.split()) for source in plan.sources))


def _section(chapter: PlannedChapter, numbers: dict[str, int]) -> Section:
    entries = tuple(_entry(beat, numbers) for beat in chapter.beats)
    place = f"{clock_time(chapter.start)} – {clock_time(chapter.end)}"
    return Section(chapter.title, place, chapter.question, entries)


def _entry(beat: PlannedBeat, numbers: dict[str, int]) -> Entry:
    steps = (f"step {step[1]}" for tag in beat.tags if (step := _STEP.fullmatch(tag)))
    words = tuple(Said(sentence.text, tuple(numbers[source] for source in sentence.sources)) for sentence in beat.sentences)
    return Entry(beat.name, clock_time(beat.start), f"{seconds(beat.ticks):.1f} s", " · ".join([*steps, beat.id]), words)
