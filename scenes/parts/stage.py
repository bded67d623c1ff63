"""The stage of an iteration: a column a server, CPU memory above, GPU below; where things lie and which way they go."""

from __future__ import annotations

import numpy as np
from manim import RIGHT, UP, Line, Rectangle, RoundedRectangle, VGroup

from film.lettering import Label
from film.theme import Theme
from scenes.parts.curves import Curve
from scenes.parts.fold import GAPS, PITCH, Fold
from scenes.parts.graph_map import GraphMap, Layout, VMark
from scenes.parts.network import Network
from scenes.parts.rows import Row
from scenes.parts.server import ROLES, Server
from scenes.parts.strips import Strips
from scenes.parts.weights import WeightBlock
from training.lesson import LessonFacts

LEFTS = (-4.99, -0.91, 3.17)
WIDTH = 3.42
CPU = (0.20, 2.06)
GPU = (-2.58, -0.34)
FIXTURES = -5.13  # right end of the rows' names
ROW = (0.62, 0.095)
SLOT = (0.62, 0.15)
SHELF_Y = 0.37
MINI = 0.34
_MAP = (2.4, 1.25)
_TABLE_LEFT, _TABLE_TOP, _TABLE_PITCH = 0.56, 1.90, 0.119
_BATCH_LEFT, _BATCH_Y = 1.40, -1.46
_GUTTER = 0.42


