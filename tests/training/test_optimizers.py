"""Adam and SparseAdam take the same steps; SparseAdam leaves other rows alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from training.optim import Adam, AdamOptions, SparseAdam

OPTIONS = AdamOptions(lr=0.05)


def adam_by_the_paper(value, gradients):
    """Kingma and Ba's algorithm 1 for one number."""
    m = v = 0.0
    for t, g in enumerate(gradients, start=1):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        value -= 0.05 * (m / (1 - 0.9**t)) / (math.sqrt(v / (1 - 0.999**t)) + 1e-8)
    return value


def sparse_step(optimizer, table, rows, gradient):
    states = optimizer.load(rows)
    new, change = optimizer.compute(states, gradient)
    optimizer.write(table, rows, new, change)


def test_adam_is_the_papers():
    gradients = [0.3, -0.1, 0.4, 2.0]
    adam, value = Adam(1, OPTIONS, np.float64), np.array([1.0])
    for g in gradients:
        value = adam.step(value, np.array([g]))
    assert value[0] == pytest.approx(adam_by_the_paper(1.0, gradients), rel=1e-12)


def test_sparse_adam_equals_dense_adam_on_touched_rows_from_equal_states():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(6, 4))
    sparse, dense = SparseAdam((6, 4), OPTIONS, np.float64), Adam(24, OPTIONS, np.float64)
    flat = table.ravel().copy()
    for _ in range(5):  # every row, so that the states are equal and not empty
        gradient = rng.normal(size=(6, 4))
        sparse_step(sparse, table, np.arange(6), gradient)
        flat = dense.step(flat, gradient.ravel())
    rows, part = np.array([1, 4]), rng.normal(size=(2, 4))
    whole = np.zeros((6, 4))
    whole[rows] = part
    sparse_step(sparse, table, rows, part)
    flat = dense.step(flat, whole.ravel())
    assert table[rows] == pytest.approx(flat.reshape(6, 4)[rows], abs=1e-14)
    assert sparse.mean[rows] == pytest.approx(dense.mean.reshape(6, 4)[rows], abs=1e-14)
    assert sparse.square[rows] == pytest.approx(dense.square.reshape(6, 4)[rows], abs=1e-14)
    others = [0, 2, 3, 5]
    moved = np.abs(table[others] - flat.reshape(6, 4)[others]).max()
    assert moved > 1e-3, "dense Adam moves rows without a gradient by their momentum"


def test_untouched_rows_keep_value_states_and_step_count_bit_for_bit():
    rng = np.random.default_rng(1)
    table = rng.normal(size=(6, 4)).astype(np.float32)
    sparse = SparseAdam((6, 4), OPTIONS, np.float32)
    sparse_step(sparse, table, np.arange(6), rng.normal(size=(6, 4)).astype(np.float32))
    others = [0, 2, 3, 5]
    kept = [a[others].tobytes() for a in (table, sparse.mean, sparse.square, sparse.step_counts)]
    sparse_step(sparse, table, np.array([4, 1]), np.ones((2, 4), np.float32))
    now = [a[others].tobytes() for a in (table, sparse.mean, sparse.square, sparse.step_counts)]
    assert now == kept
    assert sparse.step_counts.tolist() == [1, 2, 1, 1, 2, 1]


def test_each_row_counts_its_own_steps():
    """A row's first step is corrected as a first step, whenever it comes."""
    table = np.zeros((2, 1))
    sparse = SparseAdam((2, 1), OPTIONS, np.float64)
    for _ in range(7):
        sparse_step(sparse, table, np.array([0]), np.array([[1.0]]))
    sparse_step(sparse, table, np.array([1]), np.array([[0.2]]))
    assert table[1, 0] == pytest.approx(-OPTIONS.lr, rel=1e-6)


def test_states_are_read_as_copies():
    sparse = SparseAdam((2, 2), OPTIONS, np.float64)
    sparse.load(np.array([0])).mean[:] = 9
    assert sparse.mean.tolist() == [[0, 0], [0, 0]]


def test_a_row_that_comes_twice_must_be_combined_first():
    with pytest.raises(ValueError, match="combine its gradients"):
        SparseAdam((3, 2), OPTIONS, np.float64).load(np.array([1, 1]))


def test_two_steps_are_not_one_step_of_the_combined_gradient():
    """Why duplicates must be merged before Adam: it is not linear."""
    one, two = np.zeros((1, 1)), np.zeros((1, 1))
    merged, apart = (SparseAdam((1, 1), OPTIONS, np.float64) for _ in range(2))
    sparse_step(merged, one, np.array([0]), np.array([[0.5]]))
    for _ in range(2):
        sparse_step(apart, two, np.array([0]), np.array([[0.25]]))
    assert abs(one[0, 0] - two[0, 0]) > 0.04
