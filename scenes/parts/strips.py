"""Rows of numbers as strips of cells, thousands of them in four mobjects."""

from __future__ import annotations

import numpy as np
from manim import Animation, VGroup, linear

from film.theme import Theme
from scenes.parts.shapes import box_outlines, filled

CELLS = 4
SHADES = (0.58, 0.76, 0.88, 1.0)
"""A cell's opacity stands for its number."""


class Strips(VGroup):
    """Many strips of four cells.

    Parameters
    ----------
    centers
        Where each strip lies, shape (n, 2).
    width, height
        Size of one strip.
    shades
        Which of the four shades each cell has, shape (n, 4).
    """

    def __init__(self, theme: Theme, centers: np.ndarray, width: float, height: float, shades: np.ndarray,
                 role: str = "text") -> None:
        super().__init__()
        self.cells = [np.nonzero(shades == level) for level in range(len(SHADES))]
        for opacity in SHADES:
            self.add(filled(np.zeros((0, 3)), theme.color(role), opacity))
        self.lay(centers, width, height)

    def lay(self, centers: np.ndarray, width: float, height: float) -> Strips:
        """Put every strip in its place."""
        self.centers, self.width_of_one, self.height_of_one = np.array(centers, dtype=float), width, height
        pitch = width / CELLS
        for mobject, (strip, cell) in zip(self.submobjects, self.cells):
            offsets = np.column_stack([(cell - (CELLS - 1) / 2) * pitch, np.zeros(len(cell))])
            mobject.points = box_outlines(self.centers[strip] + offsets, pitch * 0.86, height)
        return self

    def flow(self, centers: np.ndarray, width: float, height: float, spread: float = 0.6, **kwargs) -> Flow:
        """Every strip moves to its place in `centers`, the first ones first; `spread` is the share of the time by which
        the last one starts later."""
        return Flow(self, np.asarray(centers, dtype=float), width, height, spread, **kwargs)


class Flow(Animation):
    """Strips on their way, each in its own time."""

    def __init__(self, strips: Strips, centers: np.ndarray, width: float, height: float, spread: float, **kwargs) -> None:
        super().__init__(strips, **{"rate_func": linear, **kwargs})
        self.start = (strips.centers, strips.width_of_one, strips.height_of_one)
        self.end = (centers, width, height)
        self.delays = np.linspace(0, spread, len(centers)) if len(centers) > 1 else np.zeros(1)
        self.spread = spread

    def interpolate_mobject(self, alpha: float) -> None:
        shares = np.clip((self.rate_func(alpha) - self.delays) / (1 - self.spread), 0, 1)
        own = _eased(shares)[:, None]
        (centers, width, height), (to, to_width, to_height) = self.start, self.end
        size = _eased(self.rate_func(alpha))
        self.mobject.lay((1 - own) * centers + own * to, width + size * (to_width - width),
                         height + size * (to_height - height))


def _eased(share):
    """Slow in, slow out, for arrays as well."""
    return share * share * (3 - 2 * share)


def random_shades(count: int, rng: np.random.Generator) -> np.ndarray:
    """Numbers for `count` strips nobody reads, shape (count, 4)."""
    return rng.integers(0, len(SHADES), (count, CELLS))


def pile(count: int, columns: int, left: float, bottom: float, pitch: tuple[float, float]) -> np.ndarray:
    """Places of a pile, filled row by row from below: shape (count, 2)."""
    index = np.arange(count)
    return np.column_stack([left + (index % columns + 0.5) * pitch[0], bottom + (index // columns + 0.5) * pitch[1]])
