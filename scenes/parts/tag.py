"""An id: the white chip that says which vertex something is about."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from manim import RoundedRectangle, VMobject

from film.theme import Theme


class Tag(VMobject):
    """The id that something carries with it, or that travels by itself."""

    def __init__(self, theme: Theme, width: float = 0.15) -> None:
        super().__init__(stroke_width=0, fill_color=theme.color("text"), fill_opacity=1)
        self.points = _outline(width).copy()


@lru_cache
def _outline(width: float) -> np.ndarray:
    """Kept, since there are hundreds and Manim takes long to round a corner."""
    return RoundedRectangle(corner_radius=0.2 * width, width=width, height=0.67 * width).points
