"""Two stills of one picture: where they differ, and whether that is a fault.

A still is an array of shape (height, width, 3), uint8. Comparing whole stills is blind: a wrong letter is a fraction of a
thousandth of a picture. So two things are measured: how many pixels differ visibly, and how alike the two stills are in the
worst of 12 x 12 tiles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import uniform_filter

VISIBLE = 8
"""Of 255: a pixel differs when one of its colors differs by more."""
TILES = 12
_WINDOW = 7
_STEADY = ((0.01 * 255) ** 2, (0.03 * 255) ** 2)


@dataclass(frozen=True)
class Tolerance:
    """How different two stills of one picture may be.

    Attributes
    ----------
    differing
        Share of pixels that may differ.
    likeness
        Structural similarity that every tile must reach.
    """

    differing: float
    likeness: float


SAME_ENGINE = Tolerance(1e-5, 0.97)
"""Drawn with the library versions the goldens were drawn with: only rounding on another processor may show."""
OTHER_ENGINE = Tolerance(5e-3, 0.95)
"""Drawn with another Cairo or Pango, whose letters may lie half a pixel of 1080p off: a missing dot or a label out of place still
shows, one wrong letter need not."""


@dataclass(frozen=True)
class Difference:
    """How two stills differ: share of differing pixels, and likeness of the least alike tile, whose row and column it names."""

    differing: float
    likeness: float
    tile: tuple[int, int]

    def exceeds(self, tolerance: Tolerance) -> bool:
        """Whether that is a fault."""
        return self.differing > tolerance.differing or self.likeness < tolerance.likeness


def compare(golden: np.ndarray, drawn: np.ndarray) -> Difference:
    """How `drawn` differs from `golden`; the two must have one size."""
    if golden.shape != drawn.shape:
        raise ValueError(f"the golden still is {golden.shape[1]} x {golden.shape[0]}, the drawn one {drawn.shape[1]} x {drawn.shape[0]}")
    gap = np.abs(golden.astype(int) - drawn).max(axis=2)
    tiles = _tile_means(likeness(golden, drawn))
    worst = np.unravel_index(tiles.argmin(), tiles.shape)
    return Difference(float((gap > VISIBLE).mean()), float(tiles[worst]), (int(worst[0]), int(worst[1])))


def likeness(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Structural similarity (SSIM) of the two in gray around each pixel, shape (height, width)."""
    a, b = (still.astype(float) @ (0.299, 0.587, 0.114) for still in (one, other))

    def mean(values: np.ndarray) -> np.ndarray:
        return uniform_filter(values, _WINDOW)

    mean_a, mean_b = mean(a), mean(b)
    spread_a, spread_b = mean(a * a) - mean_a**2, mean(b * b) - mean_b**2
    together = mean(a * b) - mean_a * mean_b
    light, structure = _STEADY
    return ((2 * mean_a * mean_b + light) * (2 * together + structure)
            / ((mean_a**2 + mean_b**2 + light) * (spread_a + spread_b + structure)))


def shown(golden: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """What was expected, what was drawn, and where they differ, one under the other."""
    gap = np.abs(golden.astype(int) - drawn).max(axis=2)
    marked = np.repeat((golden.mean(axis=2, keepdims=True) / 4).astype(np.uint8), 3, axis=2)
    marked[gap > VISIBLE] = (255, 64, 64)
    return np.concatenate([golden, drawn, marked])


def _tile_means(values: np.ndarray) -> np.ndarray:
    """Means over TILES x TILES tiles that differ in size by a pixel at most."""
    rows, columns = (np.linspace(0, size, TILES + 1).astype(int)[:-1] for size in values.shape)
    sums = np.add.reduceat(np.add.reduceat(values, rows, axis=0), columns, axis=1)
    heights, widths = (np.diff(np.append(starts, size)) for starts, size in zip((rows, columns), values.shape))
    return sums / np.outer(heights, widths)
