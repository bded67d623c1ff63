"""The network: a dotted line between two servers, which lights up when something crosses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from manim import PI, Animation, DashedLine, VGroup, there_and_back_with_pause

from film.lettering import Label
from film.theme import Theme
from scenes.parts.part import Part


class Network(Part):
    """What lies between servers that stand side by side; its name may run along the first line.

    Parameters
    ----------
    xs
        Where the lines stand, from left to right.
    spans
        (top, bottom) of each piece of a line.
    name_at
        At which height its name runs along the first line; it has none if not given.
    """

    def __init__(self, theme: Theme, xs: Sequence[float], spans: Sequence[tuple[float, float]], name_at: float | None = None) -> None:
        self.theme = theme
        name, pieces = VGroup(), [list(spans) for _ in xs]
        if name_at is not None:
            name = Label("network", theme, role="quiet").rotate(PI / 2).move_to([xs[0], name_at, 0])
            (top, bottom), *others = spans
            pieces[0] = [(top, name.get_top()[1] + 0.1), (name.get_bottom()[1] - 0.1, bottom), *others]
        self.lines = VGroup(*[VGroup(*[DashedLine([x, start, 0], [x, end, 0], dash_length=0.06, dashed_ratio=0.5, stroke_width=3,
                                                  color=theme.color("quiet")) for start, end in own]) for x, own in zip(xs, pieces)])
        super().__init__(self.lines, name)

    def above(self, one: int, other: int) -> np.ndarray:
        """For words about what crosses: on top of the line beside the second of two servers."""
        return self.lines[other - 1 if one < other else other].get_top() + np.array([0, 0.16, 0])

    def crossed(self, pairs: Iterable[tuple[int, int]], role: str, **kwargs) -> list[Animation]:
        """The lines between the servers of each pair light up in the color of what crosses, and go dark again."""
        lit = sorted({line for pair in pairs for line in range(min(pair), max(pair))})
        return [self.lines[line].animate(rate_func=there_and_back_with_pause, **kwargs).set_stroke(self.theme.color(role), 8)
                for line in lit]
