"""Plays on the film's clock: exact frames, every rate the same moments, the last movement seen to arrive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from lab import LESSON_TWO
from manim import *
from stage import Construct, DrawnBeat, Stage, stage

from film.clock import frames, seconds
from film.compile import lesson_voice, read_sources
from film.errors import LessonError
from film.lesson import load_lesson
from film.planner import scene_class
from film.renderer import PieceRenderer
from film.scene import BeatClock, LessonScene
from film.script import read_script
from film.timing import BeatTiming, time_chapter


@pytest.fixture(scope="module")
def at_15(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(15, tmp_path_factory.mktemp("media")) as ready:
        yield ready


def twenty_waits(scene: LessonScene, beat: BeatClock) -> None:
    for _ in range(20):
        scene.wait(0.51)


def odd_plays(scene: LessonScene, beat: BeatClock) -> None:
    square = Square()
    for length in (0.001, 1 / 30, 0.1, 0.31, 0.333, 0.51, 1.001):
        scene.play(square.animate.shift(0.1 * RIGHT), run_time=length)


def odd_group(scene: LessonScene, beat: BeatClock) -> None:
    scene.play(Rotate(Square(), run_time=0.51), FadeIn(Dot(), run_time=0.2), LaggedStart(Create(Circle()), run_time=0.77))


def moving_wait(scene: LessonScene, beat: BeatClock) -> None:
    scene.add(Dot().add_updater(lambda dot: dot.move_to(RIGHT)))
    scene.wait(0.77)


@pytest.mark.parametrize(("construct", "length"), [(twenty_waits, 20 * 8), (odd_plays, 1 + 1 + 2 + 5 + 5 + 8 + 15),
                                                  (odd_group, 12), (moving_wait, 12)])
def test_a_play_takes_the_ticks_nearest_to_its_length_planned_or_drawn(at_15: Stage, construct: Construct, length: int) -> None:
    drawn = at_15.one_beat(construct, ticks=1)
    assert drawn.planned.ticks == len(drawn.reel.frames) == length + 1


def test_a_play_has_exactly_its_frames_whatever_its_length(tmp_path: Path) -> None:
    with stage(60, tmp_path):
        scene = LessonScene(renderer=PieceRenderer())
        scene.renderer.skip_animations = False
        for count in range(1, 2_000):
            assert len(list(scene.get_time_progression(seconds(count), ""))) == frames(count, 60)


def test_a_hold_has_exactly_its_frames_whatever_its_length(at_15: Stage) -> None:
    def holds(scene: LessonScene, beat: BeatClock) -> None:
        for count in range(1, 300):
            scene.wait(seconds(count))

    assert len(at_15.one_beat(holds, ticks=1).reel.frames) == sum(range(1, 300)) + 1


def test_the_last_movement_is_seen_to_arrive(at_15: Stage) -> None:
    def fill(scene: LessonScene, beat: BeatClock) -> None:
        scene.play(FadeIn(Square(4, color="#FF0000", fill_opacity=1), run_time=2, rate_func=linear))

    drawn = at_15.one_beat(fill, ticks=5)
    middles = [frame[90, 160, 0] for frame in drawn.reel.frames]
    assert len(middles) == 31 and middles[-1] == 255 > middles[-2] > middles[0]


def test_the_picture_holds_until_the_words_are_over(at_15: Stage) -> None:
    drawn = at_15.one_beat(odd_group, ticks=40)
    assert len(drawn.reel.frames) == 40
    assert all((frame == drawn.reel.frames[12]).all() for frame in drawn.reel.frames[12:])


def test_marks_are_met_on_their_tick(at_15: Stage) -> None:
    seen: list[int] = []

    def waits(scene: LessonScene, beat: BeatClock) -> None:
        beat.until("early")
        seen.append(beat.now)
        scene.play(Create(Square()), run_time=beat.lasting_until("later"))
        seen.append(beat.now)
        beat.until("later")
        seen.append(beat.now)
        assert beat.late == {}

    at_15.one_beat(waits, early=7, later=20)
    assert seen == [7, 20, 20] * 2


def test_a_mark_reached_too_late_is_reported_and_costs_one_tick_at_least(at_15: Stage) -> None:
    def late(scene: LessonScene, beat: BeatClock) -> None:
        scene.wait(1)
        scene.play(Create(Square()), run_time=beat.lasting_until("mark"))
        assert beat.late == {"mark": 10}

    assert at_15.one_beat(late, mark=5).planned.ticks == 17


def test_an_animation_that_takes_no_time_is_refused(at_15: Stage) -> None:
    """Manim's `Add` lasts 0 s; played, it would let what is said run ahead of what is shown."""
    with pytest.raises(ValueError, match="run_time of 0"):
        at_15.one_beat(lambda scene, beat: scene.play(Add(Square())))


