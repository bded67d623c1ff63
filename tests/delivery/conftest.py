"""A disk without space, and a film to cut."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import film.encode
import film.join
from film.draw import piece_path
from film.lesson import load_lesson
from film.stitch import stitch

from .cutter import Cutter, planned
from .small_films import write_piece


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written under a temporary name lands on a device that is always full."""
    real = film.encode.replacing

    @contextlib.contextmanager
    def replacing_on_a_full_disk(path: Path) -> Iterator[Path]:
        with real(path) as temporary:
            temporary.symlink_to("/dev/full")
            yield temporary

    monkeypatch.setattr(film.encode, "replacing", replacing_on_a_full_disk)
    monkeypatch.setattr(film.join, "replacing", replacing_on_a_full_disk)


@pytest.fixture(scope="module")
def cutter(tmp_path_factory: pytest.TempPathFactory) -> Cutter:
    """The second lesson's film, with pieces of other pictures."""
    root = tmp_path_factory.mktemp("clips") / "lesson"
    left = shutil.ignore_patterns("build", "output", "__pycache__")
    shutil.copytree(Path(__file__).parents[1] / "lesson_two", root, ignore=left)
    lesson = load_lesson(root)
    plan = planned(lesson)
    quality = lesson.quality("l")
    pieces = {beat.name: write_piece(piece_path(beat, quality, root / "build" / "pieces"), beat.ticks, seed)
              for seed, beat in enumerate(plan.beats)}
    stitch(lesson, plan, quality, list(pieces.values()), root / "output" / "film.mp4")
    return Cutter(lesson, quality, plan, pieces, root / "output" / "film.mp4")
