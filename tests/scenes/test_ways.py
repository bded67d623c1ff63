"""Rows, their gradients and their states go between where the facts say they lie, past no server that has no part in it.

What rides along these ways, and when, is told by `test_plan_and_trace.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from drawing import THEME
from rides import FACTS, columns, fills, points

from scenes.parts.curves import Curve
from scenes.parts.exchange import Exchange
from scenes.parts.row_states import KINDS, RowStates
from scenes.parts.rows import Packet
from scenes.parts.server import ROLES
from scenes.parts.stage import CPU, GPU, LEFTS, ROW, SLOT, WIDTH, Stage

PACKET = np.array([SLOT[0] + 0.1, SLOT[1] + 0.09])
BETWEEN = (GPU[1], CPU[0])
"""Heights between the two rows of boxes."""


@pytest.fixture(params=FACTS, ids="graph seed {}".format, scope="module")
def stage(request: pytest.FixtureRequest) -> Stage:
    """The stage of one graph."""
    return Stage(THEME, FACTS[request.param])


@pytest.fixture
def exchange(stage: Stage) -> Exchange:
    """Its exchange of gradients."""
    return Exchange(stage)


@pytest.fixture
def states(stage: Stage) -> RowStates:
    """Its rows with their states."""
    return RowStates(stage)


def loads(stage: Stage) -> list[tuple[int, int, int | None]]:
    """(trainer, vertex, place on the shelf) of every row of every mini-batch; no place for rows from the trainer's own server."""
    found = []
    for batch in stage.facts.batches:
        away = [vertex for vertex in batch.fold.left if stage.graph.owner[vertex] != batch.rank]
        found += [(batch.rank, vertex, away.index(vertex) if vertex in away else None) for vertex in batch.fold.left]
    return found


def test_a_row_comes_down_inside_its_trainers_column_to_its_slot(stage: Stage) -> None:
    for rank, vertex, place in loads(stage):
        way = stage.way_down(rank, vertex, place)
        start = stage.row(vertex) if place is None else stage.shelf(rank, place)
        assert columns(way) == [rank]
        assert np.allclose(way.at(0), start) and np.allclose(way.at(way.length), stage.slot(rank, vertex))


def test_a_row_from_elsewhere_crosses_every_border_between_and_no_other(stage: Stage) -> None:
    for rank, vertex, place in loads(stage):
        if place is not None:
            owner, way = stage.graph.owner[vertex], stage.way_over(vertex, rank, place)
            assert columns(way) == list(range(owner, rank + 1) if owner < rank else range(owner, rank - 1, -1))
            assert np.allclose(way.at(0), stage.row(vertex)) and np.allclose(way.at(way.length), stage.shelf(rank, place))


def test_what_goes_between_the_outer_servers_passes_below_the_memory_in_the_middle_and_above_its_gpu(stage: Stage) -> None:
    over = [stage.way_over(vertex, 2 - stage.graph.owner[vertex], place) for vertex in range(stage.graph.vertices)
            if stage.graph.owner[vertex] != 1 for place in range(3)]
    for way in over:
        heights = above_the_middle(way)
        assert BETWEEN[0] < heights.min() and heights.max() < BETWEEN[1]


def test_every_row_rests_inside_the_box_it_is_in(stage: Stage) -> None:
    for rank, vertex, place in loads(stage):
        rests = [(stage.row(vertex), stage.graph.owner[vertex], CPU), (stage.slot(rank, vertex), rank, GPU)]
        if place is not None:
            rests.append((stage.shelf(rank, place), rank, CPU))
        assert all(is_inside(at, PACKET, server, band) for at, server, band in rests)


def test_no_two_rows_rest_in_one_place(stage: Stage) -> None:
    rests = {(rank, vertex): stage.slot(rank, vertex) for rank, vertex, _ in loads(stage)}
    rests |= {("row", vertex): stage.row(vertex) for vertex in range(stage.graph.vertices)}
    rests |= {("shelf", rank, place): stage.shelf(rank, place) for rank, _, place in loads(stage) if place is not None}
    assert are_apart(list(rests.values()), (SLOT[0], 0.1))


