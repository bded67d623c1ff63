"""Neighbor sampling as DGL does it: seeds, fanouts, blocks.

Follows ``dgl.dataloading.NeighborSampler`` (``python/dgl/dataloading/neighbor_sampler.py``):
the fanouts are applied from the last to the first, starting at the seeds; a block's source
vertices begin with its destination vertices, so that a vertex can use its own row; and the
next hop draws again for *every* source vertex, the seeds included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from training.graph import Graph
from training.partition import PartitionBook


@dataclass(frozen=True, eq=False)
class Block:
    """The edges one layer computes over.

    Attributes:
        src: int64, shape (num_src,); distinct vertices, the destinations first.
        num_dst: how many of them are destinations.
        edge_src, edge_dst: int64, shape (edges,); positions in ``src``; ``edge_dst`` is
            below ``num_dst`` and sorted.
    """

    src: np.ndarray
    num_dst: int
    edge_src: np.ndarray
    edge_dst: np.ndarray

    @property
    def dst(self) -> np.ndarray:
        """Destination vertices, shape (num_dst,)."""
        return self.src[: self.num_dst]

    def arcs(self) -> list[tuple[int, int]]:
        """The sampled edges as (source vertex, destination vertex)."""
        ends = zip(self.src[self.edge_src].tolist(), self.src[self.edge_dst].tolist())
        return list(ends)


@dataclass(frozen=True, eq=False)
class MiniBatch:
    """What one trainer works on in one iteration.

    Attributes:
        rank: the trainer.
        seeds: vertices to predict, shape (seeds,).
        blocks: one for each layer; ``blocks[0]`` reads the rows.
    """

    rank: int
    seeds: np.ndarray
    blocks: tuple[Block, ...]

    @property
    def input_vertices(self) -> np.ndarray:
        """Distinct vertices whose rows are needed (``input_nodes`` in DGL)."""
        return self.blocks[0].src


class NeighborSampler:
    """Draws blocks around seeds.

    Args:
        graph: whole graph; a real server holds its part and asks the others.
        fanouts: neighbors kept per vertex, layer by layer from the input: ``(5, 10, 15)``
            lets the seeds draw 15.
    """

    def __init__(self, graph: Graph, fanouts: tuple[int, ...]) -> None:
        if not fanouts or min(fanouts) < 1:
            raise ValueError("fanouts must be positive, one for each layer")
        self.graph = graph
        self.fanouts = tuple(fanouts)

    def sample_blocks(self, seeds: np.ndarray, rng: np.random.Generator) -> tuple[Block, ...]:
        """Blocks for ``seeds`` (distinct vertices), input layer first."""
        blocks: list[Block] = []
        frontier = np.asarray(seeds, dtype=np.int64)
        for fanout in reversed(self.fanouts):
            blocks.insert(0, self._block(frontier, fanout, rng))
            frontier = blocks[0].src
        return tuple(blocks)

    def _block(self, dst: np.ndarray, fanout: int, rng: np.random.Generator) -> Block:
        position = {int(u): i for i, u in enumerate(dst)}
        edge_src: list[int] = []
        edge_dst: list[int] = []
        for i, vertex in enumerate(dst):
            kept = self.graph.neighbors(vertex)
            if len(kept) > fanout:
                kept = np.sort(rng.choice(kept, size=fanout, replace=False))
            for u in kept.tolist():
                edge_src.append(position.setdefault(u, len(position)))
                edge_dst.append(i)
        return Block(np.array(list(position), dtype=np.int64), len(dst),
                     np.array(edge_src, dtype=np.int64), np.array(edge_dst, dtype=np.int64))


def mini_batches(graph: Graph, book: PartitionBook, rank: int, fanouts: tuple[int, ...],
                 batch_size: int, sampling_seed: int) -> Iterator[MiniBatch]:
    """Endless mini-batches of one trainer, in a fixed order for a fixed seed.

    A trainer takes its seeds from its own server's vertices, shuffled anew each epoch, as
    DGL does by default (``dgl.distributed.node_split``).  Each trainer has its own random
    generator, as each is a program of its own.

    Args:
        rank: the trainer, equal to its server's number.
        batch_size: seeds per mini-batch; the last of an epoch may be smaller.
        sampling_seed: of this trainer alone.
    """
    rng = np.random.default_rng([sampling_seed, rank])
    sampler = NeighborSampler(graph, fanouts)
    own = book.vertices_of(rank)
    while True:
        order = rng.permutation(own)
        for start in range(0, len(order), batch_size):
            seeds = order[start : start + batch_size]
            yield MiniBatch(rank, seeds, sampler.sample_blocks(seeds, rng))
