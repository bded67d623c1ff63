"""One weight whose gradients can be averaged aloud.

The film follows a single weight through all-reduce with one decimal.  Rounded numbers do
not always add up, so the weight is searched for among the real gradients: one whose shown
digits add and average exactly, running sums included.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.collectives import Message


@dataclass(frozen=True)
class ExampleWeight:
    """A weight on its way round the ring.

    Attributes:
        index: its place in the flat model gradient.
        gradients: on each trainer, one decimal.
        running: the sum as it leaves A, leaves B and ends at C, one decimal.
        average: what comes back to all, one decimal.
    """

    index: int
    gradients: tuple[float, ...]
    running: tuple[float, ...]
    average: float


def running_sums(messages: list[Message], world_size: int) -> np.ndarray:
    """The sums that the ring really passed on for the chunk that starts at rank 0.

    Args:
        messages: of one ``all_reduce``.

    Returns:
        shape (world_size, chunk): what leaves rank 0, rank 1, .. and, last, the average
        times ``world_size`` (the last rank divides before it sends).
    """
    passed = sorted((m for m in messages if m.chunk == 0 and m.round < world_size - 1),
                    key=lambda m: m.round)
    back = next(m for m in messages if m.chunk == 0 and m.round == world_size - 1)
    return np.stack([m.data for m in passed] + [back.data * world_size])


def example_weights(gradients: list[np.ndarray], messages: list[Message]) -> list[ExampleWeight]:
    """Every weight of the first chunk that can be shown with one decimal, best first.

    Shown digits must be the rounded true numbers (none close to a rounding border), all below
    1 and none zero; differ on all trainers and from the average; one of them negative; and
    add and average exactly.

    Args:
        gradients: flat model gradient of each trainer, before the all-reduce.
        messages: of that all-reduce.
    """
    sums = running_sums(messages, len(gradients))
    found = []
    for index in range(sums.shape[1]):
        true = np.array([g[index] for g in gradients])
        exact = np.concatenate([true, sums[:, index], [sums[-1, index] / len(gradients)]])
        tenths = np.rint(exact * 10).astype(int)
        if np.abs(exact * 10 - tenths).max() > 0.45:
            continue
        n = len(true)
        shown, running, average = tenths[:n], tenths[n:-1], tenths[-1]
        adds = (np.cumsum(shown) == running).all() and running[-1] == n * average
        plain = 0 < np.abs(tenths).min() and np.abs(tenths).max() < 10
        differ = len({*shown.tolist(), int(average)}) == n + 1
        if adds and plain and differ and shown.min() < 0 < average:
            found.append((np.abs(shown).min(), index, shown, running, average))
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    return [ExampleWeight(index, *(tuple((t / 10).tolist()) for t in (shown, running)),
                          float(average / 10))
            for _, index, shown, running, average in found]
