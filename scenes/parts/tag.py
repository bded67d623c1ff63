"""An id: the white chip that says which vertex something is about."""

from __future__ import annotations

from manim import RoundedRectangle

from film.theme import Theme


class Tag(RoundedRectangle):
    """The id that something carries with it, or that travels by itself."""

    def __init__(self, theme: Theme, width: float = 0.15) -> None:
        super().__init__(corner_radius=0.2 * width, width=width, height=0.67 * width, stroke_width=0, fill_color=theme.color("text"),
                         fill_opacity=1)
