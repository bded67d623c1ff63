"""Planning: run a chapter's `construct` without drawing, and write down what happens when."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from manim.utils.exceptions import EndSceneEarlyException

from film.crew import BeatRun
from film.errors import LessonError, blamed
from film.lesson import Chapter, Lesson, make_importable
from film.lettering import register_fonts
from film.renderer import PieceRenderer
from film.scene import BeatClock, LessonScene
from film.screen import picture
from film.sight import Eye
from film.theme import Theme
from film.timing import BeatTiming


class Turns:
    """Sees to it that a scene narrates its script's beats: each once, in order."""

    def __init__(self, timings: Sequence[BeatTiming], script: Path) -> None:
        self.timings = timings
        self.script = script
        self.next = 0

    def take(self, beat_id: str) -> BeatTiming:
        """The timing of `beat_id`, if it is its turn."""
        ids = [timing.id for timing in self.timings]
        if beat_id not in ids:
            raise LessonError(f"the scene narrates {beat_id!r}, which is not in {self.script.name}; "
                              f"its beats are {', '.join(ids)}")
        index = ids.index(beat_id)
        if index < self.next:
            raise LessonError(f"the scene narrates {beat_id!r} again or too late; "
                              f"{self.script.name} has it before {ids[self.next - 1]!r}" if index < self.next - 1 else
                              f"the scene narrates {beat_id!r} a second time")
        if index > self.next:
            raise LessonError(f"the scene narrates {beat_id!r} before {ids[self.next]!r}; "
                              f"{self.script.name} has them the other way round")
        self.next += 1
        return self.timings[index]

    def close(self) -> None:
        """All beats must have had their turn."""
        if self.next < len(self.timings):
            missing = self.timings[self.next]
            raise LessonError(f"the scene never narrates {missing.id!r}", self.script, missing.line)


class PlanDirector:
    """Runs a scene for its plan; `eye`, if there is one, looks at it meanwhile."""

    def __init__(self, theme: Theme, facts: Any, turns: Turns, eye: Eye | None = None) -> None:
        self.theme = theme
        self.facts = facts
        self.turns = turns
        self.eye = eye
        self.runs: list[BeatRun] = []

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """The beat's timing, if it is its turn."""
        timing = self.turns.take(beat_id)
        if self.eye is not None:
            scene.eye = self.eye
            self.eye.begin_beat(scene)
        return timing

    def end(self, scene: LessonScene, beat: BeatClock) -> None:
        """Write the beat down."""
        if self.eye is not None:
            self.eye.end_beat(scene, beat)
        self.runs.append(BeatRun(beat.timing.id, beat.now, tuple(scene.shown_facts.items()), picture(scene.mobjects)))


def run_scene(lesson: Lesson, chapter: Chapter, director: Any, renderer: PieceRenderer) -> None:
    """Build the chapter's scene and run it under `director`."""
    register_fonts(director.theme)
    with blaming(lesson, chapter):
        scene = scene_class(lesson, chapter)(renderer=renderer)
        scene.director = director
        scene.setup()
        with suppress(EndSceneEarlyException):
            scene.construct()
        scene.tear_down()


def scene_class(lesson: Lesson, chapter: Chapter) -> type[LessonScene]:
    """The one LessonScene that the chapter's file defines."""
    module = _load_module(lesson, chapter)
    scenes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, LessonScene)
              and value.__module__ == module.__name__]
    if len(scenes) != 1:
        raise LessonError(f"defines {len(scenes)} LessonScene classes; a chapter has one", chapter.scene)
    return scenes[0]


def _load_module(lesson: Lesson, chapter: Chapter) -> ModuleType:
    make_importable(lesson.root)
    name = f"scenes.{chapter.id}"
    spec = importlib.util.spec_from_file_location(name, chapter.scene)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def blaming(lesson: Lesson, chapter: Chapter) -> Iterator[None]:
    """Turns whatever goes wrong inside into a LessonError that names the scene's own file and line."""
    try:
        yield
    except Exception as error:
        raise blamed(error, lesson.root / "scenes", chapter.scene) from error
