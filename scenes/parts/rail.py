"""The steps of an iteration as a rail of chips; the lit one shows its name, and those that ran keep a network mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from manim import (BOLD, LEFT, RIGHT, UP, Animation, FadeIn, FadeOut, Line, ReplacementTransform, RoundedRectangle, Transform,
                   VGroup, VMobject, smooth, squish_rate_func)

from film.lettering import Label, Number
from film.theme import Theme
from scenes.parts.part import Part
from training.trace import Step, Trace

RADIUS = 0.20
_GAP = 0.52
_PADDING = 0.2
_FORK = 0.33
MARKS = {"thin": 0.035, "thick": 0.10}
_MARK_WIDTH = 0.4
_MARK_BELOW = 0.13
_INK = {"lit": "text", "ran": "text", "waits": "quiet"}


def network_mark(theme: Theme, how: str, width: float, weight: float = 1.0) -> RoundedRectangle:
    """The mark of a step that uses the network, "thin" or "thick"."""
    return RoundedRectangle(corner_radius=weight * MARKS[how] / 2, width=width, height=weight * MARKS[how], stroke_width=0,
                            fill_opacity=1, fill_color=theme.color("text"))


class StepNames(Part):
    """Steps with their names, large: a chip, and its name below it."""

    def __init__(self, theme: Theme, steps: Sequence[Step], center: np.ndarray, pitch: float = 2.15) -> None:
        super().__init__()
        self.theme = theme
        middle = (len(steps) - 1) / 2
        for index, step in enumerate(steps):
            place = np.asarray(center, dtype=float) + RIGHT * pitch * (index - middle)
            circle = RoundedRectangle(corner_radius=0.34, width=0.68, height=0.68, stroke_width=3, color=theme.color("text"),
                                      fill_color=theme.color("background"), fill_opacity=1).move_to(place)
            digit = Number(step, ("number",), theme, size="number").place(place - (0, 0.16, 0))
            words = VGroup(*[Label(word, theme, size="label").place(place - (0, 0.95 + 0.42 * line, 0))
                             for line, word in enumerate(step.name.split(" "))])
            self.add(VGroup(VGroup(circle, digit), words))

    def mark(self, number: int, how: str) -> RoundedRectangle:
        """Below a name: that its step used the network, and how much."""
        words = self[number - 1][1]
        return network_mark(self.theme, how, 1.0, 1.6).move_to([words.get_x(), words[0].baseline - 0.42, 0])

    def become(self, rail: Rail) -> list[Animation]:
        """The chips go up and are the rail's."""
        chips = [ReplacementTransform(entry[0], rail.chip(number)) for number, entry in enumerate(self, start=1)]
        return [*chips, *[FadeOut(entry[1], shift=UP * 0.4) for entry in self], FadeIn(rail.links())]

    def come_from(self, rail: Rail) -> list[Animation]:
        """The rail's chips come down and open their names; its marks go along. Add this afterwards."""
        chips = [ReplacementTransform(rail.chip(number), entry[0]) for number, entry in enumerate(self, start=1)]
        self.marks = {number: self.mark(number, how) for number, how in rail.state.marks}
        marks = [ReplacementTransform(rail.pieces["mark", number], mark) for number, mark in self.marks.items()]
        return [*chips, *marks, *[FadeIn(entry[1], shift=-UP * 0.4) for entry in self], FadeOut(rail.links())]


