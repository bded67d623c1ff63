"""An undirected graph in compressed sparse form, with sorted neighbor lists."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import networkx as nx
import numpy as np


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph without self-loops or parallel edges.

    Attributes:
        num_vertices: vertices are ``0 .. num_vertices - 1``.
        edges: int64, shape (edges, 2); each edge once, smaller end first, sorted.
    """

    num_vertices: int
    edges: np.ndarray

    @classmethod
    def from_edges(cls, num_vertices: int, edges: np.ndarray) -> Graph:
        """Build from pairs in any order; loops and repetitions are dropped.

        Args:
            num_vertices: number of vertices.
            edges: integers, shape (any, 2).

        Raises:
            ValueError: if an end lies outside ``0 .. num_vertices - 1``.
        """
        pairs = np.sort(np.asarray(edges, dtype=np.int64).reshape(-1, 2), axis=1)
        if pairs.size and (pairs.min() < 0 or pairs.max() >= num_vertices):
            raise ValueError(f"an edge ends outside the vertices 0 .. {num_vertices - 1}")
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        return cls(num_vertices, np.unique(pairs, axis=0))

    @property
    def num_edges(self) -> int:
        """Number of undirected edges."""
        return len(self.edges)

    @cached_property
    def _csr(self) -> tuple[np.ndarray, np.ndarray]:
        ends = np.concatenate([self.edges, self.edges[:, ::-1]])
        ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
        counts = np.bincount(ends[:, 0], minlength=self.num_vertices)
        return np.concatenate([[0], np.cumsum(counts)]), np.ascontiguousarray(ends[:, 1])

    @property
    def indptr(self) -> np.ndarray:
        """int64, shape (num_vertices + 1,): where each neighbor list begins."""
        return self._csr[0]

    @property
    def indices(self) -> np.ndarray:
        """int64, shape (2 * edges,): all neighbor lists, each sorted."""
        return self._csr[1]

    @property
    def degrees(self) -> np.ndarray:
        """int64, shape (num_vertices,)."""
        return np.diff(self.indptr)

    def neighbors(self, vertex: int) -> np.ndarray:
        """Sorted neighbors of ``vertex``, int64, shape (degree,)."""
        return self.indices[self.indptr[vertex] : self.indptr[vertex + 1]]

    def within_hops(self, vertex: int, hops: int) -> list[np.ndarray]:
        """Vertices first reached at 0, 1, .. ``hops`` hops from ``vertex``, each sorted."""
        seen = {vertex}
        layers = [np.array([vertex])]
        for _ in range(hops):
            reached = {int(w) for u in layers[-1] for w in self.neighbors(u)} - seen
            seen |= reached
            layers.append(np.array(sorted(reached), dtype=np.int64))
        return layers

    def to_networkx(self) -> nx.Graph:
        """The same graph for networkx."""
        graph = nx.Graph()
        graph.add_nodes_from(range(self.num_vertices))
        graph.add_edges_from(self.edges.tolist())
        return graph

    def is_connected(self, vertices: np.ndarray | None = None) -> bool:
        """Whether the graph, or the part of it on ``vertices``, is in one piece."""
        graph = self.to_networkx()
        if vertices is not None:
            graph = graph.subgraph(np.asarray(vertices).tolist())
        return len(graph) > 0 and nx.is_connected(graph)
