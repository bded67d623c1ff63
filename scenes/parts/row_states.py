"""Steps 8 and 9: Adam's two numbers beside every number of the table; those of touched rows come down, and go back up."""

from __future__ import annotations

import numpy as np
from manim import BOLD, ITALIC, LEFT, Line, RoundedRectangle, VGroup

from film.lettering import Label

from scenes.parts.curves import Curve
from scenes.parts.rows import Row
from scenes.parts.server import ROLES
from scenes.parts.shapes import stroked
from scenes.parts.stage import GPU, LEFTS, ROW, Stage
from scenes.parts.strips import Strips

KINDS = ("row", "mean", "square")
_LEFTS = (0.56, 1.47, 2.60)
_TOP, _PITCH = GPU[1] - 0.26, 0.226


class RowStates:
    """Three tables a server, and places in its GPU for what is touched.

    Attributes
    ----------
    tables
        A server's means and squares, as two blocks of strips.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage, self.theme, self.facts = stage, stage.theme, stage.facts
        strips = self.facts.strips
        self.shades = {"row": (strips.before, strips.after), "mean": (strips.mean_before, strips.mean_after),
                       "square": (strips.square_before, strips.square_after)}
        self.tables = [VGroup(*[Strips(self.theme, np.array([self.home(kind, vertex)[:2] for vertex in members]), *ROW,
                                       np.array(self.shades[kind][0])[list(members)]) for kind in KINDS[1:]])
                       for members in self.facts.graph.members]
        self.touched = self.facts.states.touched_vertices

    def home(self, kind: str, vertex: int) -> np.ndarray:
        """Middle of a vertex's strip in one of its server's tables."""
        return self.stage.row(vertex) + np.array([_LEFTS[KINDS.index(kind)] - _LEFTS[0], 0, 0])

    def down(self, kind: str, vertex: int) -> np.ndarray:
        """Middle of its place in the owner's GPU, straight below."""
        owner = self.facts.graph.owner[vertex]
        height = _TOP - _PITCH * self.touched[owner].index(vertex)
        return np.array([self.home(kind, vertex)[0], height, 0])

    def way_down(self, kind: str, vertex: int) -> Curve:
        """From its table straight down to the owner's GPU."""
        return Curve(np.array([self.home(kind, vertex), self.down(kind, vertex)]))

    def waiting(self, vertex: int) -> np.ndarray:
        """Where the combined gradient waits for them, left of its row's line."""
        return self.down("row", vertex) - np.array([0.50, 0, 0])

    def strip(self, kind: str, vertex: int, after: bool = False) -> Row:
        """A strip in its table's place, before or after the update."""
        role = ROLES[self.facts.graph.owner[vertex]] if kind == "row" else "text"
        return Row(self.theme, role, self.shades[kind][after][vertex], *ROW).move_to(self.home(kind, vertex))

    def change(self, vertex: int) -> Row:
        """How a row is to change, as its owner's GPU computed it."""
        return Row(self.theme, "row_gradient", self.shades["row"][1][vertex], *ROW).move_to(self.down("row", vertex))

    def magnified(self) -> np.ndarray:
        """Where v's row is shown large, in its owner's empty GPU."""
        return np.array([LEFTS[self.facts.v.server] + 1.6, (GPU[0] + GPU[1]) / 2, 0])

    def lens(self, row: Row) -> VGroup:
        """A frame for v's row, large, its letter, and a line from where it lies in the table."""
        frame = RoundedRectangle(corner_radius=0.08, width=row.width + 0.2, height=row.height + 0.2, stroke_width=3,
                                 color=self.theme.color("text")).move_to(row)
        home = self.home("row", self.facts.v.vertex)
        gutter = LEFTS[self.facts.v.server] + 0.4
        line = Curve.through(np.array([home - (ROW[0] / 2 + 0.02, 0, 0), [gutter, home[1], 0], [gutter, frame.get_top()[1], 0]]), 0.1)
        letter = Label("v", self.theme, size="number", weight=BOLD, slant=ITALIC).next_to(frame, LEFT, buff=0.1)
        return VGroup(stroked(line.solid(), self.theme.color("text"), 2.5), frame, letter)

    def heading(self, kind: str) -> np.ndarray:
        """For the name of a table, over the first server's box."""
        return self._over(kind) + np.array([0, 0.18, 0])

    def bracket(self, kind: str) -> Line:
        """Between a name and its table: the table's width."""
        half = np.array([ROW[0] / 2, 0, 0])
        return Line(self._over(kind) - half, self._over(kind) + half, stroke_width=3, color=self.theme.color("text"))

    def _over(self, kind: str) -> np.ndarray:
        box = self.stage.cpus[0].box
        return np.array([LEFTS[0] + _LEFTS[KINDS.index(kind)] + ROW[0] / 2, box.get_top()[1] + 0.08, 0])
