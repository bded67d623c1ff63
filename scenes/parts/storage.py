"""What one server stores: its own share of the graph, and copies of what lies beyond its border."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DOWN, RIGHT, UP, Animation, DashedLine, Rectangle, ReplacementTransform, VGroup

from film.theme import Theme

_WIDTH = 1.0
_APART = 1.9


class Storage(VGroup):
    """Bars side by side on one base line, in sizes of a server's own share.

    Parameters
    ----------
    copies
        How much each bar has beside the server's own share of 1.
    whole
        The whole graph, in the same unit.
    unit
        Height of a server's own share.
    """

    def __init__(self, theme: Theme, copies: Sequence[float], whole: float, corner: np.ndarray, unit: float = 1.15) -> None:
        corner = np.asarray(corner, dtype=float)
        self.own, self.copies, self.base = VGroup(), VGroup(), []
        for place, size in enumerate(copies):
            foot = corner + RIGHT * (_WIDTH / 2 + _APART * place)
            own = Rectangle(width=_WIDTH, height=unit, stroke_width=0, fill_opacity=1, fill_color=theme.color("partition_a"))
            self.own.add(own.move_to(foot, DOWN))
            extra = Rectangle(width=_WIDTH, height=max(unit * size, 1e-3), stroke_width=3 if size else 0, stroke_color=theme.color("partition_a"),
                              fill_opacity=0.25, fill_color=theme.color("partition_a"))
            self.copies.add(extra.move_to(own.get_top(), DOWN))
            self.base.append(foot)
        level = corner + UP * unit * whole
        right = RIGHT * (_APART * (len(copies) - 1) + _WIDTH + 0.3)
        self.limit = DashedLine(level - RIGHT * 0.3, level + right, color=theme.color("quiet"), stroke_width=3)
        super().__init__(self.limit, self.own, self.copies)

    def grow(self, place: int) -> Animation:
        """The copies of one bar pile up on the server's own share."""
        whole = self.copies[place]
        return ReplacementTransform(whole.copy().stretch_to_fit_height(1e-3).align_to(whole, DOWN), whole)

    def below(self, place: int) -> np.ndarray:
        """For a bar's name."""
        return self.base[place] + DOWN * 0.42

    def above(self, place: int) -> np.ndarray:
        """For a bar's size."""
        return self.copies[place].get_top() + UP * 0.16
