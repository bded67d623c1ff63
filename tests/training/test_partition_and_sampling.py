"""Partition book, halo and neighbor sampling behave as their DGL namesakes."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from training.graph import Graph
from training.partition import PartitionBook, expected_random_cut, metis_partition, random_partition
from training.sampling import NeighborSampler, mini_batches

from training_cases import featureless_graph

PATH = Graph.from_edges(6, np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]))
PATH_BOOK = PartitionBook(np.array([0, 0, 0, 1, 1, 1]), 2)


def test_edges_are_kept_once_without_loops():
    graph = Graph.from_edges(3, np.array([[1, 0], [0, 1], [2, 2], [1, 2]]))
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.neighbors(1).tolist() == [0, 2]


def test_an_edge_beyond_the_last_vertex_is_refused():
    with pytest.raises(ValueError, match="outside the vertices 0 .. 2"):
        Graph.from_edges(3, np.array([[0, 3]]))


def test_neighbor_lists_are_sorted_so_that_metis_counts_rightly():
    graph, _ = featureless_graph(1)
    assert all((np.diff(graph.neighbors(u)) > 0).all() for u in range(graph.num_vertices))


def test_every_vertex_has_one_owner_and_one_row_there():
    graph, _ = featureless_graph(1)
    book = metis_partition(graph, 3)
    rows = [book.vertices_of(p)[book.local_index(book.vertices_of(p))] for p in range(3)]
    assert sorted(np.concatenate(rows).tolist()) == list(range(graph.num_vertices))


def test_the_halo_is_what_lies_just_beyond_the_border():
    assert PATH_BOOK.cut_edges(PATH).tolist() == [[2, 3]]
    assert PATH_BOOK.halo(PATH, 0).tolist() == [3]
    assert PATH_BOOK.halo(PATH, 0, hops=2).tolist() == [3, 4]
    assert PATH_BOOK.halo(PATH, 1, hops=3).tolist() == [0, 1, 2]


def test_the_expected_random_cut_is_the_mean_of_random_splits():
    graph, _ = featureless_graph(2)
    rng = np.random.default_rng(0)
    cuts = [random_partition(graph.num_vertices, 3, rng).cut_mask(graph).sum() for _ in range(2000)]
    assert np.mean(cuts) == pytest.approx(expected_random_cut(graph, np.full(3, 12)), rel=0.01)


def test_a_part_number_beyond_the_last_is_refused():
    with pytest.raises(ValueError, match="owner lies outside"):
        PartitionBook(np.array([0, 3]), 3)


def test_a_block_begins_with_its_destinations_and_keeps_at_most_fanout_neighbors():
    graph, _ = featureless_graph(3)
    sampler, rng = NeighborSampler(graph, (2, 3)), np.random.default_rng(0)
    blocks = sampler.sample_blocks(np.array([4, 9]), rng)
    outer, inner = blocks
    assert inner.dst.tolist() == [4, 9]
    assert outer.dst.tolist() == inner.src.tolist()
    for block, fanout in ((outer, 2), (inner, 3)):
        per_vertex = np.bincount(block.edge_dst, minlength=block.num_dst)
        expected = np.minimum(graph.degrees[block.dst], fanout)
        assert per_vertex.tolist() == expected.tolist()
        assert len(set(block.src.tolist())) == len(block.src)
        assert all(u in graph.neighbors(w) for u, w in block.arcs())


def test_a_neighbor_is_drawn_at_most_once_by_one_vertex_and_block():
    graph, _ = featureless_graph(4)
    for trial in range(50):
        rng = np.random.default_rng(trial)
        for block in NeighborSampler(graph, (3, 3)).sample_blocks(np.array([trial % 36]), rng):
            assert len(set(block.arcs())) == len(block.arcs())


def test_the_seed_draws_again_in_the_outer_hop():
    graph, _ = featureless_graph(5)
    seed = int(graph.degrees.argmax())
    draws = set()
    for trial in range(30):
        outer, inner = NeighborSampler(graph, (2, 2)).sample_blocks(
            np.array([seed]), np.random.default_rng(trial))
        again = {u for u, w in outer.arcs() if w == seed}
        draws.add(again == {u for u, _ in inner.arcs()})
    assert draws == {True, False}, "its second draw is a draw of its own"


def test_all_neighbors_are_kept_when_the_fanout_is_large():
    graph, _ = featureless_graph(6)
    (block,) = NeighborSampler(graph, (100,)).sample_blocks(np.array([7]), np.random.default_rng(0))
    assert sorted(u for u, _ in block.arcs()) == graph.neighbors(7).tolist()


@pytest.mark.parametrize("fanouts", [(), (2, 0)])
def test_useless_fanouts_are_refused(fanouts):
    with pytest.raises(ValueError, match="fanouts"):
        NeighborSampler(PATH, fanouts)


def test_one_epoch_visits_each_own_vertex_once():
    batches = list(islice(mini_batches(PATH, PATH_BOOK, 1, (2,), 2, sampling_seed=0), 2))
    assert sorted(s for b in batches for s in b.seeds.tolist()) == [3, 4, 5]


def test_equal_seeds_give_equal_batches_and_trainers_differ():
    graph, _ = featureless_graph(7)
    book = metis_partition(graph, 3)

    def first_arcs(rank, seed):
        batch = next(mini_batches(graph, book, rank, (2, 2), 1, seed))
        return batch.blocks[0].arcs()

    assert first_arcs(0, 1) == first_arcs(0, 1)
    assert first_arcs(0, 1) != first_arcs(0, 2)
