"""Posters: a beat's last picture, where all it has to show is there; and its first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
from PIL import Image

from film.join import damaged_piece, missing_piece
from film.media import DecodedFrame


def last_picture(piece: Path) -> Image.Image:
    """The last frame of a piece, in RGB at the piece's size."""
    with _opened(piece) as container:
        stream = container.streams.video[0]
        container.seek(stream.duration, stream=stream)  # to the last keyframe
        *_, frame = container.decode(stream)
        return _image(frame)


def first_picture(piece: Path) -> Image.Image:
    """The first frame of a piece, in RGB at the piece's size."""
    with _opened(piece) as container:
        frame = next(container.decode(video=0))
        return _image(frame)


@contextmanager
def _opened(piece: Path) -> Iterator[av.container.InputContainer]:
    """The piece, opened to be decoded; LessonError when it is missing or damaged."""
    try:
        with av.open(str(piece)) as container:
            yield container
    except (FileNotFoundError, av.error.FileNotFoundError):
        raise missing_piece(piece) from None
    except (av.error.FFmpegError, IndexError, TypeError, ValueError, StopIteration):  # no container, stream, length, frame
        raise damaged_piece(piece) from None


def _image(frame: av.VideoFrame) -> Image.Image:
    return Image.fromarray(DecodedFrame(frame.pts * frame.time_base, frame.to_ndarray()).rgb())
