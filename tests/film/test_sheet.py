"""The sheet as files: PDF and pages agree, are there whole or not at all, and are made only when something changed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from lab import LessonCopy, environment_with
from PIL import Image, ImageChops

import film.sheet
from film.clock import TICKS_PER_SECOND
from film.encode import PieceWriter
from film.errors import LessonError
from film.lesson import Lesson, load_lesson
from film.plan import Plan, PlannedBeat, PlannedChapter, Source
from film.sheet import PAGE_DPI, pages_folder, publish_sheet, sheet_id
from film.store import sweep
from film.timing import SpokenSentence, SpokenWord


def beat(chapter: str, number: int, start: int) -> PlannedBeat:
    text = f"This is sentence {number} of the {chapter} chapter."
    sentence = SpokenSentence(text, 0, 9_000, (SpokenWord(text, 0, 9_000),), ("primer",), (), 7)
    return PlannedBeat(chapter, f"beat-{number}", (), 4, start, TICKS_PER_SECOND, (sentence,), (), (), (), f"{chapter} {number}")


def chapter(name: str, start: int, beats: int) -> PlannedChapter:
    made = tuple(beat(name, number, start + number * TICKS_PER_SECOND) for number in range(beats))
    return PlannedChapter(name, name.title(), "Why?", "tones", "tones-1", made)


CHAPTERS = (chapter("one", 0, 3), chapter("two", 3 * TICKS_PER_SECOND, 9))
PLAN = Plan("slug", "The film", "tones", CHAPTERS, (Source("primer", "A primer"),))
SHORTER = replace(PLAN, chapters=PLAN.chapters[:1])


@pytest.fixture
def loaded(lesson: LessonCopy) -> Lesson:
    return load_lesson(lesson.root)


@pytest.fixture
def target(loaded: Lesson) -> Path:
    return loaded.output / "film.sheet.pdf"


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A piece for each beat of PLAN, lighter from one to the next."""
    paths = [tmp_path_factory.mktemp("pieces") / f"{number}.mp4" for number in range(12)]
    for number, path in enumerate(paths):
        with PieceWriter(path, 320, 180, 15) as piece:
            for shade in (0, 20 * number):
                piece.write(np.full((180, 320, 4), (shade, shade, shade, 255), np.uint8))
    return paths


@pytest.fixture
def publish(loaded: Lesson, target: Path, pieces: list[Path]) -> Callable[..., int]:
    """Makes the sheet of a plan."""
    return lambda plan=PLAN: publish_sheet(loaded, plan, loaded.quality("l"), target, lambda: pieces[:len(list(plan.beats))])


def files(target: Path) -> dict[str, tuple[int, int]]:
    """What is there of a sheet: name to inode and time of last change."""
    there = [path for path in (target, *pages_folder(target).glob("*")) if path.exists()]
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in there}


def contents(target: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (target, *pages_folder(target).glob("*"))}


def test_there_is_a_picture_of_every_page_that_shows_the_page(publish: Callable, target: Path) -> None:
    count = publish()
    with closing(pypdfium2.PdfDocument(target)) as document:
        assert count == len(document) > 2
        assert sorted(files(target)) == ["film.sheet.pdf", *(f"page-{number:02}.png" for number in range(1, count + 1))]
        for number, page in enumerate(document, start=1):
            with Image.open(pages_folder(target) / f"page-{number:02}.png") as picture:
                assert picture.size == (1241, 1754) and PAGE_DPI == 150
                assert ImageChops.difference(picture, page.render(scale=PAGE_DPI / 72).to_pil()).getbbox() is None


def test_it_shows_each_beat_s_last_picture_once_in_order(publish: Callable, target: Path) -> None:
    publish()
    with closing(pypdfium2.PdfDocument(target)) as document:
        pictures = [thing for page in document for thing in page.get_objects() if isinstance(thing, pypdfium2.PdfImage)]
        shades = [np.asarray(picture.get_bitmap().to_pil()).mean() for picture in pictures]
    assert shades == pytest.approx([20 * number for number in range(12)], abs=3)


def test_it_says_which_plan_it_shows(publish: Callable, target: Path, loaded: Lesson) -> None:
    publish()
    with closing(pypdfium2.PdfDocument(target)) as document:
        assert document.get_metadata_value("Keywords") == f"plan {sheet_id(loaded, PLAN, loaded.quality('l'))}"
    assert sheet_id(loaded, PLAN, loaded.quality("l")).startswith(PLAN.id)


def test_an_unchanged_run_does_nothing(publish: Callable, target: Path, loaded: Lesson) -> None:
    count, before = publish(), files(target)

    def never() -> list[Path]:
        raise AssertionError("pieces were asked for")

    assert publish_sheet(loaded, PLAN, loaded.quality("l"), target, never) == count
    assert files(target) == before


def test_a_lost_page_comes_back_from_the_same_pdf(publish: Callable, target: Path) -> None:
    publish()
    before, pdf = contents(target), files(target)[target.name]
    (pages_folder(target) / "page-02.png").unlink()
    publish()
    assert contents(target) == before and files(target)[target.name] == pdf


def test_another_plan_look_or_quality_makes_another_sheet(loaded: Lesson, lesson: LessonCopy) -> None:
    def known(plan: Plan = PLAN, quality: str = "l") -> str:
        return sheet_id(loaded, plan, loaded.quality(quality))

    usual = known()
    assert len({usual, known(SHORTER), known(replace(PLAN, title="Another")), known(quality="h")}) == 4
    lesson.edit("config/look.toml", "#7DD3FC", "#7DD3FD")
    assert known() != usual


