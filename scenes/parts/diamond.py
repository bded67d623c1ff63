"""A gradient: which way, and how far, to change what it belongs to; a row's gradient carries its vertex's id."""

from __future__ import annotations

import numpy as np
from manim import PI, Circle, Mobject, Square, VGroup

from film.theme import Theme
from scenes.parts.tag import Tag


class Diamond(VGroup):
    """A model gradient is one filled diamond; a row's gradient has its owner's color inside.

    Parameters
    ----------
    role
        Which kind of gradient.
    owner
        Role of the partition that owns the row; None for a model gradient.
    """

    def __init__(self, theme: Theme, role: str, owner: str | None = None, size: float = 0.3) -> None:
        inside = theme.color(owner or role)
        body = Square(size / 2**0.5, stroke_color=theme.color(role), stroke_width=4, fill_color=inside, fill_opacity=1)
        super().__init__(body.rotate(PI / 4))


class RowGradient(VGroup):
    """The gradient of one row; v's has v's ring. On its way it carries its vertex's id."""

    def __init__(self, theme: Theme, owner: str, ringed: bool, size: float = 0.24) -> None:
        super().__init__(Diamond(theme, "row_gradient", owner, size))
        self[0][0].set_stroke(width=3)
        self.tag = Tag(theme, 0.13).move_to(np.array([0.8, 0.7, 0] if ringed else [0.44, 0.44, 0]) * size).set_opacity(0)
        self.add(self.tag)
        if ringed:
            self.add(Circle(0.66 * size, color=theme.color("text"), stroke_width=3))

    def move_to(self, point, **kwargs) -> RowGradient:
        """Its diamond's middle goes to the point, or to the middle of a mobject."""
        return self.shift((point.get_center() if isinstance(point, Mobject) else point) - self[0].get_center())
