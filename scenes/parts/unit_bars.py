"""Two bars a kind, on one scale: what both workflows move, and below it the same with what is new."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from manim import LEFT, Animation, GrowFromEdge, Rectangle

from film.theme import Theme
from scenes.parts.part import Part

_FULL, _HEIGHT = 8.0, 0.42
_LINE, _KIND = 0.56, 2.15


class UnitBars(Part):
    """Bars of counted units.

    Parameters
    ----------
    counts
        Kind to (common, new).
    roles
        Kind to the color of what is new.
    corner
        Left end of the first bar.
    """

    def __init__(self, theme: Theme, counts: Mapping[str, tuple[int, int]], roles: Mapping[str, str], corner: np.ndarray) -> None:
        self.theme, self.corner, self.kinds = theme, np.asarray(corner, dtype=float), tuple(counts)
        self.unit = _FULL / max(common + new for common, new in counts.values())
        self.common, self.new = {}, {}
        for kind, (common, new) in counts.items():
            self.common[kind] = [self._bar(common, "load", self._at(kind, line)) for line in (0, 1)]
            self.new[kind] = self._bar(new, roles[kind], self.common[kind][1].get_right() + np.array([0.03, 0, 0]))
        super().__init__(*[bar for pair in self.common.values() for bar in pair], *self.new.values())

    def grow_common(self, kind: str) -> list[Animation]:
        """What both move."""
        return [GrowFromEdge(bar, LEFT) for bar in self.common[kind]]

    def grow_new(self, kind: str) -> Animation:
        """What comes on top."""
        return GrowFromEdge(self.new[kind], LEFT)

    def above(self, kind: str) -> np.ndarray:
        """For the kind's name, over its bars."""
        return self._at(kind, 0) + np.array([0, _HEIGHT / 2 + 0.16, 0])

    def before(self, kind: str, line: int) -> np.ndarray:
        """For the name of a bar."""
        return self._at(kind, line) + np.array([-0.25, -0.12, 0])

    def after(self, kind: str, line: int) -> np.ndarray:
        """For the number at a bar's end."""
        bar = self.new[kind] if line else self.common[kind][0]
        return bar.get_right() + np.array([0.18, -0.16, 0])

    def _at(self, kind: str, line: int) -> np.ndarray:
        return self.corner - np.array([0, _KIND * self.kinds.index(kind) + _LINE * line, 0])

    def _bar(self, count: int, role: str, left: np.ndarray) -> Rectangle:
        return Rectangle(width=count * self.unit, height=_HEIGHT, stroke_width=0, fill_color=self.theme.color(role),
                         fill_opacity=1).move_to(left, LEFT)
