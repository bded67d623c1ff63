"""One training iteration, executed: six steps with fixed rows, nine with learnable ones.

Both read the same mini-batches.  Everything that moves is really moved between arrays of
different ranks, and the trace returned is written from those moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from training import movement
from training.cluster import Cluster
from training.collectives import World
from training.model import Gradients, forward_backward
from training.optim import RowStates
from training.sampling import MiniBatch
from training.steps import EMBEDDING_BRANCH, MODEL_BRANCH, describe
from training.trace import Payload, Trace, Transfer


class Combine(StrEnum):
    """How an owner makes one gradient of all that arrived for a row.

    ``JOINED_BATCH`` adds them and divides by the number of *trainers*.  It is the rule used
    here because each trainer's loss is a mean over its own seeds and the model's gradient is
    averaged over trainers: with this rule rows and model both get the gradient of the one
    loss of all seeds together.  Systems differ: ``SUM`` is WholeGraph's rule
    (``embedding.cpp``), ``MEAN`` over those who sent something is DGL's
    (``sparse_optim.py``).
    """

    JOINED_BATCH = "sum over trainers, divided by their number"
    SUM = "sum"
    MEAN = "mean over the trainers that sent one"


def combine_rows(vertices: np.ndarray, gradients: np.ndarray, world_size: int,
                 rule: Combine = Combine.JOINED_BATCH) -> tuple[np.ndarray, np.ndarray]:
    """One gradient for each distinct vertex.

    Args:
        vertices: shape (arrived,), with repetitions.
        gradients: shape (arrived, width).
        world_size: number of trainers.

    Returns:
        Distinct vertices, sorted, and their gradients, shape (distinct, width).
    """
    distinct, place = np.unique(vertices, return_inverse=True)
    total = np.zeros((len(distinct), gradients.shape[1]), gradients.dtype)
    np.add.at(total, place, gradients)
    if rule is Combine.JOINED_BATCH:
        total /= world_size
    elif rule is Combine.MEAN:
        total /= np.bincount(place, minlength=len(distinct))[:, None]
    return distinct, total.astype(gradients.dtype)


@dataclass
class Arrived:
    """What step 7 left at one owner, and what steps 8 and 9 made of it.

    Attributes:
        vertices, gradients: as they arrived, shapes (arrived,) and (arrived, width).
        touched, combined: one for each distinct row, shapes (touched,) and (touched, width).
        states: loaded by step 8.
    """

    vertices: np.ndarray
    gradients: np.ndarray
    touched: np.ndarray
    combined: np.ndarray
    states: RowStates | None = None


class ConventionalIteration:
    """Steps 1 to 6 over fixed rows.

    Attributes:
        cluster: servers and trainers; the replicas change, the rows do not.
        world: the collectives' record of messages.
        gradients: after a run, what each trainer's backward left.
    """

    workflow = "conventional"

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.world = World(cluster.world_size)
        self.gradients: list[Gradients] = []
        self._batches: tuple[MiniBatch, ...] = ()
        self._rows: list[np.ndarray] = []
        self._average: list[np.ndarray] = []

    def run(self, batches: tuple[MiniBatch, ...],
            order: tuple[int, ...] | None = None) -> Trace:
        """Execute one iteration.

        Args:
            batches: one for each trainer, in the order of ranks.
            order: of the step numbers; by default as numbered.  Orders that respect the
                dependencies give the same bits.

        Returns:
            The trace, its steps sorted by number.

        Raises:
            ValueError: if the batches do not fit the trainers.
        """
        if [b.rank for b in batches] != list(range(self.cluster.world_size)):
            raise ValueError("there must be one mini-batch for each trainer, in order")
        self._batches = batches
        self.world = World(self.cluster.world_size)
        steps = describe(self.workflow)
        done = {}
        for number in order or tuple(steps):
            transfers = getattr(self, f"_step_{number}")()
            done[number] = replace(steps[number], transfers=tuple(transfers))
        losses = tuple(g.loss for g in self.gradients)
        return Trace(self.workflow, tuple(done[n] for n in sorted(done)), losses)

    def _step_1(self) -> list[Transfer]:
        book = self.cluster.book
        return [t for batch in self._batches for t in movement.sampling(batch, book)]

    def _step_2(self) -> list[Transfer]:
        cluster = self.cluster
        self._rows = [cluster.load(batch.input_vertices) for batch in self._batches]
        return [t for batch in self._batches
                for t in movement.loading(batch, cluster.book, cluster.options.row_bytes)]

    def _step_3(self) -> list[Transfer]:
        self.gradients = [
            forward_backward(server.replica, batch.blocks, rows, self.cluster.labels[batch.seeds])
            for server, batch, rows in zip(self.cluster.servers, self._batches, self._rows)
        ]
        return []

    def _step_4(self) -> list[Transfer]:
        start = len(self.world.sent)
        self._average = self.world.all_reduce([g.model.flat() for g in self.gradients])
        return movement.reducing(self.world.sent[start:])

    def _step_5(self) -> list[Transfer]:
        return [movement.model_states(s.rank, s.adam.mean.nbytes + s.adam.square.nbytes)
                for s in self.cluster.servers]

    def _step_6(self) -> list[Transfer]:
        moved = []
        for server, average in zip(self.cluster.servers, self._average):
            numbers = server.adam.step(server.replica.flat(), average)
            server.replica = server.replica.with_flat(numbers)
            moved.append(movement.model_states(
                server.rank, server.adam.mean.nbytes + server.adam.square.nbytes))
            moved.append(movement.model_states(server.rank, numbers.nbytes, Payload.MODEL))
        return moved


class LearnableIteration(ConventionalIteration):
    """Steps 1 to 9: the rows learn too.

    Attributes:
        combine: the owner's rule.
        arrived: after a run, what each owner received and combined.
    """

    workflow = "learnable"
    MODEL_FIRST = (1, 2, 3, *MODEL_BRANCH, *EMBEDDING_BRANCH)
    EMBEDDINGS_FIRST = (1, 2, 3, *EMBEDDING_BRANCH, *MODEL_BRANCH)

    def __init__(self, cluster: Cluster, combine: Combine = Combine.JOINED_BATCH) -> None:
        super().__init__(cluster)
        self.combine = combine
        self.arrived: list[Arrived] = []

    def _step_7(self) -> list[Transfer]:
        start, book = len(self.world.sent), self.cluster.book
        ids, gradients = [], []
        for batch, result in zip(self._batches, self.gradients):
            piles = movement.piles(batch.input_vertices, book)
            ids.append([batch.input_vertices[pile] for pile in piles])
            gradients.append([result.rows[pile] for pile in piles])
        counts = [[np.array([len(pile)]) for pile in row] for row in ids]
        self.world.all_to_all(counts, "counts")
        ids_in = self.world.all_to_all(ids, "ids")
        gradients_in = self.world.all_to_all(gradients, "row gradients")
        self.arrived = []
        for vertices, values in zip(map(np.concatenate, ids_in), map(np.concatenate, gradients_in)):
            combined = combine_rows(vertices, values, self.cluster.world_size, self.combine)
            self.arrived.append(Arrived(vertices, values, *combined))
        return movement.exchanging(self.world.sent[start:], ids)

    def _step_8(self) -> list[Transfer]:
        moved = []
        for server, here in zip(self.cluster.servers, self.arrived):
            here.states = server.states.load(self.cluster.book.local_index(here.touched))
            moved += movement.loading_states(server.rank, here.touched,
                                             self.cluster.options.row_bytes)
        return moved

    def _step_9(self) -> list[Transfer]:
        moved = []
        for server, here in zip(self.cluster.servers, self.arrived):
            states, change = server.states.compute(here.states, here.combined)
            local = self.cluster.book.local_index(here.touched)
            server.states.write(server.table, local, states, change)
            moved += movement.writing_rows(server.rank, here.touched,
                                           self.cluster.options.row_bytes)
        return moved
