"""Chapter 2: one conventional iteration in six steps, and which of them use the network."""

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.curves import CurveArrow, Ride
from scenes.parts.diamond import Diamond
from scenes.parts.lock import Lock
from scenes.parts.model_view import ModelView
from scenes.parts.rail import Rail, StepNames
from scenes.parts.rows import Packet
from scenes.parts.schedule import Schedule
from scenes.parts.stage import ROW, Stage
from scenes.parts.tag import Tag
from training.trace import Kind, Payload

RAIL = [0.7, 3.4, 0]


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
        """Servers with graph and rows; GPUs with nothing but a mini-batch."""
        stage = self.stage = Stage(self.theme, self.facts)
        with self.narrate("stage") as beat:
            self.play(*[FadeIn(server) for server in stage.cpus], FadeIn(stage.labels[0]), run_time=0.8)
            beat.until("cpu")
            self.play(*[FadeIn(table) for table in stage.tables], FadeIn(stage.map), FadeIn(stage.v_mark), run_time=0.8)
            beat.until("gpu")
            self.play(*[FadeIn(gpu) for gpu in stage.gpus], FadeIn(stage.labels[1], stage.borders), run_time=0.8)
            beat.until("batch")
            self.play(*[FadeIn(fold) for fold in stage.folds], run_time=0.8)
            self.base = [*stage.cpus, stage.labels, *stage.tables, stage.map, stage.v_mark, *stage.gpus, stage.borders]
            beat.leaves(*self.base, *stage.folds)

    def predict(self):
        """Six names; which will use the network?"""
        rail = self.rail = Rail(self.theme, self.trace, [[step.number for step in self.trace.steps]], RAIL)
        names = StepNames(self.theme, self.trace, [0, 0.6, 0])
        question = self.label("which use the network?", size="title").place([0, -1.9, 0])
        with self.narrate("predict") as beat:
            self.play(*[FadeOut(mobject) for mobject in (*self.base, *self.stage.folds)], run_time=0.5)
            self.play(*[FadeIn(entry[0]) for entry in names], run_time=0.5)
            for entry, mark in zip(names, ("one", "two", "three", "four", "five", "six")):
                beat.until(mark)
                self.play(FadeIn(entry[1], shift=UP * 0.15), run_time=0.4)
            beat.until("ask")
            self.play(FadeIn(question), run_time=0.5)
            self.names, self.question = names, question
            beat.leaves(*names, question)

    def sample(self):
        """Seeds; neighbor lists at home; ids to and from other servers."""
        stage, rail = self.stage, self.rail
        batches = self.facts.batches
        seeds = VGroup(*[Circle(0.14, color=self.theme.color("text"), stroke_width=3).move_to(stage.map.at(batch.seed))
                         for batch in batches if batch.seed != self.facts.v.vertex])
        arcs = self.drawn_arcs(local=True)
        answers = self.drawn_arcs(local=False)
        with self.narrate("sample") as beat:
            self.play(FadeOut(self.question, *self.names), run_time=0.4)
            self.play(FadeIn(rail), *[FadeIn(mobject) for mobject in self.base], run_time=0.6)
            beat.until("step")
            self.play(*rail.light(1), run_time=0.5)
            beat.until("seed")
            self.play(Create(seeds), Indicate(stage.v_mark[0], scale_factor=1.6, color=self.theme.color("text")), run_time=0.8)
            self.play(*[arrow.grow() for arrow in arcs], run_time=0.9)
            beat.until("ask")
            self.play(self.ids_travel(), run_time=1.6)
            beat.until("ids")
            self.play(*[arrow.grow() for arrow in answers], run_time=0.5)
            self.play(self.ids_travel(back=True), run_time=1.6)
            self.play(FadeOut(arcs, answers, seeds), *[FadeIn(fold, shift=DOWN * 0.2) for fold in stage.folds], run_time=0.8)
            beat.leaves(*self.base, rail, *stage.folds)

    def drawn_arcs(self, local):
        """Sampled edges inside one server: those a trainer draws at home, or those another server draws for it."""
        stage, owner = self.stage, self.facts.graph.owner
        return VGroup(*[CurveArrow(stage.map.path(arc.source, arc.target), self.theme.color("text"), width=3, head=0.13)
                        for batch in self.facts.batches for arc in batch.arcs if not arc.repeats and not arc.crosses
                        and (owner[arc.target] == batch.rank) == local])

    def ids_travel(self, back=False):
        """For each two servers between which the trace moved ids: tags from the one to the other."""
        stage = self.stage
        moved = [t for t in self.trace.step(1).where(Kind.NETWORK)
                 if t.payload is (Payload.SAMPLED_EDGES if back else Payload.IDS)]
        rides = []
        for pair in dict.fromkeys((t.source.server, t.target.server) for t in moved):
            tags = VGroup(*[Tag(self.theme) for _ in range(2)]).arrange(RIGHT, buff=0.08)
            path = stage.lane(*pair)
            rides.append(Succession(FadeIn(tags.move_to(path.at(0)), run_time=0.2), Ride(tags, path, run_time=1.0),
                                    FadeOut(tags, run_time=0.2)))
        return AnimationGroup(*rides)

    def load(self):
        """v's row twice, once in one leg, once in two; then every other row."""
        stage, rail, v = self.stage, self.rail, self.facts.v.vertex
        outlines = [stage.outlines(rank) for rank in range(3)]
        frame = SurroundingRectangle(stage.strip(v), color=self.theme.color("text"), stroke_width=3, buff=0.05, corner_radius=0.05)
        touched = sorted({vertex for batch in self.facts.batches for vertex in batch.vertices})
        self.read = VGroup(*[stage.strip(vertex, ROW) for vertex in touched])
        self.landed = {(batch.rank, vertex): stage.strip(vertex).move_to(stage.slot(batch.rank, vertex))
                       for batch in self.facts.batches for vertex in batch.fold.left}
        with self.narrate("load") as beat:
            self.play(*rail.mark(1, "thin"), run_time=0.4)
            beat.until("step")
            self.play(*rail.light(2), *[Create(group, lag_ratio=0.1) for group in outlines],
                      *[table.animate.fade(0.42) for table in stage.tables], FadeIn(self.read), run_time=0.8)
            beat.until("two")
            self.play(Create(frame), *[Indicate(ring, scale_factor=1.5, color=self.theme.color("text"))
                                       for fold in stage.folds for ring in fold.rings[:1]], run_time=0.8)
            beat.until("home")
            self.ride({(0, v): stage.way_down(0, v)}, 1.3)
            beat.until("over")
            parked = self.ride({(1, v): stage.way_over(v, 1)}, 1.6, landing=False)
            beat.until("down")
            self.ride({(1, v): stage.way_down(1, v, place=0)}, 1.0, packets=parked)
            beat.until("all")
            self.load_the_rest(v)
            self.outlines, self.frame = VGroup(*outlines), frame
            beat.leaves(*self.base, rail, *stage.folds, self.outlines, frame, self.read, *self.landed.values())

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
        """Rows travel their ways, in a packet if they are to be followed; on landing each becomes a row in its slot."""
        rows = {key: self.stage.strip(key[1]) for key in ways}
        packets = packets or {key: Packet(self.theme, row) if boxed else row for key, row in rows.items()}
        self.play(LaggedStart(*[Ride(packets[key], way) for key, way in ways.items()], lag_ratio=spread / max(len(ways), 1)),
                  run_time=run_time)
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
            self.play(*rail.mark(2, "thick"), FadeOut(self.frame), run_time=0.4)
            beat.until("step")
            self.play(*rail.light(3), *[FadeIn(blocks) for blocks in stage.blocks], run_time=0.6)
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
        """One weight: its gradients, a running sum from trainer to trainer, the average back to all."""
        stage, rail = self.stage, self.rail
        view = self.view = ModelView(self.theme, self.facts)
        batch = [*stage.folds, self.outlines, *self.landed.values(), *self.diamonds]
        upper = [*stage.tables, stage.map, stage.v_mark, self.read, self.locks, stage.labels[0], stage.borders[2]]
        arrows = []
        with self.narrate("all-reduce") as beat:
            beat.until("step")
            self.play(*rail.light(4), *[FadeOut(mobject) for mobject in (*batch, *upper)],
                      *[FadeOut(server.box) for server in stage.cpus], run_time=0.6)
            self.play(*[Transform(gpu, box) for gpu, box in zip(stage.gpus, view.boxes)],
                      *[ReplacementTransform(old[0], new) for old, new in zip(stage.blocks, view.blocks)],
                      *[FadeOut(old[1]) for old in stage.blocks], run_time=0.9)
            beat.until("one")
            self.play(FadeIn(view.picked), run_time=0.3)
            self.play(*[FadeIn(gradient, shift=RIGHT * 0.2) for gradient in view.gradients], run_time=0.7)
            beat.until("sum")
            for rank in range(3):
                arrows.append(view.into_sum(rank))
                self.play(arrows[-1].grow(), FadeIn(view.sums[rank]), run_time=0.6)
                if rank < 2:
                    arrows.append(view.onward(rank))
                    self.play(arrows[-1].grow(), run_time=0.5)
            arrows.append(view.divided())
            divisor = view.divisor()
            self.play(arrows[-1].grow(), FadeIn(divisor, view.averages[2]), run_time=0.6)
            beat.until("back")
            first, second = view.returned()
            self.play(first.grow(), run_time=0.9)
            self.play(FadeIn(view.averages[0]), run_time=0.3)
            self.play(second.grow(), run_time=0.5)
            self.play(FadeIn(view.averages[1]), run_time=0.3)
            beat.until("middle")
            self.play(*[Indicate(average[0], scale_factor=1.12, color=self.theme.color("model_gradient"))
                        for average in view.averages], run_time=0.8)
            self.ring = [*arrows, first, second, divisor]
            self.columns = [*[server.letter for server in stage.cpus], *stage.gpus, stage.labels[1], *stage.borders[:2], rail,
                            *view.blocks, view.picked]
            beat.leaves(*self.columns, *view.gradients, *view.sums, *view.averages, *self.ring)

    def states(self):
        """Adam's two numbers for every weight lie beside it: nothing crosses a border."""
        view, rail = self.view, self.rail
        names = [self.label(words, size="small", role="quiet").place(view.states[0][i].get_bottom() + DOWN * 0.32)
                 for i, words in enumerate(("mean", "square"))]
        reads = [view.read(rank) for rank in range(3)]
        with self.narrate("states") as beat:
            self.play(*rail.mark(4, "thin"), *[FadeOut(mobject) for mobject in (*self.ring, *view.sums, *view.gradients)],
                      FadeOut(view.picked), run_time=0.5)
            beat.until("step")
            self.play(*rail.light(5), run_time=0.5)
            self.play(*view.center_blocks(), run_time=0.6)
            beat.until("two")
            self.play(*[FadeIn(states, scale=0.8) for states in view.states], *[FadeIn(name) for name in names],
                      run_time=0.9)
            beat.until("read")
            self.play(*[arrow.grow() for pair in reads for arrow in pair], run_time=0.9)
            self.columns.remove(view.picked)
            self.beside, self.state_names = [*view.states, *reads], names
            beat.leaves(*self.columns, *view.averages, *self.beside, *names)

    def update(self):
        """Three copies change alike."""
        view, rail = self.view, self.rail
        with self.narrate("update") as beat:
            beat.until("step")
            self.play(*rail.light(6), *[FadeOut(name) for name in self.state_names], run_time=0.4)
            beat.until("change")
            self.play(*[average.animate.move_to(block).scale(0.3).set_opacity(0) for average, block in
                        zip(view.averages, view.blocks)], run_time=0.7)
            self.remove(*view.averages)
            self.play(*view.change(), *[block.frame.animate(rate_func=there_and_back).set_stroke(self.theme.color("model_gradient"), 6)
                                        for block in view.blocks], run_time=0.8)
            beat.leaves(*self.columns, *self.beside)

    def answer(self):
        """The six names again: three used the network, one of them for nearly all the bytes; what may start early."""
        names = StepNames(self.theme, self.trace, [0, 1.9, 0])
        used = {1: ("one", "thin", "ids", "load"), 2: ("two", "thick", "rows", "load"),
                4: ("four", "thin", "gradient", "model_gradient")}
        with self.narrate("answer") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.5)
            self.play(*[FadeIn(entry) for entry in names], run_time=0.5)
            marks = []
            for number, (word, how, what, role) in used.items():
                beat.until(word)
                marks.append(names.mark(number, how, what, role))
                self.play(FadeIn(marks[-1], shift=UP * 0.1), run_time=0.5)
            beat.until("bytes")
            bars = self.bytes_to_scale()
            self.play(*[FadeIn(part) for part in bars], run_time=0.8)

            # Two iterations: what waits for what.
            beat.until("next")
            self.play(*[FadeOut(part) for part in (*bars, *marks, *names)], run_time=0.4)
            schedule = Schedule(self.theme, self.facts.schedule_conventional, [-3.6, 1.4, 0])
            arrow = schedule.wait_arrow(6, 3)
            lines = [self.label(words, size="label", role="quiet").place(schedule.before(iteration), RIGHT)
                     for iteration, words in enumerate(("this iteration", "the next"))]
            self.play(FadeIn(schedule.chips_of(0), lines[0], schedule.time), run_time=0.5)
            self.play(FadeIn(schedule.chips_of(1), lines[1]), arrow.grow(), run_time=0.9)
            beat.until("early")
            self.play(*[chip[0].animate.set_stroke(self.theme.color("load"), 6)
                        for chip in (schedule.chip(1, 1), schedule.chip(1, 2))], run_time=0.7)
            beat.leaves(*schedule, arrow, *lines)

    def bytes_to_scale(self):
        """What step 2 and step 4 moved in a real run, as two bars on one scale."""
        rows, gradient = self.facts.published.rows_mb, self.facts.published.model_gradient_mb
        full = 8.6
        bars = [Rectangle(width=full * size / rows, height=0.5, stroke_width=0, fill_opacity=1, fill_color=self.theme.color(role))
                for size, role in ((rows, "load"), (gradient, "model_gradient"))]
        for bar, y in zip(bars, (-0.95, -1.75)):
            bar.move_to([-4.0, y, 0], LEFT)
        names = [self.label(words, size="label").place([-4.25, y - 0.12, 0], RIGHT)
                 for words, y in (("rows", -0.95), ("gradient", -1.75))]
        sizes = [self.number(f"published.{name}", template="{} MB", size="label").place([x, y - 0.12, 0], LEFT)
                 for name, x, y in (("rows_mb", 4.8, -0.95), ("model_gradient_mb", -3.8, -1.75))]
        label = self.label("a real run, one trainer; rows from home and elsewhere", size="label", role="quiet").place([-4.0, -2.5, 0], LEFT)
        return [*bars, *names, *sizes, label]
