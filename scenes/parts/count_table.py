"""A table of counts: from each trainer to each owner."""

from __future__ import annotations

import numpy as np
from manim import BOLD, LEFT, RIGHT, Square, VGroup

from film.lettering import Label, Number
from film.theme import Theme
from scenes.parts.part import Part
from scenes.parts.server import NAMES, ROLES
from training.lesson import LessonFacts

_SIDE = 0.52


class CountTable(Part):
    """Three by three cells, empty at first.

    Attributes
    ----------
    cells
        ``cells[i][j]``: from trainer i to owner j.
    """

    def __init__(self, theme: Theme, facts: LessonFacts, center: np.ndarray) -> None:
        self.theme, self.facts = theme, facts
        center = np.asarray(center, dtype=float)
        self.cells = [[Square(_SIDE - 0.06, stroke_width=2, color=theme.color("quiet"), fill_color=theme.color("panel"), fill_opacity=1)
                       .move_to(center + np.array([(column - 1) * _SIDE, (1 - row) * _SIDE, 0])) for column in range(3)]
                      for row in range(3)]
        across = [Label(name, theme, size="label", role=role, weight=BOLD).place(self.cells[0][i].get_top() + np.array([0, 0.12, 0]))
                  for i, (name, role) in enumerate(zip(NAMES, ROLES))]
        down = [Label(name, theme, size="label", role=role, weight=BOLD).place(self.cells[i][0].get_left() + np.array([-0.26, -0.12, 0]))
                for i, (name, role) in enumerate(zip(NAMES, ROLES))]
        words = [Label("from", theme).place(down[1].get_left() + np.array([-0.2, -0.12, 0]), RIGHT),
                 Label("to", theme).place(across[2].get_right() + np.array([0.24, -0.12, 0]), LEFT)]
        super().__init__(*[cell for row in self.cells for cell in row], *across, *down, VGroup(*words))

    def count(self, source: int, target: int) -> Number:
        """How many gradients go from one trainer to one owner; fainter if they stay at home."""
        fact = f"exchange.{NAMES[source].lower()}_to_{NAMES[target].lower()}"
        number = Number(self.facts, (fact,), self.theme, size="label", weight=BOLD,
                        role="quiet" if source == target else "text")
        return number.place(self.cells[source][target].get_center() - np.array([0, 0.12, 0]))
