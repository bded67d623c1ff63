"""The backward pass written by hand is right, for weights and for rows."""

from __future__ import annotations

import numpy as np
import pytest

from training.cluster import TrainingOptions
from training.graph import Graph
from training.iteration import Combine, LearnableIteration, combine_rows
from training.model import GraphSAGE, forward, forward_backward, joined_blocks
from training.sampling import NeighborSampler

from training_cases import Setting, featureless_graph

STEP = 1e-6


def relative_error(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.abs(one - other).max() / max(np.abs(one).max(), np.abs(other).max()))


def numeric_gradient(loss, numbers: np.ndarray) -> np.ndarray:
    """Central differences of ``loss`` by each of ``numbers``."""
    slope = np.zeros_like(numbers)
    for i in np.ndindex(numbers.shape):
        kept = numbers[i]
        numbers[i] = kept + STEP
        above = loss(numbers)
        numbers[i] = kept - STEP
        below = loss(numbers)
        numbers[i] = kept
        slope[i] = (above - below) / (2 * STEP)
    return slope


def case(seed: int, widths=(6, 5, 3), fanouts=(3, 2), seeds=(1, 4, 8)):
    rng = np.random.default_rng(seed)
    graph, labels = featureless_graph(seed)
    blocks = NeighborSampler(graph, fanouts).sample_blocks(np.array(seeds), rng)
    model = GraphSAGE.create(widths, rng, np.float64)
    model = model.with_flat(model.flat() + rng.normal(0, 0.1, model.num_parameters))
    rows = rng.normal(0, 1, (len(blocks[0].src), widths[0]))
    return model, blocks, rows, labels[list(seeds)]


@pytest.mark.parametrize("seed", range(5))
def test_weight_gradients_equal_finite_differences(seed):
    model, blocks, rows, labels = case(seed)
    found = forward_backward(model, blocks, rows, labels).model.flat()
    expected = numeric_gradient(
        lambda w: forward_backward(model.with_flat(w), blocks, rows, labels).loss, model.flat())
    assert relative_error(found, expected) <= 1e-5


@pytest.mark.parametrize("seed", range(5))
def test_row_gradients_equal_finite_differences(seed):
    model, blocks, rows, labels = case(seed)
    found = forward_backward(model, blocks, rows, labels).rows
    expected = numeric_gradient(
        lambda r: forward_backward(model, blocks, r, labels).loss, rows.copy())
    assert relative_error(found, expected) <= 1e-5


def test_three_layers_work_too():
    model, blocks, rows, labels = case(3, widths=(4, 4, 4, 3), fanouts=(2, 2, 2))
    found = forward_backward(model, blocks, rows, labels).rows
    expected = numeric_gradient(
        lambda r: forward_backward(model, blocks, r, labels).loss, rows.copy())
    assert relative_error(found, expected) <= 1e-5


def test_a_vertex_without_neighbors_uses_its_own_row_only():
    graph = Graph.from_edges(3, np.array([[0, 1]]))
    blocks = NeighborSampler(graph, (2, 2)).sample_blocks(np.array([2]), np.random.default_rng(0))
    model = GraphSAGE.create((4, 3, 2), np.random.default_rng(0), np.float64)
    rows = np.ones((1, 4))
    scores, _ = forward(model, blocks, rows)
    first, second = model.layers
    hidden = rows @ first.w_self + first.bias
    hidden = np.where(hidden > 0, hidden, 0.1 * hidden)
    assert scores == pytest.approx(hidden @ second.w_self + second.bias)


def test_a_missing_row_is_refused():
    model, blocks, rows, labels = case(0)
    with pytest.raises(ValueError, match="rows for"):
        forward_backward(model, blocks, rows[:-1], labels)


def test_backward_reaches_every_loaded_row_not_only_the_seeds(facts):
    for result in facts.run.learnable_iteration.gradients:
        assert result.rows.shape == (7, facts.model.row_width)
        assert (np.abs(result.rows).max(axis=1) > 0).all()


@pytest.mark.parametrize("seed", range(3))
def test_trainers_together_have_the_gradient_of_the_joined_batch(seed):
    """Same sampled blocks: average over trainers for weights, sum ÷ trainers for rows."""
    setting = Setting(seed, TrainingOptions(dtype=np.float64))
    iteration, batches = LearnableIteration(setting.cluster), setting.batches()
    model, table = setting.cluster.servers[0].replica, setting.cluster.all_rows()
    iteration.run(batches)

    blocks, inputs = joined_blocks([b.blocks for b in batches])
    seeds = np.concatenate([b.seeds for b in batches])
    joined = forward_backward(model, blocks, table[inputs], setting.labels[seeds])
    average = np.mean([g.model.flat() for g in iteration.gradients], axis=0)
    assert np.abs(average - joined.model.flat()).max() <= 1e-10

    by_vertex = np.zeros_like(table)
    np.add.at(by_vertex, inputs, joined.rows)
    for arrived in iteration.arrived:
        assert np.abs(arrived.combined - by_vertex[arrived.touched]).max() <= 1e-10


def test_a_mean_over_contributors_or_a_plain_sum_is_not_the_joined_gradient(facts):
    """DGL's rule and WholeGraph's differ from it by 3 ÷ contributors and by 3."""
    for arrived in facts.run.learnable_iteration.arrived:
        def combined(rule, here=arrived):
            return combine_rows(here.vertices, here.gradients, 3, rule)[1]

        _, contributors = np.unique(arrived.vertices, return_counts=True)
        joined = combined(Combine.JOINED_BATCH)
        assert combined(Combine.SUM) == pytest.approx(3 * joined, rel=1e-5)
        off = 3 / contributors[:, None]
        assert combined(Combine.MEAN) == pytest.approx(off * joined, rel=1e-5)
        assert off.min() >= 1.5, "no row of the lesson is used by all three trainers"


def test_joining_keeps_every_trainers_own_draws(exact_setting):
    batches = exact_setting.batches()
    blocks, _ = joined_blocks([b.blocks for b in batches])
    for layer, block in enumerate(blocks):
        separate = sorted(arc for b in batches for arc in b.blocks[layer].arcs())
        assert sorted(block.arcs()) == separate
