"""The network: a dotted line between two servers, which lights up when something crosses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from manim import Animation, DashedLine, VGroup, there_and_back_with_pause

from film.lettering import Label
from film.theme import Theme
from scenes.parts.part import Part


class Network(Part):
    """What lies between servers that stand side by side.

    Parameters
    ----------
    xs
        Where the lines stand, from left to right.
    spans
        (top, bottom) of each piece of a line.
    name
        Where the word "network" stands, if anywhere.
    """

    def __init__(self, theme: Theme, xs: Sequence[float], spans: Sequence[tuple[float, float]],
                 name: np.ndarray | None = None) -> None:
        self.theme = theme
        self.lines = VGroup(*[VGroup(*[DashedLine([x, high, 0], [x, low, 0], dash_length=0.06, dashed_ratio=0.5, stroke_width=3,
                                                  color=theme.color("quiet")) for high, low in spans]) for x in xs])
        super().__init__(self.lines)
        if name is not None:
            self.add(Label("network", theme, size="label", role="quiet").place(np.asarray(name, dtype=float)))

    def above(self, one: int, other: int) -> np.ndarray:
        """For words about what crosses: on top of the line beside the first of two servers."""
        return self.lines[min(one, other - 1) if one < other else one - 1].get_top() + np.array([0, 0.16, 0])

    def crossed(self, pairs: Iterable[tuple[int, int]], role: str, **kwargs) -> list[Animation]:
        """The lines between the servers of each pair light up in the color of what crosses, and go dark again."""
        lit = sorted({line for pair in pairs for line in range(min(pair), max(pair))})
        return [self.lines[line].animate(rate_func=there_and_back_with_pause, **kwargs).set_stroke(self.theme.color(role), 8)
                for line in lit]
