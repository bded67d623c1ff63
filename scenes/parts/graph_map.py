"""The lesson's graph as a map: the same vertices at the same places in every chapter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from manim import DOWN, LEFT, RIGHT, UP, Animation, Circle, Dot, VGroup, VMobject, normalize

from film.lettering import Label
from film.theme import Theme
from scenes.parts.curves import Curve
from scenes.parts.part import Part
from scenes.parts.server import ROLES
from scenes.parts.shapes import segments, stroked
from training.picture import GraphFacts

BOX_CENTERS = np.array([(-4.55, 0.0), (0.0, 0.0), (4.55, 0.0)])
"""Middles of the boxes that the vertices' places were chosen for."""
DIM_DOTS, DIM_LINES = 0.42, 0.4
"""How visible that part of the map stays that is context for the moment."""


@dataclass(frozen=True)
class Layout:
    """Where the three parts of the map lie.

    Attributes
    ----------
    centers
        Middle of each part, shape (3, 2).
    scale
        Size, 1 being that of chapter 1.
    radius
        Of a vertex.
    torn
        Whether edges between parts are dashed (apart), or plain (together).
    """

    centers: np.ndarray
    scale: float = 1.0
    radius: float = 0.15
    torn: bool = True


def together(middle: float) -> Layout:
    """Before the graph is split: the groups close to each other."""
    return Layout(BOX_CENTERS * 0.83 + (0, middle), torn=False)


def apart(middle: float) -> Layout:
    """Each part in its server's box."""
    return Layout(BOX_CENTERS * 0.99 + (0, middle))


