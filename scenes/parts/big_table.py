"""A table of rows and a model, as areas to one scale."""

from __future__ import annotations

import numpy as np
from manim import Circle, Square, VGroup

from film.theme import Theme
from scenes.parts.strips import Strips, random_shades

WIDTH, HEIGHT = 8.6, 4.6
_COLUMNS, _ROWS = 10, 27


class BigTable:
    """The table, filled with strips; the model, so small that it needs a circle to be found.

    Parameters
    ----------
    ratio
        How many times as large the table is.
    corner
        Upper left end of the table.
    model
        Middle of the model.
    """

    def __init__(self, theme: Theme, ratio: float, corner: np.ndarray, model: np.ndarray) -> None:
        corner = np.asarray(corner, dtype=float)
        pitch = np.array([WIDTH / _COLUMNS, HEIGHT / _ROWS])
        index = np.arange(_COLUMNS * _ROWS)
        self.places = corner[:2] + np.column_stack([index % _COLUMNS + 0.5, -(index // _COLUMNS) - 0.5]) * pitch
        rng = np.random.default_rng(5)
        self.size = (0.86 * pitch[0], 0.74 * pitch[1])
        self.strips = Strips(theme, self.places, *self.size, random_shades(len(index), rng))
        self.model = Square((WIDTH * HEIGHT / ratio) ** 0.5, stroke_width=0, fill_color=theme.color("text"), fill_opacity=1)
        self.model.move_to(np.asarray(model, dtype=float))
        self.circle = Circle(0.4, color=theme.color("quiet"), stroke_width=3).move_to(self.model)
        self.found = VGroup(self.model, self.circle)
