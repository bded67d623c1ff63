"""Where each word lies in a sentence's sound.

Lengths and places are samples at the rate of the sound given (`RATE`, 24 kHz), before trimming.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from film.voice.intervals import Interval, complete
from film.voice.model import RATE, SAMPLES_PER_DURATION
from film.voice.phonemes import PAUSES, Phoneme

# Durations say when a phoneme's *frame* begins; its sound begins earlier, by this much in the median over the words of
# tests/voice/test_alignment.py.
LEAD = round(0.035 * RATE)
EDGE_DB, PAUSE_DB = -50.0, -40.0  # against the loudest 5 ms: a soft f at the start is kept, a breath is a pause
FRAME = RATE // 200
SHORTEST_PAUSE = RATE * 40 // 1000
LONGEST_CLOSURE = RATE * 200 // 1000
"""The silence before a p, t or k is at most this long: a longer one is a pause even without punctuation."""


def sounding(samples: np.ndarray, decibels: float) -> np.ndarray:
    """Which frames of 5 ms lie less than `decibels` (negative) below the loudest, shape (n // 120,), bool."""
    frames = samples[:len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float64)
    power = (frames ** 2).mean(axis=1)
    return power > power.max() * 10 ** (decibels / 10)


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
    audible, loud = sounding(samples, EDGE_DB), sounding(samples, PAUSE_DB)
    first, last = _spans(phonemes)
    spoken = sorted(first)
    starts = {spoken[0]: int(audible.argmax()) * FRAME}
    ends = {spoken[-1]: (len(audible) - int(audible[::-1].argmax())) * FRAME}
    for word, following in pairwise(spoken):
        between = phonemes[last[word] + 1:first[following]]
        quiet = _longest_quiet(loud, int(begins[last[word] + 1]), int(begins[first[following] + 2]))
        shortest = SHORTEST_PAUSE if any(phoneme.symbol in PAUSES for phoneme in between) else LONGEST_CLOSURE
        if quiet[1] - quiet[0] >= shortest:
            ends[word], starts[following] = quiet
        else:
            spaces = int(bool(between) and between[-1].symbol == " ")
            ends[word] = starts[following] = int(begins[first[following] + 1 - spaces]) - LEAD
    placed: list[Interval | None] = [(starts[word], ends[word]) if word in starts else None
                                     for word in range(word_count)]
    return complete(placed, RATE)


def _spans(phonemes: list[Phoneme]) -> tuple[dict[int, int], dict[int, int]]:
    """For each word that sounds, the positions of its first and last sounding phoneme."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for position, phoneme in enumerate(phonemes):
        if phoneme.sounds:
            first.setdefault(phoneme.word, position)
            last[phoneme.word] = position
    return first, last


def _longest_quiet(loud: np.ndarray, begin: int, end: int) -> Interval:
    """The longest silence between two samples, to 5 ms; empty if there is none."""
    window = loud[begin // FRAME:end // FRAME]
    edges = np.flatnonzero(np.diff(np.concatenate([[True], window, [True]]).astype(np.int8)))
    runs = [(start, stop) for start, stop in edges.reshape(-1, 2).tolist()]
    start, stop = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    return (start + begin // FRAME) * FRAME, (stop + begin // FRAME) * FRAME
