"""Chapter 2: one conventional iteration in six steps, and which of them use the network."""

from itertools import pairwise

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.curves import CurveArrow, Ride
from scenes.parts.diamond import Diamond
from scenes.parts.graph_map import DIM_DOTS, DIM_LINES, GraphMap, VMark, apart
from scenes.parts.lock import Lock
from scenes.parts.model_view import ModelView
from scenes.parts.network import Network
from scenes.parts.rail import Rail, StepNames
from scenes.parts.rows import Packet, Row, RowCopy
from scenes.parts.schedule import Schedule
from scenes.parts.server import ROLES, Server
from scenes.parts.small_servers import BOX, SmallServers
from scenes.parts.stage import ROW, Stage
from scenes.parts.tag import Tag

RAIL = [-2.6, 3.4, 0]
MIDDLE = -0.05  # of the large boxes in `sample`


class ConventionalPipeline(LessonScene):
    def construct(self):
        self.trace = self.facts.conventional
        self.set_stage()
        self.predict()
        self.sample()
        self.load()
        self.forward_backward()
        self.all_reduce()
        self.states()
        self.update()
        self.answer()

    def set_stage(self):
        """Servers with graph and rows; GPUs with a mini-batch each, and all with the same weights."""
        stage = self.stage = Stage(self.theme, self.facts)
        small = SmallServers(self.theme, self.facts)
        weights = stage.weights_label(self.label("weights", size="label"))
        with self.narrate("stage") as beat:
            self.add(small.servers, small.graph, small.mark)  # as chapter 1 left them
            self.play(small.graph.cut.animate.set_stroke(opacity=0), run_time=0.3)
            self.play(*[Transform(server, cpu) for server, cpu in zip(small.servers, stage.cpus)], small.graph.move(stage.mini_map),
                      FadeOut(small.mark), FadeIn(stage.v_mark), run_time=1.0)
            self.remove(small.servers, small.graph)
            self.add(*stage.cpus, stage.map, stage.v_mark)
            beat.until("cpu")
            self.play(FadeIn(stage.labels[0], *stage.tables), run_time=0.6)
            beat.until("gpu")
            self.play(*[FadeIn(gpu) for gpu in stage.gpus], FadeIn(stage.labels[1], stage.network), run_time=0.7)
            beat.until("batch")
            self.play(*[FadeIn(fold, shift=DOWN * 0.2) for fold in stage.folds], run_time=0.8)
            beat.until("model")
            self.play(FadeIn(stage.blocks[0], weights), run_time=0.6)
            self.play(*[TransformFromCopy(stage.blocks[0], stage.blocks[rank]) for rank in (1, 2)], run_time=1.2)
            self.base = [*stage.cpus, stage.labels, *stage.tables, stage.map, stage.v_mark, *stage.gpus, stage.network]
            beat.leaves(*self.base, *stage.folds, *stage.blocks, weights)

    def predict(self):
        """Six names; which will use the network?"""
        rail = self.rail = Rail(self.theme, self.trace, [[step.number for step in self.trace.steps]], RAIL)
        names = self.names = StepNames(self.theme, self.trace.steps, [0, 0.6, 0])
        question = self.question = self.label("which use the network?", size="title").place([0, -1.9, 0])
        with self.narrate("predict") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.3)
            self.play(*[FadeIn(entry[0]) for entry in names], run_time=0.3)
            for entry, mark in zip(names, ("one", "two", "three", "four", "five", "six")):
                beat.until(mark)
                self.play(FadeIn(entry[1], shift=UP * 0.15), run_time=0.4)
            beat.until("ask")
            self.play(FadeIn(question), run_time=0.5)
            beat.leaves(*names, question)

    def sample(self):
        """Seeds and neighbors at home; for a neighbor elsewhere an id crosses, and ids come back. Then the batches fold."""
        stage, rail, batches, v = self.stage, self.rail, self.facts.batches, self.facts.v.vertex
        graph = GraphMap(self.theme, self.facts.graph, apart(MIDDLE))
        servers = VGroup(*[Server(self.theme, rank, np.array([x, MIDDLE, 0]), *BOX) for rank, x in enumerate(graph.layout.centers[:, 0])])
        network = Network(self.theme, [(one.box.get_right()[0] + other.box.get_left()[0]) / 2 for one, other in pairwise(servers)],
                          [(servers[0].box.get_top()[1], servers[0].box.get_bottom()[1])])
        mark = VMark(self.theme, graph.at(v), graph.layout.radius, graph.free_side(v))
        seeds = [self.label("seed", size="label") for _ in batches]
        for batch, label in zip(batches, seeds):
            label.move_to(graph.spot(batch.seed, label, servers[batch.rank].box, avoid=[mark[1]]))
        sampled = {vertex for batch in batches for vertex in batch.vertices}
        at_home, asked = self.sampled_arrows(graph)
        with self.narrate("sample") as beat:
            self.play(*self.names.become(rail), FadeOut(self.question), run_time=0.5)
            self.remove(*self.mobjects)
            self.add(rail)
            beat.until("step")
            self.play(*rail.light(1), *[FadeIn(mobject) for mobject in (servers, network, graph, mark)], run_time=0.6)
            beat.until("seed")
            self.play(*[graph.dots[batch.seed].animate.scale(1.4) for batch in batches if batch.seed != v],
                      graph.vertices(u for u in range(len(graph.dots)) if u not in sampled).animate.set_opacity(DIM_DOTS),
                      graph.inner.animate.set_stroke(opacity=DIM_LINES),
                      graph.cut.animate.set_stroke(self.theme.color("quiet"), 2.5, opacity=0.5),
                      *[FadeIn(label) for label in seeds], run_time=0.8)
            beat.until("home")
            self.play(*[arrow.grow() for arrow in at_home], run_time=1.0)

            # A neighbor on another server: that server is asked for it, and draws.
            beat.until("ask")
            there = [graph.path(batches[rank].seed, target).trimmed(0.3, 0.3) for rank, target in asked]
            crossed = [(rank, self.facts.graph.owner[target]) for rank, target in asked]
            ids = self.label("ids", size="label", role="load").place(network.above(*crossed[0]))
            self.play(FadeIn(ids, run_time=0.3), *[self.send(1, way) for way in there], *network.crossed(crossed, "load"), run_time=1.5)
            drawn = [arrow for arrows in asked.values() for arrow in arrows]
            self.play(*[arrow.grow() for arrow in drawn], run_time=0.6)
            beat.until("ids")
            self.play(*[self.send(2, way.reversed()) for way in there], *network.crossed(crossed, "load"), run_time=1.6)

            # Every mini-batch into its GPU.
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject is not rail], run_time=0.5)
            self.play(*[FadeIn(mobject) for mobject in self.base], run_time=0.5)
            self.key = self.label("network", size="label", role="quiet").place(np.array(RAIL) + [-0.25, -0.43, 0], RIGHT)
            self.play(*[FadeIn(mobject, shift=DOWN * 0.5) for mobject in stage.folds], *[FadeIn(blocks) for blocks in stage.blocks],
                      *rail.mark(1, "thin"), FadeIn(self.key), run_time=0.8)
            beat.leaves(*self.base, rail, self.key, *stage.folds, *stage.blocks)

    def send(self, count, way):
        """So many ids go along a way."""
        tags = VGroup(*[Tag(self.theme, 0.3) for _ in range(count)]).arrange(RIGHT, buff=0.08).move_to(way.at(0))
        return Succession(FadeIn(tags, run_time=0.2), Ride(tags, way), FadeOut(tags, run_time=0.2))

    def sampled_arrows(self, graph):
        """Arrows of all sampled edges: those a trainer draws at home; the others by who asks about which vertex."""
        at_home, asked = [], {}
        for batch in self.facts.batches:
            for arc in batch.arcs:
                if arc.repeats:
                    continue
                arrow = CurveArrow(graph.path(arc.source, arc.target), self.theme.color("text"), width=5, head=0.24,
                                   dashed=arc.crosses)
                if self.facts.graph.owner[arc.target] == batch.rank:
                    at_home.append(arrow)
                else:
                    asked.setdefault((batch.rank, arc.target), []).append(arrow)
        return at_home, asked

    def load(self):
        """v's row twice, once in one leg, once in two; then every other row."""
        stage, rail, v = self.stage, self.rail, self.facts.v.vertex
        outlines = [stage.outlines(rank) for rank in range(3)]
        frame = SurroundingRectangle(stage.strip(v), color=self.theme.color("text"), stroke_width=3, buff=0.03, corner_radius=0.04)
        touched = sorted({vertex for batch in self.facts.batches for vertex in batch.vertices})
        self.read = VGroup(*[stage.strip(vertex, ROW) for vertex in touched])
        self.landed = {(batch.rank, vertex): stage.strip(vertex).move_to(stage.slot(batch.rank, vertex))
                       for batch in self.facts.batches for vertex in batch.fold.left}
        with self.narrate("load") as beat:
            beat.until("step")
            self.play(*rail.light(2), *[Create(group, lag_ratio=0.1) for group in outlines],
                      *[table.animate.fade(0.42) for table in stage.tables], FadeIn(self.read), run_time=0.8)
            beat.until("two")
            self.play(Create(frame), *[Indicate(ring, scale_factor=1.5, color=self.theme.color("text"))
                                       for fold in stage.folds for ring in fold.rings[:1]], run_time=0.8)
            beat.until("home")
            self.ride({(0, v): stage.way_down(0, v)}, 1.3, boxed=False)
            beat.until("over")
            parked = self.ride({(1, v): stage.way_over(v, 1)}, 1.6, landing=False)
            beat.until("down")
            self.ride({(1, v): stage.way_down(1, v, place=0)}, 1.0, packets=parked)
            beat.until("all")
            self.load_the_rest(v)
            self.play(*rail.mark(2, "thick"), FadeOut(frame), run_time=0.4)
            self.outlines = VGroup(*outlines)
            beat.leaves(*self.base, rail, self.key, *stage.folds, *stage.blocks, self.outlines, self.read, *self.landed.values())

    def load_the_rest(self, v):
        """All other rows at once: those at home, and the first legs of those that are not; then the second legs."""
        stage, owner = self.stage, self.facts.graph.owner
        home, over, down = {}, {}, {}
        for batch in self.facts.batches:
            away = [vertex for vertex in batch.fold.left if owner[vertex] != batch.rank and vertex != v]
            for place, vertex in enumerate(away):
                over[batch.rank, vertex] = stage.way_over(vertex, batch.rank, place)
                down[batch.rank, vertex] = stage.way_down(batch.rank, vertex, place)
            for vertex in batch.fold.left:
                if owner[vertex] == batch.rank and vertex != v:
                    home[batch.rank, vertex] = stage.way_down(batch.rank, vertex)
        self.ride(home, 1.6, spread=6, boxed=False)
        parked = self.ride(over, 1.5, spread=2, landing=False)
        self.ride(down, 1.3, spread=3, packets=parked)

    def ride(self, ways, run_time, spread=0.0, landing=True, packets=None, boxed=True):
        """Rows travel their ways, boxed if they cross the network; on landing each becomes a row in its slot."""
        rows = {key: self.stage.strip(key[1]) for key in ways}
        pairs = [] if packets or not boxed else [(rank, self.facts.graph.owner[vertex]) for rank, vertex in ways]
        packets = packets or {key: Packet(self.theme, row) if boxed else row for key, row in rows.items()}
        self.play(LaggedStart(*[Ride(packets[key], way) for key, way in ways.items()], lag_ratio=spread / max(len(ways), 1)),
                  *self.stage.network.crossed(pairs, "load"), run_time=run_time)
        if landing:
            self.play(*[FadeOut(packets[key]) for key in ways], *[FadeIn(self.landed[key]) for key in ways], run_time=0.3)
        return packets

    def forward_backward(self):
        """Rows sweep right to a prediction; the error sweeps back and leaves a diamond at each block; rows are locked."""
        stage, rail = self.stage, self.rail
        diamonds = [VGroup(*[Diamond(self.theme, "model_gradient", size=0.36).move_to(block) for block in blocks])
                    for blocks in stage.blocks]
        locks = VGroup(*[Lock(self.theme).move_to(table.get_corner(UP + RIGHT) + [0.3, -0.22, 0]) for table in stage.tables])
        with self.narrate("forward-backward") as beat:
            beat.until("step")
            self.play(*rail.light(3), FadeOut(self.key), run_time=0.5)
            beat.until("forward")
            self.play(*[fold.compute() for fold in stage.folds], run_time=2.4)
            beat.until("back")
            for layer in (1, 0):
                self.play(*[fold.back(layer, "model_gradient") for fold in stage.folds], run_time=0.8)
                self.play(*[FadeIn(pair[layer], scale=0.5) for pair in diamonds], run_time=0.4)
            beat.until("lock")
            self.play(FadeIn(locks, scale=1.3), run_time=0.6)
            self.diamonds, self.locks = diamonds, locks
            beat.leaves(*self.base, rail, *stage.folds, self.outlines, self.read, *self.landed.values(), *stage.blocks,
                        *diamonds, locks)

    def all_reduce(self):
        """One weight: its gradients, a running sum from trainer to trainer, the average back to all. Then all weights."""
        stage, rail = self.stage, self.rail
        view = self.view = ModelView(self.theme, self.facts)
        batch = [*stage.folds, self.outlines, *self.landed.values(), *self.diamonds]
        upper = [*stage.tables, stage.map, stage.v_mark, self.read, self.locks, stage.labels[0]]
        with self.narrate("all-reduce") as beat:
            beat.until("step")
            self.play(*rail.light(4), *[FadeOut(mobject) for mobject in (*batch, *upper)],
                      *[FadeOut(server.box) for server in stage.cpus], run_time=0.6)
            self.play(*[Transform(gpu, box) for gpu, box in zip(stage.gpus, view.boxes)], FadeOut(stage.network), FadeIn(view.network),
                      *[ReplacementTransform(old[0], new) for old, new in zip(stage.blocks, view.blocks)],
                      *[FadeOut(old[1]) for old in stage.blocks], run_time=0.9)
            beat.until("one")
            self.play(FadeIn(view.picked), run_time=0.3)
            self.play(*[FadeIn(gradient, shift=RIGHT * 0.2) for gradient in view.gradients], run_time=0.7)
            beat.until("sum")
            arrows = self.pass_on(view)
            beat.until("back")
            first, second = view.returned()
            self.play(first.grow(), *view.network.crossed([(0, 2)], "model_gradient"), run_time=1.0)
            self.play(FadeIn(view.averages[0]), run_time=0.3)
            self.play(second.grow(), *view.network.crossed([(0, 1)], "model_gradient"), run_time=0.6)
            self.play(FadeIn(view.averages[1]), run_time=0.3)
            beat.until("every")
            self.play(*[FadeOut(mobject) for mobject in (*arrows, first, second, *view.sums, *view.gradients, *view.averages, view.picked)],
                      run_time=0.4)
            gathered = self.go_round(view)
            self.play(*[FadeOut(mobject) for mobject in gathered], *[FadeIn(average) for average in view.averages],
                      *rail.mark(4, "thin"), run_time=0.5)
            self.columns = [*[server.letter for server in stage.cpus], *stage.gpus, stage.labels[1], view.network, rail,
                            *view.blocks]
            beat.leaves(*self.columns, *view.averages)

    def pass_on(self, view):
        """The sum goes from trainer to trainer, each adds its own gradient, the last divides; the arrows drawn."""
        arrows = []
        for rank in range(3):
            arrows.append(view.into_sum(rank))
            self.play(arrows[-1].grow(), FadeIn(view.sums[rank]), run_time=0.6)
            if rank < 2:
                arrows.append(view.onward(rank))
                self.play(arrows[-1].grow(), *view.network.crossed([(rank, rank + 1)], "model_gradient"), run_time=0.5)
        divided, divisor = view.divided(), view.divisor()
        self.play(divided.grow(), FadeIn(divisor, view.averages[2]), run_time=0.6)
        return [*arrows, divided, divisor]

    def go_round(self, view):
        """Every weight at once, a third of them from each trainer: two hops to be summed, two more to be known everywhere."""
        ring, thirds = view.ring(), view.thirds()
        self.play(FadeIn(thirds), *[arrow.grow() for arrow in ring], run_time=0.6)
        self.play(*[FadeIn(diamond, target_position=third) for diamond, third in zip(view.diamonds, thirds)], run_time=0.5)
        kept = []
        for hop in range(4):
            self.play(*view.go_round(hop), *view.network.crossed([(0, 2)], "model_gradient"), run_time=0.7)
            if hop > 0:
                copies = [diamond.copy() for diamond in view.diamonds]
                self.play(*[copy.animate.move_to(view.kept((start + hop + 1) % 3, start)).scale(0.7) for start, copy in enumerate(copies)],
                          run_time=0.3)
                kept += copies
        self.play(FadeOut(view.diamonds, *ring, thirds), run_time=0.4)
        return kept

    def states(self):
        """Adam's two numbers for every weight lie beside it; those of the one weight are read: nothing crosses a border."""
        view, rail = self.view, self.rail
        names = [self.label(words, size="label").place(place) for words, place in zip(("mean", "square"), view.state_names())]
        weights = self.label("weights", size="label")
        with self.narrate("states") as beat:
            beat.until("step")
            self.play(*rail.light(5), *view.center_blocks(), run_time=0.6)
            self.play(FadeIn(weights.place(view.below(view.blocks[0]))), run_time=0.4)
            beat.until("two")
            self.play(FadeOut(weights), run_time=0.3)
            self.play(*[FadeIn(states, scale=0.8) for states in view.states], *[FadeIn(name) for name in names], run_time=0.7)
            beat.until("read")
            watched, reads = view.watched(), [cell for rank in range(3) for cell in view.read(rank)]
            self.play(*[Create(frames) for frames in watched], run_time=0.5)
            self.play(*[MoveToTarget(cell) for cell in reads], run_time=1.0)
            self.reads, self.beside = reads, [*view.states, *watched, *names]
            beat.leaves(*self.columns, *view.averages, *self.beside, *reads)

    def update(self):
        """Gradient and states change the one weight alike on all three; and so every weight."""
        view, rail = self.view, self.rail
        was, now = view.weight("before"), view.weight("after")
        name = self.label("this weight", size="label", role="quiet").place([view.averages[0].get_x(), was[0].get_top()[1] + 0.2, 0])
        with self.narrate("update") as beat:
            beat.until("step")
            self.play(*rail.light(6), run_time=0.5)
            beat.until("change")
            cells = [block.cells[self.facts.weights.example] for block in view.blocks]
            into = [(thing, cell) for rank, cell in enumerate(cells) for thing in (view.averages[rank], *self.reads[2 * rank:2 * rank + 2])]
            self.play(*[thing.animate.move_to(cell).scale(0.2).set_opacity(0) for thing, cell in into], run_time=0.7)
            self.remove(*[thing for thing, _ in into])
            self.play(*[FadeIn(number) for number in (*was, name)], run_time=0.3)
            self.play(*view.change(), *[FadeIn(number, shift=RIGHT * 0.2) for number in now], run_time=0.9)
            self.result = [*was, *now, name]
            beat.leaves(*self.columns, *self.beside, *self.result)

    def answer(self):
        """The six names again: three used the network, one of them for nearly all the bytes; what may start early."""
        rail, names = self.rail, StepNames(self.theme, self.trace.steps, [0, 1.9, 0])
        used = {1: ("one", "ids"), 2: ("two", "rows"), 4: ("four", "gradient")}
        with self.narrate("answer") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject is not rail], *rail.rest(), run_time=0.5)
            self.remove(rail)
            self.play(*names.come_from(rail), run_time=0.9)
            self.remove(*self.mobjects)
            self.add(*names, *names.marks.values())
            for number, (word, what) in used.items():
                beat.until(word)
                named = self.label(what, size="label").place(names.marks[number].get_center() - (0, 0.5, 0))
                names.marks[number] = VGroup(names.marks[number], named)
                self.play(FadeIn(named, shift=UP * 0.1), Indicate(names[number - 1], scale_factor=1.15, color=self.theme.color("text")),
                          run_time=0.6)
            beat.until("bytes")
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.3)
            self.play(*[FadeIn(part) for part in self.bytes_to_scale()], run_time=0.6)

            # Two iterations: what waits for what.
            beat.until("rows")
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.4)
            schedule = Schedule(self.theme, self.facts.schedule_conventional, dict(rail.state.marks), [-3.6, 1.4, 0]).wait_in_turn()
            lines = [self.label(words, size="label", role="quiet").place(schedule.before(iteration), RIGHT)
                     for iteration, words in enumerate(("this iteration", "the next"))]
            self.play(FadeIn(schedule, *lines), run_time=0.5)
            row, lock, copy, cached = self.row_and_copy()
            self.play(FadeIn(row, lock), run_time=0.4)
            self.play(TransformFromCopy(row, copy[1]), run_time=0.8)
            self.play(Create(copy[0]), FadeIn(cached), run_time=0.5)
            beat.until("early")
            self.play(*schedule.start_early(), run_time=1.4)
            beat.until("waits")
            arrow = schedule.wait_arrow(6, 3)
            self.play(arrow.grow(), run_time=0.7)
            beat.leaves(schedule, arrow, *lines, row, lock, *copy, cached)

    def row_and_copy(self):
        """v's row, which is only read, and a copy of it on another server."""
        v = self.facts.v
        row = Row(self.theme, ROLES[v.server], self.facts.strips.before[v.vertex], 1.9, 0.34).move_to([-2.2, -2.35, 0])
        copy = RowCopy(self.theme, row.copy().move_to([1.6, -2.35, 0]))
        cached = self.label("cached copy", size="label").next_to(copy, RIGHT, buff=0.2)
        return row, Lock(self.theme).next_to(row, LEFT, buff=0.25), copy, cached

    def bytes_to_scale(self):
        """What step 2 and step 4 moved in a real run, as two bars on one scale."""
        rows, gradient = self.facts.published.rows_mb, self.facts.published.model_gradient_mb
        full, left, heights = 7.4, -3.7, (0.7, -0.3)
        bars = [Rectangle(width=full * size / rows, height=0.56, stroke_width=0, fill_opacity=1, fill_color=self.theme.color(role))
                for size, role in ((rows, "load"), (gradient, "model_gradient"))]
        for bar, y in zip(bars, heights):
            bar.move_to([left, y, 0], LEFT)
        names = [self.label(words, size="label").place([left - 0.25, y - 0.12, 0], RIGHT)
                 for words, y in zip(("rows", "model gradient"), heights)]
        sizes = [self.number(f"published.{name}", template="{} MB", size="number").place([bar.get_right()[0] + 0.2, y - 0.16, 0], LEFT)
                 for name, bar, y in zip(("rows_mb", "model_gradient_mb"), bars, heights)]
        label = self.label("a real run: one trainer, one iteration", size="label", role="quiet").place([left, 1.4, 0], LEFT)
        scope = self.label("rows from home and elsewhere", size="label", role="quiet").place([left, -1.2, 0], LEFT)
        return [*bars, *names, *sizes, label, scope]
