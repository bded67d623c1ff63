"""A mini-batch folded into layers: every vertex whose row is read, what layer 1 computes, the seed."""

from __future__ import annotations

import numpy as np
from manim import Animation, AnimationGroup, Dot, Indicate, Line, ShowPassingFlash, Succession, VGroup

from film.theme import Theme
from scenes.parts.graph_map import VMark
from scenes.parts.part import Part
from scenes.parts.server import ROLES
from training.picture import BatchFacts, GraphFacts

PITCH = 0.272
MIDDLE_PITCH = 0.65
RADII = (0.085, 0.12, 0.17)
ACROSS = (0.0, 0.80, 1.64)
"""Where the three columns lie, from the left one."""
GAPS = (0.40, 1.22)
"""Where the blocks of weights stand between them."""


class Fold(Part):
    """Three columns of vertices, and the sampled edges between them.

    Parameters
    ----------
    left
        Middle of the left column.
    v
        The vertex to ring, if it is in the mini-batch.

    Attributes
    ----------
    columns
        Dots by column: every distinct vertex; hop 1 and the seed; the seed.
    edges
        The sampled edges and, fainter, each vertex's own numbers: one group a layer.
    rings
        Round v, wherever it stands.
    """

    def __init__(self, theme: Theme, batch: BatchFacts, graph: GraphFacts, left: np.ndarray, v: int) -> None:
        self.theme = theme
        self.batch = batch
        self.vertices = (batch.fold.left, batch.fold.middle, batch.fold.right)
        left = np.asarray(left, dtype=float)
        pitches = (PITCH, MIDDLE_PITCH, 0.0)
        self.columns = []
        for vertices, pitch, radius, across in zip(self.vertices, pitches, RADII, ACROSS):
            tops = left + (across, pitch * (len(vertices) - 1) / 2, 0)
            dots = [Dot(tops - (0, pitch * i, 0), radius, color=theme.color(ROLES[graph.owner[vertex]]))
                    for i, vertex in enumerate(vertices)]
            self.columns.append(VGroup(*dots))
        layers = ((batch.fold.outer, batch.fold.outer_self), (batch.fold.inner, batch.fold.inner_self))
        self.edges = VGroup(*[self._layer(theme, index, *arcs) for index, arcs in enumerate(layers)])
        self.rings = VGroup(*[VMark(theme, column[vertices.index(v)].get_center(), radius)
                              for column, vertices, radius in zip(self.columns, self.vertices, RADII) if v in vertices])
        super().__init__(self.edges, *self.columns, self.rings)

    def compute(self) -> Animation:
        """Layer by layer, numbers run from left to right."""
        steps = []
        for lines, column in zip(self.edges, self.columns[1:]):
            steps += [self._run(lines, "text"), AnimationGroup(*[Indicate(dot, scale_factor=1.35, color=self.theme.color("text"))
                                                                  for dot in column])]
        return Succession(*steps)

    def back(self, layer: int, role: str) -> Animation:
        """The error runs back through one layer, from right to left."""
        return self._run(self.edges[layer], role, back=True)

    def _run(self, lines: VGroup, role: str, back: bool = False) -> Animation:
        copies = [line.copy().set_stroke(self.theme.color(role), 4) for line in lines]
        return AnimationGroup(*[ShowPassingFlash(line.reverse_points() if back else line, time_width=0.6) for line in copies])

    def _layer(self, theme: Theme, index: int, drawn, own) -> VGroup:
        sources, targets = self.columns[index], self.columns[index + 1]
        lines = VGroup()
        for arcs, role, width in ((own, "quiet", 1.5), (drawn, "quiet", 2.4)):
            lines.add(*[Line(sources[a].get_center(), targets[b].get_center(), color=theme.color(role), stroke_width=width)
                        for a, b in arcs])
        return lines
