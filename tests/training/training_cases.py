"""Small graphs and clusters the tests of ``training`` share."""

from __future__ import annotations

import numpy as np

from training.cluster import Cluster, TrainingOptions
from training.graph import Graph
from training.partition import PartitionBook, metis_partition
from training.sampling import MiniBatch, mini_batches


def featureless_graph(seed: int, vertices: int = 36, classes: int = 3) -> tuple[Graph, np.ndarray]:
    """A graph whose vertices have nothing but their edges; labels are its communities."""
    rng = np.random.default_rng(seed)
    labels = np.arange(vertices) % classes
    pairs = np.stack(np.triu_indices(vertices, 1), axis=1)
    same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
    drawn = pairs[rng.random(len(pairs)) < np.where(same, 12 / vertices, 1 / vertices)]
    ring = np.stack([np.arange(vertices), (np.arange(vertices) + classes) % vertices], axis=1)
    return Graph.from_edges(vertices, np.concatenate([drawn, ring])), labels


class Setting:
    """A small cluster with mini-batches that overlap between trainers."""

    def __init__(self, seed: int, options: TrainingOptions = TrainingOptions(),
                 batch_size: int = 2, fanouts: tuple[int, ...] = (2, 2)) -> None:
        self.graph, self.labels = featureless_graph(seed)
        self.book: PartitionBook = metis_partition(self.graph, 3)
        self.cluster = Cluster.create(self.book, self.labels, options, seed)
        self.streams = [mini_batches(self.graph, self.book, rank, fanouts, batch_size, seed)
                        for rank in range(3)]

    def batches(self) -> tuple[MiniBatch, ...]:
        """The next mini-batch of each trainer."""
        return tuple(next(stream) for stream in self.streams)
