"""What moved, counted from the traces: loads, the exchange of gradients, what learning adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.lesson_run import LessonRun, cell_levels
from training.steps import ADDED
from training.trace import SERVER_NAMES, Kind, Payload, Trace

Counts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class LoadFacts:
    """Step 2 of all trainers together.

    Attributes:
        rows: rows read, each distinct row once for each trainer that needs it.
        local, remote: from the trainer's own server, from another.
        distinct: rows of the table that were read at all.
        row_bytes: size of one row.
        rows_bytes, remote_bytes: sizes of ``rows`` and of ``remote``.
    """

    rows: int
    local: int
    remote: int
    distinct: int
    row_bytes: int
    rows_bytes: int
    remote_bytes: int

    @classmethod
    def of(cls, run: LessonRun) -> LoadFacts:
        """Count the loads of the iteration shown."""
        which = {"step": 2, "payload": Payload.ROWS}
        down = dict(which, kind=Kind.CPU_GPU)
        far = dict(which, kind=Kind.NETWORK)
        rows, remote = (run.conventional.row_lengths(**w) for w in (down, far))
        read = {u for _, t in run.conventional.transfers(**down) for u in t.vertices}
        return cls(rows, rows - remote, remote, len(read), run.options.row_bytes,
                   run.conventional.bytes(**down), run.conventional.bytes(**far))


@dataclass(frozen=True)
class ExchangeFacts:
    """Step 7: row gradients by sender and owner.

    Attributes:
        counts: ``counts[i][j]`` gradients go from trainer ``i`` to owner ``j``; also as
            ``a_to_a`` .. ``c_to_c``.
        total, home, network: all, those that stay, those that cross.
        empty_from, empty_to: letters of the pair that exchanges nothing.
        merged: rows for which more than one gradient arrived.
    """

    counts: Counts
    a_to_a: int
    a_to_b: int
    a_to_c: int
    b_to_a: int
    b_to_b: int
    b_to_c: int
    c_to_a: int
    c_to_b: int
    c_to_c: int
    total: int
    home: int
    network: int
    empty_from: str
    empty_to: str
    merged: int

    @classmethod
    def of(cls, run: LessonRun) -> ExchangeFacts:
        """Count the gradients that the trace moved."""
        counts = np.zeros((len(SERVER_NAMES),) * 2, dtype=int)
        for _, t in run.learnable.transfers(step=7, payload=Payload.ROW_GRADIENTS):
            counts[t.source.server, t.target.server] += len(t.vertices)
        source, target = np.argwhere(counts == 0)[0]
        merged = sum(len(a.vertices) - len(a.touched) for a in run.learnable_iteration.arrived)
        home = int(np.trace(counts))
        return cls(tuple(map(tuple, counts.tolist())), *counts.ravel().tolist(),
                   int(counts.sum()), home, int(counts.sum()) - home, SERVER_NAMES[source],
                   SERVER_NAMES[target], merged)


@dataclass(frozen=True)
class StatesFacts:
    """Steps 8 and 9: whose states move.

    Attributes:
        rows, touched, untouched: of the whole table.
        touched_a, touched_b, touched_c: by owner.
        touched_vertices: by owner, in the order of the table.
        per_number: numbers Adam keeps for each number.
        table_copies: table and states together, in sizes of the table.
    """

    rows: int
    touched: int
    untouched: int
    touched_a: int
    touched_b: int
    touched_c: int
    touched_vertices: tuple[tuple[int, ...], ...]
    per_number: int = 2
    table_copies: int = 3

    @classmethod
    def of(cls, run: LessonRun) -> StatesFacts:
        """Read the touched rows from step 8 of the trace."""
        down = run.learnable.transfers(step=8, payload=Payload.ROW_STATES)
        by_owner = [t.vertices for _, t in down]
        sizes = [len(v) for v in by_owner]
        rows = len(run.before.rows)
        return cls(rows, sum(sizes), rows - sum(sizes), *sizes, tuple(by_owner))


@dataclass(frozen=True)
class RowAccount:
    """Row-lengths that one row moved, conventional and learnable.

    Attributes:
        vertex, owner, trainer: whose row, where it is stored, who loaded it (letters).
        network, cpu_gpu: of the conventional iteration.
        network_learnable, cpu_gpu_learnable: of the learnable one.
        gradient: row-lengths of its gradient over the network.
        states_down, back_up: row-lengths of steps 8 and 9.
    """

    vertex: int
    owner: str
    trainer: str
    network: int
    cpu_gpu: int
    network_learnable: int
    cpu_gpu_learnable: int
    gradient: int
    states_down: int
    back_up: int


def moved_for_row(trace: Trace, vertex: int, trainer: int | None, kind: Kind,
                  step: int | None = None) -> int:
    """Row-lengths moved for one row.

    Args:
        trainer: count only this trainer's load and gradient (and the owner's update); all
            trainers' if None.
        step: only this step.
    """
    total = 0
    for each, t in trace.transfers(kind=kind, step=step):
        updates = each.number in (8, 9)
        if vertex in t.vertices and t.row_lengths and (updates or trainer in (None, t.trainer)):
            total += t.row_lengths // len(t.vertices)
    return total


def row_account(run: LessonRun, vertex: int, trainer: int | None, owner: int) -> RowAccount:
    """Count one row's moves in both traces.

    Args:
        trainer: whose use is counted, or None for all trainers that loaded the row.
        owner: server that stores it.
    """
    def count(trace: Trace, kind: Kind, step: int | None = None) -> int:
        return moved_for_row(trace, vertex, trainer, kind, step)

    fixed, learning = run.conventional, run.learnable
    return RowAccount(
        vertex, SERVER_NAMES[owner], "all" if trainer is None else SERVER_NAMES[trainer],
        count(fixed, Kind.NETWORK), count(fixed, Kind.CPU_GPU),
        count(learning, Kind.NETWORK), count(learning, Kind.CPU_GPU),
        count(learning, Kind.NETWORK, 7), count(learning, Kind.CPU_GPU, 8),
        count(learning, Kind.CPU_GPU, 9))


@dataclass(frozen=True)
class AddedFacts:
    """What steps 7 to 9 add to the loading and synchronizing of rows.

    Row-lengths first; the same in bytes (ids, counts and step counts included) after.  The
    model's own traffic is equal in both workflows and not in these numbers.

    Attributes:
        network, cpu_gpu: step 2, in both workflows.
        network_added, cpu_gpu_added: steps 7 to 9.
        network_total, cpu_gpu_total: with learnable rows.
        network_bytes .. cpu_gpu_added_bytes: the same in bytes.
    """

    network: int
    network_added: int
    network_total: int
    cpu_gpu: int
    cpu_gpu_added: int
    cpu_gpu_total: int
    network_bytes: int
    network_added_bytes: int
    cpu_gpu_bytes: int
    cpu_gpu_added_bytes: int

    @classmethod
    def of(cls, run: LessonRun) -> AddedFacts:
        """Add up the learnable trace: step 2, then steps 7 to 9."""
        trace, numbers = run.learnable, []
        for kind in (Kind.NETWORK, Kind.CPU_GPU):
            common = trace.row_lengths(step=2, kind=kind)
            added = sum(trace.row_lengths(step=n, kind=kind) for n in ADDED)
            numbers += [common, added, common + added]
        for kind in (Kind.NETWORK, Kind.CPU_GPU):
            numbers += [trace.bytes(step=2, kind=kind),
                        sum(trace.bytes(step=n, kind=kind) for n in ADDED)]
        return cls(*numbers)


@dataclass(frozen=True)
class ModelFacts:
    """Sizes of the toy model; never to be compared on screen with the table.

    Attributes:
        layers, row_width, hidden, classes, weights: counts.
        gradient_bytes: one trainer's model gradient.
        row_gradient_bytes: one trainer's row gradients.
    """

    layers: int
    row_width: int
    hidden: int
    classes: int
    weights: int
    gradient_bytes: int
    row_gradient_bytes: int

    @classmethod
    def of(cls, run: LessonRun) -> ModelFacts:
        """Sizes of the run's first trainer."""
        first, options = run.learnable_iteration.gradients[0], run.options
        return cls(len(first.model.layers), options.row_width, options.hidden, options.classes,
                   first.model.num_parameters, first.model.flat().nbytes, first.rows.nbytes)


