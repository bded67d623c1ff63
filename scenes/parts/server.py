"""A server: a box in its partition's color, with its letter."""

from __future__ import annotations

import numpy as np
from manim import BOLD, LEFT, UP, RoundedRectangle, VGroup

from film.lettering import Label
from film.theme import Theme

NAMES = ("A", "B", "C")
ROLES = ("partition_a", "partition_b", "partition_c")


class Server(VGroup):
    """One machine's memory.

    Parameters
    ----------
    side
        LEFT or RIGHT: over which end of the box its letter stands.
    letter
        The letter's size.

    Attributes
    ----------
    box, letter
        Its outline and its name, above the box.
    """

    def __init__(self, theme: Theme, rank: int, center: np.ndarray, width: float, height: float,
                 side: np.ndarray = LEFT, letter: str = "title") -> None:
        self.rank = rank
        self.role = ROLES[rank]
        self.box = RoundedRectangle(corner_radius=0.16, width=width, height=height, stroke_width=3,
                                    color=theme.color(self.role), fill_color=theme.color("panel"), fill_opacity=1)
        self.box.move_to(center)
        self.letter = Label(NAMES[rank], theme, size=letter, role=self.role, weight=BOLD)
        self.letter.place(self.box.get_corner(UP + side) - 0.25 * side + 0.36 * theme.cap_height(letter) * UP, side)
        super().__init__(self.box, self.letter)
