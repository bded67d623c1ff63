"""Three servers at half size with the whole graph, v marked: how chapter 1 ends and chapter 2 begins."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from film.theme import Theme
from scenes.parts.graph_map import BOX_CENTERS, GraphMap, Layout, VMark
from scenes.parts.server import Server
from training.lesson import LessonFacts

BOX = (4.1, 4.8)
"""A server's size in chapter 1, at scale 1."""
_SCALE = 0.5


class SmallServers:
    """Boxes with the graph that is stored in them.

    Attributes
    ----------
    servers, graph, mark
        One box a server; the graph with the edges between them; v's ring.
    """

    def __init__(self, theme: Theme, facts: LessonFacts) -> None:
        layout = Layout(BOX_CENTERS * _SCALE + (0, 1.75), scale=_SCALE, radius=0.08)
        self.servers = VGroup(*[Server(theme, rank, np.append(center, 0), BOX[0] * _SCALE, BOX[1] * _SCALE)
                                for rank, center in enumerate(layout.centers)])
        self.graph = GraphMap(theme, facts.graph, layout)
        self.mark = VMark(theme, self.graph.at(facts.v.vertex), layout.radius)
