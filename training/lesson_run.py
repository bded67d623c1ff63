"""The lesson's two training runs: the same batches, once with fixed and once with learnable rows.

Both start from one state: servers that have already trained for a few iterations, so that
rows, weights and Adam's states hold numbers worth showing.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from training.cluster import Cluster, TrainingOptions
from training.example_weight import ExampleWeight, example_weights
from training.iteration import ConventionalIteration, LearnableIteration
from training.sampling import mini_batches
from training.story import BATCH_SIZE, FANOUTS, LessonConditionError, Story
from training.trace import Trace

WARM_UP = 4
"""Iterations before the one that is shown."""
WARM_UP_SAMPLING_SEED = 7
CELLS = 4
"""Numbers of a row that its strip on screen shows."""
MAX_MODEL_SEED = 4000


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What lies in all CPU memories at one moment, by vertex.

    Attributes:
        rows, mean, square: shape (vertices, row_width).
        steps: shape (vertices,).
    """

    rows: np.ndarray
    mean: np.ndarray
    square: np.ndarray
    steps: np.ndarray

    @classmethod
    def of(cls, cluster: Cluster) -> Snapshot:
        """Copies of what ``cluster`` holds now."""
        return cls(cluster.all_rows(), *cluster.all_states())


@dataclass(frozen=True, eq=False)
class ModelSnapshot:
    """What every GPU holds of the model at one moment (all replicas are equal).

    Attributes:
        weights, mean, square: flat weights and Adam's two numbers for each, shape (parameters,).
    """

    weights: np.ndarray
    mean: np.ndarray
    square: np.ndarray

    @classmethod
    def of(cls, cluster: Cluster) -> ModelSnapshot:
        """Copies of what trainer A's GPU holds now."""
        server = cluster.servers[0]
        return cls(server.replica.flat(), server.adam.mean.copy(), server.adam.square.copy())


@dataclass(frozen=True, eq=False)
class LessonRun:
    """Both iterations of the lesson, executed.

    Attributes:
        options: sizes and settings.
        conventional, learnable: traces of the iteration shown, over the same batches.
        conventional_next, learnable_next: traces of the iteration after it.
        before, after: CPU memories before and after the learnable iteration shown.
        model_before, model_after: every GPU's model before and after the conventional
            iteration shown.
        learnable_iteration: with each trainer's gradients and each owner's combined ones.
        examples: weights that can be shown going through all-reduce, best first.
    """

    options: TrainingOptions
    conventional: Trace
    learnable: Trace
    conventional_next: Trace
    learnable_next: Trace
    before: Snapshot
    after: Snapshot
    model_before: ModelSnapshot
    model_after: ModelSnapshot
    learnable_iteration: LearnableIteration
    examples: tuple[ExampleWeight, ...]


def warm_cluster(story: Story, options: TrainingOptions, model_seed: int) -> Cluster:
    """Servers after :data:`WARM_UP` learnable iterations over other mini-batches.

    Labels are drawn at random: the little graph stands for no real data.
    """
    lesson = story.lesson
    rng = np.random.default_rng([model_seed, 1])
    labels = rng.integers(options.classes, size=lesson.graph.num_vertices)
    cluster = Cluster.create(lesson.book, labels, options, model_seed)
    iteration = LearnableIteration(cluster)
    streams = [mini_batches(lesson.graph, lesson.book, rank, FANOUTS, BATCH_SIZE,
                            WARM_UP_SAMPLING_SEED) for rank in range(cluster.world_size)]
    for _ in range(WARM_UP):
        iteration.run(tuple(next(stream) for stream in streams))
    return cluster


def run_lesson(story: Story, model_seed: int,
               options: TrainingOptions = TrainingOptions()) -> LessonRun:
    """Run two iterations of each kind from one state."""
    first, second = story.batches(2)
    cluster = warm_cluster(story, options, model_seed)
    fixed = ConventionalIteration(deepcopy(cluster))
    model_before = ModelSnapshot.of(fixed.cluster)
    conventional = fixed.run(first)
    model_after = ModelSnapshot.of(fixed.cluster)
    conventional_next = fixed.run(second)
    learning = LearnableIteration(cluster)
    before = Snapshot.of(cluster)
    learnable = learning.run(first)
    after, shown = Snapshot.of(cluster), deepcopy(learning)
    ring = [m for m in shown.world.sent if m.collective == "all_reduce"]
    examples = example_weights([g.model.flat() for g in shown.gradients], ring)
    return LessonRun(options, conventional, learnable, conventional_next, learning.run(second),
                     before, after, model_before, model_after, shown, tuple(examples))


def cell_levels(row: np.ndarray, low: float = -1.0, high: float = 1.0) -> tuple[int, ...]:
    """Brightness 0 to 3 of the four cells of a strip: the row's first four numbers.

    Args:
        row: shape (width,).
        low, high: numbers drawn darkest and brightest; those beyond are clipped.
    """
    share = (np.asarray(row[:CELLS], dtype=float) - low) / (high - low)
    return tuple(np.clip((share * 4).astype(int), 0, 3).tolist())


def run_faults(story: Story, run: LessonRun) -> list[str]:
    """What keeps a run from being shown; empty if nothing."""
    old, new = (cell_levels(s.rows[story.v]) for s in (run.before, run.after))
    checks = {
        "no weight's shown digits average exactly": bool(run.examples),
        "a loaded row got no gradient": all(
            (np.abs(g.rows).max(axis=1) > 1e-6).all() for g in run.learnable_iteration.gradients),
        "v's states are still empty": run.before.steps[story.v] > 0,
        "v's strip does not visibly change": sum(a != b for a, b in zip(old, new)) >= 2,
    }
    return [fault for fault, held in checks.items() if not held]


def find_model_seed(story: Story, start: int = 0) -> int:
    """The first model seed whose run can be shown.

    Raises:
        LessonConditionError: if none below :data:`MAX_MODEL_SEED` can.
    """
    for seed in range(start, MAX_MODEL_SEED):
        if not run_faults(story, run_lesson(story, seed)):
            return seed
    raise LessonConditionError("no model seed gives a run that can be shown")
