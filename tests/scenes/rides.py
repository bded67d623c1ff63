"""What rides along which curve in a chapter's beats: the chapter is run as planned, with no voice, and its plays are listened to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from drawing import REPOSITORY, THEME
from manim import Animation, AnimationGroup, Mobject

from film.compile import read_sources
from film.lesson import load_lesson
from film.planner import PlanDirector, Turns, run_scene
from film.renderer import PieceRenderer
from film.scene import LessonScene
from film.script import read_script
from film.timing import BeatTiming
from scenes.parts.curves import Curve, Ride
from training.lesson import LessonFacts

SPACING = 15
"""Ticks from mark to mark; the picture takes longer if it needs to."""


class Rides(PlanDirector):
    """Everything that rode, by beat: `(mobject, curve)` in the order of the plays."""

    def __init__(self, facts: LessonFacts, turns: Turns) -> None:
        super().__init__(THEME, facts, turns)
        self.by_beat: dict[str, list[tuple[Mobject, Curve]]] = {}

    @classmethod
    def of(cls, chapter: str, facts: LessonFacts, patch: pytest.MonkeyPatch) -> Rides:
        """Run the chapter."""
        lesson = load_lesson(REPOSITORY)
        script = read_script(lesson.chapter(chapter).script, facts, read_sources(lesson), lesson.tags)
        timings = [BeatTiming(beat.id, beat.tags, beat.line, SPACING * (len(beat.marks) + 1), (),
                              tuple((mark.name, SPACING * place) for place, mark in enumerate(beat.marks)))
                   for beat in script.beats]
        rides = cls(facts, Turns(timings, script.path))
        play = LessonScene.play

        def listening(scene: LessonScene, *animations: Any, **options: Any) -> None:
            if isinstance(scene.director, Rides):
                scene.director.hear(animations)
            play(scene, *animations, **options)

        with patch.context() as patched:
            patched.setattr(LessonScene, "play", listening)
            run_scene(lesson, lesson.chapter(chapter), rides, PieceRenderer())
        return rides

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """Rides belong to this beat from now on."""
        self.by_beat[beat_id] = []
        return super().begin(scene, beat_id)

    def hear(self, animations: Iterable[Animation]) -> None:
        """Note the rides among the animations of a play."""
        for ride in _rides(animations):
            list(self.by_beat.values())[-1].append((ride.mobject, ride.curve))


def _rides(animations: Iterable[Animation]) -> Iterator[Ride]:
    for animation in animations:
        if isinstance(animation, Ride):
            yield animation
        elif isinstance(animation, AnimationGroup):
            yield from _rides(animation.animations)
