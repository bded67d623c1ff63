"""Two iterations as strips of chips, each step as early as it may begin: order only, not to scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from manim import Animation, Circle, VGroup

from film.lettering import Label, Number
from film.theme import Theme
from scenes.parts.curves import Curve, CurveArrow
from scenes.parts.rail import network_mark
from training.steps import EMBEDDING_BRANCH, Slot

RADIUS = 0.27
_PITCH = 0.8
_LINE, _TIGHT_LINE = 1.35, 0.92
_BRANCH, _TIGHT_BRANCH = 0.82, 0.66
"""How far below the others the embeddings' branch stands; without network marks between them, lines stand closer."""


class Schedule(VGroup):
    """Chips by iteration.

    Parameters
    ----------
    slots
        When each step begins, as `training` computed it.
    marks
        Step to "thin" or "thick": how it uses the network.
    corner
        Where the first chip stands.
    """

    def __init__(self, theme: Theme, slots: Sequence[Slot], marks: Mapping[int, str], corner: np.ndarray) -> None:
        self.theme = theme
        below = _BRANCH if marks else _TIGHT_BRANCH
        line = (_LINE if marks else _TIGHT_LINE) + below * any(slot.step in EMBEDDING_BRANCH for slot in slots)
        self.places, self.chips = {}, {}
        self.slots = slots
        for slot in slots:
            branch = below * (slot.step in EMBEDDING_BRANCH)
            place = np.asarray(corner, dtype=float) + (_PITCH * slot.start, -line * slot.iteration - branch, 0)
            circle = Circle(RADIUS, color=theme.color("text"), stroke_width=3, fill_color=theme.color("background"),
                            fill_opacity=1).move_to(place)
            digit = Number(slot, ("step",), theme, size="label").place(place - (0, 0.12, 0))
            self.places[slot.iteration, slot.step] = place
            self.chips[slot.iteration, slot.step] = VGroup(circle, digit)
            if slot.step in marks:
                self.chips[slot.iteration, slot.step].add(network_mark(theme, marks[slot.step], 0.5).move_to(place - (0, RADIUS + 0.15, 0)))
        left, right = (place[0] for place in (self.places[0, 1], self.in_turn(slots[-1])))
        low = min(place[1] for place in self.places.values()) - 0.85
        self.time = VGroup(CurveArrow(Curve(np.array([[left, low], [right + _PITCH / 2, low]])), theme.color("quiet"), width=3, head=0.18),
                           Label("earliest order, not to scale", theme, size="label", role="quiet").place(
                               np.array([(left + right) / 2, low - 0.42, 0])))
        super().__init__(*self.chips.values(), self.time)

    def chip(self, iteration: int, step: int) -> VGroup:
        """One step's chip."""
        return self.chips[iteration, step]

    def in_turn(self, slot: Slot) -> np.ndarray:
        """Where a step stands if everything waits for what comes before it."""
        length = 1 + max(other.start for other in self.slots if other.iteration == 0)
        first = self.places[0, slot.step][0] + _PITCH * length * slot.iteration
        return np.array([first, self.places[slot.iteration, slot.step][1], 0])

    def wait_in_turn(self) -> Schedule:
        """Put the next iteration's chips one after the other, behind this one's."""
        for slot in self.slots:
            if slot.iteration:
                self.chip(1, slot.step).shift(self.in_turn(slot) - self.places[1, slot.step])
        return self

    def start_early(self) -> list[Animation]:
        """The next iteration's chips move up to the earliest place they may have."""
        return [self.chip(1, slot.step).animate.shift(self.places[1, slot.step] - self.in_turn(slot))
                for slot in self.slots if slot.iteration]

    def before(self, iteration: int) -> np.ndarray:
        """For the name of an iteration, at the left of the first one's chips."""
        return np.array([self.places[0, 1][0] - 0.55, self.places[iteration, 1][1] - 0.12, 0])

    def wait_arrow(self, step: int, next_step: int) -> CurveArrow:
        """The next iteration's step waits for this iteration's."""
        start, end = self.places[0, step], self.places[1, next_step]
        corners = [start - (0, RADIUS + 0.06, 0), [start[0], (start[1] + end[1]) / 2, 0], [end[0], (start[1] + end[1]) / 2, 0],
                   end + (0, RADIUS + 0.08, 0)]
        if abs(start[0] - end[0]) < 0.1:
            corners = [corners[0], corners[-1]]
        return CurveArrow(Curve.through(np.array(corners)), self.theme.color("text"), width=5, head=0.22)
