"""The lesson's story: the small graph, vertex v, and the mini-batches that touch it.

Trainer A's seed is v; trainer B's mini-batch samples v as a neighbor.  In the next iteration
trainer A needs v again, and so reads what this iteration wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from training import lesson_graph
from training.lesson_graph import PARTS, LessonGraph
from training.sampling import MiniBatch, mini_batches

FANOUTS = (2, 2)
BATCH_SIZE = 1
MAX_SAMPLING_SEED = 3000


class LessonConditionError(ValueError):
    """A seed whose graph or mini-batches do not teach what the lesson says."""


@dataclass(frozen=True, eq=False)
class Story:
    """One graph with its vertex v and the mini-batches of the iterations to come.

    Attributes:
        lesson: graph, positions, partition book.
        v: the vertex followed through the film.
        sampling_seeds: one for each trainer.
    """

    lesson: LessonGraph
    v: int
    sampling_seeds: tuple[int, ...]

    def batches(self, iterations: int) -> list[tuple[MiniBatch, ...]]:
        """Mini-batches of the first ``iterations``, each a tuple with one for each trainer."""
        streams = [self._stream(rank, seed) for rank, seed in enumerate(self.sampling_seeds)]
        return list(islice(zip(*streams), iterations))

    def _stream(self, rank: int, seed: int) -> Iterator[MiniBatch]:
        return _stream(self.lesson, rank, seed)

    @cached_property
    def counts(self) -> np.ndarray:
        """int, shape (3, 3): rows trainer ``i`` needs (in iteration one) from server ``j``."""
        return row_counts(self.lesson, self.batches(1)[0])


def row_counts(lesson: LessonGraph, batches: tuple[MiniBatch, ...]) -> np.ndarray:
    """int, shape (trainers, servers): distinct rows each trainer needs from each server."""
    return np.array([
        np.bincount(lesson.book.partid(batch.input_vertices), minlength=PARTS)
        for batch in batches
    ])


def _stream(lesson: LessonGraph, rank: int, seed: int) -> Iterator[MiniBatch]:
    return mini_batches(lesson.graph, lesson.book, rank, FANOUTS, BATCH_SIZE, seed)


def seven_rows(batch: MiniBatch) -> bool:
    """Whether a mini-batch is the simple tree of the picture, with seven distinct rows.

    DGL draws again for the seed in the outer hop; here that draw repeats the first, and the
    two neighbors draw two new vertices each.
    """
    outer, inner = batch.blocks
    again = [arc for arc in outer.arcs() if arc[1] == batch.seeds[0]]
    return len(inner.src) == 3 and len(outer.src) == 7 and again == inner.arcs()


def _candidates(lesson: LessonGraph, rank: int, v: int) -> list[tuple[int, MiniBatch]]:
    """Sampling seeds that give one trainer a seven-row mini-batch that suits the story."""
    found = []
    for seed in range(MAX_SAMPLING_SEED):
        stream = _stream(lesson, rank, seed)
        batch = next(stream)
        if rank == 0 and batch.seeds[0] != v:
            continue
        if (v in batch.input_vertices) != (rank < 2) or not seven_rows(batch):
            continue
        if rank == 0 and v not in next(stream).input_vertices:
            continue
        found.append((seed, batch))
        if len(found) == 40:
            break
    return found


def batch_faults(lesson: LessonGraph, v: int, batches: tuple[MiniBatch, ...]) -> list[str]:
    """What keeps three mini-batches from telling the story; empty if nothing."""
    counts = row_counts(lesson, batches)
    between = counts[~np.eye(PARTS, dtype=bool)]
    loads = np.bincount(np.concatenate([b.input_vertices for b in batches]),
                        minlength=lesson_graph.NUM_VERTICES)
    remote_once = [u for b in batches for u in b.input_vertices.tolist()
                   if loads[u] == 1 and lesson.book.owner[u] != b.rank]
    checks = {
        "v is not trainer A's seed": batches[0].seeds.tolist() == [v],
        "v is not in exactly the mini-batches of A and B": [
            v in b.input_vertices for b in batches] == [True, True, False],
        "a mini-batch has not seven distinct rows": all(map(seven_rows, batches)),
        "a mini-batch crosses no border": all(c.sum() > c[r] for r, c in enumerate(counts)),
        "trainer A's mini-batch misses a server": (counts[0] > 0).all(),
        "a trainer needs more from another server than from its own": (
            counts.argmax(axis=1) == np.arange(PARTS)).all() and all(
            np.sort(c)[-1] > np.sort(c)[-2] for c in counts),
        "the counts between pairs do not take three values": len(set(between.tolist())) >= 3,
        "not exactly one pair exchanges nothing": (between == 0).sum() == 1,
        "more than half of the rows are touched": (loads > 0).sum() <= len(loads) // 2,
        "no row is loaded by exactly one, remote trainer": bool(remote_once),
    }
    return [fault for fault, held in checks.items() if not held]


def find_story(seed: int) -> Story:
    """The story of one graph seed: v, and the first sampling seeds that tell it.

    Raises:
        LessonConditionError: naming what this seed's graph or mini-batches lack.
    """
    lesson = lesson_graph.make_lesson_graph(seed)
    faults = lesson_graph.partition_faults(lesson)
    if faults:
        raise LessonConditionError(f"graph seed {seed}: {'; '.join(faults)}")
    v = lesson_graph.best_vertex(lesson)
    if v is None:
        raise LessonConditionError(f"graph seed {seed}: no vertex with neighbors to show")
    faults = lesson_graph.drawing_faults(lesson)
    if faults:
        raise LessonConditionError(f"graph seed {seed}: {'; '.join(faults)}")
    found = [_candidates(lesson, rank, v) for rank in range(PARTS)]
    for a, of_a in found[0]:
        for b, of_b in found[1]:
            for c, of_c in found[2]:
                if not batch_faults(lesson, v, (of_a, of_b, of_c)):
                    return Story(lesson, v, (a, b, c))
    raise LessonConditionError(f"graph seed {seed}: no mini-batches tell the story")


def next_story(start: int = 0) -> Story:
    """The story of the first graph seed from ``start`` on that has one."""
    seed = start
    while True:
        try:
            return find_story(seed)
        except LessonConditionError:
            seed += 1
