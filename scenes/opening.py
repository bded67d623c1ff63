"""Chapter 0: most of the time goes into fetching; the graph's numbers do not fit one GPU; two questions."""

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.card import title_lines
from scenes.parts.cloud import Cloud
from scenes.parts.overflow import STRIP, Overflow
from scenes.parts.rows import Packet, Row
from scenes.parts.server import ROLES, Server
from scenes.parts.small_graph import SmallGraph
from scenes.parts.stopwatch import Stopwatch
from scenes.parts.stored import STRIP as STORED
from scenes.parts.stored import Stored
from scenes.parts.strips import SHADES, Strips, random_shades
from scenes.parts.traffic import Traffic

DOTS = 1500  # a multiple of three servers
IN_CLOUD = (0.085, 0.024)  # size of a strip beside its dot

TRIANGLE = ([-3.6, 1.7, 0], [-5.35, -1.25, 0], [-1.85, -1.25, 0])


class Opening(LessonScene):
    def construct(self):
        self.hook()
        self.size()
        self.credit()
        self.promise()

    def hook(self):
        """While rows travel between machines, a stopwatch runs."""
        figure = self.facts.figures.fetch_share
        machines = VGroup(*[Server(self.theme, rank, place, 2.3, 1.7, side)
                           for rank, (place, side) in enumerate(zip(TRIANGLE, (LEFT, LEFT, RIGHT)))])
        graph = SmallGraph(self.theme, [machine.box.get_center() for machine in machines])
        watch = Stopwatch(self.theme, figure.value / 100, "load", center=np.array([3.1, 0.6, 0]))
        share = self.number("published.fetch_share", template="{}%", size="display", role="load").place(watch.center + DOWN * 0.3)
        of_time = self.label("of the time", size="label", role="load").place(watch.center + DOWN * 0.8)
        fetching = self.label("fetching from other machines", size="number", role="load")
        fetching.place([watch.center[0], -2.1, 0])
        rest = self.label("everything else", size="label", role="quiet").next_to(watch.at(0.86, 0.1), UP + LEFT, buff=0.02)
        run = self.number("figures.fetch_share.label", size="label", role="quiet").place([watch.center[0] - 0.1, -2.62, 0])

        with self.narrate("hook") as beat:
            self.play(FadeIn(graph, scale=0.8), run_time=0.9)
            beat.until("machines")
            self.play(FadeIn(machines), run_time=0.5)
            self.bring_to_front(graph)
            self.play(graph.split(ROLES), run_time=0.9)

            # Rows travel for three quarters of the dial, and machines compute in the last.
            self.play(FadeIn(watch), run_time=0.5)
            beat.until("share")
            self.play(watch.sweep(), graph.rows_across(ROLES, trips=4), run_time=beat.lasting_until("fetch"))
            self.play(FadeIn(share, of_time, fetching), run_time=0.5)
            self.play(watch.sweep_rest(), FadeIn(rest, run), run_time=1.0)
            beat.leaves(machines, graph, watch, share, of_time, fetching, rest, run)

    def size(self):
        """A strip of numbers for every dot; the pile of strips is more than a GPU holds."""
        cloud = Cloud(self.theme, DOTS, width=7.0, height=5.2, center=np.array([-3.0, 0.6, 0]))
        heap = Overflow(self.theme, DOTS, self.facts.published.papers_gb, self.facts.published.gpu_gb, [1.5, -2.6])
        strips = Strips(self.theme, cloud.positions + (0.0, 0.05), *IN_CLOUD, heap.shades)
        with self.narrate("size") as beat:
            self.play(FadeOut(*self.mobjects), run_time=0.5)
            papers = self.number("published.papers_millions", template="{} million papers", size="label", role="quiet")
            self.play(FadeIn(cloud), FadeIn(papers.place([-3.0, -2.62, 0])), run_time=0.9)

            # One dot and its numbers, large; then all of them.
            spot = self.nearest(cloud, [-0.2, 1.2])
            ring = Circle(0.11, color=self.theme.color("text"), stroke_width=3).move_to(spot)
            large = self.long_row(heap.shades).move_to([4.2, 1.2, 0])
            leader = Line(ring.get_right(), large.get_left() + LEFT * 0.15, stroke_width=3, color=self.theme.color("text"))
            count = self.number("published.paper_width", "published.paper_bytes", template="{} numbers of {} bytes", size="label").place(large.get_center() + DOWN * 0.65)
            self.play(Create(ring), run_time=0.4)
            beat.until("strip")
            self.play(Create(leader), FadeIn(large, shift=RIGHT * 0.3), FadeIn(count), run_time=0.7)
            self.play(FadeIn(strips), run_time=0.7)
            beat.until("pour")

            # The numbers leave their dots and pile up.
            self.play(FadeOut(ring, leader, large, count), run_time=0.3)
            self.play(strips.flow(heap.places, *STRIP), run_time=beat.lasting_until("full"))
            high = heap.measure()
            amount = self.number("published.papers_gb", template="{} GB", size="number").next_to(high, RIGHT, buff=0.16)
            self.play(Create(high), FadeIn(amount), cloud.animate.fade(0.45), run_time=0.5)

            # A GPU, to the same scale: what does not fit, fades.
            beat.until("gpu")
            gpu = VGroup(heap.walls(), heap.name(self.label("one GPU", size="number"),
                                                 self.number("published.gpu_gb", template="{} GB", size="number")))
            fits, rest = heap.halves()
            rest.save_state()
            self.remove(strips)
            self.add(fits, rest)
            self.play(FadeIn(gpu), heap.fade_rest(rest), run_time=0.7)

            # Three servers share them all.
            beat.until("servers")
            self.stored = Stored(self.theme, heap.shades)
            servers = VGroup(*self.stored.servers)
            memory = self.label("CPU memory of three servers", size="label", role="quiet").place([0, -2.6, 0])
            self.play(FadeOut(cloud, papers, high, amount, gpu), rest.animate.restore(), run_time=0.4)
            self.remove(fits, rest)
            self.play(FadeIn(servers, memory), FadeIn(strips, run_time=0.01), run_time=0.5)
            self.bring_to_front(*[server.letter for server in servers])
            self.play(strips.flow(self.stored.places, *STORED, spread=0.4), run_time=1.6)
            owned = self.stored.rows
            self.play(FadeOut(strips), *[FadeIn(part) for part in owned], run_time=0.6)
            self.servers, self.owned, self.memory = servers, VGroup(*owned), memory
            beat.leaves(servers, memory, *owned)

    def long_row(self, shades):
        """A row of many numbers; it goes on where it fades."""
        cells = VGroup(*[Square(0.24, stroke_width=0, fill_color=self.theme.color("text"), fill_opacity=SHADES[shade])
                         for shade in shades[:4].ravel()]).arrange(RIGHT, buff=0.04)
        for i, cell in enumerate(cells[-5:]):
            cell.fade(0.14 * (i + 1))
        return cells

    def nearest(self, cloud, point):
        distances = np.hypot(*(cloud.positions - point).T)
        return np.append(cloud.positions[np.argmin(distances)], 0)

    def credit(self):
        """The title, and the figure this film explains."""
        title = title_lines(self.theme, [0, 3.1, 0])
        figure = VGroup(self.number("published.workflow", size="label", role="quiet").place([0, 1.93, 0]),
                        self.label("GLPilot: Efficient Distributed GNN Training", size="label").place([0, 1.57, 0]),
                        self.label("With Learnable Embeddings", size="label").place([0, 1.21, 0]))
        with self.narrate("credit") as beat:
            beat.until("title")
            self.play(FadeIn(title, shift=UP * 0.15), run_time=0.8)
            beat.until("paper")
            self.play(FadeIn(figure), run_time=0.4)
            self.card = VGroup(title, figure)
            beat.leaves(self.servers, self.memory, *self.owned, title, figure)
            beat.waives("DWL-2", "credit", because="the title card; the paper's name is long, and it is read again in the transcript")

    def promise(self):
        """Rows cross between servers; and what if the rows themselves changed?"""
        talk = self.label("why still talk?", size="number", role="load").place([-3.3, 2.0, 0])
        learn = self.label("what if the inputs learn?", size="number", role="row_gradient").place([3.3, 2.0, 0])
        changed = self.stored.filled_with(random_shades(DOTS, np.random.default_rng(7)))
        rows = [Packet(self.theme, Row(self.theme, ROLES[rank], (0, 3, 1, 2))) for rank in (0, 1, 1, 2)]
        with self.narrate("promise") as beat:
            self.play(FadeOut(self.card), run_time=0.5)
            beat.until("talk")
            self.play(FadeIn(talk), self.between_neighbors(rows), run_time=1.9)
            beat.until("learn")
            self.play(FadeIn(learn), LaggedStart(*[FadeIn(part) for part in changed], lag_ratio=0.4),
                      LaggedStart(*[FadeOut(part) for part in self.owned], lag_ratio=0.4), run_time=1.6)
            beat.leaves(self.servers, self.memory, *changed, talk, learn)

    def between_neighbors(self, travelers):
        """A to B, B to A, B to C and C to B, each in its own lane."""
        centers = [server.box.get_center() + UP * 0.45 for server in self.servers]
        ends = []
        for traveler, (start, end), lane in zip(travelers, ((0, 1), (1, 0), (1, 2), (2, 1)), (0.2, -0.2, 0.2, -0.2)):
            traveler.move_to(centers[start] + UP * lane)
            ends.append(centers[end] + UP * lane)
        return Traffic(travelers, ends, trips=2.2)
