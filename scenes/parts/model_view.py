"""One block of the model on every GPU, large: a weight's gradients are averaged, Adam's numbers are read, all copies change."""

from __future__ import annotations

import numpy as np
from manim import BOLD, LEFT, RIGHT, UP, Animation, Line, RoundedRectangle, Square, VGroup

from film.lettering import Number
from film.theme import Theme
from scenes.parts.curves import Curve, CurveArrow, Ride
from scenes.parts.diamond import Diamond
from scenes.parts.network import Network
from scenes.parts.server import ROLES
from scenes.parts.stage import CPU, GPU, LEFTS, WIDTH
from scenes.parts.weights import PITCH, WeightBlock
from training.lesson import LessonFacts

TOP, BOTTOM = CPU[1], GPU[0] + 0.26
LANE = GPU[0] + 0.09
"""Height of the ring's way back, below all GPUs."""
_BLOCK = np.array([0.5, 1.02])
_NUMBER, _SUM, _AVERAGE = 1.3, -0.1, -1.4
_MIDDLE = WIDTH / 2 + 0.1
_RING = 1.3  # from the middle of a column to where the ring turns
_STATES = (0.88, 2.74)


class ModelView:
    """Places and pieces, a column a trainer.

    Attributes
    ----------
    boxes
        GPUs, grown to the stage's full height.
    network
        Between them, down to the way back.
    blocks, picked
        The first layer's weights on each GPU, and a frame round the one that is followed.
    gradients, sums, averages
        That weight's gradient on each trainer, the running sum there, and the average.
    diamonds
        Three other weights' gradients, each starting round the ring from another trainer.
    states
        Adam's two numbers for every weight of the block.
    """

    def __init__(self, theme: Theme, facts: LessonFacts) -> None:
        self.theme, self.facts = theme, facts
        pink = theme.color("model_gradient")
        self.boxes = VGroup(*[RoundedRectangle(corner_radius=0.16, width=WIDTH, height=TOP - BOTTOM, stroke_width=3,
                                               color=theme.color(role), fill_color=theme.color("panel"), fill_opacity=1)
                              .move_to([left + WIDTH / 2, (TOP + BOTTOM) / 2, 0]) for left, role in zip(LEFTS, ROLES)])
        self.network = Network(theme, [left - (LEFTS[1] - LEFTS[0] - WIDTH) / 2 for left in LEFTS[1:]], [(TOP, GPU[0])], 1.25)
        self.blocks = [WeightBlock(theme, facts.weights.before[0], self.at(rank, *_BLOCK)) for rank in range(3)]
        cells = [block.cells[facts.weights.example] for block in self.blocks]
        self.picked = VGroup(*[Square(0.15, color=pink, stroke_width=3).move_to(cell) for cell in cells])
        self.gradients = [self._gradient(rank, name, cell) for rank, (name, cell) in enumerate(zip("abc", cells))]
        self.sums = [self._boxed(f"all_reduce.sum_{name}", self.at(rank, _MIDDLE, _SUM), filled=False)
                     for rank, name in enumerate("abc")]
        self.averages = [self._boxed("all_reduce.average", self.at(rank, _MIDDLE, _AVERAGE), filled=True) for rank in range(3)]
        self.diamonds = VGroup(*[Diamond(theme, "model_gradient", size=0.42).move_to(self.at(rank, _MIDDLE, _SUM)) for rank in range(3)])
        self.states = [VGroup(*[WeightBlock(theme, shades, self.at(rank, across, _BLOCK[1]))
                                for shades, across in zip(_state_shades(facts), _STATES)]) for rank in range(3)]

    def at(self, rank: int, across: float, height: float) -> np.ndarray:
        """A point in a trainer's column."""
        return np.array([LEFTS[rank] + across, height, 0])

    def into_sum(self, rank: int) -> CurveArrow:
        """A trainer adds its own gradient."""
        return self._arrow([self.at(rank, _MIDDLE, _NUMBER - 0.3), self.at(rank, _MIDDLE, _SUM + 0.4)])

    def onward(self, rank: int) -> CurveArrow:
        """The sum goes to the next trainer, over the network."""
        return self._arrow([self.at(rank, _MIDDLE + 0.68, _SUM), self.at(rank + 1, _MIDDLE - 0.68, _SUM)])

    def divided(self) -> CurveArrow:
        """The last sum becomes the average."""
        return self._arrow([self.at(2, _MIDDLE, _SUM - 0.4), self.at(2, _MIDDLE, _AVERAGE + 0.4)])

    def returned(self) -> list[CurveArrow]:
        """The average goes round the same ring: from the last trainer to the first, and on."""
        on = [self.at(0, _MIDDLE + 0.78, _AVERAGE), self.at(1, _MIDDLE - 0.78, _AVERAGE)]
        return [self._arrow(self._way_back(_AVERAGE, 0.73, 0.78)), self._arrow(on)]

    def ring(self) -> list[CurveArrow]:
        """From each trainer to the next, and from the last to the first."""
        reach = 0.34
        hops = [[self.at(rank, _MIDDLE + reach, _SUM), self.at(rank + 1, _MIDDLE - reach, _SUM)] for rank in range(2)]
        return [self._arrow(points) for points in (*hops, self._way_back(_SUM, reach, reach))]

    def go_round(self, hop: int) -> list[Animation]:
        """Every diamond moves on by one trainer, all at once."""
        ways = [Curve(np.array([self.at(rank, _MIDDLE, _SUM), self.at(rank + 1, _MIDDLE, _SUM)])) for rank in range(2)]
        ways.append(Curve.through(np.array(self._way_back(_SUM, 0, 0))))
        return [Ride(diamond, ways[(start + hop) % 3]) for start, diamond in enumerate(self.diamonds)]

    def kept(self, rank: int, third: int) -> np.ndarray:
        """Where a trainer keeps the averages of one third of its weights: beside them."""
        return self.blocks[rank].get_right() + np.array([0.32, (1 - third) * 3 * PITCH, 0])

    def thirds(self) -> VGroup:
        """A frame round the third of its weights whose gradients each trainer sends off first."""
        frames = [RoundedRectangle(corner_radius=0.05, width=0.34, height=3 * PITCH - 0.04, stroke_width=4,
                                   color=self.theme.color("model_gradient"))
                  .move_to(block.get_center() + np.array([0, (1 - rank) * 3 * PITCH, 0])) for rank, block in enumerate(self.blocks)]
        return VGroup(*frames)

    def _way_back(self, height: float, leaving: float, arriving: float) -> list[np.ndarray]:
        """From the middle of the last column under all GPUs to the middle of the first, less what is left out at the ends."""
        right, left = _MIDDLE + _RING, _MIDDLE - _RING
        return [self.at(2, _MIDDLE + leaving, height), self.at(2, right, height), self.at(2, right, LANE),
                self.at(0, left, LANE), self.at(0, left, height), self.at(0, _MIDDLE - arriving, height)]

    def watched(self) -> list[VGroup]:
        """On every trainer: frames round the followed weight and its two numbers, wherever they stand now."""
        example = self.facts.weights.example
        return [VGroup(*[Square(0.15, color=self.theme.color("model_gradient"), stroke_width=3).move_to(part.cells[example])
                         for part in (states[0], block, states[1])]) for states, block in zip(self.states, self.blocks)]

    def read(self, rank: int) -> list[Square]:
        """Copies of the followed weight's two numbers, large, on both sides of its gradient."""
        example = self.facts.weights.example
        copies = []
        for part, side in zip(self.states[rank], (-1, 1)):
            cell = part.cells[example].copy()
            cell.target = cell.copy().stretch_to_fit_width(0.34).stretch_to_fit_height(0.34)
            cell.target.move_to(self.at(rank, _MIDDLE + side * 1.15, _AVERAGE))
            copies.append(cell)
        return copies

    def center_blocks(self) -> list[Animation]:
        """The weights move to the middle of their GPU, to make room for the states on both sides."""
        return [block.animate.move_to(self.at(rank, _MIDDLE, _BLOCK[1])) for rank, block in enumerate(self.blocks)]

    def divisor(self) -> Number:
        """By how many trainers the last sum is divided."""
        number = Number(self.facts, ("graph.parts",), self.theme, "÷ {}", size="label")
        return number.place(self.at(2, _MIDDLE + 0.45, (_SUM + _AVERAGE) / 2 - 0.12))

    def state_names(self) -> list[np.ndarray]:
        """Places for the names of Adam's two numbers, below the first trainer's."""
        return [self.below(states) for states in self.states[0]]

    def below(self, block: WeightBlock) -> np.ndarray:
        """For the name of a block."""
        return block.get_bottom() + np.array([0, -0.36, 0])

    def weight(self, when: str) -> list[Number]:
        """The followed weight on every trainer, "before" or "after" the update: side by side."""
        template, align, shift = ("{}", RIGHT, -0.3) if when == "before" else ("→ {}", LEFT, -0.15)
        return [Number(self.facts, (f"weights.example_{when}",), self.theme, template, size="number", weight=BOLD)
                .place(self.at(rank, _MIDDLE + shift, _AVERAGE - 0.16), align) for rank in range(3)]

    def change(self) -> list[Animation]:
        """All copies change alike."""
        return [animation for block in self.blocks for animation in block.become_shades(self.facts.weights.after[0])]

    def _arrow(self, points: list[np.ndarray]) -> CurveArrow:
        return CurveArrow(Curve.through(np.array(points)), self.theme.color("model_gradient"), width=4.5, head=0.22)

    def _gradient(self, rank: int, name: str, cell: Square) -> VGroup:
        diamond = Diamond(self.theme, "model_gradient", size=0.34).move_to(self.at(rank, 1.2, _NUMBER))
        number = Number(self.facts, (f"all_reduce.gradient_{name}",), self.theme, size="number", weight=BOLD)
        number.place(self.at(rank, _MIDDLE + 0.25, _NUMBER - 0.16))
        leader = Line(cell.get_right() + RIGHT * 0.06, diamond.get_left(), stroke_width=2.5,
                      color=self.theme.color("model_gradient"))
        return VGroup(leader, diamond, number)

    def _boxed(self, fact: str, place: np.ndarray, filled: bool) -> VGroup:
        frame = RoundedRectangle(corner_radius=0.34 if filled else 0.1, width=1.45 if filled else 1.25, height=0.7,
                                 stroke_width=4 if filled else 3, color=self.theme.color("model_gradient"),
                                 fill_color=self.theme.color("background"), fill_opacity=1).move_to(place)
        number = Number(self.facts, (fact,), self.theme, size="number", weight=BOLD)
        if not filled:
            return VGroup(frame, number.place(place - (0, 0.16, 0)))
        diamond = Diamond(self.theme, "model_gradient", size=0.3).move_to(place + LEFT * 0.38)
        return VGroup(frame, diamond, number.place(place + RIGHT * 0.2 - UP * 0.16))


def _state_shades(facts: LessonFacts) -> tuple[tuple[int, ...], ...]:
    """Adam's mean and square of the drawn weights, as cells."""
    return facts.weights.mean, facts.weights.square
