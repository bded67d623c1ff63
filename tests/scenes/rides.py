"""What rides along which curve in a chapter's plays: the chapter is run as planned, and its plays are listened to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from drawing import REPOSITORY, THEME
from manim import Animation, AnimationGroup, ManimColor, Mobject, MoveToTarget
from manim.mobject.mobject import _AnimationBuilder

from film.compile import read_sources
from film.lesson import load_lesson
from film.lettering import Number
from film.planner import PlanDirector, Turns, run_scene
from film.renderer import PieceRenderer
from film.scene import BeatClock, LessonScene
from film.script import Script, read_script
from film.timing import BeatTiming
from scenes.parts.curves import Curve, CurveArrow, Ride
from scenes.parts.network import Network
from scenes.parts.rail import Rail
from scenes.parts.stage import CPU, GPU, LEFTS, WIDTH
from training.lesson import ALTERNATIVE_SEED, SEED, LessonFacts
from training.trace import Device, Place

FACTS = {seed: LessonFacts(seed) for seed in (SEED, ALTERNATIVE_SEED)}
LESSON = load_lesson(REPOSITORY)
SPACING = 15
"""Ticks from mark to mark where no voice speaks; the picture takes longer if it needs to."""
ROLES_OF = {ManimColor(color).to_hex(): role for role, color in THEME.colors.items()}
BORDERS = tuple((left + WIDTH + right) / 2 for left, right in zip(LEFTS, LEFTS[1:]))
"""Where the servers' columns meet on the stage: midway between their boxes."""


@dataclass(frozen=True)
class Trip:
    """Something that rides along a curve; `fills` are the roles of the colors it is filled with."""

    thing: Mobject
    way: Curve
    fills: frozenset[str]

    @property
    def start(self) -> np.ndarray:
        """Where it sets out."""
        return self.way.at(0)

    @property
    def end(self) -> np.ndarray:
        """Where it arrives."""
        return self.way.at(self.way.length)


@dataclass(frozen=True)
class Play:
    """What one play moves.

    Attributes
    ----------
    tick
        When it begins, counted from its beat's start.
    step
        Number of the step that is lit on the rail, if any.
    trips, arrows
        What rides; which arrows grow.
    shifts
        `(from, to)` of the middles of what `.animate` or a target moves.
    lit
        `(pairs, role)` of every call that lights the network up.
    """

    tick: int
    step: int | None
    trips: tuple[Trip, ...]
    arrows: tuple[CurveArrow, ...]
    shifts: tuple[tuple[np.ndarray, np.ndarray], ...]
    lit: tuple[tuple[tuple[tuple[int, int], ...], str], ...]


