"""Chapter two of the second lesson."""

from manim import *

from film.scene import LessonScene


class Second(LessonScene):
    def construct(self):
        with self.narrate("fade") as beat:
            squares = VGroup(*[Square(0.5, color=self.theme.color("second")) for _ in range(3)]).arrange(RIGHT).shift(DOWN)
            self.add(squares, self.label("here"))
            beat.until("fade")
            self.play(*map(FadeOut, self.mobjects), run_time=1.4)
            beat.leaves()

        with self.narrate("end") as beat:
            dot = Dot(RIGHT, color=self.theme.color("first"))
            name = self.label("dot", size="label", weight="BOLD")
            name.add_updater(lambda label: label.next_to(dot, UP, buff=self.theme.space("small")))
            beat.until("dot")
            self.add(dot, name)
            self.play(Rotate(dot, PI, about_point=ORIGIN), run_time=0.8)
            name.clear_updaters()
            beat.leaves(dot, name)
