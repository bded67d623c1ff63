"""Cutting a chapter's words into cues.

Every run of words has a price as a cue; dynamic programming finds the runs that cover the chapter at the lowest
price. Breaking a limit costs more than everything else together, so a limit gives way only where no cut keeps it.

All times are whole milliseconds. The limits are those of the Netflix, BBC and DCMP guides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from film.phrases import Hold, hold

LINE_CHARACTERS = 42
SHORTEST = 834
LONGEST = 7_000
LONGEST_TRAIL = 1_500
SHORTEST_GAP = 134
"""Two frames at 15 a second are 133.3, and less at every other quality."""
CHARACTERS_PER_SECOND = 20

COMFORTABLE_CHARACTERS_PER_SECOND = 17
UNHURRIED = 1_200
TRAIL = 500
"""How long a cue stays after its last word if its reading speed asks for no more."""
FLICKER = 500
"""The screen is not left empty for less than this."""
UNNOTICED_SILENCE = 350
"""A cue may bridge this much without showing words too early."""

_BROKEN_LIMIT = 1e6

# Prices, on the scale of `Hold`, where a cut at a comma costs 2 and after an article 24. Chosen by eye on the lesson.
_CUE = 5.0
_UNBALANCED = 10.0
"""For lines that differ by a whole line's length, and in proportion."""
_JOINING = {Hold.SENTENCE: 12.0, Hold.CLAUSE: 3.0}
"""For a sentence's or clause's end inside a cue."""
_JOINING_ACROSS_SILENCE = 10.0
"""For each second."""
_HURRIED = 15.0
"""For a cue shorter than `UNHURRIED`."""
_SHORT = 5.0
"""For a cue of no length at all, falling to nothing at twice `UNHURRIED`."""
_FAST_READING = 6.0
"""For each character a second too many."""


@dataclass(frozen=True)
class TimedWord:
    """A word as written, and when it is said."""

    text: str
    start: int
    end: int


class Cutting:
    """The words of one chapter, and the price of each run of them as a cue.

    Parameters
    ----------
    limit
        The chapter's end; no cue outlasts it.
    following
        When the first word after the chapter is said; None at the film's end.
    """

    def __init__(self, words: list[TimedWord], limit: int, following: int | None) -> None:
        self._words = words
        self._limit = limit
        self._following = following
        self._edges = [0, *accumulate(len(word.text) + 1 for word in words)]
        self._holds = [Hold.SENTENCE, *(hold(one.text, other.text) for one, other in pairwise(words)), Hold.SENTENCE]
        joints = (_joint(*pair, held) for pair, held in zip(pairwise(words), self._holds[1:-1], strict=True))
        self._joints = [0.0, *accumulate(joints)]

    def cheapest(self) -> list[range]:
        """The runs of words that cover the chapter at the lowest price."""
        best: list[tuple[float, int]] = [(0.0, 0)]
        for end in range(1, len(self._words) + 1):
            best.append(min((best[run.start][0] + self._price(run), run.start) for run in self._runs(end)))
        runs = []
        end = len(self._words)
        while end:
            runs.append(range(best[end][1], end))
            end = runs[-1].start
        return runs[::-1]

    def stop(self, run: range) -> int:
        """When a cue of this run ends: always after it starts, even if its words take no time at all."""
        start, said = self._words[run.start].start, self._words[run.stop - 1].end
        following = self._words[run.stop].start if run.stop < len(self._words) else self._following
        read = start + -(-1000 * self._characters(run) // COMFORTABLE_CHARACTERS_PER_SECOND)
        latest = min(said + LONGEST_TRAIL, start + LONGEST, self._limit)
        stop = min(max(said + TRAIL, read, start + UNHURRIED), latest)
        if following is None:
            return stop
        if following <= latest and following - stop < FLICKER:
            return following
        return max(min(stop, following - SHORTEST_GAP), start + 1)

    def lines(self, run: range) -> tuple[str, ...]:
        """The run's text, in two lines where it needs them."""
        _, middle = self._layout(run)
        parts = [run] if middle is None else [range(run.start, middle), range(middle, run.stop)]
        return tuple(" ".join(word.text for word in self._words[part.start : part.stop]) for part in parts)

    def _runs(self, end: int) -> Iterator[range]:
        """The runs that end before word `end` and are short enough for two lines, or a single word."""
        yield range(end - 1, end)
        for begin in range(end - 2, -1, -1):
            if self._characters(range(begin, end)) > 2 * LINE_CHARACTERS + 1:
                return
            yield range(begin, end)

    def _price(self, run: range) -> float:
        duration = max(self.stop(run) - self._words[run.start].start, 1)
        speed = 1000 * self._characters(run) / duration
        layout, _ = self._layout(run)
        return (
            _BROKEN_LIMIT * self._broken_limits(run)
            + _CUE
            + self._holds[run.stop]
            + self._joints[run.stop - 1]
            - self._joints[run.start]
            + layout
            + _HURRIED * (duration < UNHURRIED)
            + _SHORT * max(1 - duration / (2 * UNHURRIED), 0)
            + _FAST_READING * max(speed - COMFORTABLE_CHARACTERS_PER_SECOND, 0)
        )

    def _broken_limits(self, run: range) -> int:
        """How many limits a cue of this run breaks; `stop` sees to those on gaps and trails."""
        start, stop = self._words[run.start].start, self.stop(run)
        characters = self._characters(run)
        return sum(
            (
                len(run) == 1 and characters > LINE_CHARACTERS,
                stop - start < SHORTEST,
                stop < self._words[run.stop - 1].end,
                1000 * characters > CHARACTERS_PER_SECOND * (stop - start),
            )
        )

    def _characters(self, run: range) -> int:
        """The length of the run's text, with a space between words."""
        return self._edges[run.stop] - self._edges[run.start] - 1

    def _layout(self, run: range) -> tuple[float, int | None]:
        """The price of the best lines for this run, and the word that begins the second one."""
        if len(run) == 1 or self._characters(run) <= LINE_CHARACTERS:
            return 0.0, None
        options = []
        for middle in run[1:]:
            first, second = self._characters(range(run.start, middle)), self._characters(range(middle, run.stop))
            if max(first, second) <= LINE_CHARACTERS:
                options.append((self._holds[middle] + _UNBALANCED * abs(first - second) / LINE_CHARACTERS, middle))
        return min(options, default=(math.inf, None))


def _joint(one: TimedWord, other: TimedWord, held: Hold) -> float:
    """The price of two neighboring words in one cue, which shows the second before the silence between them."""
    silence = max(other.start - one.end - UNNOTICED_SILENCE, 0) / 1000
    return _JOINING.get(held, 0.0) + _JOINING_ACROSS_SILENCE * silence
