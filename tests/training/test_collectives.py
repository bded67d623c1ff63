"""Collectives move real arrays, and the record of messages is complete."""

from __future__ import annotations

import numpy as np
import pytest

from training.collectives import World, bytes_between


def arrays(size: int, length: int, dtype=np.float32) -> list[np.ndarray]:
    rng = np.random.default_rng(length)
    return [rng.normal(size=length).astype(dtype) for _ in range(size)]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("length", [1, 2, 7, 216])
def test_all_reduce_averages_and_every_rank_has_the_same_bits(size, length):
    given = arrays(size, length)
    results = World(size).all_reduce(given)
    assert all(r.tobytes() == results[0].tobytes() for r in results)
    assert results[0].dtype == np.float32
    assert results[0] == pytest.approx(np.mean(given, axis=0), abs=1e-6)


def test_all_reduce_leaves_its_inputs_alone():
    given = arrays(3, 9)
    kept = [a.copy() for a in given]
    World(3).all_reduce(given)
    assert all((a == b).all() for a, b in zip(given, kept))


def test_all_reduce_has_no_machine_in_the_middle():
    """Each rank sends to its neighbor only, and each as many bytes as any other."""
    world = World(3)
    world.all_reduce(arrays(3, 216))
    assert {(m.source, m.target) for m in world.sent} == {(0, 1), (1, 2), (2, 0)}
    sent = bytes_between(world.sent, 3)
    assert sent.sum(axis=1).tolist() == [2 * 2 * 216 * 4 // 3] * 3
    assert sent.sum(axis=0).tolist() == sent.sum(axis=1).tolist()


def test_the_first_chunk_runs_from_a_to_b_to_c_and_its_average_comes_back():
    given = arrays(3, 6, np.float64)
    world = World(3)
    world.all_reduce(given)
    path = [(m.source, m.target, m.data[0]) for m in world.sent if m.chunk == 0]
    a, b, c = (g[0] for g in given)
    expected = [(0, 1, a), (1, 2, a + b), (2, 0, (a + b + c) / 3), (0, 1, (a + b + c) / 3)]
    assert [p[:2] for p in path] == [e[:2] for e in expected]
    assert [p[2] for p in path] == pytest.approx([e[2] for e in expected])


def test_all_to_all_gives_each_pair_its_own_amount():
    outgoing = [[np.full(i * 3 + j, 10 * i + j) for j in range(3)] for i in range(3)]
    incoming = World(3).all_to_all(outgoing)
    for target in range(3):
        for source in range(3):
            assert incoming[target][source].tolist() == outgoing[source][target].tolist()


def test_bytes_sent_are_bytes_received_pair_by_pair():
    world = World(3)
    rng = np.random.default_rng(0)
    world.all_to_all([[rng.normal(size=(rng.integers(5), 8)) for _ in range(3)] for _ in range(3)])
    world.all_reduce(arrays(3, 100))
    sent, received = bytes_between(world.sent, 3), bytes_between(world.received, 3)
    assert (sent == received).all()
    assert sent.sum() > 0


def test_what_arrives_is_a_copy():
    given = [[np.zeros(2) for _ in range(2)] for _ in range(2)]
    incoming = World(2).all_to_all(given)
    incoming[1][0][:] = 5
    assert given[0][1].tolist() == [0, 0]


@pytest.mark.parametrize("wrong", [arrays(2, 4), [*arrays(2, 4), np.zeros(5)],
                                   [np.zeros((2, 2))] * 3])
def test_arrays_that_do_not_fit_are_refused(wrong):
    with pytest.raises(ValueError):
        World(3).all_reduce(wrong)


def test_an_incomplete_exchange_is_refused():
    with pytest.raises(ValueError, match="3 x 3"):
        World(3).all_to_all([[np.zeros(1)] * 2] * 3)