@dataclass(frozen=True)
class Strips:
    """Cells of every row's strip, brightness 0 to 3, by vertex.

    Attributes:
        before, after: rows before and after the iteration shown.
        mean_before, mean_after, square_before, square_after: Adam's two numbers, scaled to
            the largest of the table after.
        changed: rows whose numbers changed at all.
    """

    before: Counts
    after: Counts
    mean_before: Counts
    mean_after: Counts
    square_before: Counts
    square_after: Counts
    changed: tuple[int, ...]

    @classmethod
    def of(cls, run: LessonRun) -> Strips:
        """Read all strips of the run."""
        mean = float(np.abs(run.after.mean).max())
        root = float(np.sqrt(run.after.square).max())

        def cells(table: np.ndarray, low: float, high: float) -> Counts:
            return tuple(cell_levels(row, low, high) for row in table)

        old, new = run.before, run.after
        changed = np.flatnonzero((old.rows != new.rows).any(axis=1))
        return cls(cells(old.rows, -1, 1), cells(new.rows, -1, 1),
                   cells(old.mean, -mean, mean), cells(new.mean, -mean, mean),
                   cells(np.sqrt(old.square), 0, root), cells(np.sqrt(new.square), 0, root),
                   tuple(changed.tolist()))


@dataclass(frozen=True)
class WeightFacts:
    """A sample of the model's weights as cells, brightness 0 to 3, one block a layer.

    One update changes a weight little, so the sample prefers weights that cross from one
    brightness to another.

    Attributes:
        before, after: of every replica, before and after the conventional iteration shown.
        mean, square: Adam's two numbers for the first block's cells, before.
        example: in which cell of the first block the weight of ``all_reduce`` is.
        example_before, example_after: that weight, with two decimals.
    """

    before: Counts
    after: Counts
    mean: tuple[int, ...]
    square: tuple[int, ...]
    example: int
    example_before: str
    example_after: str

    CELLS = 18
    CHANGED = 7

    @classmethod
    def of(cls, run: LessonRun) -> WeightFacts:
        """Sample every layer; the followed weight is in the first layer's sample."""
        sizes = [2 * a * b + b for a, b in zip(run.options.widths, run.options.widths[1:])]
        followed = run.examples[0].index
        before, after, samples, start = [], [], [], 0
        for size in sizes:
            old, new = (m.weights[start:start + size] for m in (run.model_before, run.model_after))
            borders = np.quantile(old, (0.25, 0.5, 0.75))
            levels, changed = np.digitize(old, borders), np.digitize(new, borders)
            crossing = np.flatnonzero(levels != changed)[:cls.CHANGED].tolist()
            others = np.linspace(0, size - 1, cls.CELLS).astype(int).tolist()
            wanted = [followed] * (start == 0) + crossing + others + list(range(size))
            sample = sorted(list(dict.fromkeys(wanted))[:cls.CELLS])
            before.append(tuple(levels[sample].tolist()))
            after.append(tuple(changed[sample].tolist()))
            samples.append(sample)
            start += size

        def quarters(numbers: np.ndarray) -> tuple[int, ...]:
            first = numbers[samples[0]]
            return tuple(np.digitize(first, np.quantile(first, (0.25, 0.5, 0.75))).tolist())

        states = run.model_before
        return cls(tuple(before), tuple(after), quarters(states.mean), quarters(states.square),
                   samples[0].index(followed), *(f"{m.weights[followed]:.2f}" for m in (run.model_before, run.model_after)))


@dataclass(frozen=True)
class VGradients:
    """The gradients of v's row as strips, brightness 0 to 3, on one scale.

    Attributes:
        trainers: ranks that loaded v, and so have a gradient for its row.
        cells: one strip for each of them.
        combined: the owner's one strip.
    """

    trainers: tuple[int, ...]
    cells: Counts
    combined: tuple[int, ...]

    @classmethod
    def of(cls, run: LessonRun, v: int, owner: int) -> VGradients:
        """Read v's gradients where its owner received them."""
        arrived = run.learnable_iteration.arrived[owner]
        senders = tuple(t.source.server for _, t in run.learnable.transfers(
            step=7, payload=Payload.ROW_GRADIENTS) if v in t.vertices)
        each = arrived.gradients[arrived.vertices == v]
        one = arrived.combined[arrived.touched == v][0]
        largest = float(np.abs(np.vstack([each, one])).max())
        return cls(senders, tuple(cell_levels(g, -largest, largest) for g in each),
                   cell_levels(one, -largest, largest))
