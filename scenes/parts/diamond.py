"""A gradient: which way, and how far, to change what it belongs to."""

from __future__ import annotations

from manim import PI, Square, VGroup

from film.theme import Theme


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
