"""`render.py slides` makes a deck of the film that is drawn, once, and leaves alone what somebody has open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lab import LessonCopy
from pptx import Presentation

from film.compile import excerpt
from film.deck import make_deck
from film.media import frame_md5s

pytestmark = pytest.mark.slow

LINE = "output/lesson-two.180p15.pptx: 5 clips, 0.1 MB\n"


def deck_of(lesson: LessonCopy) -> Path:
    return lesson.root / "output" / "lesson-two.180p15.pptx"


def marks(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_it_holds_the_film_and_an_unchanged_one_is_not_made_again(warm: LessonCopy) -> None:
    pieces, film = warm.pieces, warm.beat_md5s()
    assert warm.succeed("slides", "-ql").stdout == LINE
    assert warm.pieces == pieces
    plan = warm.plan()
    for slide in make_deck(plan).slides:
        clip = warm.root / "build" / "clips" / f"{slide.stem}.180p15.mp4"
        assert frame_md5s(clip) == [md5 for beat in excerpt(plan, slide.chapter, slide.beats).beats for md5 in film[beat.name]]
    assert len(Presentation(str(deck_of(warm))).slides) == 7

    before = marks(warm.root / "output"), marks(warm.root / "build" / "clips")
    (warm.root / "output" / ".~lock.lesson-two.180p15.pptx#").write_text("a reader", encoding="utf-8")
    again = warm.succeed("slides", "-ql")
    assert again.stdout == LINE and "cutting" not in again.stderr
    (warm.root / "output" / ".~lock.lesson-two.180p15.pptx#").unlink()
    assert (marks(warm.root / "output"), marks(warm.root / "build" / "clips")) == before


def test_a_changed_sentence_cuts_its_slide_anew_and_another_option_none(warm: LessonCopy) -> None:
    warm.succeed("slides", "-ql")
    made = deck_of(warm).read_bytes()
    playing = warm.succeed("slides", "-ql", "--autoplay")
    assert "cutting" not in playing.stderr and deck_of(warm).read_bytes() != made
    warm.edit("narration/first.md", "Nothing moves while we say this.", "Nothing at all moves now.")
    assert "cutting 1 clip\n" in warm.succeed("slides", "-ql", "--autoplay").stderr


def test_slides_for_a_browser_are_a_folder_of_the_same_clips(warm: LessonCopy) -> None:
    warm.succeed("slides", "-ql")
    done = warm.succeed("slides", "-ql", "--format", "html")
    folder = warm.root / "output" / "lesson-two.180p15.slides"
    assert done.stdout.startswith("output/lesson-two.180p15.slides/index.html: 5 clips, ") and "cutting" not in done.stderr
    kept = {path.read_bytes() for path in (warm.root / "build" / "clips").glob("*.mp4")}
    assert {path.read_bytes() for path in (folder / "clips").glob("*.mp4")} == kept
    made = (folder / "index.html").stat().st_mtime_ns
    warm.succeed("slides", "-ql", "--format", "html")
    assert (folder / "index.html").stat().st_mtime_ns == made


def test_only_what_is_missing_is_drawn(planned: Callable[[], LessonCopy]) -> None:
    lesson = planned()
    lesson.succeed("clips", "-ql", "first")
    known = lesson.pieces
    lesson.succeed("slides", "-ql")
    assert len(known) == 3 and len(lesson.pieces) == 5 and known.items() <= lesson.pieces.items()


@pytest.mark.parametrize("lock", [".~lock.lesson-two.180p15.pptx#", "~$lesson-two.180p15.pptx", None])
def test_an_open_deck_takes_one_line_and_stays(planned: Callable[[], LessonCopy], lock: str | None) -> None:
    lesson = planned()
    deck_of(lesson).parent.mkdir()
    deck_of(lesson).write_bytes(b"the old one")
    if lock:
        deck_of(lesson).with_name(lock).write_text("someone", encoding="utf-8")
    else:
        deck_of(lesson).chmod(0o444)
    done = lesson.run("slides", "-ql")
    wrong = "is open in" if lock else "is read-only"
    assert done.returncode == 2 and done.stdout == "", done.stderr
    assert done.stderr.startswith(f"error: output/lesson-two.180p15.pptx: {wrong}") and done.stderr.count("\n") == 1
    assert deck_of(lesson).read_bytes() == b"the old one" and not lesson.pieces