class Stage:
    """Geometry and fixtures; scenes add what they need of it.

    Parameters
    ----------
    named
        Whether the first line between servers carries its name.

    Attributes
    ----------
    cpus, gpus
        Boxes, one a server; a CPU box carries the server's letter.
    labels
        The names of the two rows.
    network
        A dotted line in each gap.
    tables
        Every server's rows in its CPU memory.
    folds
        Every trainer's mini-batch in its GPU.
    blocks
        Every trainer's copy of the model: one block a layer, on the gaps of its fold.
    """

    def __init__(self, theme: Theme, facts: LessonFacts, named: bool = True) -> None:
        self.theme, self.facts, self.graph = theme, facts, facts.graph
        self.cpus = [Server(theme, rank, self.box_center(rank, CPU), WIDTH, CPU[1] - CPU[0], letter="number")
                     for rank in range(3)]
        self.gpus = [RoundedRectangle(corner_radius=0.16, width=WIDTH, height=GPU[1] - GPU[0], stroke_width=3,
                                      color=theme.color(ROLES[rank]), fill_color=theme.color("panel"), fill_opacity=1)
                     .move_to(self.box_center(rank, GPU)) for rank in range(3)]
        self.labels = VGroup(*[self._fixture(words, (low + high) / 2)
                               for words, (low, high) in ((("CPU", "memory"), CPU), (("GPU",), GPU))])
        gaps = [left - (LEFTS[1] - LEFTS[0] - WIDTH) / 2 for left in LEFTS[1:]]
        self.network = Network(theme, gaps, (CPU[::-1], GPU[::-1]), sum(CPU) / 2 if named else None)
        shades = np.array(facts.strips.before)
        self.tables = [Strips(theme, np.array([self.row(vertex)[:2] for vertex in members]), *ROW, shades[list(members)],
                              role=ROLES[rank]) for rank, members in enumerate(self.graph.members)]
        self.folds = [Fold(theme, batch, self.graph, [LEFTS[batch.rank] + _BATCH_LEFT, _BATCH_Y, 0], facts.v.vertex)
                      for batch in facts.batches]
        self.blocks = [VGroup(*[WeightBlock(theme, shades, np.array([LEFTS[rank] + _BATCH_LEFT + across, _BATCH_Y, 0]))
                                for shades, across in zip(facts.weights.before, GAPS)]) for rank in range(3)]
        self.map = GraphMap(theme, facts.graph, self.mini_map)
        self.map.remove(self.map.cut)
        self.v_mark = VMark(theme, self.map.at(facts.v.vertex), 0.075, RIGHT)

    def box_center(self, rank: int, band: tuple[float, float]) -> np.ndarray:
        """Middle of a server's box in the upper or the lower row."""
        return np.array([LEFTS[rank] + WIDTH / 2, sum(band) / 2, 0])

    def weights_label(self, label: Label) -> VGroup:
        """A label over the first trainer's two blocks, with a line to each."""
        label.place(np.array([self.blocks[0].get_x(), (CPU[0] + GPU[1]) / 2 - 0.02, 0]))
        lines = [Line([block.get_x(), label.get_bottom()[1] - 0.06, 0], block.get_top() + UP * 0.04, stroke_width=2.5,
                      color=self.theme.color("text")) for block in self.blocks[0]]
        return VGroup(label, *lines)

    @property
    def mini_map(self) -> Layout:
        """The graph's parts, small, in their CPU boxes."""
        return Layout(np.array([(left + _MAP[0], _MAP[1]) for left in LEFTS]), scale=MINI, radius=0.075)

    def row(self, vertex: int) -> np.ndarray:
        """Middle of a vertex's row in its owner's table."""
        left = LEFTS[self.graph.owner[vertex]]
        return np.array([left + _TABLE_LEFT + ROW[0] / 2, _TABLE_TOP - _TABLE_PITCH * self.graph.row_index[vertex], 0])

    def slot(self, rank: int, vertex: int) -> np.ndarray:
        """Middle of the place that waits in a GPU for a vertex's row."""
        order = self.facts.batches[rank].fold.left
        top = _BATCH_Y + PITCH * (len(order) - 1) / 2
        return np.array([LEFTS[rank] + _TABLE_LEFT + SLOT[0] / 2, top - PITCH * order.index(vertex), 0])

    def beside(self, rank: int, vertex: int) -> np.ndarray:
        """Left of a slot: where its row's gradient appears."""
        return self.slot(rank, vertex) - np.array([SLOT[0] / 2 + 0.2, 0, 0])

    def strip(self, vertex: int, size: tuple[float, float] = SLOT) -> Row:
        """A vertex's row as it is before the iteration, in its table's place."""
        role = ROLES[self.graph.owner[vertex]]
        return Row(self.theme, role, self.facts.strips.before[vertex], *size).move_to(self.row(vertex))

    def outlines(self, rank: int) -> VGroup:
        """The empty places for a trainer's rows, in their owners' colors."""
        return VGroup(*[Rectangle(width=SLOT[0], height=SLOT[1], stroke_width=2,
                                  color=self.theme.color(ROLES[self.graph.owner[vertex]])).move_to(self.slot(rank, vertex))
                        for vertex in self.facts.batches[rank].fold.left])

    def shelf(self, rank: int, place: int = 0) -> np.ndarray:
        """Where a row from elsewhere rests in a server's CPU memory; there are three places."""
        return np.array([LEFTS[rank] + _TABLE_LEFT + SLOT[0] / 2 + 0.06 + 0.92 * place, SHELF_Y, 0])

    def way_down(self, rank: int, vertex: int, place: int | None = None) -> Curve:
        """To a slot of a server's GPU: from its own table, or from a `place` on its shelf."""
        from_shelf = place is not None
        start, slot = (self.shelf(rank, place) if from_shelf else self.row(vertex)), self.slot(rank, vertex)
        gutter = LEFTS[rank] + _GUTTER
        if from_shelf:
            between = (CPU[0] + GPU[1]) / 2
            corners = [start, [start[0], between, 0], [gutter, between, 0], [gutter, slot[1], 0], slot]
        else:
            corners = [start, [gutter, start[1], 0], [gutter, slot[1], 0], slot]
        return Curve.through(np.array(corners))

    def way_over(self, vertex: int, rank: int, place: int = 0) -> Curve:
        """From a row in its owner's table over the network to a `place` on the shelf of another server."""
        owner, start, shelf = self.graph.owner[vertex], self.row(vertex), self.shelf(rank, place)
        leaving = LEFTS[owner] + (_TABLE_LEFT + ROW[0] + 0.16 if owner < rank else _GUTTER)
        out = [start, [leaving, start[1], 0]]
        if abs(owner - rank) == 1:
            return Curve.through(np.array([*out, [leaving, SHELF_Y, 0], shelf]))
        lane = (CPU[0] + GPU[1]) / 2 + 0.12  # below the box in between
        entering = LEFTS[rank] + WIDTH - 0.3 if owner > rank else LEFTS[rank] + 0.3
        return Curve.through(np.array([*out, [leaving, lane, 0], [entering, lane, 0], [entering, SHELF_Y, 0], shelf]))

    def _fixture(self, words: tuple[str, ...], height: float) -> VGroup:
        step = 0.34
        lines = [Label(word, self.theme, size="label", role="quiet") for word in words]
        for index, line in enumerate(lines):
            line.place(np.array([FIXTURES, height - 0.1 + step * ((len(lines) - 1) / 2 - index), 0]), RIGHT)
        return VGroup(*lines)
