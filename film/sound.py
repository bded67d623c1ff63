"""The film's one sound track: sentences placed by sample, then set to the loudness of spoken programs, once.

Mastering is offline and never moves a sample: a limiter of zero delay takes the top off the peaks, everything else is
multiplied by one number. What is not near a peak is the source, louder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import av
import numpy as np
from scipy.ndimage import minimum_filter1d, uniform_filter1d
from scipy.signal import resample_poly

from film.clock import SAMPLE_RATE

TARGET_LUFS = -16.0
"""Loudness of the finished film, its mono track on both channels (EBU R 128 meter)."""
CEILING_DBTP = -2.0
"""True peak before AAC, which adds some tenths of a decibel; -1 is the limit after it."""
CLOSE_ENOUGH_LU = 0.05
MOST_STEPS = 8
MOST_LIMITING_DB = 12.0
"""A track so spiky that its peaks would be pressed by more than this stays quieter than the target."""
REACH = SAMPLE_RATE // 50
"""Samples before and after a peak in which the limiter turns down and up again (20 ms)."""
SILENCE_LUFS = -70.0
"""What the meter shows when nothing passes its gate."""
METER_BLOCK = SAMPLE_RATE
"""The meter looks at 0.4 s at a time; shorter tracks are repeated until they fill this many samples."""
OVERSAMPLING = 4


@dataclass(frozen=True, eq=False)
class Placement:
    """A sentence's samples (mono, float32, shape (n,)) and the track's sample at which they start."""

    samples: np.ndarray
    start: int


def mix(placements: Sequence[Placement], total_samples: int) -> np.ndarray:
    """Lay sentences on a silent track; where two overlap they add up.

    Returns
    -------
    numpy.ndarray
        Mono, float32, shape (total_samples,).

    Raises
    ------
    ValueError
        When a sentence would reach outside the track: no sound is ever cut.
    """
    track = np.zeros(total_samples, np.float32)
    for placement in placements:
        end = placement.start + len(placement.samples)
        if placement.start < 0 or end > total_samples:
            raise ValueError(f"samples {placement.start} to {end} lie outside a track of {total_samples}")
        track[placement.start : end] += placement.samples
    return track


def master(track: np.ndarray) -> np.ndarray:
    """Bring a mono track to `TARGET_LUFS` with its true peak under `CEILING_DBTP`; silence stays silence.

    Parameters
    ----------
    track
        Mono, float32, shape (n,), finite.

    Returns
    -------
    numpy.ndarray
        Of the same shape and type, every sound at its own sample.
    """
    loudness = integrated_loudness(track)
    if loudness <= SILENCE_LUFS:
        return track.copy()
    peaks = _true_peaks(track)
    most_gain_db = CEILING_DBTP + MOST_LIMITING_DB - 20 * np.log10(peaks.max())
    gain_db, mastered = 0.0, track
    # The limiter takes some loudness away, which the next step gives back.
    for _ in range(MOST_STEPS):
        gain_db = min(gain_db + TARGET_LUFS - loudness, most_gain_db)
        mastered = _amplified(track, peaks, gain_db)
        loudness = integrated_loudness(mastered)
        if abs(TARGET_LUFS - loudness) <= CLOSE_ENOUGH_LU:
            break
    return mastered


def integrated_loudness(track: np.ndarray) -> float:
    """Loudness in LUFS (EBU R 128, gated) of a mono track as heard from two channels; -70 when it is silent."""
    if not len(track):
        return SILENCE_LUFS
    track = np.tile(track, -(-METER_BLOCK // len(track))) if len(track) < METER_BLOCK else track
    graph = av.filter.Graph()
    source = graph.add_abuffer(
        sample_rate=SAMPLE_RATE, format="flt", layout="mono", time_base=Fraction(1, SAMPLE_RATE)
    )
    meter = graph.add("ebur128", "metadata=1:dualmono=1")
    sink = graph.add("abuffersink")
    source.link_to(meter)
    meter.link_to(sink)
    graph.configure()
    loudness = SILENCE_LUFS
    for start in range(0, len(track), METER_BLOCK):
        block = av.AudioFrame.from_ndarray(track[None, start : start + METER_BLOCK], format="flt", layout="mono")
        block.sample_rate = SAMPLE_RATE
        block.pts = start
        source.push(block)
        loudness = _latest_reading(sink, loudness)
    source.push(None)
    return _latest_reading(sink, loudness)


def _latest_reading(sink: av.filter.context.FilterContext, loudness: float) -> float:
    """The integrated loudness in the last frame the meter has ready, or `loudness` when none has a reading.

    The meter reads every 0.1 s; what is left at the end passes without one.
    """
    while True:
        try:
            loudness = float(sink.pull().metadata.get("lavfi.r128.I", loudness))
        except (av.error.BlockingIOError, av.error.EOFError):
            return loudness


def _true_peaks(track: np.ndarray) -> np.ndarray:
    """For each sample the highest amplitude from it to the next one, float32."""
    peaks = np.empty(len(track), np.float32)
    for part, inside, place in _minutes(len(track), margin=64):
        fine = np.abs(resample_poly(track[part], OVERSAMPLING, 1))
        peaks[place] = np.maximum.reduce([fine[k::OVERSAMPLING] for k in range(OVERSAMPLING)])[inside]
    return peaks


def _amplified(track: np.ndarray, peaks: np.ndarray, gain_db: float) -> np.ndarray:
    """The track louder by `gain_db`, less where its peaks would pass the ceiling, with no step in the factor.

    The lowest factor within reach is held, then averaged over windows that together span that reach, so no average
    ever exceeds what its own sample allows.
    """
    gain, ceiling = np.float32(10 ** (gain_db / 20)), np.float32(10 ** (CEILING_DBTP / 20))
    mastered = np.empty_like(track)
    for part, inside, place in _minutes(len(track), margin=2 * REACH):
        allowed = np.minimum(gain, ceiling / np.maximum(peaks[part], np.float32(1e-9)))
        held = minimum_filter1d(allowed, 2 * REACH + 1, mode="nearest")
        once = uniform_filter1d(held, REACH + 1, mode="nearest")
        factors = uniform_filter1d(once, REACH + 1, mode="nearest")
        mastered[place] = track[place] * factors[inside]
    return mastered


def _minutes(count: int, margin: int) -> Iterator[tuple[slice, slice, slice]]:
    """Cut `count` samples into minutes, to spare memory.

    For each the part to work on, which reaches `margin` samples further on both sides; where the minute lies in that
    part; and where it lies in the whole.
    """
    for start in range(0, count, 60 * SAMPLE_RATE):
        end = min(start + 60 * SAMPLE_RATE, count)
        first = max(0, start - margin)
        yield slice(first, end + margin), slice(start - first, end - first), slice(start, end)
