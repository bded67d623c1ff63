"""A share of a run's time, on the face of a stopwatch."""

from __future__ import annotations

import numpy as np
from manim import TAU, UP, Animation, Arc, Circle, Create, Line, RoundedRectangle, VGroup, linear

from film.theme import Theme


class Stopwatch(VGroup):
    """A dial with a button on top; `sweep` and `sweep_rest` run it once round, clockwise from twelve.

    Attributes
    ----------
    center
        The dial's middle.
    """

    def __init__(self, theme: Theme, share: float, role: str, center: np.ndarray, radius: float = 1.65) -> None:
        self.center = np.asarray(center)
        self.rim = radius + 0.36
        quiet = theme.color("quiet")
        dial = Circle(radius, color=theme.color("context"), stroke_width=34)
        case = Circle(self.rim, color=quiet, stroke_width=4)
        neck = Line(UP * self.rim, UP * (self.rim + 0.16), color=quiet, stroke_width=10)
        button = RoundedRectangle(corner_radius=0.06, width=0.52, height=0.16, stroke_width=0, fill_color=quiet,
                                  fill_opacity=1).next_to(neck, UP, buff=0)
        super().__init__(dial, case, neck, button)
        self.shift(self.center)
        self.taken = _arc(radius, 0, share, theme.color(role), self.center)
        self.rest = _arc(radius, share, 1, quiet, self.center)

    def sweep(self) -> Animation:
        """The share passes, at the pace of time."""
        return self._sweep(self.taken)

    def sweep_rest(self) -> Animation:
        """What is left of the dial passes."""
        return self._sweep(self.rest)

    def at(self, share: float, beyond: float = 0.0) -> np.ndarray:
        """The point `beyond` the rim where `share` of the time has passed."""
        angle = TAU / 4 - TAU * share
        return self.center + (self.rim + beyond) * np.array([np.cos(angle), np.sin(angle), 0])

    def _sweep(self, arc: Arc) -> Animation:
        self.add(arc)
        return Create(arc, rate_func=linear)


def _arc(radius: float, start: float, end: float, color: str, center: np.ndarray) -> Arc:
    gap = 0.002
    return Arc(radius, TAU / 4 - TAU * (start + gap), -TAU * (end - start - 2 * gap), color=color, stroke_width=34,
               arc_center=center)
