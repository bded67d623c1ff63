"""One remote row between its owner and the trainer that needs it; every leg of its trip counts one unit or more."""

from __future__ import annotations

import numpy as np
from manim import BOLD, LEFT, Animation, FadeIn, RoundedRectangle, VGroup, VMobject

from film.lettering import Label
from film.theme import Theme
from scenes.parts.curves import Curve, CurveArrow, Ride
from scenes.parts.diamond import Diamond
from scenes.parts.network import Network
from scenes.parts.rows import Row
from scenes.parts.server import NAMES, ROLES
from training.accounts import RowAccount
from training.lesson import LessonFacts

_SIZE = (2.2, 1.2)
_APART = 1.5
_HEIGHTS = (0.9, -0.75)
_COUNTS = (-2.35, -2.95)
_UNIT = (0.34, 0.2)
_STRIP = (0.7, 0.17)


class RowTrip:
    """The owner's column at the left, the trainer's at the right; memories above, GPUs below.

    Attributes
    ----------
    base, row, table
        What stands there from the beginning; in its owner's memory the row, and the row with Adam's two numbers if it learns.
    drawn
        Arrows and units so far.
    """

    def __init__(self, theme: Theme, facts: LessonFacts, account: RowAccount, middle: np.ndarray, learns: bool) -> None:
        self.theme, self.middle = theme, np.asarray(middle, dtype=float)
        owner, trainer = (NAMES.index(letter) for letter in (account.owner, account.trainer))
        self.role = ROLES[owner]
        self.shades = facts.strips.before[account.vertex]
        boxes = [RoundedRectangle(corner_radius=0.14, width=_SIZE[0], height=_SIZE[1], stroke_width=3, color=theme.color(ROLES[rank]),
                                  fill_color=theme.color("panel"), fill_opacity=1).move_to(self.at(side, level))
                 for side, rank in ((-1, owner), (1, trainer)) for level in (0, 1)]
        letters = [Label(NAMES[rank], theme, size="label", role=ROLES[rank], weight=BOLD)
                   .place(self.at(side, 0) + np.array([-0.9, _SIZE[1] / 2 + 0.12, 0]), LEFT) for side, rank in ((-1, owner), (1, trainer))]
        top, bottom = (self.middle[1] + height for height in (_HEIGHTS[0] + _SIZE[1] / 2, _HEIGHTS[1] - _SIZE[1] / 2))
        self.network = Network(theme, [self.middle[0]], [(top, bottom)])
        self.row = self.strip(self.stored(0))
        states = [self.strip(self.stored(line), "text") for line in (1, 2)] if learns else []
        self.table = VGroup(self.row, *states)
        self.base = VGroup(*boxes, *letters, self.network, self.table)
        self.drawn: list[VMobject] = []
        self.counted = [0, 0]

    def at(self, side: int, level: int, across: float = 0.0) -> np.ndarray:
        """Middle of a box: side −1 or 1, level 0 for memory and 1 for GPU."""
        return self.middle + np.array([side * _APART + across, _HEIGHTS[level], 0])

    def corner(self, level: int) -> np.ndarray:
        """For what the owner's box of a level is: in its lower right corner."""
        return self.at(-1, level) + np.array([_SIZE[0] / 2 - 0.12, -_SIZE[1] / 2 + 0.11, 0])

    def strip(self, place: np.ndarray, role: str | None = None) -> Row:
        """A row, or something as long as a row."""
        return Row(self.theme, role or self.role, self.shades, *_STRIP).move_to(place)

    def before(self, line: int) -> np.ndarray:
        """For the name of a count."""
        return self.middle + np.array([-1.1, _COUNTS[line] - 0.12, 0])

    def after(self, line: int, count: int) -> np.ndarray:
        """For the number behind its units."""
        return self.middle + np.array([-0.75 + _UNIT[0] * count, _COUNTS[line] - 0.16, 0])

    def stored(self, line: int, level: int = 0) -> np.ndarray:
        """In the owner's memory (level 0) or GPU: the row, and below it Adam's two numbers."""
        return self.at(-1, level, -0.25) + np.array([0, 0.3 - 0.3 * line, 0])

    def go(self, leg: str) -> list[Animation]:
        """One leg: what goes, its arrow, and its units."""
        load, violet, white = (self.theme.color(role) for role in ("load", "row_gradient", "text"))
        here, below = self.at(1, 0), self.at(1, 1)
        states = [(self.strip(self.stored(line), "text"), self.stored(line, 1)) for line in (1, 2)]
        updated = [(self.strip(self.stored(line, 1), "text" if line else self.role), self.stored(line)) for line in (0, 1, 2)]
        gradient = Diamond(self.theme, "row_gradient", self.role, 0.3).move_to(below + [-0.6, 0.1, 0])
        color, start, end, things, line = {
            "over": (load, self.stored(0) + [0.45, 0, 0], here + [-0.45, 0.3, 0], [(self.strip(self.stored(0)), here + [0, 0.3, 0])], 0),
            "down": (load, here + [0, 0.15, 0], below + [0, 0.22, 0], [(self.strip(here + [0, 0.3, 0]), below)], 1),
            "back": (violet, below + [-0.75, 0.1, 0], self.stored(0, 1) + [0.7, -0.2, 0], [(gradient, self.stored(0, 1) + [0.55, -0.2, 0])], 0),
            "states": (white, self.stored(2) + [-0.2, -0.2, 0], self.stored(1, 1) + [-0.2, 0.2, 0], states, 1),
            "up": (white, self.stored(1, 1) + [0.2, 0.2, 0], self.stored(2) + [0.2, -0.2, 0], updated, 1)}[leg]
        arrow = CurveArrow(Curve(np.array([start, end])), color, width=5, head=0.22)
        units = []
        for _ in things:
            units.append(RoundedRectangle(corner_radius=0.03, width=_UNIT[0] - 0.06, height=_UNIT[1], stroke_width=0, fill_color=color,
                                          fill_opacity=1)
                         .move_to(self.middle + np.array([-0.9 + _UNIT[0] * (self.counted[line] + 0.5), _COUNTS[line], 0])))
            self.counted[line] += 1
        self.drawn += [arrow, *[thing for thing, _ in things], *units]
        crossed = self.network.crossed([(0, 1)], "row_gradient" if leg == "back" else "load") if line == 0 else []
        written = [self.table.animate.set_opacity(0)] if leg == "up" else []
        return [arrow.grow(), *written, *[Ride(thing, Curve(np.array([thing.get_center(), goal]))) for thing, goal in things],
                *[FadeIn(unit, scale=1.5) for unit in units], *crossed]
