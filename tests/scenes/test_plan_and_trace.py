"""Plan and trace are walked together: what moves in the picture of a step is what moved in the training, and nothing else.

The ways by themselves are judged in `test_ways.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import pytest
from drawing import THEME
from rides import BORDERS, FACTS, Play, Rides, Trip, columns, place, script_of

from scenes.conventional_pipeline import MIDDLE
from scenes.parts.curves import Curve
from scenes.parts.exchange import Exchange
from scenes.parts.graph_map import GraphMap, apart
from scenes.parts.row_states import KINDS, RowStates
from scenes.parts.server import ROLES
from scenes.parts.stage import Stage
from training.lesson import LessonFacts
from training.movement import EDGE_BYTES
from training.trace import ID_BYTES, Kind, Payload, Step

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("seed", FACTS, ids="graph seed {}".format)]

FIXED, LEARNABLE = "conventional_pipeline", "learnable_pipeline"
ALL = (0, 1, 2)
MOVES = {"fetch": ("partitioned_graph", 2, (0,)), "load": (FIXED, 2, ALL), "all-to-all": (LEARNABLE, 7, ALL),
         "states": (LEARNABLE, 8, ALL), "update": (LEARNABLE, 9, ALL)}
"""Beats in which rows, gradients or states ride: chapter, step, and the trainers whose part of the step is shown."""
LIGHTS = {1: "load", 2: "load", 4: "model_gradient", 7: "row_gradient"}
"""Steps that use the network, and the role of the color in which it lights up."""
COLORS = {Payload.ROW_STATES: "text", Payload.ROW_CHANGES: "row_gradient"}
"""What is filled with another color than that of its row's owner."""
SAMPLE_BORDERS = [(one + other) / 2 for one, other in pairwise(apart(MIDDLE).centers[:, 0])]
"""Where the servers meet in the beat `sample`, whose boxes are larger than the stage's."""


def steps(chapter: str, seed: int) -> dict[str, Step]:
    """The chapter's beats that are about a step, and that step in the trace."""
    trace = FACTS[seed].conventional if chapter == FIXED else FACTS[seed].learnable
    tags = {beat.id: [int(tag.removeprefix("step-")) for tag in beat.tags if tag.startswith("step-")] for beat in script_of(chapter).beats}
    return {beat: trace.step(number) for beat, numbers in tags.items() for number in numbers}


# Steps 2, 7, 8 and 9: rows, their gradients, their states.


@pytest.mark.parametrize("beat", MOVES)
def test_what_rides_is_what_the_trace_moved_from_memory_to_memory_in_its_color(seed: int, beat: str) -> None:
    (chapter, number, trainers), facts = MOVES[beat], FACTS[seed]
    trace = facts.conventional if number == 2 else facts.learnable
    moved: Counter[tuple] = Counter()
    for transfer in trace.step(number).transfers:
        if transfer.row_lengths and transfer.trainer in trainers:
            for vertex in transfer.vertices:
                color = COLORS.get(transfer.payload, ROLES[facts.graph.owner[vertex]])
                moved[transfer.source, transfer.target, vertex, color] += transfer.row_lengths // len(transfer.vertices)
    assert Counter(journeys(Rides.of(chapter, seed).trips(beat), dict(rests(beat, facts)))) == moved


def journeys(trips: Iterable[Trip], whose: dict[tuple[float, ...], int]) -> Iterator[tuple]:
    """(from, to, vertex, color) of all that rides; what rides again goes on where it arrived."""
    carried: dict[object, tuple[int, np.ndarray]] = {}
    for trip in trips:
        vertex, start = carried[trip.thing] if trip.thing in carried else (whose[spot(trip.start)], trip.start)
        assert np.allclose(start, trip.start) and whose.get(spot(trip.end), vertex) == vertex
        carried[trip.thing] = vertex, trip.end
        (color,) = trip.fills & set(ROLES) or trip.fills
        yield place(trip.start), place(trip.end), vertex, color


