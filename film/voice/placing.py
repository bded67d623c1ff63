"""Where each word lies in a sentence's sound.

Lengths and places are samples at the rate of the sound given (`RATE`, 24 kHz), before trimming.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from film.voice.model import RATE, SAMPLES_PER_DURATION
from film.voice.phonemes import PAUSES, Phoneme

# Durations say when a phoneme's *frame* begins; its sound begins earlier. Measured against a forced aligner.
LEAD = round(0.035 * RATE)
QUIET_DB = -50.0
FRAME = RATE // 200
SHORTEST_PAUSE = RATE * 40 // 1000
SILENT_WORD = RATE // 100

Interval = tuple[int, int]


def sounding(samples: np.ndarray) -> np.ndarray:
    """Which frames of 5 ms are louder than −50 dB below the loudest, shape (n // 120,), bool."""
    frames = samples[:len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float64)
    power = (frames ** 2).mean(axis=1)
    return power > power.max() * 10 ** (QUIET_DB / 10)


def place(phonemes: list[Phoneme], durations: np.ndarray, samples: np.ndarray, word_count: int) -> list[Interval]:
    """First sample, and the sample after the last, of each word of the sentence.

    Parameters
    ----------
    phonemes
        What was spoken, at least one of them a sound.
    durations
        One a phoneme, and one for the padding at each end, shape (len(phonemes) + 2,).
    samples
        The sound, shape (600 · sum of durations,).
    word_count
        Words of the sentence.

    Returns
    -------
    list
        One non-empty interval a word, in order, not overlapping. A word without sound (a dash standing alone) lies in
        the pause it makes, or takes a hundredth of a second from its neighbor.
    """
    begins = np.concatenate([[0], np.cumsum(durations)]) * SAMPLES_PER_DURATION
    loud = sounding(samples)
    first, last = _spans(phonemes)
    spoken = sorted(first)
    starts = {spoken[0]: int(loud.argmax()) * FRAME}
    ends = {spoken[-1]: (len(loud) - int(loud[::-1].argmax())) * FRAME}
    for word, following in pairwise(spoken):
        between = phonemes[last[word] + 1:first[following]]
        pause = any(phoneme.symbol in PAUSES for phoneme in between) and _longest_quiet(
            loud, int(begins[last[word] + 1]), int(begins[first[following] + 2]))
        if pause:
            ends[word], starts[following] = pause
        else:
            spaces = int(bool(between) and between[-1].symbol == " ")
            ends[word] = starts[following] = int(begins[first[following] + 1 - spaces]) - LEAD
    placed: list[Interval | None] = [(starts[word], ends[word]) if word in starts else None
                                     for word in range(word_count)]
    return _in_order(_with_silent_words(placed), (starts[spoken[0]], ends[spoken[-1]]))


def _spans(phonemes: list[Phoneme]) -> tuple[dict[int, int], dict[int, int]]:
    """For each word that sounds, the positions of its first and last sounding phoneme."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for position, phoneme in enumerate(phonemes):
        if phoneme.sounds:
            first.setdefault(phoneme.word, position)
            last[phoneme.word] = position
    return first, last


def _longest_quiet(loud: np.ndarray, begin: int, end: int) -> Interval | None:
    """The longest silence between two samples, to 5 ms, or None if it is too short to be a pause."""
    window = loud[begin // FRAME:end // FRAME]
    edges = np.flatnonzero(np.diff(np.concatenate([[True], window, [True]]).astype(np.int8)))
    if not len(edges):
        return None
    runs = edges.reshape(-1, 2)
    longest = runs[(runs[:, 1] - runs[:, 0]).argmax()]
    start, stop = ((longest + begin // FRAME) * FRAME).tolist()
    return (start, stop) if stop - start >= SHORTEST_PAUSE else None


def _with_silent_words(placed: list[Interval | None]) -> list[Interval]:
    """Fill the gaps in the list: silent words share the pause they stand in, widened if it is too short."""
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
            gap_end = max(start, min(gap_start + count * SILENT_WORD, (start + end) // 2))
            result[stop] = gap_end, end
        else:
            start, gap_end = result[position - 1]
            gap_start = max(gap_end - count * SILENT_WORD, (start + gap_end) // 2)
            result[position - 1] = start, gap_start
        edges = [gap_start + (gap_end - gap_start) * index // count for index in range(count + 1)]
        result[position:stop] = pairwise(edges)
        position = stop
    return result


def _in_order(intervals: list[Interval], bounds: Interval) -> list[Interval]:
    """The same, with every interval at least one sample long, after the one before, and within `bounds`."""
    earliest = bounds[0]
    result = []
    for index, (start, end) in enumerate(intervals):
        latest = bounds[1] - (len(intervals) - index)
        start = min(max(start, earliest), latest)
        earliest = min(max(end, start + 1), latest + 1)
        result.append((start, earliest))
    return result
