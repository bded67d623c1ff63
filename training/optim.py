"""Adam for the replicated model, SparseAdam for the sharded table of rows.

Adam: Kingma and Ba, 2015.  SparseAdam follows DGL's distributed optimizer
(``python/dgl/distributed/optim/pytorch/sparse_optim.py``): states lie beside their rows,
each row counts its own steps, and a row without a gradient keeps value, states and count.
That makes it a *lazy* Adam: the dense one would still move such a row by its momentum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class AdamOptions:
    """Adam's settings, with the usual defaults.

    Attributes:
        lr: learning rate.
        beta1, beta2: how much of the old mean and square is kept.
        eps: added to the root of the square.
    """

    lr: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.999
    eps: float = 1e-8


def adam_change(gradient: np.ndarray, mean: np.ndarray, square: np.ndarray, step: np.ndarray,
                options: AdamOptions) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One Adam step.

    Args:
        gradient, mean, square: of one shape.
        step: count *including* this step, a number or of a shape that broadcasts.

    Returns:
        What to subtract from the value, the new mean and the new square.
    """
    dtype = gradient.dtype
    mean = options.beta1 * mean + (1 - options.beta1) * gradient
    square = options.beta2 * square + (1 - options.beta2) * gradient * gradient
    mean_hat = mean / (1 - options.beta1**step)
    square_hat = square / (1 - options.beta2**step)
    change = options.lr * mean_hat / (np.sqrt(square_hat) + options.eps)
    return change.astype(dtype), mean.astype(dtype), square.astype(dtype)


class Adam:
    """Dense Adam over one flat array of parameters; every replica has its own.

    Attributes:
        mean, square: states, shape (parameters,).
        step_count: steps taken.
    """

    def __init__(self, num_parameters: int, options: AdamOptions, dtype: type) -> None:
        self.options = options
        self.mean = np.zeros(num_parameters, dtype)
        self.square = np.zeros(num_parameters, dtype)
        self.step_count = 0

    def step(self, parameters: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        """Updated parameters, shape (parameters,); the states change in place."""
        self.step_count += 1
        change, self.mean, self.square = adam_change(
            gradient, self.mean, self.square, np.array(self.step_count), self.options)
        return parameters - change


@dataclass(frozen=True, eq=False)
class RowStates:
    """States of some rows, as loaded.

    Attributes:
        mean, square: shape (rows, width).
        step: steps each row has taken, shape (rows,), float32 as in DGL.
    """

    mean: np.ndarray
    square: np.ndarray
    step: np.ndarray


class SparseAdam:
    """Lazy Adam for the rows of one server; states lie in its CPU memory.

    The three methods are steps 8 and 9: :meth:`load`, :meth:`compute`, :meth:`write`.

    Attributes:
        mean, square: shape (rows of this server, width).
        step_counts: shape (rows of this server,).
    """

    def __init__(self, shape: tuple[int, int], options: AdamOptions, dtype: type) -> None:
        self.options = options
        self.mean = np.zeros(shape, dtype)
        self.square = np.zeros(shape, dtype)
        self.step_counts = np.zeros(shape[0], np.float32)

    def load(self, local_rows: np.ndarray) -> RowStates:
        """Copies of the states of ``local_rows``, distinct row numbers of this server.

        Raises:
            ValueError: if a row comes twice: its gradients must be combined first, since
                Adam is not linear.
        """
        if len(np.unique(local_rows)) != len(local_rows):
            raise ValueError("a row comes twice: combine its gradients before Adam")
        return RowStates(self.mean[local_rows], self.square[local_rows],
                         self.step_counts[local_rows])

    def compute(self, states: RowStates, gradient: np.ndarray) -> tuple[RowStates, np.ndarray]:
        """New states, and the change to subtract from each row, shape (rows, width)."""
        step = states.step + 1
        change, mean, square = adam_change(gradient, states.mean, states.square,
                                           step[:, None].astype(np.float64), self.options)
        return RowStates(mean, square, step), change

    def write(self, table: np.ndarray, local_rows: np.ndarray, states: RowStates,
              change: np.ndarray) -> None:
        """Put states and changed rows back in place, in ``table`` and here."""
        self.mean[local_rows] = states.mean
        self.square[local_rows] = states.square
        self.step_counts[local_rows] = states.step
        table[local_rows] -= change
