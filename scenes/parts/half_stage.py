"""The stage at half its size, to stand beside another one: the same places, with letters of their usual height."""

from __future__ import annotations

import numpy as np
from manim import BOLD, RIGHT, UP, VGroup, VMobject

from film.lettering import Label
from scenes.parts.curves import Curve, CurveArrow
from scenes.parts.server import NAMES, ROLES
from scenes.parts.stage import CPU, GPU, LEFTS, WIDTH, Stage

SCALE = 0.52
_REACH = 0.38
"""How far into a box an arrow reaches, and (below) how far two that run opposite ways lie from their middle."""
_APART = 0.16
_MIDDLE = np.array([(LEFTS[0] + LEFTS[2] + WIDTH) / 2, (CPU[1] + GPU[0]) / 2, 0])


class HalfStage:
    """A stage, drawn small round a middle of its own.

    Parameters
    ----------
    stage
        Its parts are taken over, and must not be used elsewhere.

    Attributes
    ----------
    letters, base
        The servers' letters; boxes, tables and network.
    """

    def __init__(self, stage: Stage, middle: np.ndarray) -> None:
        self.stage, self.middle = stage, np.asarray(middle, dtype=float)
        boxes = [*[cpu.box for cpu in stage.cpus], *stage.gpus]
        self.letters = VGroup(*[Label(NAMES[rank], stage.theme, role=ROLES[rank], weight=BOLD)
                   .place(self.at(np.array([LEFTS[rank], CPU[1], 0])) + np.array([0.12, 0.1, 0]), -RIGHT) for rank in range(3)])
        self.base = VGroup(*[self.small(mobject) for mobject in (*boxes, *stage.tables, stage.network.lines)])
        self.batches = VGroup(*[self.small(mobject) for mobject in (*stage.folds, *stage.blocks)])

    def at(self, point: np.ndarray) -> np.ndarray:
        """A place of the stage, here."""
        return self.middle + SCALE * (np.asarray(point) - _MIDDLE)

    def way(self, curve: Curve) -> Curve:
        """A way of the stage, here."""
        return Curve((self.middle + SCALE * (np.column_stack([curve.points, np.zeros(len(curve.points))]) - _MIDDLE)))

    def small(self, mobject: VMobject) -> VMobject:
        """Something of the stage, put here."""
        return mobject.scale(SCALE, about_point=_MIDDLE).shift(self.middle - _MIDDLE)

    def exchanges(self, role: str, height: float) -> list[CurveArrow]:
        """Arrows both ways between neighboring servers, at a height of the stage."""
        gaps = [(LEFTS[rank] + WIDTH - _REACH, LEFTS[rank + 1] + _REACH) for rank in (0, 1)]
        return [self._arrow(role, (start, height + shift), (end, height + shift)) for left, right in gaps
                for shift, start, end in ((_APART, left, right), (-_APART, right, left))]

    def carries(self, role: str, across: float, way: np.ndarray) -> list[CurveArrow]:
        """An arrow in every server between memory and GPU, so far from its middle; `way` is UP or DOWN."""
        low, high = GPU[1] - 2 * _REACH, CPU[0] + _REACH
        start, end = (low, high) if way is UP else (high, low)
        return [self._arrow(role, (left + WIDTH / 2 + across, start), (left + WIDTH / 2 + across, end)) for left in LEFTS]

    def _arrow(self, role: str, start: tuple[float, float], end: tuple[float, float]) -> CurveArrow:
        way = self.way(Curve(np.array([(*start, 0), (*end, 0)])))
        return CurveArrow(way, self.stage.theme.color(role), width=4, head=0.16)
