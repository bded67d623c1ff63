"""The comparison of stills finds what an eye would, and forgives what it could not see."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from comparing import OTHER_ENGINE, SAME_ENGINE, compare, likeness, shown
from drawing import run
from manim import LEFT, RIGHT

from film.scene import LessonScene
from scenes.parts.cloud import Cloud
from scenes.parts.graph_map import GraphMap, apart
from training.lesson import LessonFacts

PIXEL = 8 / 1080
"""A pixel of the film, in frame units."""

Draw = Callable[..., np.ndarray]


@pytest.fixture(scope="module")
def draw(facts: LessonFacts) -> Draw:
    """Draws a picture like the film's, with one thing wrong if asked to."""

    def draw(word: str = "fetching", moved: float = 0, dot: int | None = None, speck: int | None = None, uneven: float = 0,
             thin: bool = False) -> np.ndarray:
        def picture(scene: LessonScene) -> None:
            graph = GraphMap(scene.theme, scene.facts.graph, apart(0.54))
            cloud = Cloud(scene.theme, 400, 3, 1.6, np.array([0, -2.8, 0]))
            labels = [scene.label(word).place([-5, -2.5, 0], LEFT), scene.label("from others", size="label").place([3, -2.5, 0], LEFT)]
            scene.add(graph, cloud, *labels)
            labels[0].shift(RIGHT * moved * PIXEL)
            if dot is not None:
                graph.dots.remove(graph.dots[dot])
            if speck is not None:
                cloud.dots.points = np.delete(cloud.dots.points, slice(16 * speck, 16 * speck + 16), axis=0)
            if thin:
                graph.cut[0].set_stroke(width=graph.cut[0].get_stroke_width() / 2)
            chance = np.random.default_rng(0)
            for letter in (letter for label in labels for letter in label):
                letter.shift([*chance.uniform(-uneven * PIXEL, uneven * PIXEL, 2), 0])

        return run(picture, facts).still()

    return draw


@pytest.fixture(scope="module")
def right(draw: Draw) -> np.ndarray:
    """The picture as it should be."""
    return draw()


FAULTS = {"a label four pixels off": {"moved": 4}, "a wrong letter": {"word": "fetchihg"}, "a missing vertex": {"dot": 3},
          "a missing speck of a cloud": {"speck": 100}, "an edge of half its width": {"thin": True}}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, draw: Draw, right: np.ndarray) -> None:
    assert compare(right, draw(**FAULTS[fault])).exceeds(SAME_ENGINE)


@pytest.mark.parametrize("fault", FAULTS)
def test_comparing_whole_pictures_would_not_have_found_it(fault: str, draw: Draw, right: np.ndarray) -> None:
    assert likeness(right, draw(**FAULTS[fault])).mean() > 0.995


@pytest.mark.parametrize("fault", ["a label four pixels off", "a missing vertex"])
def test_the_larger_faults_are_found_across_library_versions(fault: str, draw: Draw, right: np.ndarray) -> None:
    assert compare(right, draw(**FAULTS[fault])).exceeds(OTHER_ENGINE)


def test_letters_half_a_pixel_off_are_forgiven_across_library_versions_only(draw: Draw, right: np.ndarray) -> None:
    difference = compare(right, draw(uneven=0.5))
    assert difference.exceeds(SAME_ENGINE) and not difference.exceeds(OTHER_ENGINE)


def test_the_same_scene_is_drawn_alike_twice(draw: Draw, right: np.ndarray) -> None:
    assert np.array_equal(draw(), right) and not compare(right, draw()).exceeds(SAME_ENGINE)


def test_the_least_alike_tile_is_where_the_fault_is(draw: Draw, right: np.ndarray) -> None:
    row, column = compare(right, draw(moved=4)).tile
    assert (row, column) == (int((4 + 2.4) / 8 * 12), 2)


def test_stills_of_two_sizes_are_not_compared(right: np.ndarray) -> None:
    with pytest.raises(ValueError, match="960 x 540, the drawn one 960 x 539"):
        compare(right, right[1:])


def test_the_difference_is_marked_in_red_below_both(draw: Draw, right: np.ndarray) -> None:
    wrong = draw(dot=3)
    picture = shown(right, wrong)
    assert picture.shape == (3 * right.shape[0], *right.shape[1:])
    marked = np.all(picture[2 * right.shape[0]:] == (255, 64, 64), axis=2)
    assert np.array_equal(marked, np.abs(right.astype(int) - wrong).max(axis=2) > 8)