def test_a_way_through_a_column_is_seen(stage: Stage) -> None:
    left, middle, right = (np.array([left + WIDTH / 2, 0]) for left in LEFTS)
    assert columns(Curve(np.array([left, right]))) == [0, 1, 2]
    assert columns(Curve.through(np.array([right, middle, right]))) == [2, 1, 2]


def test_a_gradient_passes_every_column_between_its_trainers_and_its_owners_and_no_other(exchange: Exchange) -> None:
    for rank, vertex in exchange.gradients:
        owner, way = exchange.owner[vertex], exchange.way(rank, vertex)
        assert columns(way) == list(range(rank, owner + 1) if rank < owner else range(rank, owner - 1, -1))


def test_gradients_between_the_outer_servers_pass_above_the_gpu_in_the_middle(exchange: Exchange) -> None:
    over = [exchange.way(*key) for key in exchange.gradients if abs(key[0] - exchange.owner[key[1]]) == 2]
    assert over and all(above_the_middle(way).min() - 0.2 > GPU[1] for way in over)


def test_every_gradient_rests_inside_the_gpu_it_is_in_and_apart_from_every_other(exchange: Exchange) -> None:
    for rests in ({key: (exchange.pile(*key), key[0]) for key in exchange.gradients},
                  {key: (exchange.way(*key).at(np.inf), exchange.owner[key[1]]) for key in exchange.gradients}):
        size = [exchange.gradients[key][0].width for key in rests][:1] * 2
        assert all(is_inside(at, size, server, GPU) for at, server in rests.values())
        assert are_apart([at for at, _ in rests.values()], size)


def test_every_state_rests_inside_its_owners_gpu_and_apart_from_every_other(states: RowStates) -> None:
    rests = {(kind, vertex): owner for owner, touched in enumerate(states.touched) for vertex in touched for kind in KINDS}
    assert all(is_inside(states.down(*key), ROW, owner, GPU) for key, owner in rests.items())
    assert are_apart([states.down(*key) for key in rests], ROW)


def test_states_go_straight_down_from_their_table_to_their_owners_gpu(states: RowStates) -> None:
    for owner, touched in enumerate(states.touched):
        for vertex in touched:
            for kind in KINDS:
                way = states.way_down(kind, vertex)
                assert columns(way) == [owner] and np.ptp(points(way)[:, 0]) < 1e-9
                assert np.allclose(way.at(0), states.home(kind, vertex)) and np.allclose(way.at(way.length), states.down(kind, vertex))


def test_rows_and_gradients_are_filled_with_their_owners_color_and_states_with_white(stage: Stage, exchange: Exchange,
                                                                                   states: RowStates) -> None:
    for owner, members in enumerate(stage.graph.members):
        assert fills(stage.tables[owner]) == {ROLES[owner]} and fills(states.tables[owner]) == {"text"}
        for vertex in members:
            assert fills(stage.strip(vertex)) == {ROLES[owner]} == fills(Packet(THEME, stage.strip(vertex))) - {"background"}
            assert [fills(states.strip(kind, vertex)) for kind in KINDS] == [{ROLES[owner]}, {"text"}, {"text"}]
    for (_, vertex), gradient in exchange.gradients.items():
        assert fills(gradient[0]) == {exchange.stage.map.role(vertex)}


def is_inside(at: np.ndarray, size: Sequence[float], server: int, band: tuple[float, float]) -> bool:
    """Whether something of a size lies inside a server's box at these heights."""
    corner, half = np.array([LEFTS[server], band[0]]), np.array(size) / 2
    return bool(np.all(at[:2] - half > corner) and np.all(at[:2] + half < corner + (WIDTH, band[1] - band[0])))


def are_apart(places: Sequence[np.ndarray], size: Sequence[float]) -> bool:
    """Whether no two things of a size overlap."""
    gaps = np.abs(np.array(places)[:, None, :2] - np.array(places)[None, :, :2]) + 10 * np.eye(len(places))[:, :, None]
    return bool(np.all((gaps > size).any(axis=2)))


def above_the_middle(way: Curve) -> np.ndarray:
    """Heights of a way where it passes over or under the boxes of the server in the middle."""
    at = points(way)
    heights = at[(at[:, 0] > LEFTS[1]) & (at[:, 0] < LEFTS[1] + WIDTH), 1]
    assert len(heights)
    return heights
