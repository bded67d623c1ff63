"""However a beat comes to be drawn, it decodes to the same frames."""

from __future__ import annotations

from pathlib import Path

import pytest
from lab import LessonCopy

from film.media import decoded_sound, frame_md5s

pytestmark = pytest.mark.slow


def test_one_after_another_gives_the_frames_of_side_by_side(rendered: LessonCopy, tmp_path: Path) -> None:
    alone = LessonCopy.make(tmp_path / "lesson")
    alone.video("--jobs", "1")
    assert alone.beat_md5s() == rendered.beat_md5s()
    assert (decoded_sound(alone.film) == decoded_sound(rendered.film)).all()


def test_a_film_from_the_cache_is_the_film_that_was_drawn(rendered: LessonCopy, warm: LessonCopy) -> None:
    warm.film.unlink()
    warm.video()
    assert warm.pieces.keys() == rendered.pieces.keys()
    assert frame_md5s(warm.film) == frame_md5s(rendered.film)


def test_a_film_of_some_pieces_drawn_anew_is_the_film_that_was_drawn(rendered: LessonCopy, warm: LessonCopy) -> None:
    warm.film.unlink()
    for piece in sorted(warm.pieces)[::2]:
        (warm.root / "build" / "pieces" / piece).unlink()
    warm.video()
    assert frame_md5s(warm.film) == frame_md5s(rendered.film)


def test_a_beat_drawn_alone_is_that_beat_of_the_film(rendered: LessonCopy, lesson: LessonCopy) -> None:
    lesson.succeed("preview", "first", "--beat", "count")
    assert len(lesson.pieces) == 1
    assert frame_md5s(lesson.root / "output" / "previews" / "first-count.180p15.mp4") == rendered.beat_md5s()["first/count"]


def test_beats_after_a_longer_one_are_drawn_as_before(rendered: LessonCopy, lesson: LessonCopy) -> None:
    lesson.edit("narration/first.md", "grows quickly.", "grows very quickly indeed, and then some.")
    lesson.video()
    before, after = rendered.beat_md5s(), lesson.beat_md5s()
    assert len(after.pop("first/appear")) > len(before.pop("first/appear"))
    assert after == before


def test_a_lesson_that_moved_draws_nothing(warm: LessonCopy) -> None:
    pieces = warm.pieces
    elsewhere = LessonCopy(warm.root.rename(warm.root.with_name("elsewhere")))
    elsewhere.film.unlink()
    done = elsewhere.video()
    assert "drawing" not in done.stderr and elsewhere.pieces == pieces
