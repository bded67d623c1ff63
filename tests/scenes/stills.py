"""A short scene for each shared part, each drawn to one golden still.

Parts that stand alone are shown alone; what only makes sense together (a fold and its weights) is shown together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from drawing import Construct, small_report
from manim import DOWN, LEFT, RIGHT, UP, Animation, FadeIn, VGroup

from film.scene import LessonScene
from scenes.parts.chart import Chart
from scenes.parts.cloud import Cloud
from scenes.parts.communities import Communities
from scenes.parts.curves import Curve, CurveArrow
from scenes.parts.diamond import Diamond
from scenes.parts.fold import Fold
from scenes.parts.graph_map import BOX_CENTERS, GraphMap, Layout, VMark, apart, together
from scenes.parts.lock import Lock
from scenes.parts.model_view import ModelView
from scenes.parts.overflow import STRIP, Overflow
from scenes.parts.rail import Rail, StepNames
from scenes.parts.rows import Packet, Row
from scenes.parts.schedule import Schedule
from scenes.parts.server import ROLES, Server
from scenes.parts.small_graph import SmallGraph
from scenes.parts.stage import Stage
from scenes.parts.stopwatch import Stopwatch
from scenes.parts.storage import Storage
from scenes.parts.strips import Strips, pile, random_shades
from scenes.parts.tag import Tag
from scenes.parts.tally import Tally
from scenes.parts.ticks import Ticks
from scenes.parts.traffic import Traffic
from scenes.parts.weights import WeightBlock

STILLS: dict[str, Construct] = {}


def still(draws: Construct) -> Construct:
    """A scene with a golden still of its name."""
    STILLS[draws.__name__] = draws
    return draws


def halfway(scene: LessonScene, animation: Animation, share: float = 0.5) -> None:
    """Leave the scene in the middle of a play."""
    animation.begin()
    animation.interpolate(share)
    if animation.mobject not in scene.get_mobject_family_members():
        scene.add(animation.mobject)


def column(*mobjects: VGroup, gap: float = 0.5) -> VGroup:
    """One under the other, in the middle."""
    return VGroup(*mobjects).arrange(DOWN, buff=gap)


# The graph.


@still
def graph_together(scene: LessonScene) -> None:
    scene.add(GraphMap(scene.theme, scene.facts.graph, together(0.54), plain=True))


@still
def graph_apart(scene: LessonScene) -> None:
    scene.add(GraphMap(scene.theme, scene.facts.graph, apart(0.54)))


@still
def graph_half_apart(scene: LessonScene) -> None:
    graph = GraphMap(scene.theme, scene.facts.graph, together(0.54))
    halfway(scene, graph.move(apart(0.54)))


@still
def graph_in_servers(scene: LessonScene) -> None:
    layout = Layout(BOX_CENTERS * 0.5, scale=0.5, radius=0.08)
    servers = [Server(scene.theme, rank, np.append(center, 0), 2.05, 2.4) for rank, center in enumerate(layout.centers)]
    scene.add(*servers, GraphMap(scene.theme, scene.facts.graph, layout))


@still
def graph_v_and_its_hops(scene: LessonScene) -> None:
    graph, v = GraphMap(scene.theme, scene.facts.graph, apart(0.54)), scene.facts.v
    arrows = [CurveArrow(graph.path(*pair), scene.theme.color(graph.role(pair[0])), dashed=graph.crosses(*pair))
              for pair in v.one_hop_arrows + v.second_hop_arrows]
    scene.add(graph, VMark(scene.theme, graph.at(v.vertex), 0.15, graph.free_side(v.vertex)), *arrows)


@still
def v_mark(scene: LessonScene) -> None:
    places = zip((-4, -2, 0, 2, 4), (None, UP, DOWN, LEFT, RIGHT))
    scene.add(*[VMark(scene.theme, np.array([x, 0, 0]), 0.15, side) for x, side in places])
    scene.add(*[VMark(scene.theme, np.array([i, -2, 0]), radius) for i, radius in enumerate((0.075, 0.085, 0.12, 0.17))])


@still
def small_graph_whole(scene: LessonScene) -> None:
    scene.add(SmallGraph(scene.theme, _TRIANGLE))


@still
def small_graph_split(scene: LessonScene) -> None:
    graph = SmallGraph(scene.theme, _TRIANGLE)
    scene.add(graph)
    scene.play(graph.split(ROLES))
    halfway(scene, graph.rows_across(ROLES, trips=2), 0.7)


@still
def cloud(scene: LessonScene) -> None:
    scene.add(Cloud(scene.theme, 400, width=7.0, height=5.2, center=np.array([0.0, 0.0, 0.0])))


@still
def communities(scene: LessonScene) -> None:
    drawn = Communities(scene.theme, small_report().cloud, np.array([0.0, 0.0, 0.0]), 1.1)
    scene.add(drawn)
    scene.play(drawn.show_cut())


# Machines and what they store.


@still
def server(scene: LessonScene) -> None:
    sides = (LEFT, LEFT, RIGHT)
    scene.add(*[Server(scene.theme, rank, np.array([4.5 * rank - 4.5, 0, 0]), 4.1, 2.7, sides[rank]) for rank in range(3)])


@still
def row_and_packet(scene: LessonScene) -> None:
    rows = [Row(scene.theme, role, shades) for role, shades in zip(ROLES, ((0, 1, 2, 3), (3, 3, 0, 0), (1, 0, 1, 0)))]
    packets = [Packet(scene.theme, row.copy()) for row in rows] + [Packet(scene.theme, rows[0].copy(), "row_gradient")]
    scene.add(column(*rows, *packets).scale(1.5))


@still
def strips_in_a_pile(scene: LessonScene) -> None:
    shades = random_shades(90, np.random.default_rng(1))
    scene.add(Strips(scene.theme, pile(90, 10, -3.0, -2.0, (0.6, 0.3)), 0.5, 0.2, shades, role="partition_b"))


@still
def strips_on_their_way(scene: LessonScene) -> None:
    shades = random_shades(90, np.random.default_rng(1))
    strips = Strips(scene.theme, pile(90, 30, -6.5, 1.8, (0.43, 0.3)), 0.35, 0.12, shades)
    halfway(scene, strips.flow(pile(90, 10, -3.0, -2.5, (0.6, 0.3)), 0.5, 0.2))


@still
def overflow(scene: LessonScene) -> None:
    heap = Overflow(scene.theme, 600, 175, 80, np.array([-1.2, -1.5]))
    fits, rest = heap.halves()
    scene.add(fits, rest, heap.walls(), heap.measure(), heap.name(scene.label("one GPU"), scene.label("holds this")))
    scene.play(heap.fade_rest(rest))


@still
def storage(scene: LessonScene) -> None:
    bars = Storage(scene.theme, (0, 0.5, 1.5), 3, np.array([-2.4, -1.75, 0]))
    names = [scene.label(words).place(bars.below(i)) for i, words in enumerate(("none", "one hop", "two hops"))]
    scene.add(bars, *names, *[scene.label("size").place(bars.above(i)) for i in range(3)])


@still
def tag_lock_and_diamonds(scene: LessonScene) -> None:
    kinds = [("model_gradient", None), *[("row_gradient", role) for role in ROLES]]
    things = [Tag(scene.theme), Lock(scene.theme), *[Diamond(scene.theme, *kind) for kind in kinds]]
    scene.add(VGroup(*things).arrange(RIGHT, buff=0.6).scale(2))


# Arrows, counts and charts.


@still
def curve_arrows(scene: LessonScene) -> None:
    bow = Curve.bezier(np.array([(-5, 0), (-2, 2), (2, 2), (5, 0)]))
    steps = Curve.through(np.array([(-5, -2.5), (-5, -1), (5, -1), (5, -2.5)]))
    arrow = partial(CurveArrow, color=scene.theme.color("load"))
    scene.add(arrow(bow), arrow(steps, dashed=True), arrow(steps.trimmed(3, 3).reversed(), head=0.4, opacity=0.5).shift(UP * 0.5))
    scene.add(CurveArrow(bow, scene.theme.color("partition_b"), dashed=True).show(0.6).shift(UP))


@still
def tally(scene: LessonScene) -> None:
    scene.add(*[Tally(scene.theme, counts, home, np.array([0, 1 - home, 0]))
                for home, counts in enumerate(((2, 1, 1), (6, 5, 4), (0, 0, 3)))])


@still
def tally_filled_from_the_graph(scene: LessonScene) -> None:
    v, graph = scene.facts.v, GraphMap(scene.theme, scene.facts.graph, apart(0.54))
    counted = Tally(scene.theme, v.one_hop_by_server, v.server, [0, -2.5, 0])
    scene.play(FadeIn(counted.line), counted.fill())


@still
def ticks(scene: LessonScene) -> None:
    for line, (count, role) in enumerate(((10, "text"), (46, "quiet"))):
        strokes = Ticks(scene.theme, count, role, [-3, -line, 0])
        scene.add(strokes, scene.label("before", role=role).place(strokes.before, RIGHT),
                  scene.label("after", role=role).place(strokes.after, LEFT))


@still
def chart_with_lines(scene: LessonScene) -> None:
    chart = Chart(scene.theme, np.array([-3, -2, 0]), 6, 4, top=75)
    lines = [chart.line((14, 25, 40), "text"), chart.line((64, 66, 67), "quiet", dashed=True)]
    names = [scene.label(words).place(chart.below(i)) for i, words in enumerate(("one", "two", "three"))]
    scene.add(chart, *lines, *names, scene.label("here").place(lines[0].above(2)), scene.label("named").place(lines[1].under(1)))


@still
def stopwatch(scene: LessonScene) -> None:
    watch = Stopwatch(scene.theme, 0.75, "load", np.array([0, 0, 0]))
    scene.add(watch)
    scene.play(watch.sweep())
    halfway(scene, watch.sweep_rest())


# An iteration.


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
    scene.add(StepNames(scene.theme, scene.facts.conventional, [0, 0.6, 0]))


@still
def schedule(scene: LessonScene) -> None:
    drawn = Schedule(scene.theme, scene.facts.schedule_conventional, {1: "thin", 2: "thick", 4: "thin"}, [-4.6, 0.7, 0])
    scene.add(drawn, drawn.wait_arrow(6, 3))


@still
def model_view_average(scene: LessonScene) -> None:
    view = ModelView(scene.theme, scene.facts)
    scene.add(view.boxes, *view.blocks, view.picked, *view.gradients, *view.sums, *view.averages)
    scene.add(*[view.into_sum(rank) for rank in range(3)], view.onward(0), view.onward(1), view.divided(), view.divisor(),
              *view.returned())


@still
def model_view_states(scene: LessonScene) -> None:
    view = ModelView(scene.theme, scene.facts)
    scene.add(view.boxes, *view.blocks)
    scene.play(*view.center_blocks())
    scene.add(*view.states, *[view.read(rank) for rank in range(3)])
    scene.play(*view.change())


@still
def traffic(scene: LessonScene) -> None:
    starts, ends = ([np.array([x, y, 0]) for y in (1.5, 0.5, -0.5, -1.5)] for x in (-4, 4))
    halfway(scene, Traffic([Diamond(scene.theme, "row_gradient", ROLES[0]).move_to(start) for start in starts], ends, trips=2))


_TRIANGLE = ([0.0, 1.7, 0.0], [-1.75, -1.25, 0.0], [1.75, -1.25, 0.0])


def _loads(facts) -> Sequence[tuple[int, int, int]]:
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
