"""The lesson's graph: 36 vertices in three groups, drawn so that a newcomer can follow it.

Vertices are scattered in three boxes, joined inside a box by a thinned Gabriel graph and
across boxes by a few near-biased edges, each routed so that it can be told apart.  METIS
then splits the graph; a seed is of use only if METIS finds the three groups again, and if
the graph teaches what the lesson says (:func:`graph_faults`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import networkx as nx
import numpy as np

from training import layout
from training.graph import Graph
from training.partition import PartitionBook, metis_partition

PARTS = 3
PART_SIZE = 12
NUM_VERTICES = PARTS * PART_SIZE
BOWS = (0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6)
ARCHES = tuple(s * b for b in (2.1, 2.3, 2.5, 2.7) for s in (1, -1))
MAX_Y = 2.3
"""Curves stay inside the height of the boxes."""


@dataclass(frozen=True)
class CutEdge:
    """An edge between two servers and the curve it is drawn as.

    Attributes:
        u, v: its ends; ``u`` lies in the box farther left.
        controls: four (x, y) of a cubic Bezier curve from ``u`` to ``v``.
    """

    u: int
    v: int
    controls: tuple[tuple[float, float], ...]

    @property
    def curve(self) -> np.ndarray:
        """Points along the curve from ``u`` to ``v``, shape (layout.SAMPLES, 2)."""
        return layout.bezier_points(np.array(self.controls))


@dataclass(frozen=True, eq=False)
class LessonGraph:
    """The small graph with its places.

    Attributes:
        seed: what it was made from.
        graph: 36 vertices.
        positions: float, shape (36, 2), frame units, y from the middle of the boxes.
        groups: int64, shape (36,); the box a vertex lies in, 0, 1, 2 from left to right.
        cut: the edges between boxes.
    """

    seed: int
    graph: Graph
    positions: np.ndarray
    groups: np.ndarray
    cut: tuple[CutEdge, ...]

    @cached_property
    def book(self) -> PartitionBook:
        """METIS's three parts, numbered from left to right by where they lie."""
        found = metis_partition(self.graph, PARTS)
        middles = [self.positions[found.owner == p, 0].mean() for p in range(PARTS)]
        rank = np.argsort(np.argsort(middles))
        return PartitionBook(rank[found.owner], PARTS)

    def inner_edges(self) -> list[tuple[int, int]]:
        """Edges that are not cut edges, drawn as straight lines."""
        bent = {frozenset((e.u, e.v)) for e in self.cut}
        return [(a, b) for a, b in self.graph.edges.tolist() if frozenset((a, b)) not in bent]

    def angles_at(self, vertex: int) -> list[float]:
        """Directions (radians) in which the vertex's edges leave it, as drawn."""
        here = self.positions[vertex]
        bent = {frozenset((e.u, e.v)): e for e in self.cut}
        angles = []
        for other in self.graph.neighbors(vertex):
            edge = bent.get(frozenset((vertex, int(other))))
            path = edge.curve if edge else np.linspace(here, self.positions[other], layout.SAMPLES)
            angles.append(layout.direction_at(path, here))
        return angles


def _inner_edges(points: np.ndarray, rng: np.random.Generator) -> list[tuple[int, int]]:
    """A Gabriel graph without some of its longest edges; connected, every degree >= 2."""
    edges = layout.gabriel_edges(points)
    graph = nx.Graph(edges)
    length = {e: np.linalg.norm(points[e[0]] - points[e[1]]) for e in edges}
    for edge in sorted(edges, key=length.get, reverse=True):
        if graph.number_of_edges() <= 19 or rng.random() < 0.3:
            continue
        graph.remove_edge(*edge)
        if min(graph.degree[edge[0]], graph.degree[edge[1]]) < 2 or not nx.is_connected(graph):
            graph.add_edge(*edge)
    return sorted(tuple(sorted(e)) for e in graph.edges)


