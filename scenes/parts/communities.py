"""The large synthetic graph, sampled for drawing: three parts, their communities, some of the edges."""

from __future__ import annotations

import numpy as np
from manim import BOLD, Animation, Circle, VGroup

from film.lettering import Label
from film.theme import Theme
from scenes.parts.part import Part
from scenes.parts.server import NAMES, ROLES
from scenes.parts.shapes import disc_outlines, filled, segments, stroked
from training.large_graph import Cloud


_EDGES = 240
"""How many of the sampled edges are drawn: inside and between parts in their true proportion."""


class Communities(Part):
    """Dots by part, edges inside, edges between, and the parts' letters.

    Attributes
    ----------
    dots, inside
        One mobject a part.
    between
        Edges between parts, invisible until `show_cut`.
    reached
        What one seed needs: the seed, and what the first, second and third hop add; not part of the group.
    """

    def __init__(self, theme: Theme, cloud: Cloud, center: np.ndarray, scale: float) -> None:
        self.theme = theme
        places = np.array(cloud.positions) * scale + center[:2]
        parts = np.array(cloud.parts)
        edges = np.array(cloud.edges)[:_EDGES]
        crossing = parts[edges[:, 0]] != parts[edges[:, 1]]
        colors = [theme.color(role) for role in ROLES]
        self.dots = VGroup(*[filled(disc_outlines(places[parts == rank], 0.026), color) for rank, color in enumerate(colors)])
        self.inside = VGroup(*[self._lines(places, edges[~crossing & (parts[edges[:, 0]] == rank)], color, 1.4, 0.8)
                               for rank, color in enumerate(colors)])
        self.between = self._lines(places, edges[crossing], theme.color("text"), 1.2, 0.0)
        middles = np.array(cloud.centers) * scale + center[:2]
        outward = np.array([(-1.25, 0.75), (-1.2, -0.95), (1.2, -0.95)]) * scale
        self.letters = VGroup(*[Label(NAMES[rank], theme, size="title", role=ROLES[rank], weight=BOLD)
                                .move_to([*(middles[rank] + outward[rank]), 0]) for rank in range(3)])
        self.reached = [VGroup(*[filled(disc_outlines(spots[owners == rank], 0.045), color) for rank, color in enumerate(colors)
                                 if (owners == rank).any()])
                        for spots, owners in ((np.array(spots) * scale + center[:2], np.array(owners))
                                              for spots, owners in zip(cloud.reached, cloud.reached_parts))]
        self.seed = Circle(0.13, color=theme.color("text"), stroke_width=4).move_to(self.reached[0])
        super().__init__(self.inside, self.between, self.dots, self.letters)

    def show_cut(self) -> Animation:
        """The edges between parts light up."""
        return self.between.animate.set_stroke(opacity=0.45)

    def step_back(self) -> list[Animation]:
        """All that is not reached steps back."""
        return [self.dots.animate.set_opacity(0.4), self.inside.animate.set_stroke(opacity=0.36), self.between.animate.set_stroke(opacity=0.2)]

    def _lines(self, places: np.ndarray, edges: np.ndarray, color: str, width: float, opacity: float):
        return stroked(segments(places[edges[:, 0]], places[edges[:, 1]]), color, width, opacity)
