"""A sheet of paper: a vertex that comes with words of its own."""

from __future__ import annotations

import numpy as np
from manim import Line, RoundedRectangle, VGroup

from film.theme import Theme


class Paper(VGroup):
    """A sheet with a few lines of text."""

    def __init__(self, theme: Theme, center: np.ndarray, height: float = 0.9) -> None:
        center = np.asarray(center, dtype=float)
        width = 0.74 * height
        sheet = RoundedRectangle(corner_radius=0.06, width=width, height=height, stroke_width=3, color=theme.color("text"),
                                 fill_color=theme.color("panel"), fill_opacity=1).move_to(center)
        lines = [Line(center + np.array([-0.3 * width, y * height, 0]), center + np.array([right * width, y * height, 0]),
                      stroke_width=3, color=theme.color("quiet"))
                 for y, right in ((0.28, 0.1), (0.1, 0.3), (-0.08, 0.3), (-0.26, 0.2))]
        super().__init__(sheet, *lines)