@dataclass(frozen=True)
class State:
    """What the rail shows.

    Attributes
    ----------
    lit
        The step that runs, if any.
    done
        Steps that have run.
    marks
        Step to "thin" or "thick".
    """

    lit: int | None = None
    done: tuple[int, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()


class Rail(Part):
    """One trace's steps.

    Parameters
    ----------
    branches
        Numbers on the trunk, then on each branch; two branches lie one above the other.
    left
        Left end of the rail; what comes before the lit chip never moves.
    named
        Whether the lit chip opens into its name.
    """

    def __init__(self, theme: Theme, trace: Trace, branches: Sequence[Sequence[int]], left: np.ndarray, named: bool = True) -> None:
        self.theme, self.trace, self.branches, self.left = theme, trace, branches, np.asarray(left, dtype=float)
        self.named = named
        self.state = State()
        self.looks = self._looks(self.state)
        self.pieces = {key: self._draw(key, look) for key, look in self.looks.items()}
        super().__init__(*self.pieces.values())

    def light(self, number: int) -> list[Animation]:
        """A step begins: its chip opens into its name; the one before it closes."""
        done = self.state.done + ((self.state.lit,) if self.state.lit is not None else ())
        return self._to(replace(self.state, lit=number, done=done))

    def repeat(self, *numbers: int) -> list[Animation]:
        """Steps run as they did before: nothing to look at."""
        done = self.state.done + ((self.state.lit,) if self.state.lit is not None else ()) + numbers
        return self._to(replace(self.state, lit=None, done=done))

    def rest(self) -> list[Animation]:
        """No step runs."""
        return self.repeat()

    def rewind(self, number: int) -> list[Animation]:
        """The moment before a step that ran last."""
        return self._to(replace(self.state, lit=None, done=tuple(step for step in self.state.done if step != number)))

    def mark(self, number: int, how: str) -> list[Animation]:
        """The step used the network: a thin mark for little, a thick one for much."""
        return self._to(replace(self.state, marks=(*self.state.marks, (number, how))))

    def links(self) -> VGroup:
        """The lines between the chips."""
        return VGroup(*[piece for key, piece in self.pieces.items() if key[0] == "link"])

    def chip(self, number: int) -> VGroup:
        """The chip of a step, to point at."""
        return VGroup(self.pieces["chip", number], self.pieces["name", number])

    def _to(self, state: State) -> list[Animation]:
        """Animations of what looks different in `state`."""
        before, looks = self.looks, self._looks(state)
        animations: list[Animation] = []
        for key, look in looks.items():
            if before.get(key) == look:
                continue
            piece, old = self._draw(key, look), self.pieces.get(key)
            if old is None:
                self._put(key, piece)
                animations.append(FadeIn(piece))
            elif key[0] == "name" and old.words != piece.words:
                self.remove(old)
                self._put(key, piece)
                animations += [FadeOut(old, rate_func=squish_rate_func(smooth, 0, 0.35)),
                               FadeIn(piece, rate_func=squish_rate_func(smooth, 0.65, 1))]
            else:
                animations.append(Transform(old, piece))
        for key in before.keys() - looks.keys():
            piece = self.pieces.pop(key)
            self.remove(piece)
            animations.append(FadeOut(piece))
        self.looks, self.state = looks, state
        return animations

    def _put(self, key: tuple, piece: VMobject) -> None:
        self.pieces[key] = piece
        self.add(piece)

    def _looks(self, state: State) -> dict[tuple, tuple]:
        """Each piece, and all that decides how it looks."""
        widths = {step.number: self._width(step, state) for step in self.trace.steps}
        places = self._places(widths)
        looks: dict[tuple, tuple] = {}
        for before, after in self._links():
            start, end = places[before] + RIGHT * widths[before] / 2, places[after] + LEFT * widths[after] / 2
            looks["link", before, after] = (*(start + RIGHT * 0.07), *(end + LEFT * 0.07))
        for number, place in places.items():
            how = "lit" if number == state.lit else "ran" if number in state.done else "waits"
            looks["chip", number] = (*place, widths[number], how)
            looks["name", number] = (*place, how)
        for number, how in state.marks:
            looks["mark", number] = (*places[number], how)
        return looks

    def _draw(self, key: tuple, look: tuple) -> VMobject:
        kind, theme = key[0], self.theme
        if kind == "link":
            return Line(look[:3], look[3:], stroke_width=2.5, color=theme.color("quiet"))
        place, how = np.array(look[:3]), look[-1]
        if kind == "mark":
            return network_mark(theme, how, _MARK_WIDTH).move_to(place - (0, RADIUS + _MARK_BELOW, 0))
        if kind == "name":
            return self._name(self.trace.steps[key[1] - 1], how).place(place - (0, 0.1, 0))
        return RoundedRectangle(corner_radius=RADIUS, width=look[3], height=2 * RADIUS, stroke_width=3, color=theme.color(_INK[how]),
                                fill_color=theme.color("text" if how == "lit" else "background"), fill_opacity=1).move_to(place)

    def _width(self, step: Step, state: State) -> float:
        opened = self.named and step.number == state.lit
        return self._name(step, "lit").width + 2 * _PADDING if opened else 2 * RADIUS

    def _name(self, step: Step, how: str) -> Number:
        if how == "lit":
            facts, template = (("number", "name"), "{} {}") if self.named else (("number",), "{}")
            return Number(step, facts, self.theme, template, size="label", role="background", weight=BOLD)
        return Number(step, ("number",), self.theme, size="label", role=_INK[how])

    def _links(self) -> list[tuple[int, int]]:
        trunk, *branches = self.branches
        links = list(zip(trunk, trunk[1:]))
        for branch in branches:
            links += [*zip((trunk[-1], *branch), branch)]
        return links

    def _places(self, widths: dict[int, float]) -> dict[int, np.ndarray]:
        trunk, *branches = self.branches
        heights = [0.0] if len(branches) < 2 else [_FORK, -_FORK]
        places, x = {}, 0.0
        for number in trunk:
            places[number] = np.array([x + widths[number] / 2, 0, 0])
            x += widths[number] + _GAP
        for branch, height in zip(branches, heights):
            along = x
            for number in branch:
                places[number] = np.array([along + widths[number] / 2, height, 0])
                along += widths[number] + _GAP
        return {number: place + self.left for number, place in places.items()}
