"""A number of edges as short strokes in a row."""

from __future__ import annotations

import numpy as np
from manim import LEFT, RIGHT, Animation, FadeIn, Line, VGroup

from film.theme import Theme

_PITCH = 0.125
_HEIGHT = 0.24


class Ticks(VGroup):
    """One stroke an edge.

    Parameters
    ----------
    start
        Where the row begins, on the baseline of its labels.

    Attributes
    ----------
    before, after
        Where its name ends and its number begins.
    """

    def __init__(self, theme: Theme, count: int, role: str, start: np.ndarray) -> None:
        start = np.asarray(start, dtype=float)
        strokes = [Line(start + RIGHT * _PITCH * i, start + RIGHT * _PITCH * i + [0, _HEIGHT, 0], stroke_width=4,
                        color=theme.color(role)) for i in range(count)]
        super().__init__(*strokes)
        self.before = start + LEFT * 0.25
        self.after = start + RIGHT * (_PITCH * count + 0.15)

    def count(self) -> Animation:
        """One after the other."""
        return FadeIn(self, lag_ratio=0.3)