def _fits(curve: np.ndarray, ends: tuple[int, int], far: bool, points: np.ndarray,
          drawn: list[tuple[tuple[int, int], np.ndarray]]) -> bool:
    """Whether a cut edge may run along ``curve`` beside those already ``drawn``."""
    if np.abs(curve[:, 1]).max() > MAX_Y:
        return False
    if far:
        middle = points[PART_SIZE : 2 * PART_SIZE, 1]
        over_b = curve[np.abs(curve[:, 0]) < layout.INNER_X + 0.2, 1]
        if not (over_b.min() > middle.max() + 0.2 or over_b.max() < middle.min() - 0.2):
            return False
    if layout.clear_of_vertices(curve, points, ends) < layout.CLEARANCE + 0.05:
        return False
    for other_ends, other in drawn:
        shared = set(ends) & set(other_ends)
        meet = points[shared.pop()] if shared else None
        if layout.gap_between(curve, other, meet) < 0.25:
            return False
    return True


def _cross_edges(points: np.ndarray, rng: np.random.Generator) -> list[CutEdge]:
    """Near-biased edges between boxes, each along the first curve that keeps it apart.

    Ends of edges between the outer boxes are favored for those to the middle box: the
    lesson's vertex needs neighbors in all three.
    """
    wanted = {(0, 2): rng.integers(2, 4), (0, 1): rng.integers(3, 6), (1, 2): rng.integers(3, 6)}
    cut: list[CutEdge] = []
    drawn: list[tuple[tuple[int, int], np.ndarray]] = []
    for (left, right), count in wanted.items():
        far = right - left == 2
        pairs = [(u, v) for u in range(left * PART_SIZE, (left + 1) * PART_SIZE)
                 for v in range(right * PART_SIZE, (right + 1) * PART_SIZE)]
        ends = points[np.array(pairs)]
        length = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
        weight = np.exp(-(length - length.min()) / (0.8 if far else 0.45))
        used = {u for e in cut for u in (e.u, e.v)}
        weight *= [8 if set(pair) & used else 1 for pair in pairs]
        found = 0
        for pick in rng.choice(len(pairs), size=30, replace=False, p=weight / weight.sum()):
            edge = _route(pairs[pick], far, points, drawn)
            if edge:
                cut.append(edge)
                drawn.append((pairs[pick], edge.curve))
                found += 1
            if found == count:
                break
    return cut


def _route(ends: tuple[int, int], far: bool, points: np.ndarray,
           drawn: list[tuple[tuple[int, int], np.ndarray]]) -> CutEdge | None:
    """The first curve between ``ends`` that fits, or None."""
    start, end = points[ends[0]], points[ends[1]]
    for bend in ARCHES if far else BOWS:
        make = layout.arch_controls if far else layout.bowed_controls
        controls = make(start, end, bend)
        if _fits(layout.bezier_points(controls), ends, far, points, drawn):
            return CutEdge(*ends, tuple(map(tuple, controls.tolist())))
    return None


def make_lesson_graph(seed: int) -> LessonGraph:
    """The graph of one seed, whether or not it meets the lesson's conditions."""
    rng = np.random.default_rng(seed)
    points = np.concatenate([
        layout.scatter(PART_SIZE, height, rng) + [x, 0.0]
        for x, height in zip(layout.BOX_X, layout.INNER_Y)
    ])
    edges: list[tuple[int, int]] = []
    for part in range(PARTS):
        first = part * PART_SIZE
        inner = _inner_edges(points[first : first + PART_SIZE], rng)
        edges += [(a + first, b + first) for a, b in inner]
    cut = _cross_edges(points, rng)
    edges += [(e.u, e.v) for e in cut]
    return LessonGraph(seed, Graph.from_edges(NUM_VERTICES, np.array(edges)), points,
                       np.repeat(np.arange(PARTS), PART_SIZE), tuple(cut))


@dataclass(frozen=True)
class Drawing:
    """How easily a lesson graph can be read, measured.

    Attributes:
        vertex_gap: smallest distance between two vertices of one box.
        edge_clearance: smallest distance from an edge to a vertex that is not its end.
        cut_gap: smallest distance between two cut edges, away from a shared end.
        cut_crossings: how often two cut edges cross.
        inner_crossings: how often a cut edge crosses an edge inside a box.
        least_angle: smallest angle, in degrees, between two edges of one vertex.
    """

    vertex_gap: float
    edge_clearance: float
    cut_gap: float
    cut_crossings: int
    inner_crossings: int
    least_angle: float


