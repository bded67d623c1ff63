"""A clip that loops: after its last picture it comes back to its first, so that playing on shows no jump.

The last picture is held, faded into the first, and the first rests for a moment, which also lets players that skip a
frame or two at the seam skip nothing but that.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from film.clock import frames
from film.encode import PieceWriter
from film.lesson import Quality
from film.posters import first_picture, last_picture

HOLD_TICKS = 15
FADE_TICKS = 9
REST_TICKS = 2
WAY_BACK_TICKS = HOLD_TICKS + FADE_TICKS + REST_TICKS
"""How much longer a clip becomes by it."""


def write_way_back(pieces: Sequence[Path], quality: Quality, target: Path) -> None:
    """Write the piece that leads from the last picture of `pieces` back to the first."""
    last, first = last_picture(pieces[-1]), first_picture(pieces[0])
    fading = frames(FADE_TICKS, quality.fps)
    with PieceWriter(target, quality.width, quality.height, quality.fps) as piece:
        piece.write(_rgba(last), repeat=frames(HOLD_TICKS, quality.fps))
        for index in range(1, fading):
            piece.write(_rgba(Image.blend(last, first, index / fading)))
        piece.write(_rgba(first), repeat=1 + frames(REST_TICKS, quality.fps))


def _rgba(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture.convert("RGBA"))
