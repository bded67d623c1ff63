"""A padlock: what carries it is only read."""

from __future__ import annotations

from manim import DEGREES, PI, UP, Animation, Arc, Line, RoundedRectangle, VGroup

from film.theme import Theme


class Lock(VGroup):
    """Closed, until it opens."""

    def __init__(self, theme: Theme, size: float = 0.24) -> None:
        color = theme.color("text")
        body = RoundedRectangle(corner_radius=size * 0.12, width=size, height=size * 0.78, stroke_width=0, fill_color=color,
                                fill_opacity=1)
        radius, rise = size * 0.3, size * 0.2
        bow = VGroup(Arc(radius, 0, PI, color=color, stroke_width=3), Line([radius, 0, 0], [radius, -rise, 0]),
                     Line([-radius, 0, 0], [-radius, -rise, 0])).set_stroke(color, 3)
        bow.next_to(body, UP, buff=-size * 0.08)
        super().__init__(bow, body)

    def open(self) -> Animation:
        """Its bow swings up."""
        return self[0].animate.rotate(-28 * DEGREES, about_point=self[0].get_corner([1, -1, 0]))