def measure_drawing(lesson: LessonGraph) -> Drawing:
    """Measure the drawing of ``lesson``; lengths in frame units."""
    points = lesson.positions
    inner = lesson.inner_edges()
    lines = [np.linspace(points[a], points[b], layout.SAMPLES) for a, b in inner]
    curves = [edge.curve for edge in lesson.cut]
    ends = inner + [(e.u, e.v) for e in lesson.cut]
    pairs = [(i, j) for i in range(len(curves)) for j in range(i)]

    def apart(i: int, j: int) -> float:
        one, other = lesson.cut[i], lesson.cut[j]
        shared = {one.u, one.v} & {other.u, other.v}
        return layout.gap_between(curves[i], curves[j], points[shared.pop()] if shared else None)

    return Drawing(
        vertex_gap=min(layout.least_gap(points[lesson.groups == p]) for p in range(PARTS)),
        edge_clearance=min(layout.clear_of_vertices(c, points, e)
                           for c, e in zip(lines + curves, ends)),
        cut_gap=min(apart(i, j) for i, j in pairs),
        cut_crossings=sum(layout.crossings(curves[i], curves[j]) for i, j in pairs),
        inner_crossings=sum(layout.crossings(c, line) for c in curves for line in lines),
        least_angle=min(layout.least_angle(lesson.angles_at(u)) for u in range(NUM_VERTICES)),
    )


def partition_faults(lesson: LessonGraph) -> list[str]:
    """What keeps METIS's split of ``lesson`` from being the lesson's; empty if nothing."""
    book, graph = lesson.book, lesson.graph
    pairs = {tuple(sorted(pair)) for pair in book.partid(book.cut_edges(graph)).tolist()}
    checks = {
        "METIS does not find the three groups": np.array_equal(book.owner, lesson.groups),
        "the parts are not equal": (book.sizes() == PART_SIZE).all(),
        "a part is not connected inside": all(
            graph.is_connected(book.vertices_of(p)) for p in range(PARTS)),
        "not 8 to 12 cut edges": 8 <= len(book.cut_edges(graph)) <= 12,
        "two servers share no cut edge": len(pairs) == 3,
        "a vertex has more than 6 edges": graph.degrees.max() <= 6,
    }
    return [fault for fault, held in checks.items() if not held]


def drawing_faults(lesson: LessonGraph) -> list[str]:
    """What makes the drawing of ``lesson`` hard to read; empty if nothing."""
    drawing = measure_drawing(lesson)
    checks = {
        "two vertices nearly touch": drawing.vertex_gap >= 0.7,
        "an edge passes a vertex too closely": drawing.edge_clearance >= layout.CLEARANCE,
        "two cut edges run together": drawing.cut_gap >= 0.25,
        "two cut edges cross": drawing.cut_crossings == 0,
        "cut edges cross many others": drawing.inner_crossings <= 3,
        "two edges leave a vertex in one direction": drawing.least_angle >= 20,
    }
    return [fault for fault, held in checks.items() if not held]


def best_vertex(lesson: LessonGraph) -> int | None:
    """The vertex to follow: on A, two neighbors at home, one on B, one on C, arrows spread.

    Of those whose edges leave at 40 degrees or more from each other and that reach at most
    16 vertices within two hops, the one with the widest angle; None if there is none.
    """
    book, graph = lesson.book, lesson.graph
    best: tuple[float, int] | None = None
    for vertex in book.vertices_of(0).tolist():
        if sorted(book.partid(graph.neighbors(vertex)).tolist()) != [0, 0, 1, 2]:
            continue
        angle = layout.least_angle(lesson.angles_at(vertex))
        reached = sum(map(len, graph.within_hops(vertex, 2)[1:]))
        if angle >= 40 and reached <= 16:
            best = max(best or (angle, vertex), (angle, vertex))
    return best and best[1]