def rests(beat: str, facts: LessonFacts) -> Iterator[tuple[tuple[float, ...], int]]:
    """Where rows, gradients or states lie before and after they ride in a beat, and whose they are."""
    stage = Stage(THEME, facts)
    exchange, states = Exchange(stage), RowStates(stage)
    loaded = [(batch.rank, vertex) for batch in facts.batches for vertex in batch.fold.left]
    touched = [(kind, vertex) for owner in states.touched for vertex in owner for kind in KINDS]
    if beat in ("fetch", "load"):
        yield from ((spot(stage.row(vertex)), vertex) for _, vertex in loaded)
        yield from ((spot(stage.slot(*key)), key[1]) for key in loaded)
    elif beat == "all-to-all":
        yield from ((spot(exchange.pile(*key)), key[1]) for key in loaded)
    else:
        yield from ((spot(rest(*key)), key[1]) for rest in (states.home, states.down) for key in touched)


def spot(point: np.ndarray) -> tuple[float, ...]:
    """A point as a key."""
    return tuple(np.round(point[:2], 6) + 0.0)


def test_the_table_counts_what_is_exchanged(seed: int) -> None:
    counts = [(*at[:2].round(1), int(number.words)) for number, at in Rides.of(LEARNABLE, seed).numbers["all-to-all"]
              if "exchange." in "".join(number.values)]
    across, down = sorted({x for x, _, _ in counts}), sorted({y for _, y, _ in counts}, reverse=True)
    shown = {(down.index(y), across.index(x)): count for x, y, count in counts}
    assert shown == {(i, j): count for i, row in enumerate(FACTS[seed].exchange.counts) for j, count in enumerate(row)}


# Step 1: ids, and the edges drawn.


def test_ids_go_from_a_seed_to_each_remote_vertex_whose_list_is_asked_for_and_the_drawn_ids_come_back(seed: int) -> None:
    step, seeds, graph = FACTS[seed].conventional.step(1), [batch.seed for batch in FACTS[seed].batches], sampled_graph(seed)
    there, back = [play.trips for play in Rides.of(FIXED, seed).plays["sample"] if play.trips]
    for trips, asked, payload, size in ((there, -1, Payload.IDS, ID_BYTES), (back, 0, Payload.SAMPLED_EDGES, EDGE_BYTES)):
        moved = step.where(Kind.NETWORK, payload)
        rode = [(ends(trip.way, SAMPLE_BORDERS), (near(graph, trip.start), near(graph, trip.end))) for trip in trips]
        sent = [((t.source.server, t.target.server), (seeds[t.trainer], vertex)[::1 if asked else -1]) for t in moved for vertex in t.vertices]
        assert sorted(rode) == sorted(sent)
        assert sum(len(trip.thing) for trip in trips) == sum(t.bytes for t in moved) // size


def test_edges_are_drawn_from_the_lists_read_at_home_and_then_from_those_asked_for(seed: int) -> None:
    drawn = [play.arrows for play in Rides.of(FIXED, seed).plays["sample"] if play.arrows]
    for arrows, kind in zip(drawn, (Kind.LOCAL, Kind.NETWORK), strict=True):
        lists = FACTS[seed].conventional.step(1).where(kind, Payload.SAMPLED_EDGES)
        assert {near(sampled_graph(seed), arrow.curve.at(np.inf)) for arrow in arrows} == {vertex for t in lists for vertex in t.vertices}


def sampled_graph(seed: int) -> GraphMap:
    """The map on which the beat `sample` draws."""
    return GraphMap(THEME, FACTS[seed].graph, apart(MIDDLE))


def near(graph: GraphMap, point: np.ndarray) -> int:
    """The vertex at whose rim a point lies."""
    return min(range(len(graph.dots)), key=lambda vertex: float(np.linalg.norm(graph.at(vertex) - point)))


def ends(way: Curve, borders: list[float] | tuple[float, ...] = BORDERS) -> tuple[int, int]:
    """The columns in which a way begins and ends."""
    passed = columns(way, borders)
    return passed[0], passed[-1]


# Steps 3 to 6: the model.


