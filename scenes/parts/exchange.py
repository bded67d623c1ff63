"""Step 7: on every GPU the rows' gradients are sorted by owner; each pile goes to its owner, who combines them."""

from __future__ import annotations

import numpy as np
from manim import Animation, Line, RoundedRectangle, VGroup

from scenes.parts.curves import Curve
from scenes.parts.diamond import RowGradient
from scenes.parts.server import ROLES
from scenes.parts.stage import GPU, LEFTS, WIDTH, Stage

_PILES = (0.62, 1.71, 2.80)
_FLOOR = -1.36
_ACROSS, _UP = 0.36, 0.34
_BETWEEN = -1.62
"""Height of the ways between neighbors: under the piles, over the trays."""
_OVER = GPU[1] + 0.64
"""Height of the ways between the outer servers: over the letter of the one in the middle."""
_TRAY = -2.12
_PITCH, _FILLED = 0.36, 2.9


class Exchange:
    """Places, ways and glyphs of the exchange.

    Attributes
    ----------
    gradients
        By (trainer, vertex): one a loaded row, at first beside its row.
    floors, trays
        Under each trainer's three piles; where each owner gathers what is sent to it.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage, self.theme, self.facts = stage, stage.theme, stage.facts
        self.owner = self.facts.graph.owner
        self.gradients = {(batch.rank, vertex): RowGradient(self.theme, ROLES[self.owner[vertex]], vertex == self.facts.v.vertex)
                          .move_to(stage.beside(batch.rank, vertex)) for batch in self.facts.batches for vertex in batch.fold.left}
        self.floors = VGroup(*[Line([x - 0.38, _FLOOR, 0], [x + 0.38, _FLOOR, 0], stroke_width=5, color=self.theme.color(role))
                               for left in LEFTS for x, role in zip(left + np.array(_PILES), ROLES)])
        self.trays = VGroup(*[RoundedRectangle(corner_radius=0.1, width=WIDTH - 0.2, height=0.52, stroke_width=2.5,
                                               color=self.theme.color(role)).move_to([left + WIDTH / 2, _TRAY, 0])
                              for left, role in zip(LEFTS, ROLES)])

    def sent(self, source: int, target: int) -> list[int]:
        """Vertices whose gradients one trainer has for one owner."""
        return [vertex for rank, vertex in self.gradients if rank == source and self.owner[vertex] == target]

    def arrivals(self, target: int) -> list[tuple[int, int]]:
        """(trainer, vertex) in the order in which they reach their owner: first what is at home."""
        senders = sorted(range(3), key=lambda source: (source != target, source))
        return [(source, vertex) for source in senders for vertex in self.sent(source, target)]

    def pile(self, rank: int, vertex: int) -> np.ndarray:
        """Where a gradient waits in its owner's pile: three side by side at most."""
        pile = self.sent(rank, self.owner[vertex])
        index = pile.index(vertex)
        wide = min(3, len(pile))
        across = (index % wide - (min(wide, len(pile) - index // wide * wide) - 1) / 2) * _ACROSS * 0.9
        return np.array([LEFTS[rank] + _PILES[self.owner[vertex]] + across, _FLOOR + 0.22 + _UP * (index // wide), 0])

    def place(self, owner: int, index: int, count: int) -> np.ndarray:
        """One of `count` places in an owner's tray."""
        pitch = min(_PITCH, _FILLED / count)
        return np.array([LEFTS[owner] + WIDTH / 2 + (index - (count - 1) / 2) * pitch, _TRAY, 0])

    def way(self, rank: int, vertex: int) -> Curve:
        """From pile to tray: down at home; between neighbors level over the border; past the one in the middle over its box."""
        owner, start = self.owner[vertex], self.pile(rank, vertex)
        arrivals = self.arrivals(owner)
        end = self.place(owner, arrivals.index((rank, vertex)), len(arrivals))
        if abs(owner - rank) <= 1:
            corners = [start, [start[0], _BETWEEN, 0], [end[0], _BETWEEN, 0], end]
        else:
            corners = [start, [start[0], _OVER, 0], [end[0], _OVER, 0], end]
        corners = [corner for corner, after in zip(corners, [*corners[1:], None]) if after is None or np.abs(np.subtract(corner, after)).max() > 0.02]
        return Curve.through(np.array(corners))

    def meeting(self) -> list[np.ndarray]:
        """Above its owner's tray, where v's gradients come together."""
        middle = np.array([LEFTS[self.facts.v.server] + WIDTH / 2, -0.95, 0])
        count = len(self.facts.v_gradients.trainers)
        return [middle + np.array([(index - (count - 1) / 2) * 1.0, 0, 0]) for index in range(count)]

    def letters_down(self) -> list[Animation]:
        """The servers' letters come down to their GPUs."""
        return [server.letter.animate.move_to([server.letter.get_x(), GPU[1] + 0.12 + server.letter.height / 2, 0])
                for server in self.stage.cpus]

    def combined(self, owner: int) -> dict[tuple[int, int], np.ndarray]:
        """Where each of an owner's gradients goes when those of one row become one."""
        touched = self.facts.states.touched_vertices[owner]
        return {(rank, vertex): self.place(owner, touched.index(vertex), len(touched)) for rank, vertex in self.arrivals(owner)}
