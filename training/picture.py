"""What the scenes draw: the graph, vertex v, mini-batches and strips, as plain data.

Everything is frozen and made of tuples, numbers and text.  Servers are 0, 1, 2 for A, B, C;
vertices are the numbers of the lesson graph.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.lesson_graph import CutEdge
from training.partition import expected_random_cut
from training.sampling import MiniBatch
from training.story import FANOUTS, Story
from training.trace import SERVER_NAMES

Pair = tuple[int, int]


@dataclass(frozen=True)
class GraphFacts:
    """The small graph.

    Attributes:
        vertices, edges, parts, part_size, inner: counts; ``inner`` edges join vertices of one
            server.
        cut: edges between servers; ``cut_a_b``, ``cut_b_c``, ``cut_a_c`` of each pair.
        random_cut: edges a random balanced split cuts on average, rounded.
        cut_percent, random_cut_percent: the same of all edges.
        positions: (x, y) of each vertex, frame units, y from the middle of the boxes.
        owner: server of each vertex.
        members: vertices of each server, in the order of its table's rows.
        row_index: place of each vertex in its server's table.
        inner_edges: pairs, straight lines.
        cut_edges: with their curves.
        neighbors: of each vertex, sorted.
    """

    vertices: int
    edges: int
    parts: int
    part_size: int
    inner: int
    cut: int
    cut_a_b: int
    cut_b_c: int
    cut_a_c: int
    random_cut: int
    cut_percent: int
    random_cut_percent: int
    positions: tuple[tuple[float, float], ...]
    owner: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    row_index: tuple[int, ...]
    inner_edges: tuple[Pair, ...]
    cut_edges: tuple[CutEdge, ...]
    neighbors: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, story: Story) -> GraphFacts:
        """Counts and places of a story's graph."""
        lesson, book, graph = story.lesson, story.lesson.book, story.lesson.graph
        between = [tuple(sorted(p)) for p in book.partid(book.cut_edges(graph)).tolist()]
        by_chance = expected_random_cut(graph, book.sizes())
        cut = len(between)
        return cls(
            graph.num_vertices, graph.num_edges, book.num_parts, int(book.sizes()[0]),
            graph.num_edges - cut, cut, between.count((0, 1)), between.count((1, 2)),
            between.count((0, 2)), round(by_chance), round(100 * cut / graph.num_edges),
            round(100 * by_chance / graph.num_edges),
            tuple(map(tuple, lesson.positions.tolist())), tuple(book.owner.tolist()),
            tuple(tuple(book.vertices_of(p).tolist()) for p in range(book.num_parts)),
            tuple(book.local_index(np.arange(graph.num_vertices)).tolist()),
            tuple(lesson.inner_edges()), lesson.cut,
            tuple(tuple(graph.neighbors(u).tolist()) for u in range(graph.num_vertices)))


@dataclass(frozen=True)
class VertexFacts:
    """Vertex v and what one and two layers need around it (v itself not counted).

    Attributes:
        vertex, server: v and its owner.
        one_hop, one_hop_local, one_hop_remote: its neighbors; how many at home, elsewhere.
        two_hops, two_hops_local, two_hops_remote: within two hops, the one-hop ones included.
        one_hop_by_server, two_hops_by_server: the same by server.
        one_hop_vertices, second_hop_vertices: first reached at hop 1, at hop 2.
        one_hop_arrows, second_hop_arrows: (from, to), pointing towards v.
    """

    vertex: int
    server: int
    one_hop: int
    one_hop_local: int
    one_hop_remote: int
    two_hops: int
    two_hops_local: int
    two_hops_remote: int
    one_hop_by_server: tuple[int, ...]
    two_hops_by_server: tuple[int, ...]
    one_hop_vertices: tuple[int, ...]
    second_hop_vertices: tuple[int, ...]
    one_hop_arrows: tuple[Pair, ...]
    second_hop_arrows: tuple[Pair, ...]

    @classmethod
    def of(cls, story: Story) -> VertexFacts:
        """Reach of the story's v."""
        graph, book, v = story.lesson.graph, story.lesson.book, story.v
        _, first, second = (layer.tolist() for layer in graph.within_hops(v, 2))
        home = int(book.owner[v])
        one = np.bincount(book.partid(first), minlength=book.num_parts)
        two = np.bincount(book.partid(first + second), minlength=book.num_parts)
        inward = [(w, u) for u in first for w in graph.neighbors(u).tolist() if w in second]
        return cls(
            v, home, len(first), int(one[home]), len(first) - int(one[home]),
            len(first + second), int(two[home]), len(first + second) - int(two[home]),
            tuple(one.tolist()), tuple(two.tolist()), tuple(first), tuple(second),
            tuple((u, v) for u in first), tuple(inward))


