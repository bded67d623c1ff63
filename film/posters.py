"""Posters: a beat's last picture, where all it has to show is there."""

from __future__ import annotations

from pathlib import Path

import av
from PIL import Image

from film.media import DecodedFrame


def last_picture(piece: Path) -> Image.Image:
    """The last frame of a piece, in RGB at the piece's size."""
    with av.open(str(piece)) as container:
        stream = container.streams.video[0]
        container.seek(stream.duration, stream=stream)  # to the last keyframe
        *_, frame = container.decode(stream)
        return Image.fromarray(DecodedFrame(frame.pts * frame.time_base, frame.to_ndarray()).rgb())
