"""Captions: the plan's words as cues that can be read in time, and the two files players read."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass

from film.clock import SAMPLE_RATE, samples, timestamp
from film.cutting import Cutting, TimedWord
from film.plan import Plan, PlannedChapter

SAMPLES_PER_MILLISECOND = SAMPLE_RATE // 1000


@dataclass(frozen=True)
class Cue:
    """A caption.

    Attributes
    ----------
    start, end
        First sample of the film it is shown at and the one after its last. Both lie on whole milliseconds: the files
        hold no more than that, so nothing is rounded when they are written.
    lines
        One or two lines, the words as the script has them.
    words
        Which words of the film it shows, counted from 0 over all chapters.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    words: range


def cues(plan: Plan) -> tuple[Cue, ...]:
    """Cut the narration into captions: every word once, in order, none across two chapters.

    A cue starts with its first word. It stays until its last has been said and then, to be read, on through the pause
    that follows, up to the next cue but not beyond 1.5 s. `film.cutting` has the limits and decides where to cut.
    """
    chapters = [_words(chapter) for chapter in plan.chapters]
    found: list[Cue] = []
    first = 0
    for index, (chapter, words) in enumerate(zip(plan.chapters, chapters, strict=True)):
        following = chapters[index + 1][0].start if index + 1 < len(chapters) else None
        cutting = Cutting(words, samples(chapter.end) // SAMPLES_PER_MILLISECOND, following)
        for run in cutting.cheapest():
            found.append(
                Cue(
                    words[run.start].start * SAMPLES_PER_MILLISECOND,
                    cutting.stop(run) * SAMPLES_PER_MILLISECOND,
                    cutting.lines(run),
                    range(first + run.start, first + run.stop),
                )
            )
        first += len(words)
    return tuple(found)


def to_vtt(captions: Iterable[Cue], plan: Plan) -> str:
    """The captions as WebVTT, with the plan's id in a note."""
    blocks = ["WEBVTT", f"NOTE plan {plan.id}"]
    for cue in captions:
        text = html.escape("\n".join(cue.lines), quote=False)
        blocks.append(f"{timestamp(cue.start)} --> {timestamp(cue.end)}\n{text}")
    return "\n\n".join(blocks) + "\n"


def to_srt(captions: Iterable[Cue]) -> str:
    """The captions as SubRip, which has neither notes nor escapes."""
    blocks = []
    for number, cue in enumerate(captions, start=1):
        text = "\n".join(cue.lines)
        blocks.append(f"{number}\n{timestamp(cue.start, ',')} --> {timestamp(cue.end, ',')}\n{text}\n")
    return "\n".join(blocks)


def _words(chapter: PlannedChapter) -> list[TimedWord]:
    """The chapter's words in the film, in milliseconds, rounded down."""
    return [
        TimedWord(
            word.text,
            (samples(beat.start) + word.start) // SAMPLES_PER_MILLISECOND,
            (samples(beat.start) + word.end) // SAMPLES_PER_MILLISECOND,
        )
        for beat in chapter.beats
        for word in beat.words
    ]