def test_a_wait_that_ends_by_itself_draws_another_number_of_frames(at_15: Stage) -> None:
    def early(scene: LessonScene, beat: BeatClock) -> None:
        scene.add(Dot().add_updater(lambda dot: None))
        scene.wait_until(lambda: True, 3)

    drawn = at_15.one_beat(early)
    assert len(drawn.reel.frames) != drawn.planned.ticks  # which the drawer refuses


# The second lesson itself, at two rates.


@contextmanager
def chapters(fps: int, folder: Path) -> Iterator[tuple[Stage, dict[str, tuple[type[LessonScene], tuple[BeatTiming, ...]]]]]:
    lesson = load_lesson(LESSON_TWO)
    voice = lesson_voice(lesson, lesson.default_voice)._voice
    with stage(fps, folder) as ready:
        yield ready, {chapter.id: (scene_class(lesson, chapter), time_chapter(
            read_script(chapter.script, lesson.facts, read_sources(lesson), lesson.tags), voice, lesson.pauses))
            for chapter in lesson.chapters}


def drawn_beats(fps: int, folder: Path) -> dict[str, DrawnBeat]:
    facts = load_lesson(LESSON_TWO).facts
    with chapters(fps, folder) as (ready, by_id):
        return {beat.id: ready.draw(scene, timings, beat.id, facts) for scene, timings in by_id.values() for beat in timings}


def test_every_fourth_frame_at_60_is_the_frame_at_15(tmp_path: Path) -> None:
    slow, fast = drawn_beats(15, tmp_path), drawn_beats(60, tmp_path)
    assert len(slow) == 5
    for beat in slow:
        assert len(fast[beat].reel.frames) == 4 * len(slow[beat].reel.frames)
        assert all((a == b).all() for a, b in zip(slow[beat].reel.frames, fast[beat].reel.frames[::4]))
    moving = np.diff([frame.astype(int).sum() for frame in fast["fade"].reel.frames])
    assert np.count_nonzero(moving) > 30, "nothing moved: the comparison would mean nothing"


# What a scene may not do.


def outside_a_beat(scene: LessonScene) -> None:
    scene.play(Create(Square()))


def beat_in_beat(scene: LessonScene) -> None:
    with scene.narrate("one"), scene.narrate("two"):
        pass


def unknown_beat(scene: LessonScene) -> None:
    with scene.narrate("three"):
        pass


def repeated_beat(scene: LessonScene) -> None:
    for _ in range(2):
        with scene.narrate("one") as beat:
            beat.until("mark")


def out_of_order(scene: LessonScene) -> None:
    with scene.narrate("two"):
        pass


def unknown_mark(scene: LessonScene) -> None:
    with scene.narrate("one") as beat:
        beat.until("marc")


def unheard_mark(scene: LessonScene) -> None:
    with scene.narrate("one"):
        pass


def unknown_color(scene: LessonScene) -> None:
    scene.theme.color("frist")


def unknown_size(scene: LessonScene) -> None:
    scene.label("text", size="huge")


def unknown_space(scene: LessonScene) -> None:
    scene.theme.space("vast")


def unknown_fact(scene: LessonScene) -> None:
    scene.number("counts")


def empty_label(scene: LessonScene) -> None:
    scene.label(" ")


FAULTS = {
    outside_a_beat: "played outside a beat",
    beat_in_beat: "'two' starts inside beat 'one'",
    unknown_beat: "narrates 'three', which is not in script.md; its beats are one, two",
    repeated_beat: "narrates 'one' a second time",
    out_of_order: "narrates 'two' before 'one'",
    unknown_mark: "beat 'one' has no mark 'marc'; its marks are: mark",
    unheard_mark: "nobody waits for the mark 'mark' of beat 'one'",
    unknown_color: "color 'frist' is not in config/look.toml; it has background, text, first, second",
    unknown_size: "text size 'huge' is not in config/look.toml",
    unknown_space: "spacing 'vast' is not in config/look.toml",
    unknown_fact: "there is no fact 'counts'",
    empty_label: "at least one visible character",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_what_a_scene_may_not_do_is_named(at_15: Stage, fault: Construct) -> None:
    timings = (BeatTiming("one", (), 1, 15, (), (("mark", 3),)), BeatTiming("two", (), 2, 15, (), ()))
    scene = type("Faulty", (LessonScene,), {"construct": lambda self: fault(self)})
    with pytest.raises(LessonError) as caught:
        at_15.plan(scene, timings)
    assert FAULTS[fault] in caught.value.message

