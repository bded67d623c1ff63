"""A chart of shares against hops."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DOWN, RIGHT, UP, Animation, AnimationGroup, Create, Dot, FadeIn, Line, VGroup

from film.theme import Theme
from scenes.parts.curves import Curve
from scenes.parts.part import Part
from scenes.parts.shapes import stroked


class Chart(Part):
    """A base line and three places on it.

    Parameters
    ----------
    corner
        Lower left corner.
    top
        The share, in percent, that reaches the full height.
    """

    def __init__(self, theme: Theme, corner: np.ndarray, width: float, height: float, top: float) -> None:
        self.theme, self.corner, self.width_of, self.height_of, self.top = theme, corner, width, height, top
        super().__init__(Line(corner, corner + RIGHT * width, color=theme.color("quiet"), stroke_width=3))

    def point(self, place: int, share: float) -> np.ndarray:
        """Where `share` percent lies at `place` 0, 1 or 2."""
        return self.corner + RIGHT * self.width_of * (0.14 + 0.36 * place) + UP * self.height_of * share / self.top

    def below(self, place: int) -> np.ndarray:
        """For the name of a place."""
        return self.point(place, 0) + DOWN * 0.45

    def line(self, shares: Sequence[float], role: str, dashed: bool = False) -> Shares:
        """A line through `shares`."""
        return Shares(self, shares, self.theme.color(role), dashed)


class Shares(VGroup):
    """A line of shares, one point a place."""

    def __init__(self, chart: Chart, shares: Sequence[float], color: str, dashed: bool) -> None:
        self.points_at = [chart.point(place, share) for place, share in enumerate(shares)]
        self.marks = VGroup(*[Dot(point, 0.11, color=color) for point in self.points_at])
        legs = [Curve(np.array([a, b])) for a, b in zip(self.points_at, self.points_at[1:])]
        self.legs = VGroup(*[stroked(leg.dashes() if dashed else leg.solid(), color, 3 if dashed else 6) for leg in legs])
        super().__init__(self.legs, self.marks)

    def reach(self, place: int) -> Animation:
        """The line arrives at a place."""
        mark = FadeIn(self.marks[place])
        return AnimationGroup(Create(self.legs[place - 1]), mark) if place else mark

    def above(self, place: int) -> np.ndarray:
        """For the number at a point."""
        return self.points_at[place] + UP * 0.28

    def under(self, place: int) -> np.ndarray:
        """For the line's name, below a point."""
        return self.points_at[place] + DOWN * 0.55
