"""The stage at half its size, to stand beside another one: the same places, with letters of their usual height."""

from __future__ import annotations

import numpy as np
from manim import BOLD, RIGHT, VGroup, VMobject

from film.lettering import Label
from scenes.parts.curves import Curve
from scenes.parts.server import NAMES, ROLES
from scenes.parts.stage import CPU, GPU, LEFTS, WIDTH, Stage

SCALE = 0.52
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
