"""Three servers and their trainers: who holds what.

Each server's CPU memory holds the rows of its own vertices (and, if rows learn, their
states); each GPU holds a full copy of the model and that copy's Adam states.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from training.model import GraphSAGE
from training.optim import Adam, AdamOptions, SparseAdam
from training.partition import PartitionBook


@dataclass(frozen=True)
class TrainingOptions:
    """Sizes and settings of a training run.

    The default sizes let even one trainer's row gradients outweigh its model gradient (seven
    rows of 32 numbers against 216 weights), as they do by far in a real run.

    Attributes:
        row_width: numbers per row.
        hidden: numbers per vertex after the first layer.
        classes: labels to choose from.
        model_adam, row_adam: settings of the two optimizers.
        dtype: of rows, weights and states.
    """

    row_width: int = 32
    hidden: int = 3
    classes: int = 3
    model_adam: AdamOptions = AdamOptions(lr=0.02)
    row_adam: AdamOptions = AdamOptions(lr=0.2)
    dtype: type = np.float32

    @property
    def row_bytes(self) -> int:
        """Size of one row."""
        return self.row_width * np.dtype(self.dtype).itemsize

    @property
    def widths(self) -> tuple[int, ...]:
        """Numbers per vertex before the first layer and after each layer."""
        return (self.row_width, self.hidden, self.classes)


@dataclass
class Server:
    """One machine.

    Attributes:
        rank: its number, and its trainer's.
        vertices: the vertices it owns, sorted; row ``i`` of ``table`` is ``vertices[i]``'s.
        table: rows in CPU memory, shape (owned, row_width).
        states: the rows' optimizer with its states in CPU memory.
        replica: the model on its GPU.
        adam: the replica's optimizer, states on the GPU.
    """

    rank: int
    vertices: np.ndarray
    table: np.ndarray
    states: SparseAdam
    replica: GraphSAGE
    adam: Adam


@dataclass
class Cluster:
    """All servers of one training run.

    Attributes:
        book: who owns which vertex.
        labels: class of each vertex, int64, shape (vertices,).
        options: sizes and settings.
        servers: one for each part.
    """

    book: PartitionBook
    labels: np.ndarray
    options: TrainingOptions
    servers: list[Server] = field(default_factory=list)

    @classmethod
    def create(cls, book: PartitionBook, labels: np.ndarray, options: TrainingOptions,
               seed: int) -> Cluster:
        """Servers with random rows in [-1, 1) and one random model, copied to every GPU."""
        rng = np.random.default_rng(seed)
        rows = rng.uniform(-1, 1, (len(labels), options.row_width)).astype(options.dtype)
        model = GraphSAGE.create(options.widths, rng, options.dtype)
        cluster = cls(book, labels, options)
        for rank in range(book.num_parts):
            mine = book.vertices_of(rank)
            cluster.servers.append(Server(
                rank, mine, rows[mine],
                SparseAdam((len(mine), options.row_width), options.row_adam, options.dtype),
                model.with_flat(model.flat()),
                Adam(model.num_parameters, options.model_adam, options.dtype)))
        return cluster

    @property
    def world_size(self) -> int:
        """Number of trainers, one for each server."""
        return len(self.servers)

    def load(self, vertices: np.ndarray) -> np.ndarray:
        """Copies of the rows of ``vertices``, each from its owner's table as it is now.

        Returns:
            shape (vertices, row_width), in the order asked for.
        """
        rows = np.empty((len(vertices), self.options.row_width), self.options.dtype)
        owner, local = self.book.partid(vertices), self.book.local_index(vertices)
        for server in self.servers:
            here = owner == server.rank
            rows[here] = server.table[local[here]]
        return rows

    def all_rows(self) -> np.ndarray:
        """Copies of all rows by vertex, shape (vertices, row_width)."""
        rows = np.empty((len(self.labels), self.options.row_width), self.options.dtype)
        for server in self.servers:
            rows[server.vertices] = server.table
        return rows

    def all_states(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Copies of mean, square (vertices, row_width) and step counts (vertices,)."""
        shape = (len(self.labels), self.options.row_width)
        mean, square = np.empty(shape, self.options.dtype), np.empty(shape, self.options.dtype)
        steps = np.empty(len(self.labels), np.float32)
        for server in self.servers:
            mean[server.vertices] = server.states.mean
            square[server.vertices] = server.states.square
            steps[server.vertices] = server.states.step_counts
        return mean, square, steps
