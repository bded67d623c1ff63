"""One still of a short scene, drawn by the film's own renderer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from manim import Mobject

from film.lesson import LOOK, Quality
from film.planner import PlanDirector, Turns
from film.renderer import PieceRenderer
from film.scene import LessonScene
from film.theme import load_theme
from film.timing import BeatTiming
from training.large_graph import LargeGraphOptions, LargeGraphReport, measure_large_graph
from training.lesson import LessonFacts

REPOSITORY = Path(__file__).resolve().parents[2]
THEME = load_theme(REPOSITORY / LOOK)
SIZE = Quality("s", 960, 540, 15)

Construct = Callable[[LessonScene], None]


class StillScene(LessonScene):
    """A scene of one beat in which `draws` runs."""

    draws: Construct

    def construct(self) -> None:
        """Build the picture; what is played is over at once."""
        with self.narrate("still"):
            type(self).draws(self)

    def still(self) -> np.ndarray:
        """The picture at the end, shape (height, width, 3)."""
        self.renderer.skip_animations = False
        self.renderer.update_frame(self)
        return self.camera.pixel_array[:, :, :3].copy()

    @property
    def drawn(self) -> list[Mobject]:
        """Everything in the picture, with all its parts."""
        return [part for mobject in self.mobjects for part in mobject.get_family()]


def run(draws: Construct, facts: LessonFacts) -> StillScene:
    """Run a short scene to its end, as a plan does; Manim must have been set up."""
    scene = type("StillScene", (StillScene,), {"draws": staticmethod(draws)})(renderer=PieceRenderer())
    timing = BeatTiming("still", (), 1, 1, (), ())
    scene.director = PlanDirector(THEME, facts, Turns((timing,), Path("still.md")))
    scene.construct()
    return scene


def small_report() -> LargeGraphReport:
    """The measures of a graph that is large only by name, so that a still of it takes no time."""
    return measure_large_graph(LargeGraphOptions(vertices=1440, communities=64, mean_degree=10, seeds=2))
