"""Chapter 4: both workflows on the same mini-batches, and what the second one adds."""

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.curves import Curve, CurveArrow, Ride
from scenes.parts.diamond import Diamond
from scenes.parts.exchange import Exchange
from scenes.parts.half_stage import HalfStage
from scenes.parts.rail import Rail, StepNames
from scenes.parts.row_states import KINDS, RowStates
from scenes.parts.row_trip import RowTrip
from scenes.parts.schedule import Schedule
from scenes.parts.stage import Stage
from scenes.parts.unit_bars import UnitBars
from training.steps import EMBEDDING_BRANCH, MODEL_BRANCH

MIDDLES = (-3.25, 3.25)
NAMES = ("fixed inputs", "learnable inputs")
COSTS = (("load rows", "load"), ("all-reduce", "model_gradient"), ("+ all-to-all", "row_gradient"), ("+ load states", "text"),
         ("+ write both back", "text"), ("+ wait", "text"))


class SideBySide(LessonScene):
    def construct(self):
        self.lockstep()
        self.one_row()
        self.bars()
        self.wait_for_rows()
        self.timing()
        self.answer()

    def titles(self, y):
        return VGroup(*[self.label(name, size="number").place([x, y, 0]) for name, x in zip(NAMES, MIDDLES)])

    def lockstep(self):
        """Steps 1 to 6 in both halves at the same instants; then 7 to 9 on the right alone."""
        stages = [Stage(self.theme, self.facts, named=False) for _ in MIDDLES]
        halves = self.halves = [HalfStage(stage, [x, -0.9, 0]) for stage, x in zip(stages, MIDDLES)]
        traces = (self.facts.conventional, self.facts.learnable)
        rails = [Rail(self.theme, trace, [(1, 2, 3), MODEL_BRANCH, branch], [x - 2.55, 2.0, 0], named=False)
                 for trace, branch, x in zip(traces, ((), EMBEDDING_BRANCH), MIDDLES)]
        across = np.array([MIDDLES[0] - MIDDLES[1], 0, 0])
        empty = VGroup(*[DashedVMobject(Circle(0.2, color=self.theme.color("quiet"), stroke_width=2.5), num_dashes=14)
                         .move_to(rails[1].chip(number)[0].get_center() + across) for number in EMBEDDING_BRANCH])
        titles, split = self.titles(3.1), Line([0, 3.3, 0], [0, -2.5, 0], stroke_width=2.5, color=self.theme.color("quiet"))
        large = Stage(self.theme, self.facts)
        exchange, states = Exchange(large), RowStates(large)
        with self.narrate("lockstep") as beat:
            self.add(split, *[part for half in halves for part in (half.base, half.letters)])
            beat.until("both")
            self.play(*[FadeIn(part) for part in (titles, *rails, empty)], run_time=0.6)
            beat.until("one")
            self.play(*self.both(rails, 1), *[FadeIn(half.batches) for half in halves], run_time=0.7)
            self.play(*self.both(rails, 2), run_time=0.3)
            rows = [row for half, stage in zip(halves, stages) for row in self.load(half, stage)]
            self.play(*self.moving, run_time=1.4)
            self.play(*self.both(rails, 3), *[fold.compute() for stage in stages for fold in stage.folds], run_time=1.0)
            pink = [half.small(Diamond(self.theme, "model_gradient", size=0.36).move_to(block))
                    for half in halves for blocks in large.blocks for block in blocks]
            violet = {key: halves[1].small(gradient) for key, gradient in exchange.gradients.items()}
            self.play(*[FadeIn(diamond) for diamond in pink], *[FadeIn(gradient) for gradient in violet.values()], run_time=0.4)
            self.play(*self.both(rails, 4), *[animation for stage in stages for animation in
                                             stage.network.crossed([(0, 2)], "model_gradient")], run_time=0.7)
            for number in (5, 6):
                self.play(*self.both(rails, number), *([FadeOut(diamond, scale=0.3) for diamond in pink] if number == 6 else []), run_time=0.4)
            self.play(*[animation for rail in rails for animation in rail.rest()], run_time=0.3)

            beat.until("left")
            self.play(halves[0].base.animate.fade(0.42), halves[0].batches.animate.fade(0.42), run_time=0.5)
            beat.until("seven")
            self.play(*rails[1].light(7), FadeOut(halves[1].batches, *rows[len(rows) // 2:]), run_time=0.4)
            self.play(*[gradient.animate.move_to(halves[1].at(exchange.pile(*key))) for key, gradient in violet.items()], run_time=0.5)
            self.play(*[Ride(gradient, halves[1].way(exchange.way(*key))) for key, gradient in violet.items()],
                      *stages[1].network.crossed([(0, 2)], "row_gradient"), run_time=1.0)
            strips = {(kind, vertex): halves[1].small(states.strip(kind, vertex)) for owner in states.touched for vertex in owner
                      for kind in KINDS[1:]}
            self.play(*rails[1].light(8), FadeOut(*violet.values()), *[FadeIn(strip) for strip in strips.values()], run_time=0.4)
            self.play(*[Ride(strip, halves[1].way(states.way_down(*key))) for key, strip in strips.items()], run_time=0.8)
            self.play(*rails[1].light(9), run_time=0.3)
            self.play(*[Ride(strip, halves[1].way(states.way_down(*key).reversed())) for key, strip in strips.items()], run_time=0.8)
            self.rails, self.split, self.named = rails, split, titles
            beat.leaves(titles, split, *rails, empty, *[part for half in halves for part in (half.base, half.letters)], halves[0].batches, *rows[:len(rows) // 2],
                        *strips.values())

    def both(self, rails, number):
        """The same chip in both halves."""
        return [animation for rail in rails for animation in rail.light(number)]

    def load(self, half, stage):
        """Every row of every mini-batch into its slot; the same ways as before."""
        rows = []
        if half is self.halves[0]:
            self.moving = []
        for batch in self.facts.batches:
            away = [vertex for vertex in batch.fold.left if self.facts.graph.owner[vertex] != batch.rank]
            for vertex in batch.fold.left:
                row = half.small(stage.strip(vertex))
                legs = [half.way(stage.way_down(batch.rank, vertex))]
                if vertex in away:
                    place = away.index(vertex)
                    legs = [half.way(stage.way_over(vertex, batch.rank, place)), half.way(stage.way_down(batch.rank, vertex, place))]
                rows.append(row)
                self.moving.append(Succession(*[Ride(row, leg) for leg in legs]))
        self.moving += stage.network.crossed([(0, 2)], "load")
        return rows

    def one_row(self):
        """One remote row on both ways; each leg counts."""
        account = self.facts.one_row
        trips = [RowTrip(self.theme, self.facts, account, [x, 0.6, 0], learns) for x, learns in zip(MIDDLES, (False, True))]
        counts = [[self.number(f"one_row.{kind}{suffix}", size="number").place(trip.after(line, getattr(account, kind + suffix)), LEFT)
                   for line, kind in enumerate(("network", "cpu_gpu"))] for trip, suffix in zip(trips, ("", "_learnable"))]
        names = [[self.label(words, size="label").place(trip.before(line), RIGHT) for line, words in enumerate(("network", "CPU–GPU"))]
                 for trip in trips]
        kinds = [self.label(words, size="label", role="quiet").place(trip.corner(level), RIGHT)
                 for trip in trips for level, words in enumerate(("CPU", "GPU"))]
        with self.narrate("one-row") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects if mobject not in (self.split, self.named)], run_time=0.4)
            self.play(*[FadeIn(trip.base) for trip in trips], *[FadeIn(kind) for kind in kinds], run_time=0.5)
            beat.until("unit")
            self.play(*[Indicate(trip.row, scale_factor=1.4, color=None) for trip in trips], *[FadeIn(name) for pair in names for name in pair],
                      run_time=0.7)
            beat.until("in")
            for leg in ("over", "down"):
                self.play(*[animation for trip in trips for animation in trip.go(leg)], run_time=0.9)
            right = trips[1]
            for mark, leg in (("back", "back"), ("down", "states"), ("up", "up")):
                beat.until(mark)
                self.play(*right.go(leg), run_time=0.9)
            self.play(*[FadeIn(count, scale=1.3) for pair in counts for count in pair], run_time=0.4)
            self.counted = [*[trip.base for trip in trips], *kinds, *[part for trip in trips for part in trip.drawn], *[n for pair in names for n in pair],
                            *[count for pair in counts for count in pair]]
            beat.leaves(self.split, self.named, *self.counted)

    def bars(self):
        """The whole batch: what both ways move, and what is new."""
        added = self.facts.added
        bars = UnitBars(self.theme, {"network": (added.network, added.network_added), "CPU–GPU": (added.cpu_gpu, added.cpu_gpu_added)},
                        {"network": "row_gradient", "CPU–GPU": "text"}, [-3.0, 1.75, 0])
        names = {kind: self.label(kind, size="number").place(bars.above(kind), LEFT) for kind in bars.kinds}
        values = {kind: [self.number(f"added.{name}{suffix}", size="number").place(bars.after(kind, line), LEFT)
                         for line, suffix in enumerate(("", "_total"))] for kind, name in (("network", "network"), ("CPU–GPU", "cpu_gpu"))}
        ways = [self.label(("fixed", "learnable")[line], size="label", role=role).place(bars.before(kind, line), RIGHT)
                for kind in bars.kinds for line, role in enumerate(("load", "text"))]
        unit = self.label("in row-lengths, without ids", size="label", role="quiet").place([bars.corner[0], -2.3, 0], LEFT)
        updated = self.number("states.touched", "one_row.states_down", "one_row.back_up", template="+ {} rows × ({} + {})", size="label", role="quiet")
        updated.place(bars.new["CPU–GPU"].get_corner(DOWN + LEFT) + DOWN * 0.42, LEFT)
        with self.narrate("bars") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.3)
            self.play(*[FadeIn(mobject) for mobject in (*names.values(), *ways, unit)], run_time=0.3)
            beat.until("batch")
            self.play(*[animation for kind in bars.kinds for animation in bars.grow_common(kind)], run_time=0.8)
            for mark, kind in (("network", "network"), ("memory", "CPU–GPU")):
                beat.until(mark)
                self.play(bars.grow_new(kind), run_time=0.9)
                self.play(*[FadeIn(value) for value in (*values[kind], *([updated] if kind == "CPU–GPU" else []))], run_time=0.3)
            beat.leaves(bars, *names.values(), *ways, unit, updated, *[value for pair in values.values() for value in pair])

    def wait_for_rows(self):
        """Two iterations each way: the next load slips under this iteration, or waits for step 9."""
        plans = [Schedule(self.theme, slots, {}, [-3.2, top, 0])
                 for slots, top in ((self.facts.schedule_conventional, 2.9), (self.facts.schedule_learnable, 0.95))]
        names = [self.label(words, size="label", role=role).place(plan.before(iteration), RIGHT)
                 for name, plan in zip(NAMES, plans) for iteration, (words, role) in enumerate(((name, "text"), ("next", "quiet")))]
        split = Line([-6.5, 1.5, 0], [6.5, 1.5, 0], stroke_width=2.5, color=self.theme.color("context"))
        plans[0].remove(plans[0].time)
        with self.narrate("wait") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.4)
            for plan in plans:
                plan.wait_in_turn()
                plan.chip(1, 2)[0].set_stroke(self.theme.color("load"), width=6)
            self.play(*[FadeIn(mobject) for mobject in (*plans, *names, split)], run_time=0.6)
            beat.until("fixed")
            self.play(*plans[0].start_early(), run_time=1.2)
            beat.until("learnable")
            self.play(*plans[1].start_early(), run_time=1.0)
            arrow = plans[1].wait_arrow(9, 2)
            self.play(arrow.grow(), run_time=0.6)
            beat.leaves(*plans, *names, split, arrow)

    def timing(self):
        """One bar: a published run."""
        figures = self.facts.published
        full, left = 10.0, -5.0
        widths = [full * share / 100 for share in (figures.update_share, figures.rest_share)]
        bar = Rectangle(width=full, height=0.9, stroke_width=0, fill_opacity=1, fill_color=self.theme.color("context")).move_to([0, 0.2, 0])
        update = bar.copy().set_fill(self.theme.color("row_gradient")).stretch_to_fit_width(widths[0]).move_to([left, 0.2, 0], LEFT)
        middles = (left + widths[0] / 2, left + widths[0] + widths[1] / 2)
        time = self.label("time of one epoch", size="number").place([0, 0.95, 0])
        shares = [self.number(f"published.{name}", template="{}%", size="title").place([x, 0.9, 0])
                  for name, x in zip(("update_share", "rest_share"), middles)]
        names = [self.number("steps.first_added", "steps.last_added", template="steps {}–{}, with waiting", size="number").place([middles[0], -0.85, 0]),
                 self.label("all else", size="number").place([middles[1], -0.85, 0])]
        run = self.number("figures.update_share.label", size="label", role="quiet").place([0, -2.2, 0])
        with self.narrate("timing") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.4)
            beat.until("real")
            self.play(GrowFromEdge(bar, LEFT), FadeIn(time, run), run_time=0.8)
            beat.until("steps")
            self.play(FadeOut(time), GrowFromEdge(update, LEFT), bar.animate.stretch_to_fit_width(widths[1]).move_to([-left, 0.2, 0], RIGHT),
                      run_time=0.9)
            self.play(*[FadeIn(name) for name in names], run_time=0.3)
            beat.until("share")
            self.play(*[FadeIn(share) for share in shares], run_time=0.4)
            beat.until("others")
            beat.leaves(bar, update, *shares, *names, run)

    def answer(self):
        """The pair again, and under each half what it costs."""
        stages = [Stage(self.theme, self.facts, named=False) for _ in MIDDLES]
        halves = [HalfStage(stage, [x, 1.3, 0]) for stage, x in zip(stages, MIDDLES)]
        titles = self.titles(3.25)
        split = Line([0, 3.45, 0], [0, -2.5, 0], stroke_width=2.5, color=self.theme.color("quiet"))
        lines = [[self.label(words, size="label", role=role).place([x - 1.5, -0.5 - 0.42 * index, 0], LEFT)
                  for index, (words, role) in enumerate(COSTS[:2] if x < 0 else COSTS)] for x in MIDDLES]
        base = [mobject for half in halves for mobject in (half.base, half.letters)]
        common = [way for half in halves for way in (*half.exchanges("load", 1.0), *half.carries("load", -0.85, DOWN),
                                                     *half.exchanges("model_gradient", -1.0))]
        added = [halves[1].exchanges("row_gradient", -2.0), halves[1].carries("text", 0.2, DOWN), halves[1].carries("text", 0.8, UP), []]
        with self.narrate("answer") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.mobjects], run_time=0.4)
            self.play(*[FadeIn(mobject) for mobject in (*base, split, titles)], run_time=0.4)
            self.play(*[way.grow() for way in common], *[FadeIn(line) for column in lines for line in column[:2]], run_time=0.6)
            for mark, ways, line in zip(("gradients", "states", "rows", "wait"), added, lines[1][2:]):
                beat.until(mark)
                self.play(*[way.grow() for way in ways], FadeIn(line, shift=UP * 0.1), run_time=0.5)
            beat.leaves(titles, split, *base, *common, *[way for ways in added for way in ways], *[line for column in lines for line in column])