class GraphMap(Part):
    """36 vertices, the edges inside each server's part, and the edges between them.

    Parameters
    ----------
    graph
        Places, owners and edges, as `training` computed them.
    plain
        All vertices alike, as before the graph is split; else in their owners' colors.

    Attributes
    ----------
    dots
        One a vertex.
    inner
        Edges inside: one mobject a server.
    cut
        Edges between servers, in the order of the graph's cut edges.
    """

    def __init__(self, theme: Theme, graph: GraphFacts, layout: Layout, plain: bool = False) -> None:
        self.theme, self.graph, self.layout = theme, graph, layout
        self.owner = np.array(graph.owner)
        self.offsets = np.array(graph.positions) - BOX_CENTERS[self.owner]
        roles = ["text" if plain else ROLES[owner] for owner in graph.owner]
        self.dots = VGroup(*[Dot(radius=layout.radius, color=theme.color(role)) for role in roles])
        self.backs = VGroup(*[Dot(radius=layout.radius, color=theme.color("panel")) for _ in roles])  # no line shows through
        self.inner = VGroup(*[stroked(np.zeros((0, 3)), theme.color("quiet"), 2.2) for _ in range(graph.parts)])
        self.cut = VGroup(*[stroked(np.zeros((0, 3)), theme.color("quiet" if plain else "text"), 2.2 if plain else 3)
                            for _ in graph.cut_edges])
        super().__init__(self.inner, self.cut, self.backs, self.dots)
        self.draw_at(layout.centers, layout.scale, layout.radius, float(layout.torn))

    def draw_at(self, centers: np.ndarray, scale: float, radius: float, torn: float) -> None:
        """Put everything in its place; `torn` from 0 to 1 opens the dashes of the edges between parts."""
        places = centers[self.owner] + scale * self.offsets
        for dot, back, (x, y) in zip(self.dots, self.backs, places):
            dot.set(width=2 * radius).move_to([x, y, 0])
            back.set(width=2 * radius).move_to(dot)
        for server, lines in enumerate(self.inner):
            pairs = np.array([pair for pair in self.graph.inner_edges if self.owner[pair[0]] == server])
            lines.points = segments(places[pairs[:, 0]], places[pairs[:, 1]])
        for edge, line in zip(self.graph.cut_edges, self.cut):
            curve = Curve.bezier(self._controls(edge, places))
            line.points = curve.dashes(gap_share=0.45 * torn) if torn else curve.solid()

    def move(self, layout: Layout, **kwargs) -> Animation:
        """Every part moves as one to its place in `layout`."""
        before, self.layout = self.layout, layout
        return _Move(self, before, layout, **kwargs)

    def at(self, vertex: int) -> np.ndarray:
        """Where a vertex lies in the present layout."""
        owner = self.owner[vertex]
        return np.append(self.layout.centers[owner] + self.layout.scale * self.offsets[vertex], 0)

    def vertices(self, which: Iterable[int]) -> VGroup:
        """The dots of these vertices."""
        return VGroup(*[self.dots[vertex] for vertex in which])

    def path(self, source: int, target: int) -> Curve:
        """The way along the edge from one vertex to a neighbor, from rim to rim."""
        places = self.layout.centers[self.owner] + self.layout.scale * self.offsets
        curve = Curve(np.linspace(places[source], places[target], 2))
        for edge in self.graph.cut_edges:
            if {edge.u, edge.v} == {source, target}:
                curve = Curve.bezier(self._controls(edge, places))
                curve = curve if edge.u == source else curve.reversed()
        return curve.trimmed(self.layout.radius + 0.04, self.layout.radius + 0.06)

    def crosses(self, source: int, target: int) -> bool:
        """Whether the two lie on different servers."""
        return bool(self.owner[source] != self.owner[target])

    def role(self, vertex: int) -> str:
        """Color role of a vertex's owner."""
        return ROLES[self.owner[vertex]]

    def edge(self, one: int, other: int) -> VMobject:
        """The edge between two vertices of different servers."""
        pairs = [{edge.u, edge.v} for edge in self.graph.cut_edges]
        return self.cut[pairs.index({one, other})]

    def spot(self, vertex: int, words: VMobject, box: VMobject, avoid: Sequence[VMobject] = ()) -> np.ndarray:
        """Middle of the clearest place for words beside a vertex: inside its box, off dots, edges, and what else they must avoid."""
        here = self.at(vertex)
        ends = [self.at(u) for u in range(self.graph.vertices) if u != vertex]
        edges = [*self.graph.inner_edges, *[(edge.u, edge.v) for edge in self.graph.cut_edges]]
        lines = [curve.at(along) for curve in (self.path(*edge) for edge in edges) for along in np.arange(0, curve.length, 0.08)]
        things = np.array([*ends, *lines])[:, :2]
        boxes = [(mobject.get_center()[:2], np.array([mobject.width, mobject.height]) / 2) for mobject in avoid]
        reach = np.array([words.width, words.height]) / 2
        angles = np.radians(np.arange(0, 360, 22.5))
        ways = np.column_stack([np.cos(angles), np.sin(angles)])
        places = [here[:2] + way * (reach + self.layout.radius + gap) for gap in (0.22, 0.35, 0.5) for way in ways]

        def clear(place: np.ndarray) -> float:
            if np.any(np.abs(place - box.get_center()[:2]) + reach + 0.16 > np.array([box.width, box.height]) / 2):
                return -1.0
            gaps = [*(np.abs(things - place) - reach), *(np.abs(middle - place) - reach - half for middle, half in boxes)]
            return min(float(np.hypot(*np.maximum(np.array(gaps), 0).T).min()), 0.14)

        return np.append(max(places, key=clear), 0)

    def free_side(self, vertex: int) -> np.ndarray:
        """The side of a vertex where neither an edge leaves nor another vertex lies near, for its letter."""
        here = self.at(vertex)
        others = [self.path(vertex, other).at(0.2) - here for other in self.graph.neighbors[vertex]]
        near = [self.at(other) - here for other in range(self.graph.vertices) if 0 < np.linalg.norm(self.at(other) - here) < 1.3]
        ways = [normalize(way) for way in (*others, *near)]
        return min((UP, DOWN, LEFT, RIGHT), key=lambda side: max(float(np.dot(side, way)) for way in ways))

    def _controls(self, edge, places: np.ndarray) -> np.ndarray:
        """Control points of a cut edge between its ends' places, bent as it was chosen to be."""
        start, end = places[edge.u], places[edge.v]
        straight = np.linspace(start, end, 4)
        chosen = np.array(edge.controls)
        bow = chosen - np.linspace(chosen[0], chosen[-1], 4)
        return straight + self.layout.scale * bow


class _Move(Animation):
    def __init__(self, graph: GraphMap, before: Layout, after: Layout, **kwargs) -> None:
        self.before, self.after = before, after
        super().__init__(graph, **kwargs)

    def interpolate_mobject(self, alpha: float) -> None:
        share, before, after = self.rate_func(alpha), self.before, self.after
        self.mobject.draw_at(before.centers + share * (after.centers - before.centers),
                             before.scale + share * (after.scale - before.scale),
                             before.radius + share * (after.radius - before.radius),
                             before.torn + share * (after.torn - before.torn))


class VMark(VGroup):
    """The white ring, and where there is room the letter, that mark vertex v."""

    def __init__(self, theme: Theme, center: np.ndarray, radius: float, side: np.ndarray | None = None) -> None:
        ring = Circle(radius + (0.075 if radius >= 0.1 else 0.06), color=theme.color("text"), stroke_width=3).move_to(center)
        super().__init__(ring)
        if side is not None:
            letter = Label("v", theme, size="number", weight="BOLD", slant="ITALIC")
            self.add(letter.next_to(ring, side, buff=theme.space("tight")))
