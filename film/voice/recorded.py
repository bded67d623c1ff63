"""Word times for a voice that gives only sound: by proportion, between the silences pydub hears.

The first word's start and the last word's end are exact (to 5 ms); the others are estimates.
"""

from __future__ import annotations

import io
import warnings
from itertools import pairwise

import av
import numpy as np

from film.clock import SAMPLE_RATE
from film.voice.intervals import Interval, complete
from film.voice.lexicon import parts
from film.voice.trimming import MARGIN

with warnings.catch_warnings():
    # pydub looks for an ffmpeg command at import; decoding is PyAV's work here.
    warnings.filterwarnings("ignore", message="Couldn't find ff", category=RuntimeWarning)
    # It uses a module that left Python in 3.13 and is installed there as audioop-lts.
    warnings.filterwarnings("ignore", message="'audioop' is deprecated", category=DeprecationWarning)
    from pydub import AudioSegment
    from pydub.silence import detect_leading_silence, detect_silence

STEP_MS = 5
SHORTEST_PAUSE_MS = 100
QUIET_DB = -30  # against the mean of the recording
SILENCE_DBFS = -70
_PER_MS = SAMPLE_RATE // 1000
# Lengths in letters of an ordinary word, fitted to hibari's exact word times.
_CAPITAL, _DIGIT, _ZERO, _BEFORE_PAUSE = 3.0, 6.0, 1.0, 2.5


class NoSpeech(ValueError):
    """The sound is not a sound, or holds nothing but silence."""


def decode(data: bytes) -> np.ndarray:
    """The sound file `data` (MP3 or whatever PyAV reads) as mono int16 at 48 kHz, shape (n,).

    Raises
    ------
    NoSpeech
        When it is no sound file, or an empty one.
    """
    resampler = av.AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE)
    try:
        with av.open(io.BytesIO(data)) as container:
            frames = [piece for frame in container.decode(audio=0) for piece in resampler.resample(frame)]
        frames += resampler.resample(None)
    except (av.FFmpegError, IndexError) as error:
        raise NoSpeech(str(error)) from error
    if not frames:
        raise NoSpeech("no sound in the file")
    return np.concatenate([frame.to_ndarray()[0] for frame in frames])


def trimmed(samples: np.ndarray) -> np.ndarray:
    """`samples` (int16, shape (n,)) from just before the first sound to just after the last.

    Raises
    ------
    NoSpeech
        When all is silence.
    """
    segment = _segment(samples)
    if segment.dBFS < SILENCE_DBFS:
        raise NoSpeech("nothing but silence")
    quiet = segment.dBFS + QUIET_DB
    begin = detect_leading_silence(segment, quiet, STEP_MS) * _PER_MS
    end = len(samples) - detect_leading_silence(segment.reverse(), quiet, STEP_MS) * _PER_MS
    return samples[max(begin - MARGIN, 0):end + MARGIN]


def pauses(samples: np.ndarray) -> list[Interval]:
    """The silences inside `samples` (int16, trimmed), to 5 ms."""
    segment = _segment(samples)
    found = detect_silence(segment, SHORTEST_PAUSE_MS, segment.dBFS + QUIET_DB, STEP_MS)
    return [(start * _PER_MS, end * _PER_MS) for start, end in found if start > 0 and end < len(segment)]


def weight(word: str) -> float:
    """How long `word` takes to say, in letters of an ordinary word; 0 for punctuation standing alone."""
    taken = parts(word)
    total = 0.0
    for piece in taken.core.split():
        letter = _CAPITAL if piece.isupper() else 1.0
        total += sum(letter if character.isalpha() else _ZERO if character == "0" else _DIGIT
                     for character in piece if character.isalnum())
    return total + _BEFORE_PAUSE if total and taken.after else total


def spread(words: list[str], samples: np.ndarray) -> list[Interval]:
    """Where each of `words` lies in `samples` (int16, trimmed).

    Words take time in proportion to their length. A voice pauses at commas and their like, so the longest silences are
    taken to lie at such places, each as near as may be to where proportion puts it; the words between two of them
    share the sound there.

    Parameters
    ----------
    words
        As they are spoken (respelled), at least one of them with a letter or digit.
    """
    weights = np.array([weight(word) for word in words])
    ends = np.cumsum(weights) / weights.sum()
    commas = [index for index in range(len(words) - 1) if weights[index] and ends[index] < ends[-1]
              and (parts(words[index]).after or not weights[index + 1])]
    silences = sorted(sorted(pauses(samples), key=lambda silence: silence[0] - silence[1])[:len(commas)])
    runs = list(pairwise([0, *(edge for silence in silences for edge in silence), len(samples)]))[::2]
    heard = np.cumsum([end - start for start, end in runs])
    distances = np.abs(ends[commas] - (heard[:-1] / heard[-1])[:, None])
    cuts = [commas[choice] + 1 for choice in _cheapest_rising(distances)]
    placed: list[Interval | None] = []
    for (first, last), (start, end) in zip(pairwise([0, *cuts, len(words)]), runs, strict=True):
        shares = np.concatenate([[0], np.cumsum(weights[first:last])]) / weights[first:last].sum()
        edges = start + np.rint(shares * (end - start)).astype(int)
        placed += [(low, high) if low < high else None for low, high in pairwise(edges.tolist())]
    return complete(placed, SAMPLE_RATE)


def _cheapest_rising(costs: np.ndarray) -> list[int]:
    """One column for each row, each right of the one before, with the least sum of `costs` (rows ≤ columns)."""
    rows, columns = costs.shape
    total = np.zeros(columns + 1)
    came_from = []
    for row in range(rows):
        best = np.minimum.accumulate(total)[:columns]
        came_from.append(best)
        total = np.concatenate([[np.inf], best + costs[row]])
    choices: list[int] = []
    limit = columns
    for row in reversed(range(rows)):
        options = came_from[row][:limit] + costs[row][:limit]
        limit = int(options.argmin())
        choices.append(limit)
    return choices[::-1]


def _segment(samples: np.ndarray) -> AudioSegment:
    return AudioSegment(samples.astype("<i2").tobytes(), sample_width=2, frame_rate=SAMPLE_RATE, channels=1)
