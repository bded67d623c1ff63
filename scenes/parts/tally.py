"""Dots counted on both sides of a line: home to its left, elsewhere to its right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import LEFT, RIGHT, Animation, Dot, Line, Mobject, Scene, Transform, VGroup

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
        self.servers = [server for server, _ in spots]
        super().__init__(self.line, self.dots)

    def fill(self, sources: Sequence[Mobject], owners: Sequence[int]) -> list[Animation]:
        """Copies of `sources` (with their owners) fly to their places in the line; `landed` must follow."""
        free = list(range(len(self.dots)))
        flights = []
        for source, owner in zip(sources, owners):
            place = next(i for i in free if self.servers[i] == owner)
            free.remove(place)
            flights.append(Transform(source.copy().set_opacity(1), self.dots[place]))
        self.flown = [flight.mobject for flight in flights]
        return flights

    def landed(self, scene: Scene) -> None:
        """The copies give way to the tally they make."""
        scene.remove(*self.flown)
        scene.add(self)
