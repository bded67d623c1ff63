"""Chapter 5: three sentences over three pictures of the film, and the sources."""

import numpy as np
from manim import *

from film.scene import LessonScene
from scenes.parts.card import title_lines
from scenes.parts.curves import Curve, CurveArrow
from scenes.parts.diamond import RowGradient
from scenes.parts.graph_map import GraphMap, Layout
from scenes.parts.server import ROLES
from scenes.parts.strips import Strips
from scenes.parts.weights import WeightBlock

PICTURE, WORDS = -4.1, -1.9
HEIGHTS = (2.2, 0.05, -1.75)
BOX = (1.15, 1.3)
APART = 1.4
SENTENCES = (
    ("Graph partitioning improves locality, but cannot fully", "remove cross-server communication, because",
     "connected nodes and multi-hop sampled neighbors", "may belong to different partitions."),
    ("Conventional training loads fixed rows", "and synchronizes a small model."),
    ("Learnable embeddings add loading and synchronizing", "states and rows of a huge table, in every iteration."),
)
SOURCES = ("GLPilot: a figure, public logs", "DGL: user guide and code", "GraphStorm: documentation",
           "PyTorch: data-parallel training", "OGB: sizes of the graphs", "all others: see the transcript")


class Takeaway(LessonScene):
    def construct(self):
        self.three_sentences()
        self.sources()

    def three_sentences(self):
        """What partitioning leaves, what conventional training sends, what learning adds."""
        pictures = (self.split_graph(), self.small_model(), self.huge_table())
        texts = [VGroup(*[self.label(line, size="label").place([WORDS, y + 0.2 * (len(lines) - 1) - 0.12 - 0.4 * i, 0], LEFT)
                          for i, line in enumerate(lines)]) for lines, y in zip(SENTENCES, HEIGHTS)]
        with self.narrate("three-sentences") as beat:
            self.add(*pictures)
            self.play(FadeIn(texts[0]), run_time=0.8)
            for mark in ("talk", "hops"):
                beat.until(mark)
                self.play(self.graph.cut.animate(rate_func=there_and_back).set_stroke(width=9), run_time=1.2)
            for mark, text in (("model", texts[1]), ("table", texts[2])):
                beat.until(mark)
                self.play(FadeIn(text), run_time=0.7)
            self.shown = [*pictures, *texts]
            beat.leaves(*self.shown)

    def boxes(self, y):
        """Three servers, small."""
        return [RoundedRectangle(corner_radius=0.1, width=BOX[0], height=BOX[1], stroke_width=3, color=self.theme.color(role),
                                 fill_color=self.theme.color("panel"), fill_opacity=1).move_to([PICTURE + APART * (rank - 1), y, 0])
                for rank, role in enumerate(ROLES)]

    def split_graph(self):
        boxes = self.boxes(HEIGHTS[0])
        centers = np.array([box.get_center()[:2] for box in boxes])
        self.graph = GraphMap(self.theme, self.facts.graph, Layout(centers, scale=0.26, radius=0.055))
        return VGroup(*boxes, self.graph)

    def small_model(self):
        boxes = self.boxes(HEIGHTS[1])
        blocks = [WeightBlock(self.theme, self.facts.weights.before[0], box.get_center()).scale(0.4) for box in boxes]
        arrows = [CurveArrow(Curve(np.array([one.get_right() + RIGHT * 0.1, other.get_left() + LEFT * 0.1])),
                             self.theme.color("model_gradient"), width=4, head=0.18) for one, other in zip(blocks, blocks[1:])]
        low = boxes[0].get_bottom()[1] + 0.12
        back = Curve.through(np.array([blocks[2].get_right() + RIGHT * 0.1, [boxes[2].get_right()[0] - 0.12, blocks[2].get_y(), 0],
                                       [boxes[2].get_right()[0] - 0.12, low, 0], [boxes[0].get_left()[0] + 0.12, low, 0],
                                       [boxes[0].get_left()[0] + 0.12, blocks[0].get_y(), 0], blocks[0].get_left() + LEFT * 0.05]), 0.08)
        return VGroup(*boxes, *blocks, *arrows, CurveArrow(back, self.theme.color("model_gradient"), width=4, head=0.18))

    def huge_table(self):
        boxes = self.boxes(HEIGHTS[2])
        parts = []
        for rank, box in enumerate(boxes):
            members = self.facts.graph.members[rank]
            rows = np.array([box.get_center()[:2] + (0, 0.5 - 0.085 * i) for i in range(len(members))])
            for kind, role, across in (("before", ROLES[rank], -0.34), ("mean_before", "text", 0.0), ("square_before", "text", 0.34)):
                shades = np.array(getattr(self.facts.strips, kind))[list(members)]
                parts.append(Strips(self.theme, rows + (across, 0), 0.28, 0.06, shades, role=role))
        gap = (boxes[0].get_right()[0] + boxes[1].get_left()[0]) / 2
        crossing = RowGradient(self.theme, ROLES[0], False, 0.2).move_to(np.array([gap, HEIGHTS[2], 0]))
        return VGroup(*boxes, *parts, crossing)

    def sources(self):
        """The last card: the title again, and where the numbers come from."""
        title = title_lines(self.theme, [-4.9, 2.6, 0], LEFT)
        rule = Line([-4.9, 1.5, 0], [4.9, 1.5, 0], stroke_width=2.5, color=self.theme.color("context"))
        lines = [self.label(line, size="label", role="quiet").place([-4.9 if i < 3 else 0.6, 0.75 - 0.62 * (i % 3), 0], LEFT)
                 for i, line in enumerate(SOURCES)]
        with self.narrate("sources") as beat:
            self.play(*[FadeOut(mobject) for mobject in self.shown], run_time=0.3)
            self.play(FadeIn(title), Create(rule), run_time=0.6)
            beat.until("list")
            self.play(*[FadeIn(line) for line in lines], run_time=0.6)
            beat.leaves(title, rule, *lines)
            beat.waives("DWL-2", "sources", because="a list to pause at; every source stands in full in the transcript")
