"""Stills of the parts of all chapters: the graph, machines and what they store, arrows, counts and charts."""

from __future__ import annotations

from functools import partial

import numpy as np
from drawing import small_report
from gallery import column, halfway, still
from manim import DOWN, LEFT, RIGHT, UP, FadeIn, VGroup

from film.scene import LessonScene
from scenes.parts.big_table import BigTable
from scenes.parts.chart import Chart
from scenes.parts.cloud import Cloud
from scenes.parts.communities import Communities
from scenes.parts.count_table import CountTable
from scenes.parts.curves import Curve, CurveArrow
from scenes.parts.diamond import Diamond, RowGradient
from scenes.parts.graph_map import BOX_CENTERS, GraphMap, Layout, VMark, apart, together
from scenes.parts.lock import Lock
from scenes.parts.network import Network
from scenes.parts.overflow import Overflow
from scenes.parts.paper import Paper
from scenes.parts.rows import Packet, Row, RowCopy
from scenes.parts.server import ROLES, Server
from scenes.parts.small_graph import SmallGraph
from scenes.parts.stopwatch import Stopwatch
from scenes.parts.storage import Storage
from scenes.parts.strips import Strips, pile, random_shades
from scenes.parts.tag import Tag
from scenes.parts.tally import Tally
from scenes.parts.ticks import Ticks
from scenes.parts.traffic import Traffic
from scenes.parts.unit_bars import UnitBars


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


@still
def communities_reached(scene: LessonScene) -> None:
    drawn = Communities(scene.theme, small_report().cloud, np.array([0.0, 0.0, 0.0]), 1.1)
    scene.add(drawn)
    scene.play(*drawn.step_back())
    scene.add(*drawn.reached, drawn.seed)


# Machines and what they store.


@still
def server(scene: LessonScene) -> None:
    sides = (LEFT, LEFT, RIGHT)
    scene.add(*[Server(scene.theme, rank, np.array([4.5 * rank - 4.5, 0, 0]), 4.1, 2.7, sides[rank]) for rank in range(3)])


@still
def row_and_packet(scene: LessonScene) -> None:
    rows = [Row(scene.theme, role, shades) for role, shades in zip(ROLES, ((0, 1, 2, 3), (3, 3, 0, 0), (1, 0, 1, 0)))]
    packets = [Packet(scene.theme, row.copy()) for row in rows] + [Packet(scene.theme, rows[0].copy(), "row_gradient")]
    copies = [RowCopy(scene.theme, rows[1]), RowCopy(scene.theme, rows[1]).aged()]
    scene.add(column(*rows, *packets, *copies).scale(1.1))


@still
def row_gradients(scene: LessonScene) -> None:
    gradients = [RowGradient(scene.theme, role, ringed) for ringed in (False, True) for role in ROLES]
    for gradient in gradients[1::2]:
        gradient.tag.set_opacity(1)
    scene.add(VGroup(*gradients).arrange(RIGHT, buff=0.2).scale(3))


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
def big_table(scene: LessonScene) -> None:
    big = BigTable(scene.theme, 40_000, [-6.1, 2.3, 0], [4.6, -1.1, 0])
    scene.add(big.strips, big.found)


@still
def tag_locks_and_diamonds(scene: LessonScene) -> None:
    kinds = [("model_gradient", None), *[("row_gradient", role) for role in ROLES]]
    things = [Tag(scene.theme), Lock(scene.theme), Lock(scene.theme), *[Diamond(scene.theme, *kind) for kind in kinds]]
    scene.add(VGroup(*things).arrange(RIGHT, buff=0.6).scale(2))
    scene.play(things[2].open())


@still
def paper(scene: LessonScene) -> None:
    scene.add(Paper(scene.theme, np.array([-2, 0, 0]), 3.0), Paper(scene.theme, np.array([2, 0, 0])))


@still
def network(scene: LessonScene) -> None:
    lines = Network(scene.theme, [-2, 2], [(2.5, 0.5), (0, -2)], name_at=1.5)
    scene.add(lines, scene.label("here").place(lines.above(0, 2)))
    halfway(scene, lines.crossed([(1, 2)], "row_gradient")[0], 0.17)


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
def count_table(scene: LessonScene) -> None:
    table = CountTable(scene.theme, scene.facts, np.array([0, 0, 0]))
    scene.add(VGroup(table, *[table.count(source, target) for source in range(3) for target in range(3)]).scale(2))


@still
def unit_bars(scene: LessonScene) -> None:
    bars = UnitBars(scene.theme, {"one": (10, 8), "other": (20, 40)}, {"one": "row_gradient", "other": "text"}, [-3.4, 1.4, 0])
    scene.add(bars)
    for kind in bars.kinds:
        scene.add(scene.label(kind).place(bars.above(kind), LEFT),
                  *[scene.label("way").place(bars.before(kind, line), RIGHT) for line in (0, 1)],
                  *[scene.label("here").place(bars.after(kind, line), LEFT) for line in (0, 1)])


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


@still
def traffic(scene: LessonScene) -> None:
    starts, ends = ([np.array([x, y, 0]) for y in (1.5, 0.5, -0.5, -1.5)] for x in (-4, 4))
    halfway(scene, Traffic([Diamond(scene.theme, "row_gradient", ROLES[0]).move_to(start) for start in starts], ends, trips=2))


_TRIANGLE = ([0.0, 1.7, 0.0], [-1.75, -1.25, 0.0], [1.75, -1.25, 0.0])
