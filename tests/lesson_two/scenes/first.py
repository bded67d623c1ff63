"""Chapter one of the second lesson."""

from manim import *

from film.scene import LessonScene


class First(LessonScene):
    def construct(self):
        self.square = Square(color=self.theme.color("first"), fill_opacity=0.5)
        self.appear()
        self.count()
        with self.narrate("still") as beat:
            beat.leaves(self.row, self.total)

    def appear(self):
        with self.narrate("appear") as beat:
            beat.until("square")
            self.play(Create(self.square), run_time=beat.lasting_until("grow"))
            self.play(self.square.animate.scale(0.5), run_time=0.31)
            beat.leaves(self.square)

    def count(self):
        with self.narrate("count") as beat:
            copies = [self.square.copy() for _ in range(self.facts.squares.count - 1)]
            self.row = VGroup(self.square, *copies)
            self.total = self.number("squares.count", template="{} squares", role="text").place(UP * 2)
            self.play(self.row.animate.arrange(RIGHT), FadeIn(self.total), run_time=0.5)
            beat.until("move")
            self.play(self.row.animate.shift(RIGHT), run_time=beat.lasting_until("there"))
            beat.leaves(self.row, self.total)
