"""Plans for the tests, from plain text with made-up or recorded word times."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from film.clock import SAMPLE_RATE, samples, samples_of, ticks
from film.plan import Plan, PlannedBeat, PlannedChapter, Source
from film.timing import SpokenSentence, SpokenWord

RECORDED = Path(__file__).with_name("lesson.json")
"""About 110 s of narration, with the word times that the default voice gave each sentence at speed 0.8."""


@dataclass(frozen=True)
class Say:
    """A sentence: samples of its words counted from its start, what it cites, and the seconds of silence after it."""

    text: str
    times: Sequence[tuple[int, int]]
    sources: Sequence[str] = ()
    pause: float = 0.3


def steady(text: str, rate: float = 150, sources: Sequence[str] = (), pause: float = 0.3) -> Say:
    """A sentence at `rate` words a minute, each word as long as its letters make it."""
    words = text.split()
    letters = sum(len(word) + 1 for word in words)
    times = []
    now = 0
    for word in words:
        end = now + round(60 * SAMPLE_RATE * len(words) / rate * (len(word) + 1) / letters)
        times.append((now, end))
        now = end
    return Say(text, times, sources, pause)


@dataclass(frozen=True)
class Part:
    """A chapter to be: beats of sentences, with seconds of silence before the first and after the last."""

    beats: Sequence[Sequence[Say]]
    title: str = "A chapter"
    question: str = "Why must servers still talk?"
    lead: float = 0.6
    hold: float = 2.2


def film(*parts: Part, sources: Sequence[Source] = (), title: str = "A film") -> Plan:
    """The plan of a film of these chapters."""
    chapters: list[PlannedChapter] = []
    start = 0
    for number, part in enumerate(parts):
        name = f"chapter-{number}"
        beats = []
        for index, says in enumerate(part.beats):
            lead = part.lead if index == 0 else 0.0
            hold = part.hold if index == len(part.beats) - 1 else 0.5
            beats.append(_beat(name, f"beat-{index}", start, says, lead, hold))
            start = beats[-1].end
        chapters.append(PlannedChapter(name, part.title, part.question, "tones", "tones", tuple(beats)))
    return Plan("film", title, "tones", tuple(chapters), tuple(sources))


def _beat(chapter: str, name: str, start: int, says: Sequence[Say], lead: float, hold: float) -> PlannedBeat:
    sentences = []
    begin = samples_of(lead)
    for say in says:
        words = tuple(SpokenWord(text, begin + first, begin + end)
                      for text, (first, end) in zip(say.text.split(), say.times, strict=True))
        sentences.append(SpokenSentence(say.text, begin, words[-1].end, words, tuple(say.sources), (), 1))
        begin = words[-1].end + samples_of(say.pause)
    length = ticks(sentences[-1].end + samples_of(hold))
    return PlannedBeat(chapter, name, (), 1, start, length, tuple(sentences), (), (), (), "")


def recorded(slower: float = 1.0) -> list[Part]:
    """Two chapters of the lesson as the default voice says them, at 145 words a minute, or `slower` times as slow."""
    return [
        Part(
            [[_recorded(sentence, slower) for sentence in beat] for beat in entry["beats"]],
            entry["title"],
            entry["question"],
        )
        for entry in json.loads(RECORDED.read_text(encoding="utf-8"))
    ]


def _recorded(sentence: dict, slower: float) -> Say:
    times = [(round(start * slower), round(end * slower)) for start, end in sentence["times"]]
    return Say(sentence["text"], times, sentence["sources"])


def lesson(slower: float = 1.0) -> Plan:
    """The recorded chapters as a film."""
    parts = recorded(slower)
    cited = dict.fromkeys(name for part in parts for beat in part.beats for say in beat for name in say.sources)
    return film(*parts, sources=[Source(name, f"What {name} says.") for name in cited], title="The lesson")


def words(plan: Plan) -> Iterator[SpokenWord]:
    """Every word of the film, in samples of the film."""
    for beat in plan.beats:
        for word in beat.words:
            yield SpokenWord(word.text, samples(beat.start) + word.start, samples(beat.start) + word.end)
