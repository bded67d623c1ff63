"""Small pieces, tracks and films for the tests of delivery."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import film.encode
import film.join
from film.clock import SAMPLE_RATE
from film.encode import PieceWriter

WIDTH, HEIGHT, FPS = 320, 180, 15


def drawing(index: int, seed: int = 0) -> np.ndarray:
    """A frame like a lesson's: dark ground, a block that moves with `index`, a patch of noise of its own."""
    frame = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    frame[:] = 0x0F, 0x11, 0x17, 0xFF
    left = (seed * 31 + index * 5) % (WIDTH - 40)
    frame[30:70, left : left + 40, :3] = 0xF0, 0xE4, 0x42
    frame[120:160, 200:240, :3] = np.random.default_rng([seed, index]).integers(0, 256, (40, 40, 3))
    return frame


def write_piece(path: Path, frame_count: int, seed: int = 0, fps: int = FPS) -> Path:
    """A piece of `frame_count` different frames."""
    with PieceWriter(path, WIDTH, HEIGHT, fps) as piece:
        for index in range(frame_count):
            piece.write(drawing(index, seed))
    return path


@pytest.fixture
def still_film(tmp_path: Path) -> Callable[[np.ndarray], Path]:
    """Makes a film of one unmoving picture around a track that is a whole number of ticks long."""

    def make(track: np.ndarray) -> Path:
        piece = tmp_path / "still.mp4"
        with PieceWriter(piece, WIDTH, HEIGHT, FPS) as writer:
            writer.write(drawing(0), repeat=len(track) * FPS // SAMPLE_RATE)
        film.join.join([piece], track, tmp_path / "film.mp4", fps=FPS)
        return tmp_path / "film.mp4"

    return make


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
