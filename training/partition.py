"""Splitting a graph over servers: METIS, the partition book, cut edges and the halo.

"Partition book" is DGL's name for the map from a vertex to the server that stores it
(``python/dgl/distributed/graph_partition_book.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pymetis

from training.graph import Graph


@dataclass(frozen=True, eq=False)
class PartitionBook:
    """Who stores which vertex.

    Attributes:
        owner: int64, shape (vertices,); ``owner[u]`` is the server that stores vertex
            ``u``, its row and the states of its row.
        num_parts: number of servers.
    """

    owner: np.ndarray
    num_parts: int

    def __post_init__(self) -> None:
        if len(self.owner) and not (0 <= self.owner.min() <= self.owner.max() < self.num_parts):
            raise ValueError(f"an owner lies outside 0 .. {self.num_parts - 1}")

    def partid(self, vertices: np.ndarray) -> np.ndarray:
        """Owners of ``vertices`` (DGL ``nid2partid``), same shape."""
        return self.owner[np.asarray(vertices, dtype=np.int64)]

    def vertices_of(self, part: int) -> np.ndarray:
        """Vertices stored on server ``part``, sorted: the order of its rows."""
        return np.flatnonzero(self.owner == part)

    def local_index(self, vertices: np.ndarray) -> np.ndarray:
        """Row numbers of ``vertices`` inside the tables of their own servers."""
        position = np.empty(len(self.owner), dtype=np.int64)
        for part in range(self.num_parts):
            mine = self.vertices_of(part)
            position[mine] = np.arange(len(mine))
        return position[np.asarray(vertices, dtype=np.int64)]

    def sizes(self) -> np.ndarray:
        """Vertices per server, shape (num_parts,)."""
        return np.bincount(self.owner, minlength=self.num_parts)

    def cut_mask(self, graph: Graph) -> np.ndarray:
        """bool, shape (edges,): which edges join two servers."""
        return self.owner[graph.edges[:, 0]] != self.owner[graph.edges[:, 1]]

    def cut_edges(self, graph: Graph) -> np.ndarray:
        """Edges that join two servers, shape (cut, 2)."""
        return graph.edges[self.cut_mask(graph)]

    def halo(self, graph: Graph, part: int, hops: int = 1) -> np.ndarray:
        """Vertices of other servers within ``hops`` hops of server ``part``, sorted.

        DGL keeps the structure of a one-hop halo beside each part, not its features
        (``python/dgl/distributed/partition.py``).
        """
        reached = self.owner == part
        frontier = reached.copy()
        for _ in range(hops):
            nearby = np.zeros_like(reached)
            ends = graph.edges
            nearby[ends[frontier[ends[:, 0]], 1]] = True
            nearby[ends[frontier[ends[:, 1]], 0]] = True
            frontier = nearby & ~reached
            reached |= nearby
        return np.flatnonzero(reached & (self.owner != part))


def metis_partition(graph: Graph, num_parts: int) -> PartitionBook:
    """Split ``graph`` into balanced parts with few cut edges (METIS, by pymetis).

    METIS is a heuristic: balanced parts with a *small* cut, not the smallest.  The
    neighbor lists are passed sorted, and callers count the cut themselves: with unsorted
    lists pymetis 2025.2.2 has returned a negative cut.

    Args:
        graph: any graph with at least ``num_parts`` vertices.
        num_parts: number of servers.
    """
    adjacency = pymetis.CSRAdjacency(adj_starts=graph.indptr, adjacent=graph.indices)
    _, membership = pymetis.part_graph(num_parts, adjacency=adjacency)
    return PartitionBook(np.asarray(membership, dtype=np.int64), num_parts)


def random_partition(num_vertices: int, num_parts: int, rng: np.random.Generator) -> PartitionBook:
    """Split at random into parts whose sizes differ by at most one."""
    return PartitionBook(rng.permutation(np.arange(num_vertices) % num_parts), num_parts)


def expected_random_cut(graph: Graph, sizes: np.ndarray) -> float:
    """Edges a random split into parts of these ``sizes`` cuts on average.

    Two ends share a part with probability sum(s (s - 1)) / (n (n - 1)).
    """
    sizes = np.asarray(sizes, dtype=float)
    n = sizes.sum()
    together = (sizes * (sizes - 1)).sum() / (n * (n - 1))
    return graph.num_edges * (1 - together)