def test_what_goes_round_passes_on_to_the_neighbor_on_the_ring_in_the_rounds_of_the_trace(seed: int) -> None:
    rounds: dict[int, list[tuple[int, int]]] = {}
    for transfer in FACTS[seed].conventional.step(4).where(Kind.NETWORK, Payload.MODEL_GRADIENT):
        rounds.setdefault(transfer.round, []).append((transfer.source.server, transfer.target.server))
    plays = Rides.of(FIXED, seed).plays["all-reduce"]
    hops = [{trip.thing: ends(trip.way) for trip in play.trips} for play in plays if play.trips]
    assert [sorted(hop.values()) for hop in hops] == [sorted(sent) for sent in rounds.values()]
    assert all(before[thing][1] == after[thing][0] for before, after in pairwise(hops) for thing in before)

    followed = [ends(arrow.curve) for play in plays if len(play.arrows) == 1 for arrow in play.arrows]
    across = [hop for hop in followed if hop[0] != hop[1]]
    assert len(across) == len(rounds) and all(hop in rounds[turn] for turn, hop in enumerate(across))
    assert all(after[0] == before[1] for before, after in pairwise(followed))
    (ring,) = [[ends(arrow.curve) for arrow in play.arrows] for play in plays if len(play.arrows) > 1]
    assert sorted(ring) == sorted(rounds[0])


# All steps.


@pytest.mark.parametrize("chapter", (FIXED, LEARNABLE))
def test_things_ride_only_in_steps_that_move_something_to_another_memory(seed: int, chapter: str) -> None:
    rides = {beat for beat, plays in Rides.of(chapter, seed).plays.items() if any(play.trips for play in plays)}
    assert rides == {beat for beat, step in steps(chapter, seed).items() if step.where(Kind.NETWORK) or step.where(Kind.CPU_GPU)}


@pytest.mark.parametrize("chapter", (FIXED, LEARNABLE))
def test_what_does_not_ride_stays_in_its_column(seed: int, chapter: str) -> None:
    plays = Rides.of(chapter, seed).plays
    for beat, step in steps(chapter, seed).items():
        if step.number != 1:  # whose picture changes its size
            moved = [np.searchsorted(BORDERS, (start[0], end[0])) for play in plays[beat] for start, end in play.shifts]
            assert all(before == after for before, after in moved), beat


# The network.


@pytest.mark.parametrize("chapter", (FIXED, LEARNABLE))
def test_the_network_lights_up_for_the_pairs_that_cross_it_in_a_step_and_in_no_other_beat(seed: int, chapter: str) -> None:
    crossing = {beat: {(pair(t.source.server, t.target.server), LIGHTS[step.number]) for t in step.where(Kind.NETWORK)
                       if t.payload is not Payload.COUNTS} for beat, step in steps(chapter, seed).items()}
    lit = {beat: {(pair(*servers), role) for play in plays for pairs, role in play.lit for servers in pairs if len(set(servers)) > 1}
           for beat, plays in Rides.of(chapter, seed).plays.items()}
    assert {beat: seen for beat, seen in lit.items() if seen} == {beat: moved for beat, moved in crossing.items() if moved}


@pytest.mark.parametrize("chapter", (FIXED, LEARNABLE))
def test_a_line_of_the_network_lights_up_in_the_very_plays_in_which_something_crosses_it(seed: int, chapter: str) -> None:
    for beat, plays in Rides.of(chapter, seed).plays.items():
        for play in plays:
            lit = {line for pairs, _ in play.lit for servers in pairs for line in range(min(servers), max(servers))}
            assert lit == {line for way in moving(beat, play) for line in map(min, pairwise(columns(way, borders(beat))))}, beat


def moving(beat: str, play: Play) -> Iterator[Curve]:
    """The ways of all that moves in a play; in all-reduce that is also what an arrow shows that grows alone."""
    yield from (trip.way for trip in play.trips)
    if beat == "all-reduce" and len(play.arrows) == 1:
        yield from (arrow.curve for arrow in play.arrows)


def borders(beat: str) -> list[float] | tuple[float, ...]:
    """Where the servers meet in a beat."""
    return SAMPLE_BORDERS if beat == "sample" else BORDERS


def pair(one: int, other: int) -> tuple[int, int]:
    """Two servers, whichever way."""
    return min(one, other), max(one, other)
