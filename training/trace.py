"""What one iteration did: steps, what each read and wrote, and what moved where.

The scenes draw these objects, the tables print them, and the tests add them up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

SERVER_NAMES = ("A", "B", "C")
ID_BYTES = 8
"""Vertex ids and counts are 64-bit integers, as in DGL."""


class Device(StrEnum):
    """The two kinds of memory of a server."""

    CPU = "CPU memory"
    GPU = "GPU"


class Kind(StrEnum):
    """What a transfer uses."""

    NETWORK = "network"
    CPU_GPU = "CPU–GPU"
    LOCAL = "local"


class Payload(StrEnum):
    """What a transfer carries."""

    IDS = "ids"
    COUNTS = "counts"
    SAMPLED_EDGES = "sampled edges"
    ROWS = "rows"
    MODEL_GRADIENT = "model gradient"
    MODEL_STATES = "model states"
    MODEL = "model"
    ROW_GRADIENTS = "row gradients"
    ROW_STATES = "row states"
    STEP_COUNTS = "step counts"
    ROW_CHANGES = "row changes"


@dataclass(frozen=True)
class Place:
    """One memory of one server.

    Attributes:
        server: 0, 1, 2 for A, B, C; a server's trainer has the same number (its rank).
        device: which memory.
    """

    server: int
    device: Device

    def __str__(self) -> str:
        return f"{self.device} {SERVER_NAMES[self.server]}"


@dataclass(frozen=True)
class Transfer:
    """One thing that moved, or was read in place.

    Attributes:
        payload: what it was.
        source, target: from where to where; equal for a read in place.
        bytes: its size.
        vertices: whose rows, gradients, states or neighbor lists they are, in the order
            sent; empty for the model's.
        row_lengths: size in rows of the table: two states of five rows are ten.
        trainer: rank on whose behalf it moved.
        round: of a collective that takes several, from 0.
    """

    payload: Payload
    source: Place
    target: Place
    bytes: int
    vertices: tuple[int, ...] = ()
    row_lengths: int = 0
    trainer: int = 0
    round: int = 0

    @property
    def kind(self) -> Kind:
        """Network between servers, CPU–GPU inside one, else local."""
        if self.source.server != self.target.server:
            return Kind.NETWORK
        return Kind.LOCAL if self.source == self.target else Kind.CPU_GPU


@dataclass(frozen=True)
class Dependency:
    """A step that must have ended before another begins.

    Attributes:
        step: its number.
        iterations_back: 0 in the same iteration, 1 in the one before.
    """

    step: int
    iterations_back: int = 0


@dataclass(frozen=True)
class Step:
    """One numbered step of an iteration.

    Attributes:
        number: 1 to 9, as in the figure.
        name: one or two words, as on the rail of the film.
        title: the whole name.
        device: where its work is done.
        reads, writes: names of what it uses and what it leaves behind.
        transfers: everything it moved.
        depends_on: what must have ended before.
    """

    number: int
    name: str
    title: str
    device: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    depends_on: tuple[Dependency, ...]
    transfers: tuple[Transfer, ...] = ()

    @property
    def uses_network(self) -> bool:
        """Whether anything crossed from one server to another."""
        return any(t.kind is Kind.NETWORK for t in self.transfers)

    def where(self, kind: Kind | None = None, payload: Payload | None = None) -> list[Transfer]:
        """Its transfers of one kind or payload, or both."""
        return [t for t in self.transfers
                if kind in (None, t.kind) and payload in (None, t.payload)]


@dataclass(frozen=True)
class Trace:
    """One iteration.

    Attributes:
        workflow: "conventional" or "learnable".
        steps: in the order of their numbers.
        losses: cross-entropy of each trainer's seeds, before the update.
    """

    workflow: str
    steps: tuple[Step, ...]
    losses: tuple[float, ...]

    def step(self, number: int) -> Step:
        """The step of that number.

        Raises:
            KeyError: if this workflow has no such step.
        """
        for step in self.steps:
            if step.number == number:
                return step
        raise KeyError(f"the {self.workflow} iteration has no step {number}")

    def transfers(self, *, step: int | None = None, kind: Kind | None = None,
                  payload: Payload | None = None) -> Iterator[tuple[Step, Transfer]]:
        """Transfers with their steps, narrowed by any of the three."""
        for each in self.steps:
            if step in (None, each.number):
                yield from ((each, t) for t in each.where(kind, payload))

    def bytes(self, **which: object) -> int:
        """Bytes of the transfers that :meth:`transfers` would give."""
        return sum(t.bytes for _, t in self.transfers(**which))

    def row_lengths(self, **which: object) -> int:
        """Row-lengths of the transfers that :meth:`transfers` would give."""
        return sum(t.row_lengths for _, t in self.transfers(**which))

    def journey(self, vertex: int) -> list[tuple[Step, Transfer]]:
        """Every transfer that carried this vertex's row, its gradient or its states."""
        carried = [(s, t) for s, t in self.transfers() if vertex in t.vertices and t.row_lengths]
        return carried

    def network_steps(self) -> tuple[int, ...]:
        """Numbers of the steps that used the network."""
        return tuple(s.number for s in self.steps if s.uses_network)
