"""The model: a block of weights in each gap between the layers of a mini-batch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Animation, RoundedRectangle, Square, Succession, VGroup

from film.theme import Theme
from scenes.parts.part import Part
from scenes.parts.strips import SHADES

WIDTH, HEIGHT = 0.24, 1.72
PITCH = 0.183
"""From one row of its cells to the next; there are nine."""
_COLUMNS, _CELL = 2, 0.07


class WeightBlock(Part):
    """The weights of one layer, as one trainer's GPU holds them.

    Attributes
    ----------
    frame, cells
        Its outline and its weights, row by row.
    """

    def __init__(self, theme: Theme, shades: Sequence[int], center: np.ndarray) -> None:
        self.theme = theme
        self.frame = RoundedRectangle(corner_radius=0.05, width=WIDTH, height=HEIGHT, stroke_width=2.2,
                                      color=theme.color("text"), fill_color=theme.color("background"), fill_opacity=1)
        self.frame.move_to(center)
        rows = len(shades) // _COLUMNS
        self.cells = VGroup()
        for index, shade in enumerate(shades):
            row, column = divmod(index, _COLUMNS)
            place = center + np.array([(column - 0.5) * (_CELL + 0.025), ((rows - 1) / 2 - row) * PITCH, 0])
            self.cells.add(Square(_CELL, stroke_width=0, fill_color=theme.color("text"), fill_opacity=SHADES[shade] ** 2)
                           .move_to(place))
        super().__init__(self.frame, self.cells)

    def become_shades(self, shades: Sequence[int]) -> list[Animation]:
        """The weights change: those that do, flash and stay a little larger."""
        changes = []
        for cell, shade in zip(self.cells, shades):
            opacity = SHADES[shade] ** 2
            if abs(opacity - cell.get_fill_opacity()) > 1e-6:
                changes.append(Succession(cell.animate.scale(1.9).set_fill(self.theme.color("model_gradient"), 1),
                                          cell.animate.set_fill(self.theme.color("text"), opacity)))
        return changes
