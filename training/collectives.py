"""Collectives that move real arrays between ranks and keep a record of every message.

``all_reduce`` is the ring algorithm (reduce-scatter, then all-gather): no rank collects
everything, and each ends with the same bits.  ``all_to_all`` gives every pair its own
amount.  Semantics as in ``torch.distributed``; DistributedDataParallel averages
(PyTorch ``docs/source/notes/ddp.rst``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class Message:
    """One array that went from a rank to a rank (or stayed, if they are equal).

    Attributes:
        collective: name given by the caller.
        source, target: ranks.
        data: what was sent (a copy).
        round: in which round of the collective, from 0.
        chunk: which piece of the array, for ``all_reduce``.
    """

    collective: str
    source: int
    target: int
    data: np.ndarray
    round: int = 0
    chunk: int = 0

    @property
    def nbytes(self) -> int:
        """Size of the array."""
        return self.data.nbytes


@dataclass
class World:
    """The ranks that take part, and everything they sent and received.

    Attributes:
        size: number of ranks.
        sent: messages as the senders saw them, in order.
        received: messages as the receivers saw them, in order.
    """

    size: int
    sent: list[Message] = field(default_factory=list)
    received: list[Message] = field(default_factory=list)

    def _deliver(self, message: Message) -> np.ndarray:
        self.sent.append(message)
        arrived = message.data.copy()
        self.received.append(Message(message.collective, message.source, message.target,
                                     arrived, message.round, message.chunk))
        return arrived

    def all_reduce(self, arrays: list[np.ndarray], name: str = "all_reduce") -> list[np.ndarray]:
        """The mean of all ranks' arrays, on every rank, bit for bit the same.

        Chunk ``c`` of the array starts at rank ``c``; each rank adds its own and passes the
        running sum on; the last one divides, and the mean goes round the same ring.

        Args:
            arrays: one for each rank, all of shape (n,) and one dtype.

        Raises:
            ValueError: if the number of arrays or their shapes do not fit.
        """
        self._check(arrays)
        n = self.size
        held = [np.array_split(a.copy(), n) for a in arrays]
        for turn in range(n - 1):
            moves = [(r, (r - turn) % n, held[r][(r - turn) % n].copy()) for r in range(n)]
            for rank, chunk, data in moves:
                target = (rank + 1) % n
                arrived = self._deliver(Message(name, rank, target, data, turn, chunk))
                held[target][chunk] = arrived + held[target][chunk]
        for rank in range(n):
            held[rank][(rank + 1) % n] = held[rank][(rank + 1) % n] / np.array(n, arrays[0].dtype)
        for turn in range(n - 1):
            moves = [(r, (r + 1 - turn) % n, held[r][(r + 1 - turn) % n].copy()) for r in range(n)]
            for rank, chunk, data in moves:
                target = (rank + 1) % n
                message = Message(name, rank, target, data, n - 1 + turn, chunk)
                held[target][chunk] = self._deliver(message)
        return [np.concatenate(parts) for parts in held]

    def all_to_all(self, outgoing: list[list[np.ndarray]],
                   name: str = "all_to_all") -> list[list[np.ndarray]]:
        """Give each rank what every rank has for it.

        Args:
            outgoing: ``outgoing[source][target]``, of any lengths; a rank's slice for itself
                is recorded as a message that stays.

        Returns:
            ``incoming[target][source]``.

        Raises:
            ValueError: unless there is one array for each pair of ranks.
        """
        if len(outgoing) != self.size or any(len(row) != self.size for row in outgoing):
            raise ValueError(f"all_to_all needs {self.size} x {self.size} arrays")
        incoming: list[list[np.ndarray]] = [[None] * self.size for _ in range(self.size)]
        for source, row in enumerate(outgoing):
            for target, data in enumerate(row):
                incoming[target][source] = self._deliver(
                    Message(name, source, target, np.array(data)))
        return incoming

    def _check(self, arrays: list[np.ndarray]) -> None:
        if len(arrays) != self.size:
            raise ValueError(f"{len(arrays)} arrays for {self.size} ranks")
        if len({a.shape for a in arrays}) != 1 or arrays[0].ndim != 1:
            raise ValueError("all_reduce needs one-dimensional arrays of equal length")


def bytes_between(messages: list[Message], size: int) -> np.ndarray:
    """Bytes by source and target, int64, shape (size, size)."""
    table = np.zeros((size, size), dtype=np.int64)
    for message in messages:
        table[message.source, message.target] += message.nbytes
    return table
