"""Chapter 1: why a graph, once split, still makes its servers talk."""

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.chart import Chart
from scenes.parts.communities import Communities
from scenes.parts.curves import CurveArrow, Ride
from scenes.parts.graph_map import DIM_DOTS, DIM_LINES, GraphMap, VMark, apart, together
from scenes.parts.rows import Packet, Row
from scenes.parts.server import ROLES, Server
from scenes.parts.small_servers import BOX, SmallServers
from scenes.parts.stage import ROW, SLOT, Stage
from scenes.parts.storage import Storage
from scenes.parts.stored import Stored
from scenes.parts.strips import Strips, random_shades
from scenes.parts.tally import Tally
from scenes.parts.ticks import Ticks

MIDDLE = 0.54  # of the three boxes
BELOW = -2.28  # first line under the boxes
LINE = 0.36  # to the next


class PartitionedGraph(LessonScene):
    def construct(self):
        self.too_big()
        self.partition()
        self.edges_survive()
        self.one_vertex()
        self.sample()
        self.fetch()
        self.not_unlucky()
        self.copy_the_border()
        self.takeaway()

    def too_big(self):
        """A graph small enough to draw, with a row at every vertex."""
        graph = self.graph = GraphMap(self.theme, self.facts.graph, together(MIDDLE), plain=True)
        shades = np.array(self.facts.strips.before)
        places = np.array([graph.at(vertex)[:2] + (0, 0.27) for vertex in range(self.facts.graph.vertices)])
        self.rows = Strips(self.theme, places, 0.42, 0.12, shades)
        for lines in (graph.inner, graph.cut):
            lines.set_stroke(opacity=0)
        stored = Stored(self.theme, random_shades(1500, np.random.default_rng(7)))  # the opening's last picture
        before = [*[server.box for server in stored.servers], *stored.rows]

        with self.narrate("too-big") as beat:
            self.add(*before, graph.inner, graph.cut, graph.backs)
            self.play(*[FadeOut(mobject, run_time=0.9) for mobject in before], FadeIn(graph.dots, lag_ratio=0.02), run_time=1.6)
            beat.until("draw")
            self.add(graph)
            self.play(graph.inner.animate.set_stroke(opacity=1), graph.cut.animate.set_stroke(opacity=1), run_time=0.9)
            beat.until("rows")
            self.play(FadeIn(self.rows, shift=UP * 0.1), graph.inner.animate.set_stroke(opacity=DIM_LINES),
                      graph.cut.animate.set_stroke(opacity=DIM_LINES), run_time=0.8)
            beat.leaves(graph, self.rows)

    def partition(self):
        """Colors flood the three parts; each moves into a server as one."""
        graph, owner = self.graph, self.facts.graph.owner
        self.servers = VGroup(*[Server(self.theme, rank, np.array([x, MIDDLE, 0]), *BOX)
                                for rank, x in enumerate(apart(MIDDLE).centers[:, 0])])
        self.memory = self.label("CPU memory of three servers", size="label", role="quiet").place([0, BELOW - 0.1, 0])
        with self.narrate("partition") as beat:
            beat.until("flood")
            self.play(FadeOut(self.rows), graph.inner.animate.set_stroke(opacity=1), graph.cut.animate.set_stroke(opacity=1),
                      run_time=0.4)
            parts = [graph.vertices(v for v, part in enumerate(owner) if part == rank) for rank in range(3)]
            self.play(LaggedStart(*[part.animate.set_color(self.theme.color(role)) for part, role in zip(parts, ROLES)],
                                  lag_ratio=0.35), run_time=1.5)
            beat.until("move")
            self.add(self.servers.set_opacity(0))
            self.bring_to_back(self.servers)
            self.play(graph.move(apart(MIDDLE)), self.show_servers(), FadeIn(self.memory), run_time=1.8)
            beat.leaves(graph, self.servers, self.memory)

    def show_servers(self):
        full = VGroup(*[Server(self.theme, rank, server.box.get_center(), *BOX) for rank, server in enumerate(self.servers)])
        return Transform(self.servers, full)

    def edges_survive(self):
        """The edges between the parts stay; few, next to a random split's, but not none."""
        graph = self.graph
        metis = Ticks(self.theme, self.facts.graph.cut, "text", [-3.3, BELOW, 0])
        random = Ticks(self.theme, self.facts.graph.random_cut, "quiet", [-3.3, BELOW - LINE, 0])
        named = [self.label("METIS", size="label").place(metis.before, RIGHT),
                 self.label("random split", size="label", role="quiet").place(random.before, RIGHT)]
        counted = [self.number("graph.cut", "graph.edges", template="{} of {} edges cross", size="label").place(metis.after, LEFT),
                   self.number("graph.random_cut", template="about {}", size="label", role="quiet").place(random.after, LEFT)]
        with self.narrate("edges-survive") as beat:
            beat.until("stretch")
            self.play(FadeOut(self.memory), *[lines.animate.set_stroke(opacity=DIM_LINES) for lines in graph.inner],
                      graph.cut.animate.set_stroke(self.theme.color("text"), 5), run_time=0.9)
            beat.until("cut")
            self.play(FadeIn(named[0]), metis.count(), run_time=1.2)
            self.play(FadeIn(counted[0]), run_time=0.4)
            beat.until("random")
            self.play(FadeIn(named[1]), random.count(), run_time=1.2)
            self.play(FadeIn(counted[1]), run_time=0.4)
            self.below = [metis, random, *named, *counted]
            beat.leaves(graph, self.servers, *self.below)

    def one_vertex(self):
        """What one vertex needs: arrows run into v, then into its neighbors; each is counted at home or elsewhere."""
        graph, v = self.graph, self.facts.v
        self.mark = VMark(self.theme, graph.at(v.vertex), graph.layout.radius, graph.free_side(v.vertex))
        first = [self.arrow(*pair, width=7, head=0.28) for pair in v.one_hop_arrows]
        second = [self.arrow(*pair, width=3.5, head=0.2) for pair in v.second_hop_arrows]
        tallies = [Tally(self.theme, counts, v.server, [-0.7, BELOW + 0.1 - LINE * hop, 0])
                   for hop, counts in enumerate((v.one_hop_by_server, v.two_hops_by_server))]
        hops = [self.label(words, size="label").place([-2.85, BELOW - LINE * hop, 0], RIGHT)
                for hop, words in enumerate(("one hop", "within two hops"))]
        counted = [self.number(f"v.{name}_remote", f"v.{name}", template="{} of {} elsewhere", size="label")
                   .place([2.35, BELOW - LINE * hop, 0], LEFT) for hop, name in enumerate(("one_hop", "two_hops"))]

        with self.narrate("one-vertex") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.below], run_time=0.4)
            beat.until("v")
            self.play(FadeIn(self.mark), graph.dots.animate.set_opacity(DIM_DOTS), graph.inner.animate.set_stroke(opacity=DIM_LINES),
                      graph.cut.animate.set_stroke(self.theme.color("quiet"), 2.5, opacity=0.5), run_time=0.7)
            self.play(graph.dots[v.vertex].animate.set_opacity(1), run_time=0.4)
            # Their rows run into v.
            beat.until("rows")
            neighbors = graph.vertices(v.one_hop_vertices)
            self.play(neighbors.animate.set_opacity(1), *[arrow.grow() for arrow in first],
                      *self.uncover(v.one_hop_arrows), run_time=0.9)
            strips = [self.strip(source, graph.at(source), SLOT) for source, _ in v.one_hop_arrows]
            self.play(LaggedStart(*[Succession(Ride(strip, arrow.curve, run_time=0.9), FadeOut(strip, scale=0.3, run_time=0.25))
                                    for strip, arrow in zip(strips, first)], lag_ratio=0.4), run_time=1.7)
            beat.until("one")
            self.play(FadeIn(hops[0], tallies[0].line), tallies[0].fill(), self.pulse(neighbors), run_time=0.9)
            self.play(FadeIn(counted[0]), run_time=0.4)
            beat.until("two")
            outer = graph.vertices(v.second_hop_vertices)
            self.play(outer.animate.set_opacity(1), *[arrow.grow() for arrow in second],
                      *self.uncover(v.second_hop_arrows), run_time=1.2)
            beat.until("count")
            self.play(FadeIn(hops[1], tallies[1].line), tallies[1].fill(), self.pulse([*neighbors, *outer]), run_time=1.1)
            self.play(FadeIn(counted[1]), run_time=0.4)
            self.arrows = VGroup(*first, *second)
            self.below = [*hops, *tallies, *counted]
            beat.leaves(graph, self.servers, self.mark, *first, *second, *self.below)

    def pulse(self, dots):
        """The counted vertices swell for a moment."""
        return AnimationGroup(*[dot.animate(rate_func=there_and_back).scale(1.3) for dot in dots])

    def uncover(self, arrows, opacity=0):
        """The edges between servers that these arrows run along, hidden below them or shown again."""
        return [self.graph.edge(*pair).animate.set_stroke(opacity=opacity) for pair in arrows if self.graph.crosses(*pair)]

    def arrow(self, source, target, role=None, **style):
        """From a vertex into a neighbor that needs its row, in its owner's color; dashed where it crosses."""
        graph = self.graph
        return CurveArrow(graph.path(source, target), self.theme.color(role or graph.role(source)),
                          dashed=graph.crosses(source, target), **style)

    def sample(self):
        """Trainer A keeps two neighbors of its seed, and two of each; what is kept is lifted out and folded."""
        graph, batch = self.graph, self.facts.batch
        kept = [arc for arc in batch.arcs if not arc.repeats]
        hops = [[self.arrow(arc.source, arc.target, role="text", width=6, head=0.26) for arc in kept if arc.hop == hop]
                for hop in (1, 2)]
        sampled = [[arc.source for arc in kept if arc.hop == hop] for hop in (1, 2)]
        pairs = {(arc.source, arc.target) for arc in kept}
        first = self.arrows[:len(self.facts.v.one_hop_arrows)]
        seed = self.label("seed", size="label")
        seed.move_to(graph.spot(batch.seed, seed, self.servers[batch.rank].box, avoid=[self.mark[1]]))
        trainer = self.label("trainer A", size="label", role=ROLES[batch.rank]).place([-6.35, BELOW, 0], LEFT)
        fanout = self.number("batch.fanout", template="keeps at most {} neighbors of each", size="label")
        real = self.number("figures.inputs_per_seed.label", size="label", role="quiet").place([-6.35, BELOW - LINE, 0], LEFT)
        fanout.place([trainer.get_right()[0] + self.theme.space("small"), BELOW, 0], LEFT)
        result = self.label("mini-batch", size="number").place([0, BELOW, 0])
        with self.narrate("sample") as beat:
            beat.until("so")
            self.play(*[FadeOut(arrow) for arrow in self.arrows[len(first):]], *[FadeOut(mobject) for mobject in self.below],
                      graph.vertices(self.facts.v.second_hop_vertices).animate.set_opacity(DIM_DOTS),
                      *self.uncover(self.facts.v.second_hop_arrows, 0.5), run_time=0.5)
            beat.until("trainer")
            self.play(FadeIn(trainer), run_time=0.5)
            beat.until("seed")
            self.play(Indicate(self.mark[0], scale_factor=1.3, color=self.theme.color("text")), FadeIn(seed), run_time=0.9)

            # Two of the seed's neighbors stay; two of each of theirs.
            beat.until("first")
            dropped = [pair for pair in self.facts.v.one_hop_arrows if pair not in pairs]
            self.play(*[FadeOut(arrow) for arrow in first], *[FadeIn(arrow) for arrow in hops[0]], FadeIn(fanout, real),
                      graph.vertices(source for source, _ in dropped).animate.set_opacity(DIM_DOTS),
                      *self.uncover(dropped, 0.5), run_time=1.0)
            beat.until("second")
            self.play(graph.vertices(sampled[1]).animate.set_opacity(1), *[arrow.grow() for arrow in hops[1]], run_time=1.0)

            # Lifted out: only the mini-batch is left.
            beat.until("lift")
            dots = {vertex: graph.dots[vertex].copy() for vertex in batch.vertices}
            self.add(*dots.values())
            self.play(*[FadeOut(mobject) for mobject in (graph, self.servers, seed, fanout, trainer, real)], run_time=0.5)
            self.play(FadeIn(result), run_time=0.4)
            beat.until("fold")
            self.fold(dots, [*hops[0], *hops[1], result])
            beat.leaves(self.graph, self.servers, self.stage.labels, self.stage.gpus[0], self.stage.folds[0])

    def fold(self, dots, lifted):
        """Layer by layer out of what was lifted: the seed, what it is computed from, what that is computed from."""
        batch, stage = self.facts.batch, Stage(self.theme, self.facts)
        self.stage, self.graph, self.servers, fold = stage, stage.map, VGroup(*stage.cpus), stage.folds[0]
        vertices = (batch.fold.left, batch.fold.middle, batch.fold.right)
        for column in (2, 1, 0):
            moves = [TransformFromCopy(dots[vertex], place) for vertex, place in zip(vertices[column], fold.columns[column])]
            self.play(*moves, run_time=0.65)
            self.add_foreground_mobjects(*fold.columns[column])
            if column < 2:
                self.play(FadeIn(fold.edges[column]), run_time=0.2)
        self.play(FadeIn(fold.rings), FadeOut(*dots.values(), *lifted, self.mark), run_time=0.5)
        self.remove_foreground_mobjects(*self.foreground_mobjects)
        self.remove(*fold.edges, fold.rings)
        self.add_foreground_mobjects(fold)
        self.play(*[FadeIn(mobject) for mobject in (self.servers, self.graph, stage.labels, stage.gpus[0])], run_time=0.6)
        self.remove_foreground_mobjects(fold)
        self.add(fold)

    def fetch(self):
        """Rows at home drop straight down; rows from elsewhere take two legs."""
        stage, batch, graph = self.stage, self.facts.batch, self.graph
        outlines = VGroup(*[Rectangle(width=SLOT[0], height=SLOT[1], stroke_width=2, color=self.theme.color(graph.role(vertex)))
                            .move_to(stage.slot(0, vertex)) for vertex in batch.fold.left])
        home = [vertex for vertex in batch.fold.left if not graph.crosses(batch.seed, vertex)]
        away = [vertex for vertex in batch.fold.left if graph.crosses(batch.seed, vertex)]
        read = VGroup(*[self.strip(vertex, stage.row(vertex), ROW) for vertex in batch.fold.left])
        landed = {vertex: self.strip(vertex, stage.slot(0, vertex), SLOT) for vertex in batch.fold.left}
        share = self.number("batch.remote_rows", "batch.rows", template="{} of {} rows from elsewhere", size="number").place([0.8, 2.95, 0])
        with self.narrate("fetch") as beat:
            self.play(*[FadeIn(mobject) for mobject in (*stage.tables, stage.network, *stage.gpus[1:])],
                      graph.dots.animate.set_opacity(DIM_DOTS), run_time=0.7)
            self.play(Create(outlines, lag_ratio=0.8), run_time=1.6)

            # From the own table, straight down.
            beat.until("local")
            self.play(*[table.animate.fade(0.42) for table in stage.tables], FadeIn(read), run_time=0.5)
            rows = {vertex: self.strip(vertex, stage.row(vertex), SLOT) for vertex in batch.fold.left}
            packets = {vertex: Packet(self.theme, row) if vertex in away else row for vertex, row in rows.items()}
            self.play(LaggedStart(*[Ride(packets[vertex], stage.way_down(0, vertex)) for vertex in home], lag_ratio=0.45),
                      run_time=2.0)
            self.play(*[FadeOut(packets[vertex]) for vertex in home], *[FadeIn(landed[vertex]) for vertex in home], run_time=0.4)

            # From another server: over the network first, then down.
            beat.until("remote")
            crossed = stage.network.crossed([(self.facts.graph.owner[vertex], 0) for vertex in away], "load")
            self.play(LaggedStart(*[Ride(packets[vertex], stage.way_over(vertex, 0, place)) for place, vertex in enumerate(away)],
                                  lag_ratio=0.3), *crossed, run_time=2.4)
            beat.until("down")
            self.play(LaggedStart(*[Ride(packets[vertex], stage.way_down(0, vertex, place)) for place, vertex in enumerate(away)],
                                  lag_ratio=0.5), run_time=2.0)
            self.play(*[FadeOut(packets[vertex]) for vertex in away], *[FadeIn(landed[vertex]) for vertex in away], run_time=0.4)
            self.play(FadeIn(share), stage.folds[0].compute(), run_time=2.0)
            beat.leaves(graph, self.servers, share, stage.labels, *stage.gpus, stage.folds[0], *stage.tables, stage.network, outlines,
                        read, *landed.values())

    def strip(self, vertex, place, size):
        return Row(self.theme, self.graph.role(vertex), self.facts.strips.before[vertex], *size).move_to(place)

    def not_unlucky(self):
        """The same question on a large graph that is easy to split."""
        border = self.facts.border
        cloud = self.cloud = Communities(self.theme, self.facts.large_graph.cloud, np.array([-3.4, 0.2, 0]), 1.1)
        chart = self.chart = Chart(self.theme, np.array([0.7, -1.75, 0]), 5.6, 4.1, top=75)
        metis = chart.line((border.one_hop_share, border.two_hops_share, border.three_hops_share), "text")
        random = chart.line((border.random_one_hop_share, border.random_two_hops_share, border.random_three_hops_share), "quiet",
                            dashed=True)
        title = VGroup(self.label("share of one seed's needs", size="label").place([3.4, 3.2, 0]),
                       self.label("on other servers", size="label").place([3.4, 2.75, 0]))
        named = self.number("border.vertices", template="synthetic: {} vertices", size="label", role="quiet").place([-3.6, -2.6, 0])
        axis = [self.label(words, size="label", role="quiet").place(chart.below(i)) for i, words in
                enumerate(("one hop", "two hops", "three hops"))]
        values = [self.number(f"border.{name}_share", template="{}%", size="number").place(metis.above(i))
                  for i, name in enumerate(("one_hop", "two_hops", "three_hops"))]
        names = [self.label("METIS", size="label").place(metis.under(2)),
                 self.label("random split", size="label", role="quiet").place(random.under(1))]
        chances = [self.number(f"border.random_{name}_share", template="{}%", size="label", role="quiet").place(random.above(i))
                   for i, name in ((0, "one_hop"), (2, "three_hops"))]
        with self.narrate("not-unlucky") as beat:
            beat.until("cloud")
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.5)
            self.play(FadeIn(cloud, named), run_time=0.9)
            seed = self.label("one seed", size="label").next_to(cloud.dots[0], RIGHT, buff=0.2).set_y(cloud.seed.get_y())
            cut = self.number("border.cut_share", template="METIS cuts {}%", size="label").place([0.2, 1.6, 0], LEFT)
            beat.until("cut")
            self.play(cloud.show_cut(), FadeIn(cut), run_time=0.8)
            beat.until("ask")
            self.play(FadeOut(cut), *cloud.step_back(), FadeIn(cloud.reached[0]), Create(cloud.seed), FadeIn(seed), run_time=0.5)
            self.play(FadeIn(chart, title), *[FadeIn(label) for label in axis], run_time=0.8)
            for i, mark in enumerate(("one", "two", "three")):
                beat.until(mark)
                self.play(FadeIn(cloud.reached[i + 1], lag_ratio=0.1), *([FadeOut(seed)] if i == 0 else []), run_time=0.6)
                self.play(metis.reach(i), FadeIn(values[i]), *([FadeIn(names[0])] if i == 2 else []), run_time=0.7)
            beat.until("random")
            self.play(FadeIn(random), FadeIn(names[1]), *[FadeIn(chance) for chance in chances], run_time=0.8)
            self.charted = [chart, title, *axis, metis, *values, *names, random, *chances]
            self.named = named
            self.reached = [*cloud.reached, cloud.seed]
            beat.leaves(cloud, named, *self.reached, *self.charted)

    def copy_the_border(self):
        """What a server stores: its own, and copies from beyond its border."""
        border = self.facts.border
        storage = Storage(self.theme, (0, border.grown_one_hop - 1, border.grown_two_hops - 1), border.parts, [-2.4, -1.6, 0])
        names = [self.label(words, size="label", role="quiet").place(storage.below(i))
                 for i, words in enumerate(("no copies", "one hop", "two hops"))]
        whole = self.label("the whole graph", size="label", role="quiet").place(storage.limit.get_start() + UP * 0.14, LEFT)
        stores = self.label("rows one server stores, with copies", size="label").place([0, 3.1, 0])
        sizes = [self.number(f"border.grown_{name}", template="{} ×", size="number").place(storage.above(i + 1))
                 for i, name in enumerate(("one_hop", "two_hops"))]
        with self.narrate("copy-the-border") as beat:
            beat.until("border")
            self.play(FadeOut(self.cloud, *self.reached), *[FadeOut(mobject) for mobject in self.charted], self.named.animate.set_x(0), run_time=0.5)
            self.play(FadeIn(storage.own[0], storage.limit, whole, stores, names[0]), run_time=0.7)
            for i, mark in enumerate(("double", "all")):
                beat.until(mark)
                self.play(FadeIn(storage.own[i + 1], names[i + 1]), run_time=0.3)
                self.play(storage.grow(i + 1), run_time=0.7)
                self.play(FadeIn(sizes[i]), run_time=0.3)
            self.stored = [storage.own, storage.copies[1], storage.copies[2], storage.limit, whole, stores, *names, *sizes]
            self.stored.append(self.named)
            beat.leaves(*self.stored)

    def takeaway(self):
        """The answer, word for word, under the picture that shows it."""
        small = SmallServers(self.theme, self.facts)
        servers, graph, mark, v = small.servers, small.graph, small.mark, self.facts.v
        self.graph = graph
        arrows = [self.arrow(*pair, width=4, head=0.16) for pair in v.one_hop_arrows]
        further = [self.arrow(*pair, width=2.5, head=0.13) for pair in v.second_hop_arrows]
        lines = ("Graph partitioning improves locality,", "but cannot fully remove cross-server communication,",
                 "because connected nodes and multi-hop sampled", "neighbors may belong to different partitions.")
        text = VGroup(*[self.label(line, size="number").place([0, -0.35 - 0.68 * i, 0]) for i, line in enumerate(lines)])
        with self.narrate("takeaway") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.stored], run_time=0.3)
            self.play(*[FadeIn(mobject) for mobject in (servers, graph, mark, text[0])], run_time=0.7)
            beat.until("talk")
            self.play(*[arrow.grow() for arrow in arrows], FadeIn(text[1]),
                      *self.uncover(v.one_hop_arrows), run_time=1.0)
            beat.until("because")
            self.play(FadeIn(text[2], text[3]), *[arrow.grow() for arrow in further],
                      *self.uncover(v.second_hop_arrows), run_time=1.2)
            beat.leaves(servers, graph, mark, *arrows, *further, text)
