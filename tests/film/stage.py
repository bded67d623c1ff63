"""Scenes of one beat, planned and drawn in this process into arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from lab import LESSON_TWO
from manim import tempconfig
from manim.utils.exceptions import EndSceneEarlyException

from film.lesson import LOOK, Quality
from film.lettering import register_fonts
from film.plan import Shape
from film.planner import PlanDirector, Turns
from film.renderer import PieceRenderer, configure_manim
from film.scene import BeatClock, LessonScene
from film.screen import first_difference, picture
from film.theme import load_theme
from film.timing import BeatTiming

Construct = Callable[[LessonScene, BeatClock], None]
THEME = load_theme(LESSON_TWO / LOOK)
FACTS = SimpleNamespace(count=3)


class Reel:
    """A piece that keeps its frames, in place of a file."""

    def __init__(self) -> None:
        self.frames: list[np.ndarray] = []

    def write(self, frame: np.ndarray, repeat: int = 1) -> None:
        """Take a frame."""
        self.frames += [frame.copy()] * repeat


class DrawnBeat(PlanDirector):
    """Runs a scene as a fork of `film.drawer` does: skipping up to one beat, drawing it, stopping at its end."""

    def __init__(self, turns: Turns, beat: str, renderer: PieceRenderer, facts: object) -> None:
        super().__init__(THEME, facts, turns)
        self.beat, self.renderer, self.reel = beat, renderer, Reel()
        self.screen: tuple[Shape, ...] = ()

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """Draw from here, if this is the beat."""
        if beat_id == self.beat:
            self.renderer.piece = self.reel
        return super().begin(scene, beat_id)

    def end(self, scene: LessonScene, beat: BeatClock) -> None:
        """Stop, if this is the beat."""
        if beat.timing.id == self.beat:
            self.screen = picture(scene.mobjects)
            raise EndSceneEarlyException


class Stage:
    """Plans and draws scenes at one rate."""

    def __init__(self, fps: int) -> None:
        self.fps = fps

    def plan(self, scene: type[LessonScene], timings: tuple[BeatTiming, ...], facts: object = FACTS) -> PlanDirector:
        """What planning the scene finds."""
        return self._run(scene, PieceRenderer(), PlanDirector(THEME, facts, Turns(timings, Path("script.md"))))

    def draw(self, scene: type[LessonScene], timings: tuple[BeatTiming, ...], beat: str, facts: object = FACTS) -> DrawnBeat:
        """One beat of the scene, drawn."""
        renderer = PieceRenderer()
        return self._run(scene, renderer, DrawnBeat(Turns(timings, Path("script.md")), beat, renderer, facts))

    def one_beat(self, construct: Construct, ticks: int = 15, **marks: int) -> DrawnBeat:
        """A scene of one beat, planned, then drawn as long as planned; `planned` is what it should end with."""
        scene = _scene_of(construct)
        timing = BeatTiming("beat", (), 1, ticks, (), tuple(marks.items()))
        run = self.plan(scene, (timing,)).runs[0]
        planned = BeatTiming("beat", (), 1, run.ticks, (), tuple(marks.items()))
        drawn = self.draw(scene, (planned,), "beat")
        drawn.planned = run
        return drawn

    def difference(self, construct: Construct, ticks: int = 30) -> str | None:
        """Where the drawn beat ends with another picture than the planned one."""
        drawn = self.one_beat(construct, ticks)
        return first_difference(drawn.planned.screen, drawn.screen)

    def _run(self, scene_class: type[LessonScene], renderer: PieceRenderer, director: PlanDirector) -> PlanDirector:
        scene = scene_class(renderer=renderer)
        scene.director = director
        with suppress(EndSceneEarlyException):
            scene.construct()
        return director


@contextmanager
def stage(fps: int, folder: Path) -> Iterator[Stage]:
    """Manim, set up for 320 by 180 pixels at `fps` frames a second; as it was before afterwards."""
    with tempconfig({"media_dir": str(folder)}):
        configure_manim(Quality("l", 320, 180, fps), THEME.color("background"))
        register_fonts(THEME)
        yield Stage(fps)


def _scene_of(construct: Construct) -> type[LessonScene]:
    class OneBeat(LessonScene):
        def construct(self) -> None:
            with self.narrate("beat") as beat:
                construct(self, beat)

    return OneBeat
