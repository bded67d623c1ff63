"""The meetings of texts with what is near them: what runs through a text's box, touches it or covers it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from film.geometry import apart, gap
from film.looks import SAMPLES, Box, Meeting
from film.states import States

_NEAR = 0.3
"""Frame units within which something counts as near a text."""

_COLUMNS, _ROWS = 8, 3
assert _COLUMNS * _ROWS == SAMPLES


class Meetings:
    """Gives numbers to meetings; meeting k is `seen[k]`."""

    def __init__(self, states: States) -> None:
        self.states = states
        self.seen: list[Meeting] = []
        self._numbers: dict[tuple[int, int, bool], int | None] = {}

    def among(self, states: Sequence[int]) -> tuple[int, ...]:
        """Every text with all that is near it, among states in drawing order."""
        found = []
        for place, text in enumerate(states):
            if not self.states.is_text(text):
                continue
            for other_place, other in enumerate(states):
                if self.states.outlines[other] is not None and not apart(self._box(text), self._box(other), _NEAR):
                    meeting = self._number(text, other, other_place > place)
                    if meeting is not None:
                        found.append(meeting)
        return tuple(found)

    def _number(self, text: int, other: int, above: bool) -> int | None:
        key = (text, other, above)
        if key not in self._numbers:
            meeting = self._meet(text, other, above)
            self._numbers[key] = None if meeting is None else len(self.seen)
            if meeting is not None:
                self.seen.append(meeting)
        return self._numbers[key]

    def _meet(self, text: int, other: int, above: bool) -> Meeting | None:
        box, state, outline = self._box(text), self.states.seen[other], self.states.outlines[other]
        assert outline is not None
        crossing = outline.length_in(box, state.width / 2) if state.strokes else 0.0
        distance = gap(box, self.states.discs[other])
        covered = 0
        if state.fills and not apart(box, state.box, 0):
            for bit in np.nonzero(outline.covers(_samples(box)))[0]:
                covered |= 1 << int(bit)
        if not crossing and not covered and distance > _NEAR:
            return None
        return Meeting(text, other, above, round(crossing, 4), round(min(distance, 1.0), 4), covered)

    def _box(self, state: int) -> Box:
        return self.states.seen[state].box


def _samples(box: Box) -> np.ndarray:
    across = box[0] + (box[2] - box[0]) * (np.arange(_COLUMNS) + 0.5) / _COLUMNS
    up = box[1] + (box[3] - box[1]) * (np.arange(_ROWS) + 0.5) / _ROWS
    return np.array([(x, y) for y in up for x in across])
