"""The states things were in: their ink measured, once for all moments at which they looked the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from film.geometry import Outline
from film.ink import Inked, inked
from film.looks import Box, State
from film.things import Things

_MANY = 512
"""Curves: what has more is a crowd, and one look in passing sees some of it wherever it flies."""

_SMALLEST_VERTEX = 0.05
"""Frame units: smaller dots are a texture; nobody looks at one of them."""

_STROKE_UNIT = 0.01
"""Frame units a stroke of Manim's width 1 measures."""

_NO_DISCS = np.zeros((0, 3))


class States:
    """Gives numbers to states; state k is `seen[k]`.

    Attributes
    ----------
    outlines
        For each state the true course of its ink; None for a text, which is judged by its box.
    discs
        For each state `(x, y, radius)` of the filled discs in it, strokes included, shape (n, 3).
    """

    def __init__(self, things: Things) -> None:
        self.things = things
        self.seen: list[State] = []
        self.outlines: list[Outline | None] = []
        self.discs: list[np.ndarray] = []
        self._numbers: dict[tuple, int] = {}
        self._outlines_by_form: dict[int, Outline] = {}

    def of(self, mobjects: Sequence[Any]) -> tuple[int, ...]:
        """The states of all that is visible, in drawing order."""
        return tuple(self._number(self.things.number_of(entry.mobject, entry.ancestors), entry) for entry in inked(mobjects))

    def is_text(self, state: int) -> bool:
        """Whether the thing in a state is a text."""
        return self.things.seen[self.seen[state].thing].text is not None

    def way_between(self, before: Sequence[int], after: Sequence[int]) -> float:
        """How far anything has moved from one look to the next, in frame units."""
        known, now = set(before), set(after)
        old = {self.seen[state].thing: state for state in before if state not in now}
        pairs = [(old[self.seen[state].thing], state) for state in after if state not in known and self.seen[state].thing in old]
        return max((self._way(*pair) for pair in pairs), default=0.0)

    def _way(self, before: int, after: int) -> float:
        one, other = self.outlines[before], self.outlines[after]
        if one is other and one is not None:
            return 0.0
        if one is not None and other is not None and len(one) == len(other):
            return float(np.abs(one.curves - other.curves).max()) if len(one) <= _MANY else 0.0
        return max(abs(a - b) for a, b in zip(self.seen[before].box, self.seen[after].box))

    def _number(self, thing: int, entry: Inked) -> int:
        key = (thing, *((_form(part.points), part.stroke_width, inks) for part, inks in entry.parts))
        if key not in self._numbers:
            self._numbers[key] = len(self.seen)
            self._measure(thing, entry)
        return self._numbers[key]

    def _measure(self, thing: int, entry: Inked) -> None:
        """Note a state not seen before."""
        fills = tuple(sorted({ink for _, (filled, _) in entry.parts for ink in filled}))
        strokes = tuple(sorted({ink for _, (_, stroked) in entry.parts for ink in stroked}))
        width = max((_STROKE_UNIT * float(part.stroke_width) for part, (_, stroked) in entry.parts if stroked), default=0.0)
        outline = self._outline(entry)
        box = _box(outline, entry.mobject, width)
        if self.things.seen[thing].text is not None:
            from film.lettering import cap_height_of  # not at the top: only what draws loads Manim

            cap_height = round(cap_height_of(entry.mobject), 4)
            self._note(State(thing, box, fills, strokes, width, cap_height), None, _NO_DISCS)
        else:
            discs = outline.discs + (0, 0, width / 2) if fills else _NO_DISCS
            self._note(State(thing, box, fills, strokes, width, dots=_vertices(discs)), outline, discs)

    def _outline(self, entry: Inked) -> Outline:
        """Of all its parts together; one for all states of a fade."""
        points = np.concatenate([part.points for part, _ in entry.parts]) if len(entry.parts) > 1 else entry.parts[0][0].points
        return self._outlines_by_form.setdefault(_form(points), Outline(points))

    def _note(self, state: State, outline: Outline | None, discs: np.ndarray) -> None:
        self.seen.append(state)
        self.outlines.append(outline)
        self.discs.append(discs)


def _form(points: np.ndarray) -> int:
    """A number for these points; the same when they differ by rounding alone."""
    return hash((points[:, :2] * 1e4).round().astype(np.int32).tobytes())


def _box(outline: Outline, mobject: Any, width: float) -> Box:
    """Round an outline and a stroke of that width; where the mobject is, if it has no curve."""
    left, bottom, right, top = outline.box if len(outline) else (*mobject.get_center()[:2],) * 2
    edges = left - width / 2, bottom - width / 2, right + width / 2, top + width / 2
    return tuple(round(float(edge), 4) for edge in edges)  # type: ignore[return-value]


def _vertices(discs: np.ndarray) -> tuple[tuple[float, float, float], ...]:
    """Those discs that may be a vertex."""
    return tuple((round(float(x), 4), round(float(y), 4), round(float(radius), 4))
                 for x, y, radius in discs if radius >= _SMALLEST_VERTEX)
