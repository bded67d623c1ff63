"""`render.py clips` cuts chapters, beats and steps out of the film that is there; nothing is drawn again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hearing import listen
from lab import FPS, LessonCopy

from film.clock import frames
from film.compile import excerpt, lesson_voice
from film.lesson import load_lesson
from film.media import decoded_frames, decoded_sound, frame_md5s

pytestmark = pytest.mark.slow

STEMS = ["1-first", "1-first-step-1", "2-second", "2-second-step-2"]

SMALL_GIFS = """
import sys; from pathlib import Path; import film.gif; from film.cli import main
film.gif.MOST_BYTES = 15_000
sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
"""


def made(lesson: LessonCopy) -> list[str]:
    return sorted(path.name for path in (lesson.root / "output" / "clips").iterdir())


def marks(lesson: LessonCopy) -> dict[str, tuple[int, int]]:
    paths = (lesson.root / "output" / "clips").iterdir()
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in paths}


def test_every_chapter_and_step_is_cut_from_what_is_drawn(warm: LessonCopy) -> None:
    pieces, film = warm.pieces, warm.beat_md5s()
    assert warm.succeed("clips", "-ql").stdout == "output/clips: 4 clips, 4 of them new\n"
    assert made(warm) == sorted(f"{stem}.180p15.{ending}" for stem in STEMS for ending in ("mp4", "png", "vtt"))
    assert warm.pieces == pieces
    shown = (["first/appear", "first/count", "first/still"], ["first/count"], ["second/fade", "second/end"], ["second/fade"])
    for stem, beats in zip(STEMS, shown, strict=True):
        clip = warm.root / "output" / "clips" / f"{stem}.180p15.mp4"
        assert frame_md5s(clip) == [md5 for beat in beats for md5 in film[beat]]

    before = marks(warm)
    assert warm.succeed("clips", "-ql", "step-1", "second").stdout == "output/clips: 2 clips, 0 of them new\n"
    assert marks(warm) == before


def test_a_clip_starts_with_what_the_film_shows_there(warm: LessonCopy) -> None:
    warm.succeed("clips", "-ql", "first/still")
    plan = warm.plan()
    still = next(beat for beat in plan.beats if beat.id == "still")
    clip = warm.root / "output" / "clips" / "1-first-still.180p15.mp4"
    pictures = list(decoded_frames(clip))
    assert len(pictures) == frames(still.ticks, FPS)
    film = [frame.rgb() for frame in decoded_frames(warm.film)][frames(still.start, FPS)]
    assert np.array_equal(pictures[0].rgb(), film) and np.ptp(film) > 200


def test_each_sentence_is_heard_in_its_place(warm: LessonCopy) -> None:
    warm.succeed("clips", "-ql", "first", "step-2")
    plan = warm.plan()
    for stem, part in (("1-first", excerpt(plan, "first")), ("2-second-step-2", excerpt(plan, "second", ["fade"]))):
        sound = decoded_sound(warm.root / "output" / "clips" / f"{stem}.180p15.mp4")
        heard = listen(sound, part, lesson_voice(load_lesson(warm.root), "tones"))
        assert heard and all(sentence.in_place for sentence in heard), heard


def test_kinds_of_clips_have_names_of_their_own(warm: LessonCopy) -> None:
    for options in ("", "--silent", "--loop", "--silent --loop", "--format webm", "--format gif --silent", "--format gif --loop"):
        warm.succeed("clips", "-ql", "step-1", *options.split())
    names = [name for name in made(warm) if not name.endswith(("png", "vtt"))]
    assert names == [f"1-first-step-1.{kind}" for kind in (
        "180p15.gif", "180p15.mp4", "180p15.webm", "loop.180p15.gif", "loop.180p15.mp4", "silent.180p15.mp4",
        "silent.loop.180p15.mp4")]


def test_gifs_are_made_of_steps(warm: LessonCopy) -> None:
    assert warm.succeed("clips", "-ql", "--format", "gif").stdout == "output/clips: 2 clips, 2 of them new\n"
    assert [name for name in made(warm) if name.endswith("gif")] == [f"{STEMS[place]}.180p15.gif" for place in (1, 3)]


def test_only_what_is_missing_is_drawn(planned: Callable[[], LessonCopy]) -> None:
    lesson = planned()
    lesson.succeed("clips", "-ql", "step-2")
    assert len(lesson.pieces) == 1
    lesson.succeed("clips", "-ql", "step-1", "first/still")
    assert len(lesson.pieces) == 3


def test_a_damaged_piece_is_named_and_the_clips_stay(warm: LessonCopy) -> None:
    warm.succeed("clips", "-ql")
    before = {path: path.read_bytes() for path in (warm.root / "output" / "clips").iterdir()}
    for path in (warm.root / "build" / "pieces").glob("*.mp4"):
        path.write_bytes(path.read_bytes()[:1_000])
    for options in ([], ["--loop"], ["--format", "webm"], ["--format", "gif"]):
        done = warm.run("clips", "-ql", "step-1", "--silent", *options)
        last = done.stderr.splitlines()[-1]
        assert done.returncode == 2 and last.startswith("error: build/pieces/"), done.stderr
        assert "is damaged; delete it and run again" in last
    assert {path: path.read_bytes() for path in (warm.root / "output" / "clips").iterdir()} == before


def test_a_gif_that_is_too_large_stops_no_other(warm: LessonCopy) -> None:
    done = warm.run("clips", "-ql", "--format", "gif", program=SMALL_GIFS)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("error: output/clips/1-first-step-1.180p15.gif: would be 0.0 MB even with")
    assert [name for name in made(warm) if name.endswith("gif")] == ["2-second-step-2.180p15.gif"]
