"""Intervals of words: none empty, none overlapping, whatever a voice could not tell."""

from __future__ import annotations

from itertools import pairwise

Interval = tuple[int, int]

SILENT_WORDS_A_SECOND = 100


def complete(placed: list[Interval | None], rate: int) -> list[Interval]:
    """The intervals of a sentence's words, those that are None filled in.

    Parameters
    ----------
    placed
        Start and end of each word in samples, at least one of them known; None for a word without sound, such as a
        dash standing alone.
    rate
        Samples a second.

    Returns
    -------
    list
        One interval a word, at least one sample long, after the one before, within the first known start and the last
        known end. Words without sound share the pause they stand in; if there is none, each takes a hundredth of a
        second from its neighbor.
    """
    known = [interval for interval in placed if interval is not None]
    return _in_order(_with_silent_words(placed, rate // SILENT_WORDS_A_SECOND), known[0][0], known[-1][1])


def _with_silent_words(placed: list[Interval | None], least: int) -> list[Interval]:
    result = list(placed)
    position = 0
    while position < len(result):
        if result[position] is not None:
            position += 1
            continue
        stop = next((index for index in range(position, len(result)) if result[index] is not None), len(result))
        count = stop - position
        if stop < len(result):
            start, end = result[stop]
            gap_start = result[position - 1][1] if position else start
            gap_end = max(start, min(gap_start + count * least, (start + end) // 2))
            result[stop] = gap_end, end
        else:
            start, gap_end = result[position - 1]
            gap_start = max(gap_end - count * least, (start + gap_end) // 2)
            result[position - 1] = start, gap_start
        edges = [gap_start + (gap_end - gap_start) * index // count for index in range(count + 1)]
        result[position:stop] = pairwise(edges)
        position = stop
    return result


def _in_order(intervals: list[Interval], first: int, last: int) -> list[Interval]:
    earliest = first
    result = []
    for index, (start, end) in enumerate(intervals):
        latest = last - (len(intervals) - index)
        start = min(max(start, earliest), latest)
        earliest = min(max(end, start + 1), latest + 1)
        result.append((start, earliest))
    return result
