"""Chapter 3: the inputs learn; rows get gradients, and three more steps bring those home and write the rows anew."""

from itertools import permutations

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.big_table import BigTable
from scenes.parts.count_table import CountTable
from scenes.parts.curves import Curve, CurveArrow, Ride
from scenes.parts.diamond import Diamond
from scenes.parts.exchange import Exchange
from scenes.parts.lock import Lock
from scenes.parts.paper import Paper
from scenes.parts.rail import Rail
from scenes.parts.row_states import KINDS, RowStates
from scenes.parts.rows import Row, RowCopy
from scenes.parts.server import ROLES
from scenes.parts.stage import LEFTS, WIDTH, Stage
from scenes.parts.tag import Tag
from scenes.parts.weights import WeightBlock
from training.steps import EMBEDDING_BRANCH, MODEL_BRANCH

RAIL = [-2.8, 3.13, 0]
WIDE = (1.9, 0.34)


class LearnablePipeline(LessonScene):
    def construct(self):
        self.trace = self.facts.learnable
        self.why()
        self.size()
        self.backward_into_rows()
        self.predict()
        self.all_to_all()
        self.why_not_all_reduce()
        self.states()
        self.update()
        self.loop()

    def why(self):
        """A paper comes with features; an author is a number, and its row is found by training."""
        stage = self.stage = Stage(self.theme, self.facts)
        self.base = [*stage.cpus, stage.labels, *stage.tables, stage.map, stage.v_mark, *stage.gpus, stage.network]
        self.landed = {(batch.rank, vertex): stage.strip(vertex).move_to(stage.slot(batch.rank, vertex))
                       for batch in self.facts.batches for vertex in batch.fold.left}
        self.locks = VGroup(*[Lock(self.theme).move_to(table.get_corner(UP + RIGHT) + [0.3, -0.2, 0]) for table in stage.tables])
        paper, author = Paper(self.theme, [-5.0, 1.3, 0]), Tag(self.theme, 0.7).move_to([-5.0, -1.1, 0])
        number = self.label("id", size="label", role="background", weight=BOLD).move_to(author)
        given = Row(self.theme, "text", (3, 1, 2, 0), *WIDE).move_to([-2.2, 1.3, 0])
        empty = VGroup(*[cell.copy().set_fill(opacity=0).set_stroke(self.theme.color("text"), 2)
                         for cell in Row(self.theme, "text", (0, 0, 0, 0), *WIDE).move_to([-2.2, -1.1, 0])])
        found = self.found = Row(self.theme, "text", (0, 3, 1, 2), *WIDE).move_to(empty)
        arrows = [self.straight([-4.5, y, 0], [-3.3, y, 0]) for y in (1.3, -1.1)]
        shut, opened = Lock(self.theme, 0.34).move_to([-0.85, 1.36, 0]), Lock(self.theme, 0.34).move_to([-0.85, -1.04, 0])
        block = WeightBlock(self.theme, self.facts.weights.before[0], np.array([1.3, 0.1, 0]))
        into = [self.straight([-0.5, y, 0], [1.05, y / 2 + 0.1, 0], role="quiet") for y in (1.3, -1.1)]
        hidden = VGroup(*[Dot([3.0, y, 0], 0.2, color=self.theme.color("quiet")) for y in (0.75, -0.55)])
        out = [self.straight([1.55, y / 2 + 0.1, 0], [2.7, y, 0], role="quiet") for y in (0.75, -0.55)]
        names = [self.label(words, size="label", role=role).place(place) for words, role, place in (
            ("paper", "text", [-5.0, 0.45, 0]), ("author", "text", [-5.0, -1.85, 0]), ("features", "text", [-2.2, 1.75, 0]),
            ("embedding", "text", [-2.2, -1.85, 0]), ("hidden layer", "quiet", [3.0, -1.25, 0]))]
        with self.narrate("why") as beat:
            self.add(*self.base, *stage.folds, *stage.blocks, *self.landed.values(), self.locks)  # as chapter 2 knew them
            beat.until("features")
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.3)
            self.play(FadeIn(paper, names[0]), run_time=0.4)
            self.play(arrows[0].grow(), FadeIn(given, names[2]), FadeIn(shut, scale=1.3), run_time=0.7)
            beat.until("number")
            self.play(FadeIn(author, number, names[1]), run_time=0.5)
            self.play(Create(empty), run_time=0.6)
            beat.until("random")
            self.play(FadeIn(found, lag_ratio=0.2), FadeOut(empty), FadeIn(opened), run_time=0.6)
            self.play(opened.open(), run_time=0.4)
            beat.until("learn")
            for shades in ((1, 3, 0, 2), (1, 2, 0, 3), (2, 1, 0, 3)):
                self.play(Transform(found, Row(self.theme, "text", shades, *WIDE).move_to(found)), run_time=0.5)
            beat.until("input")
            frame = SurroundingRectangle(found, color=self.theme.color("text"), buff=0.1, corner_radius=0.08, stroke_width=4)
            self.play(Create(frame), FadeIn(names[3]), run_time=0.5)
            self.play(FadeIn(block, hidden, names[4]), *[arrow.grow() for arrow in (*into, *out)], run_time=0.8)
            beat.leaves(paper, author, number, given, found, arrows[0], shut, opened, block, *into, *out, hidden, *names, frame)

    def straight(self, start, end, role="text"):
        return CurveArrow(Curve(np.array([start, end])), self.theme.color(role), width=4, head=0.2)

    def size(self):
        """The table of such rows and the model, as areas."""
        published = self.facts.published
        big = BigTable(self.theme, published.table_gb * 1000 / published.model_mb, [-6.1, 2.3, 0], [4.6, -1.1, 0])
        amount = self.number("published.table_gb", template="{} GB", size="title").place([4.6, 1.6, 0])
        rows = self.number("published.table_vertices_millions", template="{} million rows", size="label").place([4.6, 1.1, 0])
        width = self.number("published.table_width", template="of {} numbers", size="label").place([4.6, 0.7, 0])
        model = self.number("published.model_mb", template="{} MB", size="title").place([4.6, -2.1, 0])
        named = self.label("the model", size="label").place([4.6, -0.5, 0])
        scale = self.label("areas to scale", size="label", role="quiet").place([-6.1, 2.55, 0], LEFT)
        first = Row(self.theme, "text", (2, 1, 0, 3), *big.size).move_to([*big.places[0], 0])
        with self.narrate("size") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject is not self.found], run_time=0.4)
            beat.until("table")
            self.play(self.found.animate.become(first), run_time=0.5)
            self.play(FadeIn(big.strips, shift=DOWN * 0.3), FadeIn(scale), run_time=0.9)
            self.remove(self.found)
            self.play(FadeIn(amount, rows, width), run_time=0.5)
            beat.until("model")
            self.play(FadeIn(big.model), Create(big.circle), FadeIn(named, model), run_time=0.8)
            beat.leaves(big.strips, amount, rows, width, model, named, scale, big.found)

    def backward_into_rows(self):
        """The sweep that stopped at the rows runs on into them."""
        stage = self.stage
        rail = self.rail = Rail(self.theme, self.trace, [(1, 2, 3), MODEL_BRANCH, EMBEDDING_BRANCH], RAIL)
        exchange = self.exchange = Exchange(stage)
        self.diamonds = [VGroup(*[Diamond(self.theme, "model_gradient", size=0.36).move_to(block) for block in blocks])
                         for blocks in stage.blocks]
        with self.narrate("backward-into-rows") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.3)
            self.play(*[FadeIn(mobject) for mobject in (*self.base, self.locks, *stage.folds, *stage.blocks)], run_time=0.5)
            beat.until("open")
            self.play(*[lock.open() for lock in self.locks], run_time=0.6)
            self.play(FadeIn(rail), run_time=0.4)
            beat.until("replay")
            self.play(*rail.repeat(1), FadeOut(self.locks), run_time=0.3)
            self.play(*rail.mark(1, "thin"), run_time=0.2)
            self.play(*rail.repeat(2), *[FadeIn(row, shift=DOWN * 0.3) for row in self.landed.values()], run_time=0.5)
            self.play(*rail.mark(2, "thick"), run_time=0.2)
            beat.until("step")
            self.play(*rail.light(3), run_time=0.4)
            self.play(*[fold.compute() for fold in stage.folds], run_time=1.4)
            beat.until("blocks")
            for layer in (1, 0):
                self.play(*[fold.back(layer, "model_gradient") for fold in stage.folds], run_time=0.5)
                self.play(*[FadeIn(pair[layer], scale=0.5) for pair in self.diamonds], run_time=0.3)
            beat.until("rows")
            self.play(self.into_rows(), run_time=0.8)
            self.play(LaggedStart(*[FadeIn(gradient, shift=LEFT * 0.2) for gradient in exchange.gradients.values()], lag_ratio=0.05),
                      run_time=1.0)
            self.onstage = [*self.base, rail, *stage.folds, *stage.blocks, *self.landed.values(), *exchange.gradients.values()]
            beat.leaves(*self.onstage, *self.diamonds)

    def into_rows(self):
        """The error runs on from every vertex of the first column through its row."""
        stage = self.stage
        lines = [Line(fold.columns[0][index].get_left(), stage.slot(batch.rank, vertex) + LEFT * 0.31, stroke_width=6,
                      color=self.theme.color("row_gradient"))
                 for batch, fold in zip(self.facts.batches, stage.folds) for index, vertex in enumerate(batch.fold.left)]
        return AnimationGroup(*[ShowPassingFlash(line, time_width=0.7) for line in lines])

    def predict(self):
        """One row, two gradients: where should they meet?"""
        stage, rail, v = self.stage, self.rail, self.facts.v.vertex
        mine = [self.exchange.gradients[rank, v] for rank in self.facts.v_gradients.trainers]
        rows = [self.landed[rank, v] for rank in self.facts.v_gradients.trainers]
        question = self.question = self.label("where should they meet?", size="label").place([(LEFTS[0] + LEFTS[1] + WIDTH) / 2, -0.19, 0])
        dim = [*stage.folds, *stage.blocks, *[row for row in self.landed.values() if row not in rows],
               *[gradient for gradient in self.exchange.gradients.values() if gradient not in mine]]
        with self.narrate("predict") as beat:
            beat.until("model")
            self.play(*rail.repeat(4), *[Indicate(pair, scale_factor=1.3, color=None) for pair in self.diamonds], run_time=0.5)
            self.play(*rail.mark(4, "thin"), run_time=0.2)
            self.play(*rail.repeat(5), run_time=0.4)
            self.play(*rail.repeat(6), *[gradient.animate.scale(0.3).set_opacity(0) for gradient in self.diamonds], run_time=0.6)
            self.remove(*self.diamonds)
            beat.until("two")
            self.play(*[mobject.animate.fade(0.42) for mobject in dim], run_time=0.5)
            self.play(*[gradient.animate.scale(1.5) for gradient in mine], run_time=0.5)
            beat.until("ask")
            self.play(FadeIn(question), run_time=0.3)
            beat.leaves(*self.onstage, question)

    def all_to_all(self):
        """Sorted by owner; each pile to its one owner; v's two meet at A and become one."""
        stage, rail, exchange = self.stage, self.rail, self.exchange
        table = CountTable(self.theme, self.facts, [1.1, 1.22, 0])
        gradients, v = exchange.gradients, self.facts.v
        with self.narrate("all-to-all") as beat:
            beat.until("step")
            gone = [*stage.tables, stage.map, stage.v_mark, stage.labels[0], *stage.folds, *stage.blocks, *self.landed.values(), self.question]
            self.play(*rail.light(7), *[FadeOut(mobject) for mobject in gone], *[FadeOut(server.box) for server in stage.cpus],
                      FadeOut(stage.network, *gradients.values()), run_time=0.6)
            fresh = Exchange(stage).gradients
            for key, gradient in gradients.items():
                gradient.become(fresh[key])
            self.play(*[FadeIn(gradient) for gradient in gradients.values()], FadeIn(stage.network), FadeIn(exchange.floors),
                      *exchange.letters_down(), run_time=0.6)
            beat.until("sort")
            self.play(LaggedStart(*[gradient.animate.move_to(exchange.pile(*key)) for key, gradient in gradients.items()], lag_ratio=0.03),
                      FadeIn(exchange.trays, table), run_time=1.4)
            self.play(*[gradient.tag.animate.set_opacity(1) for gradient in gradients.values()], run_time=0.4)
            beat.until("home")
            counts = self.send([(rank, rank) for rank in range(3)], table, 1.0)
            beat.until("send")
            for pair in permutations(range(3), 2):
                if exchange.sent(*pair):
                    counts += self.send([pair], table, 0.6)
            beat.until("none")
            none = [table.count(source, target) for source, target in permutations(range(3), 2) if not exchange.sent(source, target)]
            self.play(*[FadeIn(count, scale=1.8) for count in none], run_time=0.5)
            beat.until("meet")
            self.play(FadeOut(exchange.floors), run_time=0.3)
            met = [gradients[key] for key in exchange.arrivals(v.server) if key[1] == v.vertex]
            middle = (exchange.meeting()[0] + exchange.meeting()[1]) / 2
            plus = VGroup(*[Line(middle - way * 0.15, middle + way * 0.15, stroke_width=5, color=self.theme.color("text")) for way in (UP, RIGHT)])
            self.play(*[gradient.animate.move_to(place) for gradient, place in zip(met, exchange.meeting())], run_time=0.7)
            self.play(*[gradient.animate.scale(1.7, about_point=gradient[0].get_center()) for gradient in met], FadeIn(plus), run_time=0.4)
            beat.until("combine")
            self.play(*[gradient.animate.move_to(plus) for gradient in met], FadeOut(plus), run_time=0.5)
            self.play(*[gradient.animate.scale(1 / 1.7, about_point=gradient[0].get_center()) for gradient in met], run_time=0.2)
            self.play(*[gradients[key].animate.move_to(place) for owner in range(3) for key, place in exchange.combined(owner).items()],
                      run_time=0.8)
            counts += none
            self.combined = {}
            for key, gradient in gradients.items():
                if self.combined.setdefault(key[1], gradient) is not gradient:
                    self.remove(gradient)
            self.letters = [server.letter for server in stage.cpus]
            beat.leaves(*self.letters, *stage.gpus, stage.labels[1], stage.network, rail, exchange.trays, table, *counts,
                        *self.combined.values())

    def send(self, pairs, table, run_time):
        """The piles of these pairs go to their owners; then their cells are filled."""
        exchange = self.exchange
        keys = [(source, vertex) for source, target in pairs for vertex in exchange.sent(source, target)]
        rides = LaggedStart(*[Ride(exchange.gradients[key], exchange.way(*key)) for key in keys], lag_ratio=0.15)
        self.play(rides, *self.stage.network.crossed(pairs, "row_gradient"), run_time=run_time)
        counts = [table.count(*pair) for pair in pairs]
        self.play(*[FadeIn(count, scale=1.4) for count in counts], run_time=0.15)
        return counts

    def why_not_all_reduce(self):
        """The model has copies, a row has one home."""
        half = 3.35
        titles = [self.label(words, size="number", role=role).place([x, 1.75, 0]) for words, role, x in
                  (("model: all-reduce", "model_gradient", -half), ("row: all-to-all", "row_gradient", half))]
        boxes = [[RoundedRectangle(corner_radius=0.12, width=1.5, height=1.5, stroke_width=3, color=self.theme.color(role),
                                   fill_color=self.theme.color("panel"), fill_opacity=1).move_to([x + 1.9 * (rank - 1), 0.4, 0])
                  for rank, role in enumerate(ROLES)] for x in (-half, half)]
        blocks = [WeightBlock(self.theme, self.facts.weights.before[0], box.get_center()).scale(0.72) for box in boxes[0]]
        home = self.facts.v.server
        row = Row(self.theme, ROLES[home], self.facts.strips.before[self.facts.v.vertex], 0.9, 0.2).move_to(boxes[1][home])
        needs = [[self.need(box, "model_gradient") for box in boxes[0]], [self.need(boxes[1][home], "row_gradient")]]
        whose = [self.label(words, size="label").place([x, -1.68, 0]) for words, x in (("needed by all", -half), ("needed by its owner", half))]
        split = Line([0, 2.2, 0], [0, -2.2, 0], stroke_width=2.5, color=self.theme.color("quiet"))
        sizes = [self.number(*facts, template=template, size="label", role="quiet").place([x, -2.2, 0]) for facts, template, x in (
            (("published.model_gradient_mb",), "{} MB a trainer", -half),
            (("published.table_gb", "published.rows_mb"), "{} GB in all, {} MB a trainer", half))]
        with self.narrate("why-not-all-reduce") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject is not self.rail], run_time=0.4)
            self.play(FadeIn(split, *titles, *boxes[0], *blocks, *boxes[1], row), run_time=0.6)
            beat.until("copies")
            self.play(*[FadeIn(need, shift=UP * 0.3) for need in needs[0]], FadeIn(sizes[0], whose[0]), run_time=0.6)
            beat.until("home")
            self.play(FadeIn(needs[1][0], shift=UP * 0.3), FadeIn(whose[1], sizes[1]), run_time=0.6)
            beat.leaves(self.rail, *titles, *boxes[0], *boxes[1], *blocks, row, *needs[0], *needs[1], split, *whose, *sizes)

    def need(self, box, role):
        """The answer comes up into a box."""
        bottom = box.get_bottom()
        arrow = CurveArrow(Curve(np.array([bottom + DOWN * 0.6, bottom + DOWN * 0.08])), self.theme.color(role), width=5, head=0.24)
        owner = ROLES[self.facts.v.server] if role == "row_gradient" else None
        return VGroup(arrow, Diamond(self.theme, role, owner, size=0.34).move_to(bottom + DOWN * 0.72))

    def states(self):
        """Three tables; only touched rows' states come down, to the owner's GPU, where the gradients wait."""
        rail = self.rail
        stage = self.stage = Stage(self.theme, self.facts)
        view = self.view = RowStates(stage)
        touched = self.touched = [vertex for owner in view.touched for vertex in owner]
        names = [part for kind in KINDS[1:] for part in (self.label(kind, size="label").place(view.heading(kind)), view.bracket(kind))]
        marked = {(kind, vertex): view.strip(kind, vertex) for vertex in touched for kind in KINDS}
        down = {(kind, vertex): view.strip(kind, vertex) for vertex in touched for kind in KINDS[1:]}
        fresh = {vertex: gradient for (_, vertex), gradient in Exchange(stage).gradients.items()}
        for vertex, gradient in self.combined.items():
            gradient.become(fresh[vertex].scale(0.8).move_to(view.waiting(vertex)))
        count = self.number("states.touched", "states.rows", template="{} of {}", size="label").place([-5.13, 0.36, 0], RIGHT)
        rows = self.label("rows", size="label").place([-5.13, 0.02, 0], RIGHT)
        with self.narrate("states") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject is not rail], run_time=0.2)
            self.play(*[FadeIn(mobject) for mobject in (*stage.cpus, *stage.gpus, stage.labels, *stage.tables, stage.network)],
                      *[FadeIn(gradient) for gradient in self.combined.values()], run_time=0.4)
            beat.until("step")
            self.play(*rail.mark(7, "thick"), *rail.light(8), run_time=0.4)
            beat.until("two")
            self.play(*[FadeIn(tables, shift=RIGHT * 0.5) for tables in view.tables], *[FadeIn(name) for name in names], run_time=0.9)
            beat.until("touched")
            self.play(*[table.animate.fade(0.42) for table in (*stage.tables, *view.tables)], *[FadeIn(strip) for strip in marked.values()],
                      run_time=0.6)
            self.play(self.by_owner(down, lambda key: view.way_down(*key)), run_time=2.0)
            self.play(FadeIn(count, rows), run_time=0.4)
            self.marked, self.down = marked, down
            self.above = [*stage.cpus, *stage.gpus, *stage.labels, *stage.tables, stage.network, *view.tables, *names, count, rows, rail]
            beat.leaves(*self.above, *marked.values(), *down.values(), *self.combined.values())

    def by_owner(self, strips, way):
        """Strips ride, one server's after the other's."""
        owner = self.facts.graph.owner
        return LaggedStart(*[AnimationGroup(*[Ride(strip, way(key)) for key, strip in strips.items() if owner[key[1]] == rank])
                             for rank in range(3)], lag_ratio=0.4)

    def update(self):
        """The owner computes; new states and the change of the row go up and are written; v's row, seen large."""
        view, rail, v = self.view, self.rail, self.facts.v
        with self.narrate("update") as beat:
            beat.until("step")
            self.play(*rail.light(9), run_time=0.4)
            changes = {("row", vertex): view.change(vertex) for vertex in self.touched}
            new = {key: view.strip(*key, after=True).move_to(strip) for key, strip in self.down.items()}
            self.play(*[ReplacementTransform(gradient, changes["row", vertex]) for vertex, gradient in self.combined.items()],
                      *[Transform(self.down[key], strip) for key, strip in new.items()], run_time=0.8)
            beat.until("up")
            going = {**self.down, **changes}
            self.play(self.by_owner(going, lambda key: view.way_down(*key).reversed()), run_time=1.8)
            written = {vertex: view.strip("row", vertex, after=True) for vertex in self.touched}
            self.play(*[ReplacementTransform(changes["row", vertex], strip) for vertex, strip in written.items()], run_time=0.4)
            self.remove(*self.marked.values())
            self.add(*self.down.values(), *written.values())
            beat.until("others")
            old, fresh = (Row(self.theme, ROLES[v.server], shades[v.vertex], *WIDE).move_to(view.magnified())
                          for shades in (self.facts.strips.before, self.facts.strips.after))
            lens = view.lens(old)
            gone = (*self.stage.gpus, self.stage.labels[1])
            self.play(*[FadeOut(mobject) for mobject in gone], FadeIn(lens, old), run_time=0.4)
            self.play(ReplacementTransform(old, fresh), run_time=0.8)
            beat.leaves(*[mobject for mobject in self.above if mobject not in gone], *self.down.values(), *written.values(), lens, fresh)

    def loop(self):
        """A load that comes early would pick up v's old row; it waits for step 9."""
        rail, v, owner = self.rail, self.facts.v, self.facts.v.server
        keeper = (owner + 1) % 3
        role, name = ROLES[owner], self.facts.servers[owner]
        coming = Rail(self.theme, self.facts.learnable_next, [(1, 2, 3)], [2.75, 3.3, 0])
        boxes = [RoundedRectangle(corner_radius=0.16, width=4.8, height=high - low, stroke_width=3, color=self.theme.color(color),
                                  fill_color=self.theme.color("panel"), fill_opacity=1).stretch_to_fit_width(width).move_to([x, (high + low) / 2, 0])
                 for x, width, low, high, color in ((-3.7, 4.8, -2.3, 1.5, role), (4.6, 3.4, 0.1, 1.5, role), (4.6, 3.4, -2.3, -0.4, ROLES[keeper]))]
        names = [self.label(words, size="label", role="quiet").place(box.get_corner(DOWN + LEFT) + [0.2, 0.2, 0], LEFT)
                 for words, box in zip((f"CPU memory {name}", f"GPU {name}", f"CPU memory {self.facts.servers[keeper]}"), boxes)]
        iterations = [self.label(words, size="label", role="quiet").place(place, align) for words, place, align in
                      (("this iteration", [-6.0, 2.3, 0], LEFT), ("next iteration", [2.75, 1.85, 0], LEFT))]
        row = Row(self.theme, role, self.facts.strips.before[v.vertex], *WIDE).move_to([-3.4, 0.9, 0])
        frame = SurroundingRectangle(row, color=self.theme.color("text"), buff=0.1, corner_radius=0.08, stroke_width=4)
        letter = self.label("v", size="number", weight="BOLD", slant="ITALIC").next_to(frame, LEFT, buff=0.15)
        ages = [self.label(words, size="label").next_to(frame, DOWN, buff=0.18) for words in ("not yet written", "written")]
        slot = Rectangle(width=WIDE[0], height=WIDE[1], stroke_width=3, color=self.theme.color(role)).move_to([4.6, 0.95, 0])
        gate = Line([1.6, 1.5, 0], [1.6, -0.4, 0], stroke_width=8, color=self.theme.color("quiet"))
        with self.narrate("loop") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject is not rail], run_time=0.4)
            rail.left = rail.left + LEFT * 3.2
            self.play(*rail.rewind(9), FadeIn(*boxes[:2], *names[:2], row, frame, letter, iterations[0], ages[0]), run_time=0.7)
            beat.until("again")
            self.play(FadeIn(coming, iterations[1], slot), run_time=0.5)
            self.play(*coming.light(1), run_time=0.4)

            # Too early: the old values.
            beat.until("early")
            old = RowCopy(self.theme, row).aged()
            words = self.label("old values", size="label").next_to(old.copy().move_to([0.2, 0.9, 0]), DOWN, buff=0.16)
            self.play(old.animate.move_to([0.2, 0.9, 0]), run_time=0.9)
            self.play(FadeIn(gate, words), run_time=0.4)
            beat.until("wait")
            self.play(FadeOut(old, words), *rail.light(9), *coming.rest(), run_time=0.4)
            nine, two = rail.chip(9)[0], coming.chip(2)[0]
            writes = self.wire([nine.get_bottom() + DOWN * 0.05, [nine.get_x(), 2.0, 0], [row.get_x(), 2.0, 0], frame.get_top() + UP * 0.06])
            self.play(writes.grow(), run_time=0.6)
            self.play(Transform(row, Row(self.theme, role, self.facts.strips.after[v.vertex], *WIDE).move_to(row)),
                      frame.animate(rate_func=there_and_back).set_stroke(width=10), FadeOut(ages[0], run_time=0.2), run_time=0.6)
            self.play(FadeIn(ages[1]), run_time=0.2)
            level = [nine.get_right() + RIGHT * 0.06, [1.9, nine.get_y(), 0], [1.9, 2.4, 0]]
            waits = self.wire([*level, [two.get_x(), 2.4, 0], two.get_bottom() + DOWN * 0.05])
            self.play(waits.grow(), FadeOut(gate), run_time=0.7)
            fresh = row.copy()
            self.play(fresh.animate.move_to(slot), *coming.light(2), run_time=0.9)

            # A copy made before is old as well.
            beat.until("harder")
            cached = RowCopy(self.theme, Row(self.theme, role, self.facts.strips.before[v.vertex], *WIDE).move_to([4.6, -0.9, 0])).aged()
            aged = self.label("cached, now old", size="label").place([4.6, -1.55, 0])
            self.play(FadeIn(boxes[2], names[2], cached, aged), run_time=0.6)
            beat.until("differ")
            beat.leaves(rail, coming, *boxes, *names, *iterations, row, frame, letter, ages[1], slot, writes, waits, fresh, cached, aged)

    def wire(self, corners):
        return CurveArrow(Curve.through(np.array(corners)), self.theme.color("text"), width=5, head=0.24)
