"""Dots counted on both sides of a line: home to its left, elsewhere to its right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import LEFT, RIGHT, Animation, Dot, FadeIn, Line, VGroup

from film.theme import Theme
from scenes.parts.server import ROLES

_PITCH = 0.29
_RADIUS = 0.105


class Tally(VGroup):
    """One line of counted vertices.

    Parameters
    ----------
    by_server
        How many vertices each server has of them.
    home
        The server whose vertices count as local.
    middle
        Where the dividing line stands, at the dots' height.
    """

    def __init__(self, theme: Theme, by_server: Sequence[int], home: int, middle: np.ndarray) -> None:
        middle = np.asarray(middle, dtype=float)
        self.line = Line(middle + [0, 0.19, 0], middle - [0, 0.19, 0], stroke_width=2.5, color=theme.color("text"))
        away = [server for server, count in enumerate(by_server) if server != home for _ in range(count)]
        spots = [(home, middle + LEFT * _PITCH * (0.7 + i)) for i in range(by_server[home])]
        spots += [(server, middle + RIGHT * _PITCH * (0.7 + i)) for i, server in enumerate(away)]
        self.dots = VGroup(*[Dot(spot, _RADIUS, color=theme.color(ROLES[server])) for server, spot in spots])
        super().__init__(self.line, self.dots)

    def fill(self) -> Animation:
        """One dot after the other, from the line outwards."""
        return FadeIn(self.dots, scale=0.3, lag_ratio=0.15)