@dataclass(frozen=True)
class Fold:
    """A mini-batch folded into layers, top to bottom.

    Attributes:
        left: distinct vertices whose rows are read.
        middle: vertices that layer 1 computes.
        right: the seeds.
        outer: (place in left, place in middle) of each edge of layer 1.
        inner: (place in middle, place in right) of each edge of layer 2.
        outer_self, inner_self: the same for a vertex's use of its own numbers.
    """

    left: tuple[int, ...]
    middle: tuple[int, ...]
    right: tuple[int, ...]
    outer: tuple[Pair, ...]
    inner: tuple[Pair, ...]
    outer_self: tuple[Pair, ...]
    inner_self: tuple[Pair, ...]

    @classmethod
    def of(cls, batch: MiniBatch, height: np.ndarray) -> Fold:
        """Fold a mini-batch; sampled neighbors lie in the order of their ``height``."""
        outer, inner = batch.blocks
        seeds = batch.seeds.tolist()
        others = sorted((u for u in inner.src.tolist() if u not in seeds),
                        key=lambda u: -height[u])
        half = (len(others) + 1) // 2
        middle = others[:half] + seeds + others[half:]
        drawn: dict[int, list[int]] = {u: [] for u in middle}
        for u, w in outer.arcs():
            drawn[w].append(u)
        left: list[int] = []
        for place, vertex in enumerate(middle):
            new = [u for u in sorted(drawn[vertex], key=lambda u: -height[u]) if u not in middle]
            group = new + [vertex] if place < half else [vertex] + new
            left += [u for u in group if u not in left]
        return cls(
            tuple(left), tuple(middle), tuple(seeds),
            tuple((left.index(u), middle.index(w)) for u, w in outer.arcs()),
            tuple((middle.index(u), seeds.index(w)) for u, w in inner.arcs()),
            tuple((left.index(u), i) for i, u in enumerate(middle)),
            tuple((middle.index(u), i) for i, u in enumerate(seeds)))


@dataclass(frozen=True)
class Arc:
    """A sampled edge, pointing to the vertex that drew it.

    Attributes:
        source, target: vertices.
        hop: 1 for the seed's draws, 2 for those of the next hop.
        crosses: whether it joins two servers.
        repeats: whether hop 1 has drawn it already (the seed draws again in hop 2).
    """

    source: int
    target: int
    hop: int
    crosses: bool
    repeats: bool


@dataclass(frozen=True)
class BatchFacts:
    """One trainer's mini-batch.

    Attributes:
        rank, name: the trainer, and its server's letter.
        seed: the vertex to predict.
        fanout, layers: neighbors kept by each vertex; rounds of drawing.
        rows, local_rows, remote_rows: distinct rows, stored at home, elsewhere.
        rows_by_server: by owner.
        vertices: the distinct vertices as the loader orders them.
        arcs: sampled edges.
        fold: the same as layers.
    """

    rank: int
    name: str
    seed: int
    fanout: int
    layers: int
    rows: int
    local_rows: int
    remote_rows: int
    rows_by_server: tuple[int, ...]
    vertices: tuple[int, ...]
    arcs: tuple[Arc, ...]
    fold: Fold

    @classmethod
    def of(cls, story: Story, batch: MiniBatch) -> BatchFacts:
        """Describe one mini-batch of the story."""
        book = story.lesson.book
        by_server = np.bincount(book.partid(batch.input_vertices), minlength=book.num_parts)
        local = int(by_server[batch.rank])
        arcs, seen = [], set()
        for hop, block in enumerate(reversed(batch.blocks), start=1):
            for u, w in block.arcs():
                crosses = bool(book.owner[u] != book.owner[w])
                arcs.append(Arc(u, w, hop, crosses, (u, w) in seen))
            seen |= set(block.arcs())
        return cls(
            batch.rank, SERVER_NAMES[batch.rank], int(batch.seeds[0]), FANOUTS[0], len(FANOUTS),
            len(batch.input_vertices), local, len(batch.input_vertices) - local,
            tuple(by_server.tolist()), tuple(batch.input_vertices.tolist()), tuple(arcs),
            Fold.of(batch, story.lesson.positions[:, 1]))
