"""Small pieces and films for the tests of delivery."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from film.clock import SAMPLE_RATE
from film.encode import PieceWriter
from film.join import join

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


def still_film(track: np.ndarray, folder: Path) -> Path:
    """A film of one unmoving picture around a track that is a whole number of frames long."""
    with PieceWriter(folder / "still.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(drawing(0), repeat=len(track) * FPS // SAMPLE_RATE)
    join([folder / "still.mp4"], track, folder / "film.mp4", fps=FPS)
    return folder / "film.mp4"
