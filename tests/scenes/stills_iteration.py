"""Stills of the parts of an iteration: mini-batches, the stage, each step's own view, rails and schedules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gallery import halfway, still
from manim import DOWN, UP, MoveToTarget, VGroup

from film.scene import LessonScene
from scenes.parts.curves import CurveArrow
from scenes.parts.exchange import Exchange
from scenes.parts.fold import Fold
from scenes.parts.half_stage import HalfStage
from scenes.parts.model_view import ModelView
from scenes.parts.rail import Rail, StepNames
from scenes.parts.row_states import KINDS, RowStates
from scenes.parts.rows import Row
from scenes.parts.schedule import Schedule
from scenes.parts.server import ROLES
from scenes.parts.stage import Stage
from scenes.parts.weights import WeightBlock


@still
def folds(scene: LessonScene) -> None:
    facts = scene.facts
    scene.add(*[Fold(scene.theme, batch, facts.graph, [4.5 * batch.rank - 5.5, 0, 0], facts.v.vertex) for batch in facts.batches])


@still
def weights_changed(scene: LessonScene) -> None:
    before, after = scene.facts.weights.before[0], scene.facts.weights.after[0]
    blocks = [WeightBlock(scene.theme, before, np.array([x, 0, 0])) for x in (-1, 1)]
    scene.add(*[block.scale(2.5) for block in blocks])
    scene.play(*blocks[1].become_shades(after))


@still
def stage(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    scene.add(*drawn.cpus, *drawn.gpus, drawn.labels, drawn.network, *drawn.tables, drawn.map, drawn.v_mark)
    scene.add(*drawn.folds, *[drawn.outlines(rank) for rank in range(3)])


@still
def stage_with_weights(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    scene.add(*drawn.cpus, *drawn.gpus, *drawn.folds, *drawn.blocks)


@still
def stage_with_the_ways_of_rows(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    scene.add(*drawn.cpus, *drawn.gpus, *[_way(scene, drawn, *load) for load in _loads(scene.facts)])


@still
def exchange_sorted(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    exchange = Exchange(drawn)
    for key, gradient in exchange.gradients.items():
        gradient.move_to(exchange.pile(*key)).tag.set_opacity(1)
    scene.add(*drawn.gpus, drawn.network, exchange.floors, exchange.trays, *exchange.gradients.values())
    scene.play(*exchange.letters_down())


@still
def exchange_arrived(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    exchange = Exchange(drawn)
    for key, gradient in exchange.gradients.items():
        gradient.move_to(exchange.way(*key).at(np.inf)).tag.set_opacity(1)
    scene.add(*drawn.gpus, *[CurveArrow(exchange.way(*key), scene.theme.color("row_gradient"), width=2, head=0.12) for key in exchange.gradients],
              exchange.floors, exchange.trays, *exchange.gradients.values())


@still
def exchange_combined(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    exchange = Exchange(drawn)
    for owner in range(3):
        for key, place in exchange.combined(owner).items():
            scene.add(exchange.gradients[key].move_to(place))
            exchange.gradients[key].tag.set_opacity(1)
    scene.add(*drawn.gpus, exchange.floors, exchange.trays, *exchange.gradients.values())


@still
def row_states(scene: LessonScene) -> None:
    drawn = Stage(scene.theme, scene.facts)
    view, gradients = RowStates(drawn), {vertex: gradient for (_, vertex), gradient in Exchange(drawn).gradients.items()}
    touched = [vertex for owner in view.touched for vertex in owner]
    scene.add(*drawn.cpus, *drawn.gpus, *drawn.tables, *view.tables, *[gradients[vertex].move_to(view.waiting(vertex)) for vertex in touched])
    scene.add(*[view.strip(kind, vertex).move_to(view.down(kind, vertex)) for vertex in touched for kind in KINDS[1:]])
    scene.add(*[part for kind in KINDS[1:] for part in (scene.label(kind).place(view.heading(kind)), view.bracket(kind))])


@still
def row_states_written(scene: LessonScene) -> None:
    view = RowStates(Stage(scene.theme, scene.facts))
    v = scene.facts.v
    large = Row(scene.theme, ROLES[v.server], scene.facts.strips.after[v.vertex], 1.9, 0.34).move_to(view.magnified())
    scene.add(*view.stage.cpus, *view.stage.gpus, *[table.fade(0.42) for table in (*view.stage.tables, *view.tables)], view.lens(large), large)
    scene.add(*[view.strip(kind, vertex, after=True) for owner in view.touched for vertex in owner for kind in KINDS],
              *[view.change(vertex) for owner in view.touched[1:] for vertex in owner])


@still
def rail_waiting(scene: LessonScene) -> None:
    scene.add(Rail(scene.theme, scene.facts.conventional, [range(1, 7)], [-2.6, 0, 0]))


@still
def rail_lit(scene: LessonScene) -> None:
    rail = Rail(scene.theme, scene.facts.conventional, [range(1, 7)], [-2.6, 0, 0])
    scene.add(rail)
    for number in (1, 2, 3):
        scene.play(*rail.light(number))


@still
def rail_done_with_marks(scene: LessonScene) -> None:
    rail = Rail(scene.theme, scene.facts.conventional, [range(1, 7)], [-2.6, 0, 0])
    scene.add(rail)
    _run_steps(scene, rail, {1: "thin", 2: "thick", 4: "thin"})


@still
def rail_with_two_branches(scene: LessonScene) -> None:
    rail = Rail(scene.theme, scene.facts.learnable, [(1, 2, 3), (4, 5, 6), (7, 8, 9)], [-2.8, 0, 0])
    scene.add(rail)
    _run_steps(scene, rail, {1: "thin", 2: "thick", 4: "thin"}, lit=7)


@still
def step_names(scene: LessonScene) -> None:
    scene.add(StepNames(scene.theme, scene.facts.conventional.steps, [0, 0.6, 0]))


@still
def half_stages(scene: LessonScene) -> None:
    for x, draws in ((-3.25, ("load",)), (3.25, ("load", "row_gradient"))):
        half = HalfStage(Stage(scene.theme, scene.facts, named=False), np.array([x, 0, 0]))
        scene.add(half.base, half.letters, *([half.batches] if x < 0 else []))
        for index, role in enumerate(draws):
            scene.add(*half.exchanges(role, 1.0 - 3 * index), *half.carries(role, -0.85 + index, (DOWN, UP)[index]))


@still
def schedule(scene: LessonScene) -> None:
    drawn = Schedule(scene.theme, scene.facts.schedule_conventional, {1: "thin", 2: "thick", 4: "thin"}, [-4.6, 0.7, 0])
    scene.add(drawn, drawn.wait_arrow(6, 3))


@still
def schedule_waiting_in_turn(scene: LessonScene) -> None:
    scene.add(Schedule(scene.theme, scene.facts.schedule_conventional, {1: "thin", 2: "thick", 4: "thin"}, [-4.6, 0.7, 0]).wait_in_turn())


@still
def schedule_learnable(scene: LessonScene) -> None:
    marks = {1: "thin", 2: "thick", 4: "thin", 7: "thick"}
    drawn = Schedule(scene.theme, scene.facts.schedule_learnable, marks, [-4.6, 1.6, 0])
    scene.add(drawn, drawn.wait_arrow(9, 2))


@still
def model_view_average(scene: LessonScene) -> None:
    view = ModelView(scene.theme, scene.facts)
    scene.add(view.boxes, view.network, *view.blocks, view.picked, *view.gradients, *view.sums, *view.averages)
    scene.add(*[view.into_sum(rank) for rank in range(3)], view.onward(0), view.onward(1), view.divided(), view.divisor(),
              *view.returned())


@still
def model_view_ring(scene: LessonScene) -> None:
    view = ModelView(scene.theme, scene.facts)
    scene.add(view.boxes, view.network, *view.blocks, *view.ring(), view.thirds(), view.diamonds)
    scene.play(*view.go_round(0))
    scene.play(*view.go_round(1))
    scene.add(*[diamond.copy().move_to(view.kept((start + 2) % 3, start)).scale(0.7) for start, diamond in enumerate(view.diamonds)])
    for ride in view.go_round(2):
        halfway(scene, ride)


@still
def model_view_states(scene: LessonScene) -> None:
    view = ModelView(scene.theme, scene.facts)
    scene.add(view.boxes, view.network, *view.blocks)
    scene.play(*view.center_blocks())
    reads = [cell for rank in range(3) for cell in view.read(rank)]
    scene.add(*view.states, *view.watched(), *view.averages)
    scene.add(*[scene.label(words).place(place) for words, place in zip(("mean", "square"), view.state_names())])
    scene.play(*[MoveToTarget(cell) for cell in reads])


@still
def model_view_changed(scene: LessonScene) -> None:
    view = ModelView(scene.theme, scene.facts)
    scene.add(view.boxes, *view.blocks, *view.states)
    scene.play(*view.center_blocks())
    scene.play(*view.change())
    scene.add(*view.weight("before"), *view.weight("after"))


def _loads(facts) -> Sequence[tuple[int, int, int | None]]:
    """(trainer, vertex, place) of every row loaded; the place on the shelf, counted over the rows from elsewhere."""
    found = []
    for batch in facts.batches:
        away = [vertex for vertex in batch.fold.left if facts.graph.owner[vertex] != batch.rank]
        found += [(batch.rank, vertex, away.index(vertex) if vertex in away else None) for vertex in batch.fold.left]
    return found


def _way(scene: LessonScene, drawn: Stage, rank: int, vertex: int, place: int | None) -> VGroup:
    """The way of one row, its first leg dashed if it crosses."""
    color = scene.theme.color(ROLES[scene.facts.graph.owner[vertex]])
    legs = [drawn.way_down(rank, vertex, place)] + ([drawn.way_over(vertex, rank, place)] if place is not None else [])
    return VGroup(*[CurveArrow(leg, color, width=2, head=0.12, dashed=leg is not legs[0]) for leg in legs])


def _run_steps(scene: LessonScene, rail: Rail, marks: dict[int, str], lit: int | None = None) -> None:
    """All steps before `lit` (all, if none is) have run, and those in `marks` have their network mark."""
    for step in rail.trace.steps[:None if lit is None else lit - 1]:
        scene.play(*rail.light(step.number))
        if step.number in marks:
            scene.play(*rail.mark(step.number, marks[step.number]))
    scene.play(*(rail.rest() if lit is None else rail.light(lit)))
