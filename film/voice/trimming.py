"""Cutting a sentence out of the silence around it."""

from __future__ import annotations

import numpy as np

from film.clock import SAMPLE_RATE

MARGIN = SAMPLE_RATE // 100
"""Samples kept before the first sound and after the last, in which the sound fades in and out: no click."""


def faded(samples: np.ndarray) -> np.ndarray:
    """A copy of `samples` (shape (n,), 48 kHz) as float32 in [-1, 1] that rises and falls within the margins."""
    result = np.clip(samples, -1, 1).astype(np.float32)
    ramp = 0.5 - 0.5 * np.cos(np.linspace(0, np.pi, MARGIN, dtype=np.float32))
    result[:MARGIN] *= ramp[:len(result)]
    result[-MARGIN:] *= ramp[::-1][-len(result):]
    return result
