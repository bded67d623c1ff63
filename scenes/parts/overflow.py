"""The papers' numbers as a pile, and one GPU's memory to the same scale: it overflows."""

from __future__ import annotations

import numpy as np
from manim import DOWN, LEFT, RIGHT, Line, VGroup, VMobject

from film.theme import Theme
from scenes.parts.strips import Strips, pile, random_shades

COLUMNS = 15
PITCH = np.array([0.17, 0.046])
STRIP = (0.155, 0.034)
_ASIDE = 0.08
_TOO_MUCH = 0.65
"""How far the strips that do not fit are faded."""


class Overflow:
    """Places and pieces of that picture.

    Parameters
    ----------
    count
        How many strips stand for all the numbers.
    all_of_them, holds
        Size of all the numbers, and of the GPU's memory, in one unit.
    corner
        The pile's lower left corner.
    """

    def __init__(self, theme: Theme, count: int, all_of_them: float, holds: float, corner: np.ndarray) -> None:
        self.theme = theme
        self.left, self.bottom = corner[:2]
        self.right = self.left + COLUMNS * PITCH[0]
        self.top = self.bottom + count / COLUMNS * PITCH[1]
        self.level = self.bottom + holds / all_of_them * (self.top - self.bottom)
        self.places = pile(count, COLUMNS, self.left, self.bottom, PITCH)
        self.shades = random_shades(count, np.random.default_rng(1))

    def halves(self) -> VGroup:
        """The pile in two: what fits, and the rest."""
        fits = self.places[:, 1] < self.level
        return VGroup(*[Strips(self.theme, self.places[part], *STRIP, self.shades[part]) for part in (fits, ~fits)])

    def fade_rest(self, rest: Strips):
        """What does not fit, fades."""
        return rest.animate.fade(_TOO_MUCH)

    def walls(self) -> VMobject:
        """The GPU's memory: open above."""
        left, right, floor = self.left - _ASIDE, self.right + _ASIDE, self.bottom - _ASIDE
        walls = VMobject(stroke_color=self.theme.color("text"), stroke_width=6)
        return walls.set_points_as_corners([[left, self.level, 0], [left, floor, 0], [right, floor, 0], [right, self.level, 0]])

    def measure(self) -> VGroup:
        """A measuring line at the pile's right."""
        x = self.right + 0.24
        ends = [Line([x - 0.08, y, 0], [x + 0.08, y, 0]) for y in (self.bottom, self.top)]
        return VGroup(Line([x, self.bottom, 0], [x, self.top, 0]), *ends).set_stroke(self.theme.color("quiet"), 3)

    def name(self, *labels) -> VGroup:
        """Labels beside the walls, one under the other."""
        lines = VGroup(*labels).arrange(DOWN, buff=0.18, aligned_edge=RIGHT)
        return lines.next_to([self.left - _ASIDE, (self.bottom + self.level) / 2, 0], LEFT, buff=0.2)
