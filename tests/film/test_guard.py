"""The guard of the beat: an end state that depends on how many updates ran is found; honest animations pass."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from lab import LessonCopy
from manim import *
from stage import Construct, Stage, stage

from film.scene import BeatClock, LessonScene
from film.screen import first_difference, picture


@pytest.fixture(scope="module")
def at_15(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(15, tmp_path_factory.mktemp("media")) as ready:
        yield ready


def shown(scene: LessonScene, *mobjects: Mobject) -> None:
    scene.add(*mobjects)
    scene.wait(1)


def traced_path(scene: LessonScene, beat: BeatClock) -> None:
    dot = Dot(RIGHT)
    scene.add(dot, TracedPath(dot.get_center))
    scene.play(Rotate(dot, PI, about_point=ORIGIN))


def always_rotating(scene: LessonScene, beat: BeatClock) -> None:
    shown(scene, always_rotate(Square()))


def updater_with_dt(scene: LessonScene, beat: BeatClock) -> None:
    shown(scene, Square().add_updater(lambda square, dt: square.shift(dt * RIGHT)))


def updater_that_turns_each_time(scene: LessonScene, beat: BeatClock) -> None:
    shown(scene, Square(), Dot().add_updater(lambda dot: dot.rotate(0.1, about_point=LEFT)))
    scene.play(Indicate(scene.mobjects[0]))


def cumulative_update_from_func(scene: LessonScene, beat: BeatClock) -> None:
    scene.play(UpdateFromFunc(Square(), lambda square: square.shift(0.1 * RIGHT)))


def cumulative_update_from_alpha_func(scene: LessonScene, beat: BeatClock) -> None:
    scene.play(UpdateFromAlphaFunc(Square(), lambda square, alpha: square.scale(1 + 0.1 * alpha)))


def phase_flow(scene: LessonScene, beat: BeatClock) -> None:
    scene.play(PhaseFlow(lambda point: np.array([-point[1], point[0], 0]), Square()))


def maintaining_a_relative_position(scene: LessonScene, beat: BeatClock) -> None:
    dot, square = Dot(), Square().shift(UP)
    scene.play(MaintainPositionRelativeTo(square, dot), dot.animate.shift(2 * RIGHT))


def random_in_an_updater(scene: LessonScene, beat: BeatClock) -> None:
    shown(scene, Square(), Dot().add_updater(lambda dot: dot.move_to([*np.random.random(2), 0])))
    scene.play(Indicate(scene.mobjects[0]))


def counting_in_a_tracker(scene: LessonScene, beat: BeatClock) -> None:
    tracker = ValueTracker().add_updater(lambda tracker: tracker.increment_value(0.1))
    dot = always_redraw(lambda: Dot(tracker.get_value() * RIGHT))
    scene.add(tracker, dot)
    scene.play(Create(Square()))


def counting_in_a_closure(scene: LessonScene, beat: BeatClock) -> None:
    count = itertools.count()
    scene.add(always_redraw(lambda: Dot(0.1 * next(count) * RIGHT)))
    scene.play(Create(Square()))


def animation_turned_into_an_updater(scene: LessonScene, beat: BeatClock) -> None:
    square = Square()
    cycle_animation(Rotate(square, PI / 3, run_time=0.7))
    shown(scene, square)


def animated_boundary(scene: LessonScene, beat: BeatClock) -> None:
    square = Square()
    shown(scene, square, AnimatedBoundary(square, colors=[RED, BLUE], cycle_rate=3))


DISHONEST = (traced_path, always_rotating, updater_with_dt, updater_that_turns_each_time, cumulative_update_from_func,
             cumulative_update_from_alpha_func, phase_flow, maintaining_a_relative_position, random_in_an_updater,
             counting_in_a_tracker, counting_in_a_closure, animation_turned_into_an_updater, animated_boundary)


@pytest.mark.parametrize("construct", DISHONEST, ids=lambda construct: construct.__name__)
def test_what_depends_on_the_number_of_updates_is_found(at_15: Stage, construct: Construct) -> None:
    assert at_15.difference(construct) is not None


def follow(scene: LessonScene, beat: BeatClock) -> None:
    dot = Dot()
    label = Square(0.3).add_updater(lambda square: square.next_to(dot, UP))
    scene.add(dot, label)
    scene.play(dot.animate.shift(2 * RIGHT), run_time=0.51)


def redraw(scene: LessonScene, beat: BeatClock) -> None:
    tracker = ValueTracker(1)
    scene.add(always_redraw(lambda: Circle(tracker.get_value())))
    scene.play(tracker.animate.set_value(2.5), run_time=0.77)


def morph(scene: LessonScene, beat: BeatClock) -> None:
    square, star = Square(), Star().shift(RIGHT)
    scene.play(Transform(square, star))
    scene.play(ReplacementTransform(square, Circle()))


def in_turn(scene: LessonScene, beat: BeatClock) -> None:
    squares = VGroup(*[Square(0.5) for _ in range(4)]).arrange()
    scene.play(LaggedStart(*[FadeIn(square, shift=UP) for square in squares], lag_ratio=0.3), run_time=1.23)
    scene.play(Succession(*[square.animate(run_time=0.37).shift(DOWN) for square in squares]))
    scene.play(AnimationGroup(Rotate(squares[0]), Wiggle(squares[1]), FadeOut(squares[2]), lag_ratio=0.2))


def along(scene: LessonScene, beat: BeatClock) -> None:
    dot = Dot(color=RED)
    scene.play(MoveAlongPath(dot, Arc(2, 0, 2), rate_func=rate_functions.ease_in_out_sine), run_time=0.9)


def pointing(scene: LessonScene, beat: BeatClock) -> None:
    square = Square()
    scene.add(square)
    scene.play(Indicate(square))
    scene.play(Circumscribe(square), Flash(square))
    scene.play(ShowPassingFlash(Line(LEFT, RIGHT)), ApplyWave(square))


def writing(scene: LessonScene, beat: BeatClock) -> None:
    label = scene.label("partition")
    scene.play(Write(label), run_time=1.1)
    scene.play(Unwrite(label))


def warping(scene: LessonScene, beat: BeatClock) -> None:
    grid = NumberPlane((-2, 2), (-1, 1))
    scene.play(Create(grid, lag_ratio=0.1))
    scene.play(Homotopy(lambda x, y, z, t: (x + t, y * (1 + t), z), grid), run_time=0.63)
    scene.play(grid.animate.apply_function(lambda point: point + 0.2 * np.sin(point)))


def at_another_speed(scene: LessonScene, beat: BeatClock) -> None:
    square = Square()
    scene.play(ChangeSpeed(AnimationGroup(square.animate(run_time=1).shift(RIGHT)), speedinfo={0.3: 0.5}))


def growing_and_shrinking(scene: LessonScene, beat: BeatClock) -> None:
    square = Square()
    scene.play(GrowFromCenter(square), run_time=0.31)
    scene.play(square.animate.set_fill(RED, 1).scale(2), run_time=0.29)
    scene.play(ScaleInPlace(square, 0.5), FadeToColor(square, BLUE))
    scene.play(Uncreate(square))


def from_a_copy(scene: LessonScene, beat: BeatClock) -> None:
    group = VGroup(Square(), Circle()).arrange()
    scene.play(FadeIn(group))
    scene.play(TransformFromCopy(group[0], group[1]), CyclicReplace(*group))
    scene.play(FadeOut(group))


def points_and_trackers(scene: LessonScene, beat: BeatClock) -> None:
    points = PMobject().add_points([LEFT, RIGHT])
    scene.add(points)
    scene.play(points.animate.shift(UP), ValueTracker().animate.set_value(3))


HONEST = (follow, redraw, morph, in_turn, along, pointing, writing, warping, at_another_speed, growing_and_shrinking,
          from_a_copy, points_and_trackers)


@pytest.mark.parametrize("construct", HONEST, ids=lambda construct: construct.__name__)
def test_what_depends_on_time_alone_passes(at_15: Stage, construct: Construct) -> None:
    assert at_15.difference(construct, ticks=60) is None


def test_an_image_that_changes_is_seen_and_a_tracker_is_not() -> None:
    light, dark = (ImageMobject(np.full((4, 4, 4), value, np.uint8)) for value in (200, 190))
    assert first_difference(picture([light]), picture([light.copy(), ValueTracker()])) is None
    assert "ImageMobject" in (first_difference(picture([light]), picture([dark])) or "")


@pytest.mark.slow
def test_the_error_names_beat_and_mobject(lesson: LessonCopy) -> None:
    lesson.edit("scenes/first.py", "beat.leaves(self.square)", "self.add(TracedPath(self.square.get_right))")
    done = lesson.run("video", "-ql")
    assert done.returncode == 2
    assert done.stderr.count("error") == 1 and "beat first/appear" in done.stderr and "TracedPath" in done.stderr
    assert not lesson.film.exists() and len(lesson.pieces) < 5
