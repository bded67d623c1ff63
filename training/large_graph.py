"""Does a good split end the talking?  Measured on a synthetic graph of 16,000 vertices.

64 clear communities, 20 neighbors on average, nine of ten edges inside a community: a graph
that is easy to split.  METIS and a random split are compared by the edges they cut, by how
much of what one seed needs lies elsewhere after one, two and three sampled hops, and by what
it would cost to copy the border.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from training.graph import Graph
from training.partition import PartitionBook, metis_partition, random_partition

Progress = Callable[[str], None]


@dataclass(frozen=True)
class LargeGraphOptions:
    """What is measured.

    Attributes:
        vertices, communities, mean_degree, inside: the graph; ``inside`` is the share of
            edges within a community.
        parts: servers.
        fanouts: neighbors drawn at hop 1, 2 and 3.
        seeds: how many vertices are tried as seeds.
        graph_seed, sampling_seed: of the two random generators.
    """

    vertices: int = 16_000
    communities: int = 64
    mean_degree: int = 20
    inside: float = 0.9
    parts: int = 3
    fanouts: tuple[int, ...] = (15, 10, 5)
    seeds: int = 2000
    graph_seed: int = 0
    sampling_seed: int = 0


@dataclass(frozen=True)
class SplitMeasures:
    """One split of the large graph, in shares from 0 to 1.

    Attributes:
        cut: edges that join two servers.
        remote: of one seed's sampled neighborhood (distinct vertices, the seed included),
            stored elsewhere; for 1, 2, 3 hops.
        in_need: seeds that need anything from elsewhere; for 1, 2, 3 hops.
        copies: vertices beyond the border within 1, 2 hops, relative to a server's own.
    """

    cut: float
    remote: tuple[float, ...]
    in_need: tuple[float, ...]
    copies: tuple[float, ...]


@dataclass(frozen=True)
class Cloud:
    """A sample of the graph for drawing, placed by part and community.

    Attributes:
        positions: (x, y) of each vertex; parts are discs of radius 1 around
            ``Cloud.centers``.
        parts: METIS's part of each vertex.
        edges: pairs of positions in ``positions``, a uniform sample of the edges among them.
        centers: middle of each part's disc.
        reached, reached_parts: (x, y) and part of every vertex that one seed needs, new after
            0 (the seed itself), 1, 2, 3 hops; of the seeds in the first part, the one whose
            shares from elsewhere are nearest the mean.
    """

    positions: tuple[tuple[float, float], ...]
    parts: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    centers: tuple[tuple[float, float], ...]
    reached: tuple[tuple[tuple[float, float], ...], ...]
    reached_parts: tuple[tuple[int, ...], ...]

    @property
    def cut_edges(self) -> tuple[tuple[int, int], ...]:
        """Those of its edges that join two parts."""
        return tuple((a, b) for a, b in self.edges if self.parts[a] != self.parts[b])


@dataclass(frozen=True)
class LargeGraphReport:
    """Everything the film says about the large graph.

    Attributes:
        options: what was measured.
        edges: undirected edges of the graph.
        metis, random: the two splits.
        cloud: a drawable sample.
    """

    options: LargeGraphOptions
    edges: int
    metis: SplitMeasures
    random: SplitMeasures
    cloud: Cloud


def community_graph(options: LargeGraphOptions) -> tuple[Graph, np.ndarray]:
    """The graph, and the community of each vertex, shape (vertices,)."""
    rng = np.random.default_rng(options.graph_seed)
    community = np.arange(options.vertices) % options.communities
    wanted = options.vertices * options.mean_degree // 2
    within = int(round(wanted * options.inside))
    size = options.vertices // options.communities
    edges = np.zeros((0, 2), dtype=np.int64)
    for count, inside in ((within, True), (wanted, False)):
        while len(edges) < count:
            missing = count - len(edges)
            u = rng.integers(options.vertices, size=missing)
            if inside:
                v = community[u] + options.communities * rng.integers(size, size=missing)
            else:
                v = rng.integers(options.vertices, size=missing)
            keep = (u != v) if inside else (community[u] != community[v])
            pairs = np.sort(np.stack([u, v], axis=1)[keep], axis=1)
            edges = np.unique(np.concatenate([edges, pairs]), axis=0)
    return Graph.from_edges(options.vertices, edges), community


def sampled_neighborhood(graph: Graph, seed: int, fanouts: tuple[int, ...],
                         rng: np.random.Generator) -> list[np.ndarray]:
    """Distinct vertices a seed needs after each hop, the seed included, as DGL samples.

    Every vertex held so far, the seed included, draws again at each hop.
    """
    held, after = np.array([seed]), []
    for fanout in fanouts:
        starts = graph.indptr[held]
        degrees = graph.indptr[held + 1] - starts
        order = rng.random((len(held), max(int(degrees.max()), fanout)), dtype=np.float32)
        order[np.arange(order.shape[1])[None] >= degrees[:, None]] = 2.0
        picked = np.argpartition(order, fanout - 1, axis=1)[:, :fanout]
        valid = picked < degrees[:, None]
        drawn = graph.indices[(starts[:, None] + np.minimum(picked, degrees[:, None] - 1))[valid]]
        held = np.unique(np.concatenate([held, drawn]))
        after.append(held)
    return after


def sample_seeds(graph: Graph, options: LargeGraphOptions,
                 progress: Progress = lambda _: None) -> list[tuple[int, list[np.ndarray]]]:
    """Seeds and what each needs after each hop; the same for every split."""
    rng = np.random.default_rng([options.graph_seed, options.sampling_seed])
    samples = []
    for seed in rng.choice(options.vertices, size=options.seeds, replace=False).tolist():
        samples.append((seed, sampled_neighborhood(graph, seed, options.fanouts, rng)))
        progress("seeds")
    return samples


def measure_split(graph: Graph, book: PartitionBook,
                  samples: list[tuple[int, list[np.ndarray]]]) -> SplitMeasures:
    """Measure one split on the ``samples`` of :func:`sample_seeds`."""
    shares = np.array([[(book.owner[needed] != book.owner[seed]).mean() for needed in hops]
                       for seed, hops in samples])
    copies = []
    for hops in (1, 2):
        beyond = [len(book.halo(graph, part, hops)) for part in range(book.num_parts)]
        copies.append(float((np.array(beyond) / book.sizes()).mean()))
    return SplitMeasures(float(book.cut_mask(graph).mean()), tuple(shares.mean(axis=0).tolist()),
                         tuple((shares > 0).mean(axis=0).tolist()), tuple(copies))


def draw_cloud(graph: Graph, book: PartitionBook, community: np.ndarray,
               options: LargeGraphOptions, samples: list[tuple[int, list[np.ndarray]]],
               vertices: int = 1440, edges: int = 700) -> Cloud:
    """Place a sample: three discs, one for each part, its communities spread inside.

    Args:
        samples: of :func:`sample_seeds`; one of them is placed whole.
        vertices, edges: how many to show, fewer if there are not so many.
    """
    vertices = min(vertices, options.vertices)
    rng = np.random.default_rng([options.graph_seed, 2])
    angles = np.pi / 2 + 2 * np.pi * np.arange(options.parts) / options.parts
    centers = 1.55 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    chosen = np.sort(rng.choice(options.vertices, size=vertices, replace=False))
    home = np.zeros((options.vertices, 2))
    for part in range(options.parts):
        inside = book.vertices_of(part)
        groups, place = np.unique(community[inside], return_inverse=True)
        turn = np.arange(len(groups)) * np.pi * (3 - np.sqrt(5))
        spiral = 0.85 * np.sqrt((np.arange(len(groups)) + 0.5) / len(groups))
        middles = np.stack([spiral * np.cos(turn), spiral * np.sin(turn)], axis=1)
        home[inside] = centers[part] + middles[place]
    scatter = rng.normal(0, 0.05, (options.vertices, 2))
    place_of = (home + np.clip(scatter, -0.12, 0.12)).round(4)
    index = np.full(options.vertices, -1)
    index[chosen] = np.arange(vertices)
    among = index[graph.edges]
    among = among[(among >= 0).all(axis=1)]
    kept = np.sort(rng.choice(len(among), size=min(edges, len(among)), replace=False))
    new = _newly_reached(*_typical(book, samples))
    return Cloud(tuple(map(tuple, place_of[chosen].tolist())),
                 tuple(book.owner[chosen].tolist()),
                 tuple(map(tuple, among[kept].tolist())),
                 tuple(map(tuple, centers.round(4).tolist())),
                 tuple(tuple(map(tuple, place_of[hop].tolist())) for hop in new),
                 tuple(tuple(book.owner[hop].tolist()) for hop in new))


def _typical(book: PartitionBook,
             samples: list[tuple[int, list[np.ndarray]]]) -> tuple[int, list[np.ndarray]]:
    """The sample of the first part whose shares from elsewhere are nearest the mean of all."""
    shares = np.array([[(book.owner[needed] != book.owner[seed]).mean() for needed in hops]
                       for seed, hops in samples])
    away = np.abs(shares - shares.mean(axis=0)).sum(axis=1)
    away[[book.owner[seed] != 0 for seed, _ in samples]] = np.inf
    return samples[int(away.argmin())]


def _newly_reached(seed: int, hops: list[np.ndarray]) -> list[np.ndarray]:
    """The seed, and what each hop adds to the vertices held before."""
    held = [np.array([seed]), *hops]
    return [held[0], *[np.setdiff1d(after, before) for before, after in zip(held, held[1:])]]


def measure_large_graph(options: LargeGraphOptions = LargeGraphOptions(),
                        progress: Progress = lambda _: None) -> LargeGraphReport:
    """Make the graph, split it twice and measure both splits.

    Args:
        options: what to measure.
        progress: called with "seeds" after each seed.
    """
    graph, community = community_graph(options)
    metis = metis_partition(graph, options.parts)
    rng = np.random.default_rng([options.graph_seed, 1])
    scattered = random_partition(options.vertices, options.parts, rng)
    samples = sample_seeds(graph, options, progress)
    return LargeGraphReport(
        options, graph.num_edges, measure_split(graph, metis, samples),
        measure_split(graph, scattered, samples),
        draw_cloud(graph, metis, community, options, samples))