def test_pages_of_an_earlier_longer_sheet_go_and_other_files_stay(publish: Callable, target: Path) -> None:
    longer = publish()
    (pages_folder(target) / "notes.png").write_text("mine")
    assert publish(SHORTER) < longer
    pages = [f"page-{number:02}.png" for number in range(1, publish(SHORTER) + 1)]
    assert sorted(files(target)) == ["film.sheet.pdf", "notes.png", *pages]


@pytest.mark.parametrize("junk", [b"", b"%PDF-1.7 and no more"])
def test_something_else_under_its_name_is_replaced(publish: Callable, target: Path, junk: bytes) -> None:
    target.parent.mkdir()
    target.write_bytes(junk)
    publish()
    assert len(contents(target)) > 2 and contents(target)[target.name] != junk


@pytest.mark.parametrize("failing", ["lay_out", "write_pdf", "_write_pages"])
def test_a_run_that_fails_keeps_the_last_sheet(publish: Callable, target: Path, monkeypatch: pytest.MonkeyPatch,
                                               failing: str) -> None:
    publish()
    before = contents(target)
    real = getattr(film.sheet, failing)

    def fail(*arguments: object) -> None:
        real(*arguments)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(film.sheet, failing, fail)
    with pytest.raises(LessonError, match="no space left on the disk"):
        publish(SHORTER)
    assert contents(target) == before


@pytest.mark.parametrize("moment", ["write_pdf", "_write_pages"])
def test_a_run_that_is_killed_keeps_the_last_sheet(publish: Callable, target: Path, moment: str) -> None:
    publish()
    before = contents(target)
    child = os.fork()
    if child == 0:
        real = getattr(film.sheet, moment)
        setattr(film.sheet, moment, lambda *arguments: (real(*arguments), os.kill(os.getpid(), signal.SIGKILL)))
        publish(SHORTER)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert {name: data for name, data in contents(target).items() if not name.startswith(".")} == before
    for folder in (target.parent, pages_folder(target)):
        sweep(folder)
    assert contents(target) == before and not list(target.parent.glob(".*"))
    publish(SHORTER)
    assert len(contents(target)) < len(before)


def test_pages_of_another_sheet_beside_this_pdf_are_made_anew(publish: Callable, target: Path) -> None:
    """As after a kill while pages were being replaced, when the change that made them was then taken back."""
    publish(replace(PLAN, title="Another"))
    other = pages_folder(target) / "page-01.png"
    other = other.rename(target.with_name("other.png"))
    publish()
    whole = contents(target)
    for page in (other, target):
        (pages_folder(target) / "page-01.png").write_bytes(page.read_bytes())
        publish()
        assert contents(target) == whole
    (pages_folder(target) / "page-99.png").write_bytes(other.read_bytes())
    publish()
    assert contents(target) == whole


PROGRAM = """
import json, sys
from pathlib import Path
from film.cli import main
code = main(Path(sys.argv[1]), sys.argv[2:])
print(json.dumps(sorted(name.split(".")[0] for name in sys.modules)))
sys.exit(code)
"""


@pytest.mark.slow
def test_the_command_draws_what_is_missing_and_nothing_again(warm: LessonCopy) -> None:
    pieces = warm.pieces
    done = warm.succeed("sheet", "-ql")
    target = warm.root / "output" / "lesson-two.180p15.sheet.pdf"
    assert done.stdout == "output/lesson-two.180p15.sheet.pdf: 1 page\n" and warm.pieces == pieces
    with closing(pypdfium2.PdfDocument(target)) as document:
        text = "".join("".join(page.get_textpage().get_text_range() for page in document).split())
    for planned in warm.plan().beats:
        assert all("".join(sentence.text.split()) in text for sentence in planned.sentences)
    before = files(target)
    again = warm.run("sheet", "-ql", program=PROGRAM)
    assert again.returncode == 0 and again.stderr == "" and files(target) == before
    assert not {"manim", "manim_voiceover", "scipy", "onnxruntime"} & set(json.loads(again.stdout.splitlines()[-1]))
    missing = next(iter(pieces))
    (warm.root / "build" / "pieces" / missing).unlink()
    target.unlink()
    warm.succeed("sheet", "-ql")
    assert {name for name, place in warm.pieces.items() if place != pieces[name]} == {missing}


@pytest.mark.slow
def test_a_sheet_of_some_chapters_says_so_and_leaves_the_whole_one_alone(warm: LessonCopy) -> None:
    warm.succeed("sheet", "-ql")
    whole = files(warm.root / "output" / "lesson-two.180p15.sheet.pdf")
    assert warm.succeed("sheet", "-ql", "second").stdout == "output/lesson-two.second.180p15.sheet.pdf: 1 page\n"
    assert files(warm.root / "output" / "lesson-two.180p15.sheet.pdf") == whole


@pytest.mark.slow
def test_what_a_killed_run_left_is_swept(warm: LessonCopy) -> None:
    dead = subprocess.run(["sh", "-c", "echo $$"], capture_output=True, text=True, env=environment_with()).stdout.strip()
    folder = warm.root / "output" / "lesson-two.180p15.sheet"
    folder.mkdir()
    (folder / f".page-01.{dead}.1.1.png").write_bytes(b"half a page")
    warm.succeed("sheet", "-ql")
    assert sorted(path.name for path in folder.iterdir()) == ["page-01.png"]
