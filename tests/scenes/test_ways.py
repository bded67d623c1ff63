"""What the trace moved is what the picture moves: rows and ids go from where the facts say they lie to where they are needed.

Midway between their boxes the servers' columns meet; which columns a way passes is measured along its curve.
"""

from __future__ import annotations

from itertools import groupby, pairwise

import numpy as np
import pytest
from drawing import REPOSITORY, THEME
from rides import Rides

from film.lesson import load_lesson
from scenes.parts.curves import Curve
from scenes.parts.rows import Packet, Row
from scenes.parts.stage import CPU, GPU, LEFTS, SLOT, WIDTH, Stage
from training.lesson import ALTERNATIVE_SEED, SEED, LessonFacts
from training.trace import Kind, Payload

FACTS = {seed: LessonFacts(seed) for seed in (SEED, ALTERNATIVE_SEED)}
PACKET = np.array([SLOT[0] + 0.1, SLOT[1] + 0.09])
RIDES = (("partitioned_graph", "fetch", (0,)), ("conventional_pipeline", "load", (0, 1, 2)))
CHAPTERS = [chapter.id for chapter in load_lesson(REPOSITORY).chapters]
BETWEEN = (GPU[1], CPU[0])
"""Heights between the two rows of boxes."""


@pytest.fixture(params=FACTS, ids="graph seed {}".format, scope="module")
def stage(request: pytest.FixtureRequest) -> Stage:
    """The stage of one graph."""
    return Stage(THEME, FACTS[request.param])


def points(way: Curve) -> np.ndarray:
    """Places along a way, a hundredth of a unit apart: shape (n, 2)."""
    return np.array([way.at(along)[:2] for along in np.arange(0, way.length + 0.01, 0.01)])


def columns(stage: Stage, way: Curve) -> list[int]:
    """The servers whose columns a way passes, in its order."""
    borders = [(one.get_right()[0] + other.get_left()[0]) / 2 for one, other in pairwise(stage.gpus)]
    return [int(column) for column, _ in groupby(np.searchsorted(borders, points(way)[:, 0]))]


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
        assert columns(stage, way) == [rank]
        assert np.allclose(way.at(0), start) and np.allclose(way.at(way.length), stage.slot(rank, vertex))


def test_a_row_from_elsewhere_crosses_every_border_between_and_no_other(stage: Stage) -> None:
    for rank, vertex, place in loads(stage):
        if place is not None:
            owner, way = stage.graph.owner[vertex], stage.way_over(vertex, rank, place)
            assert columns(stage, way) == list(range(owner, rank + 1) if owner < rank else range(owner, rank - 1, -1))
            assert np.allclose(way.at(0), stage.row(vertex)) and np.allclose(way.at(way.length), stage.shelf(rank, place))


def test_what_goes_between_the_outer_servers_passes_below_the_memory_in_the_middle_and_above_its_gpu(stage: Stage) -> None:
    over = [stage.way_over(vertex, 2 - stage.graph.owner[vertex], place) for vertex in range(stage.graph.vertices)
            if stage.graph.owner[vertex] != 1 for place in range(3)]
    for way in over:
        at = points(way)
        heights = at[(at[:, 0] > LEFTS[1]) & (at[:, 0] < LEFTS[1] + WIDTH), 1]
        assert len(heights) and BETWEEN[0] < heights.min() and heights.max() < BETWEEN[1]


def test_every_row_rests_inside_the_box_it_is_in(stage: Stage) -> None:
    for rank, vertex, place in loads(stage):
        rests = [(stage.row(vertex), stage.graph.owner[vertex], CPU), (stage.slot(rank, vertex), rank, GPU)]
        if place is not None:
            rests.append((stage.shelf(rank, place), rank, CPU))
        for at, server, (low, high) in rests:
            corner = np.array([LEFTS[server], low])
            assert np.all(at[:2] - PACKET / 2 > corner) and np.all(at[:2] + PACKET / 2 < corner + (WIDTH, high - low))


def test_no_two_rows_rest_in_one_place(stage: Stage) -> None:
    rests = {(rank, vertex): stage.slot(rank, vertex) for rank, vertex, _ in loads(stage)}
    rests |= {("row", vertex): stage.row(vertex) for vertex in range(stage.graph.vertices)}
    rests |= {("shelf", rank, place): stage.shelf(rank, place) for rank, _, place in loads(stage) if place is not None}
    places = np.array(list(rests.values()))[:, :2]
    apart = np.abs(places[:, None] - places[None]) + 10 * np.eye(len(places))[:, :, None]
    assert np.all((apart[:, :, 0] > SLOT[0]) | (apart[:, :, 1] > 0.1))


def test_a_way_through_a_column_is_seen(stage: Stage) -> None:
    left, middle, right = (np.array([left + WIDTH / 2, 0]) for left in LEFTS)
    assert columns(stage, Curve(np.array([left, right]))) == [0, 1, 2]
    assert columns(stage, Curve.through(np.array([right, middle, right]))) == [2, 1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("seed", FACTS)
@pytest.mark.parametrize("chapter, beat, trainers", [ride for ride in RIDES if ride[0] in CHAPTERS])
def test_the_rows_that_ride_are_those_the_trace_moved(seed: int, chapter: str, beat: str, trainers: tuple[int, ...],
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    facts, stage = FACTS[seed], Stage(THEME, FACTS[seed])
    step = facts.conventional.step(2)
    moved = {kind: sorted((t.trainer, vertex) for t in step.where(kind, Payload.ROWS) for vertex in t.vertices if t.trainer in trainers)
             for kind in (Kind.NETWORK, Kind.CPU_GPU)}
    rode = [(packet, way) for packet, way in Rides.of(chapter, facts, monkeypatch).by_beat[beat] if isinstance(packet, (Packet, Row))]
    across = [(packet, way) for packet, way in rode if len(columns(stage, way)) > 1]
    down = [(packet, way) for packet, way in rode if len(columns(stage, way)) == 1]
    assert sorted((columns(stage, way)[-1], whose(stage, way)) for _, way in across) == moved[Kind.NETWORK]
    arrived = {packet: (way.at(way.length), columns(stage, way)[-1], whose(stage, way)) for packet, way in across}
    landed = []
    for packet, way in down:
        rank = columns(stage, way)[0]
        if packet in arrived:
            shelf, there, vertex = arrived.pop(packet)
            assert there == rank and np.allclose(way.at(0), shelf)
        else:
            vertex = whose(stage, way)
            assert stage.graph.owner[vertex] == rank
        assert np.allclose(way.at(way.length), stage.slot(rank, vertex))
        landed.append((rank, vertex))
    assert not arrived and sorted(landed) == moved[Kind.CPU_GPU]


def whose(stage: Stage, way: Curve) -> int:
    """The vertex in whose row a way begins."""
    return next(vertex for vertex in range(stage.graph.vertices) if np.allclose(stage.row(vertex), way.at(0)))
