"""An id: the small white chip that says which vertex something is about."""

from __future__ import annotations

from manim import RoundedRectangle

from film.theme import Theme


class Tag(RoundedRectangle):
    """One id on its way."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(corner_radius=0.03, width=0.22, height=0.16, stroke_width=0, fill_color=theme.color("text"),
                         fill_opacity=1)