class Rides(PlanDirector):
    """A chapter that is run and listened to.

    Attributes
    ----------
    plays
        By beat, in order.
    late
        By beat: marks that the picture reached late, and by how many ticks.
    numbers
        By beat: `(number, middle)` of the facts on screen at its end.
    """

    def __init__(self, facts: LessonFacts, turns: Turns) -> None:
        super().__init__(THEME, facts, turns)
        self.plays: dict[str, list[Play]] = {}
        self.late: dict[str, dict[str, int]] = {}
        self.numbers: dict[str, list[tuple[Number, np.ndarray]]] = {}
        self.beat, self.start = "", 0
        self.lit: list[tuple[tuple[tuple[int, int], ...], str]] = []

    @classmethod
    @cache
    def of(cls, chapter: str, seed: int, timings: tuple[BeatTiming, ...] = ()) -> Rides:
        """Run a chapter on the graph of a seed; without `timings`, its marks come one second after another."""
        script = script_of(chapter, seed)
        rides = cls(FACTS[seed], Turns(timings or silent(script), script.path))
        play, crossed = LessonScene.play, Network.crossed

        def listening(scene: LessonScene, *animations: Any, **options: Any) -> None:
            if scene.director is rides:
                rides.hear(scene, animations)
            play(scene, *animations, **options)

        def seeing(network: Network, pairs: Iterable[tuple[int, int]], role: str, **options: Any) -> list[Animation]:
            pairs = tuple(pairs)
            rides.lit.append((pairs, role))
            return crossed(network, pairs, role, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(LessonScene, "play", listening)
            patch.setattr(Network, "crossed", seeing)
            run_scene(LESSON, LESSON.chapter(chapter), rides, PieceRenderer())
        return rides

    def trips(self, beat: str) -> list[Trip]:
        """All that rides in a beat."""
        return [trip for play in self.plays[beat] for trip in play.trips]

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """Plays belong to this beat from now on."""
        self.plays[beat_id] = []
        self.beat, self.start = beat_id, scene.tick
        return super().begin(scene, beat_id)

    def end(self, scene: LessonScene, beat: BeatClock) -> None:
        """Note what the beat came to."""
        self.late[self.beat] = beat.late
        self.numbers[self.beat] = [(part, part.get_center()) for mobject in scene.mobjects for part in mobject.get_family()
                                   if isinstance(part, Number)]

    def hear(self, scene: LessonScene, animations: Sequence[Any]) -> None:
        """Note what a play moves."""
        step = next((mobject.state.lit for mobject in scene.mobjects if isinstance(mobject, Rail)), None)
        single = list(_singles(animations))
        trips = tuple(Trip(ride.mobject, ride.curve, fills(ride.mobject)) for ride in single if isinstance(ride, Ride))
        arrows = tuple(grow.mobject for grow in single if isinstance(grow.mobject, CurveArrow) and getattr(grow, "introducer", False))
        shifts = tuple((moved.mobject.get_center(), moved.mobject.target.get_center()) for moved in single
                       if isinstance(moved, (_AnimationBuilder, MoveToTarget)))
        self.plays[self.beat].append(Play(scene.tick - self.start, step, trips, arrows, shifts, tuple(self.lit)))
        self.lit.clear()


def script_of(chapter: str, seed: int = SEED) -> Script:
    """A chapter's narration."""
    return read_script(LESSON.chapter(chapter).script, FACTS[seed], read_sources(LESSON), LESSON.tags)


def silent(script: Script) -> tuple[BeatTiming, ...]:
    """Its beats without a word spoken."""
    return tuple(BeatTiming(beat.id, beat.tags, beat.line, SPACING * (len(beat.marks) + 1), (),
                            tuple((mark.name, SPACING * place) for place, mark in enumerate(beat.marks)))
                 for beat in script.beats)


def fills(mobject: Mobject) -> frozenset[str]:
    """Roles of the colors that a mobject's parts are filled with."""
    return frozenset(ROLES_OF[part.get_fill_color().to_hex()] for part in mobject.family_members_with_points()
                     if part.get_fill_opacity() > 0)


def columns(way: Curve, borders: Sequence[float] = BORDERS) -> list[int]:
    """The servers whose columns a way passes, in its order."""
    return [int(column) for column, _ in groupby(np.searchsorted(borders, points(way)[:, 0]))]


def points(way: Curve) -> np.ndarray:
    """Places along a way, a hundredth of a unit apart: shape (n, 2)."""
    return np.array([way.at(along)[:2] for along in np.arange(0, way.length + 0.01, 0.01)])


def place(point: np.ndarray) -> Place:
    """Whose memory on the stage a point lies in."""
    device = Device.CPU if CPU[0] < point[1] < CPU[1] else Device.GPU
    assert device is Device.CPU or GPU[0] < point[1] < GPU[1], f"{point} lies in no memory"
    return Place(int(np.searchsorted(BORDERS, point[0])), device)


def _singles(animations: Iterable[Any]) -> Iterator[Any]:
    for animation in animations:
        if isinstance(animation, AnimationGroup):
            yield from _singles(animation.animations)
        else:
            yield animation
