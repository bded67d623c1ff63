"""The film's one clock.

Everything that happens, happens on a *tick* of 1/15 s. A tick is 3,200 sound samples and a whole number of
frames at every quality, so lengths are rounded once, upwards, from samples, and never again.
"""

from __future__ import annotations

TICKS_PER_SECOND = 15
SAMPLE_RATE = 48_000
SAMPLES_PER_TICK = SAMPLE_RATE // TICKS_PER_SECOND


def ticks(sample_count: int) -> int:
    """Ticks needed to hold `sample_count` samples (rounded up)."""
    return -(-sample_count // SAMPLES_PER_TICK)


def samples(tick_count: int) -> int:
    """Samples in `tick_count` ticks (exact)."""
    return tick_count * SAMPLES_PER_TICK


def frames(tick_count: int, fps: int) -> int:
    """Frames in `tick_count` ticks (exact; `fps` must be a multiple of 15)."""
    frames_per_tick, rest = divmod(fps, TICKS_PER_SECOND)
    if rest:
        raise ValueError(f"{fps} frames a second do not divide into {TICKS_PER_SECOND} ticks a second")
    return tick_count * frames_per_tick


def seconds(tick_count: int) -> float:
    """Seconds in `tick_count` ticks."""
    return tick_count / TICKS_PER_SECOND


def nearest_tick(time: float) -> int:
    """The tick nearest to `time` seconds."""
    return round(time * TICKS_PER_SECOND)


def samples_of(time: float) -> int:
    """The sample nearest to `time` seconds."""
    return round(time * SAMPLE_RATE)


def timestamp(sample_count: int, separator: str = ".") -> str:
    """`HH:MM:SS.mmm` of a sample position, to the nearest millisecond (`separator` is a comma in SubRip)."""
    milliseconds = round(sample_count * 1000 / SAMPLE_RATE)
    whole, thousandths = divmod(milliseconds, 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{separator}{thousandths:03}"
