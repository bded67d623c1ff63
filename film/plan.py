"""The plan: the whole film in ticks, before one frame is drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import TypeAdapter

from film.clock import SAMPLE_RATE
from film.timing import SpokenSentence, SpokenWord


@dataclass(frozen=True)
class Shape:
    """One visible leaf of the picture at a beat's end.

    Attributes
    ----------
    name
        Which mobject: class names from the scene down, with their places in the tree.
    numbers
        Box (left, bottom, right, top) in frame units, count and moments of the points, fill and stroke colors
        with opacity, stroke width.
    """

    name: str
    numbers: tuple[float, ...]


@dataclass(frozen=True)
class PlannedBeat:
    """One beat in its place.

    Attributes
    ----------
    chapter, id
        Its name in two parts.
    line
        Where it stands in its script.
    start, ticks
        Place and length in the film, in ticks.
    sentences
        What is said; samples counted from the beat's start.
    marks
        `(name, tick)` from the beat's start.
    facts
        `(name, shown value)` of every fact the picture has shown up to this beat's end.
    screen
        What is on screen at its end.
    fingerprint
        Digest of everything that decides its picture but quality and encoder.
    """

    chapter: str
    id: str
    tags: tuple[str, ...]
    line: int
    start: int
    ticks: int
    sentences: tuple[SpokenSentence, ...]
    marks: tuple[tuple[str, int], ...]
    facts: tuple[tuple[str, str], ...]
    screen: tuple[Shape, ...]
    fingerprint: str

    @property
    def name(self) -> str:
        """`chapter/beat`, as the command line takes it."""
        return f"{self.chapter}/{self.id}"

    @property
    def end(self) -> int:
        """The tick after its last."""
        return self.start + self.ticks

    @property
    def words(self) -> tuple[SpokenWord, ...]:
        """All words, samples counted from the beat's start."""
        return tuple(word for sentence in self.sentences for word in sentence.words)


@dataclass(frozen=True)
class PlannedChapter:
    """One chapter in its place.

    Attributes
    ----------
    voice, voice_key
        The voice that speaks it, and everything that decides how a sentence sounds besides its words.
    files
        What its picture was made from: file name to digest.
    """

    id: str
    title: str
    question: str
    voice: str
    voice_key: str
    beats: tuple[PlannedBeat, ...]
    files: dict[str, str] = field(default_factory=dict)

    @property
    def start(self) -> int:
        """Its first tick."""
        return self.beats[0].start

    @property
    def end(self) -> int:
        """The tick after its last."""
        return self.beats[-1].end


@dataclass(frozen=True)
class Source:
    """An entry of narration/sources.toml that the narration cites."""

    id: str
    text: str


@dataclass(frozen=True)
class Plan:
    """The film: its chapters end to end, and the sources they cite in order of first citation."""

    slug: str
    title: str
    voice: str
    chapters: tuple[PlannedChapter, ...]
    sources: tuple[Source, ...]

    @property
    def ticks(self) -> int:
        """Length of the film."""
        return self.chapters[-1].end

    @property
    def beats(self) -> Iterator[PlannedBeat]:
        """All beats in order."""
        return (beat for chapter in self.chapters for beat in chapter.beats)

    @cached_property
    def id(self) -> str:
        """Digest of the plan: equal plans make equal films.

        Files count only through the beats' fingerprints.
        """
        content = _PLAN.dump_json(self, exclude={"chapters": {"__all__": {"files"}}})
        return hashlib.sha256(content).hexdigest()[:16]

    def to_json(self) -> bytes:
        """JSON that `from_json` reads back."""
        return _PLAN.dump_json(self)

    @staticmethod
    def from_json(data: bytes) -> Plan:
        """The plan that `to_json` wrote."""
        return _PLAN.validate_json(data)


def words_per_minute(sentences: tuple[SpokenSentence, ...]) -> float:
    """Words a minute over speech alone: from first to last sample of each sentence."""
    spoken = sum(sentence.end - sentence.start for sentence in sentences)
    count = sum(len(sentence.words) for sentence in sentences)
    return 60 * count * SAMPLE_RATE / spoken if spoken else 0.0


_PLAN = TypeAdapter(Plan)
