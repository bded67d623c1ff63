"""A graph too large to draw, suggested: 1,500 dots in loose communities. Nothing is counted on it."""

from __future__ import annotations

import numpy as np
from manim import VGroup
from scipy.spatial import cKDTree

from film.theme import Theme
from scenes.parts.shapes import disc_outlines, filled, segments, stroked

_COMMUNITIES = 22
_LEAST_GAP = 0.03


class Cloud(VGroup):
    """Dots and the lines between near ones: two mobjects.

    Attributes
    ----------
    positions
        Shape (count, 2), ordered by distance from the middle.
    """

    def __init__(self, theme: Theme, count: int, width: float, height: float, center: np.ndarray, seed: int = 3) -> None:
        self.positions = _scatter(count, np.random.default_rng(seed)) * (width / 2, height / 2) + center[:2]
        near = cKDTree(self.positions).query(self.positions, k=4)[1][:, 1:]
        pairs = np.unique(np.sort(np.column_stack([np.repeat(np.arange(count), 3), near.ravel()]), axis=1), axis=0)
        self.lines = stroked(segments(self.positions[pairs[:, 0]], self.positions[pairs[:, 1]]), theme.color("context"),
                             width=1.2)
        self.dots = filled(disc_outlines(self.positions, 0.028), theme.color("quiet"))
        super().__init__(self.lines, self.dots)


def _scatter(count: int, rng: np.random.Generator) -> np.ndarray:
    """Points in the unit disc, thicker round community centers, none closer than a gap; nearest to the middle first."""
    angles = rng.uniform(0, 2 * np.pi, _COMMUNITIES)
    hubs = np.column_stack([np.cos(angles), np.sin(angles)]) * np.sqrt(rng.uniform(0.0, 0.72, _COMMUNITIES))[:, None]
    placed = np.empty((count, 2))
    done = 0
    while done < count:
        point = hubs[rng.integers(_COMMUNITIES)] + rng.normal(0, 0.11, 2)
        if np.hypot(*point) < 1 and np.all(np.abs(placed[:done] - point).max(axis=1) > _LEAST_GAP):
            placed[done] = point
            done += 1
    return placed[np.argsort(np.hypot(*placed.T))]
