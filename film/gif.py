"""GIF: for where no video plays. One palette made for the clip, and as many colors as a slide can carry.

No dithering: drawings have few colors, and dots would make the file several times as large.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av
from av.filter import Graph
from av.filter.context import FilterContext

from film.errors import LessonError
from film.store import replacing

MOST_BYTES = 8_000_000
WIDEST = 960
LADDER = ((15, 256), (15, 128), (15, 64), (15, 32), (10, 32))
"""Frames a second and colors, tried in this order until the file is small enough."""
TRAILER = b";"
"""A GIF's last byte."""


class TooLarge(LessonError):
    """A clip that is no GIF of `MOST_BYTES` even on the last rung of the ladder; which clip, its maker knows."""


def write_gif(film: Path, target: Path, *, loop: bool, comment: str) -> None:
    """Write `target`, whole or not at all.

    Parameters
    ----------
    film
        An MP4 by `film.join`, for its pictures.
    loop
        Whether it plays for ever, or once.
    comment
        Kept in the file, at most 255 characters of ASCII.

    Raises
    ------
    TooLarge
        When it would be.
    """
    ending = _comment_block(comment) + TRAILER
    with replacing(target) as temporary:
        for rate, colors in LADDER:
            last = (rate, colors) == LADDER[-1]
            size = _write(film, temporary, rate, colors, loop, None if last else MOST_BYTES) - len(TRAILER) + len(ending)
            if size <= MOST_BYTES:
                break
        else:
            raise TooLarge(f"would be {size / 1e6:.1f} MB even with {colors} colors and {rate} frames a second, and "
                           f"{MOST_BYTES / 1e6:g} MB is the most; take a shorter part, a lower quality, or another format")
        with temporary.open("r+b") as gif:
            gif.seek(-len(TRAILER), os.SEEK_END)
            gif.write(ending)


def _write(film: Path, target: Path, rate: int, colors: int, loop: bool, enough: int | None) -> int:
    """Write the GIF, or no more of it than `enough` bytes and a frame; the size of what was written."""
    palette = _palette(film, rate, colors)
    with av.open(str(target), "w", format="gif", options={"loop": "0" if loop else "-1"}) as gif:
        stream, written = None, 0
        for picture in _painted(film, palette, rate):
            stream = stream or _stream(gif, picture, rate)
            for packet in stream.encode(picture):
                written += packet.size
                gif.mux(packet)
            if enough is not None and written > enough:
                break
        gif.mux(stream.encode(None))
    return target.stat().st_size


def _stream(gif: av.container.OutputContainer, picture: av.VideoFrame, rate: int) -> av.VideoStream:
    stream = gif.add_stream("gif", rate=rate)
    codec = stream.codec_context
    codec.width, codec.height, codec.pix_fmt, codec.time_base = picture.width, picture.height, "pal8", Fraction(1, rate)
    return stream


def _palette(film: Path, rate: int, colors: int) -> av.VideoFrame:
    """The colors that serve all pictures together best."""
    with av.open(str(film)) as source:
        graph, pictures = Graph(), source.streams.video[0]
        start, scaled = _scaling(graph, pictures, rate)
        palette = graph.add("palettegen", f"max_colors={colors}:reserve_transparent=0")
        end = _linked(scaled, palette, graph.add("buffersink"))
        graph.configure()
        for picture in _picked(pictures, rate):
            start.push(picture)
        start.push(None)
        return end.pull()


def _painted(film: Path, palette: av.VideoFrame, rate: int) -> Iterator[av.VideoFrame]:
    """The pictures in the colors of the palette."""
    with av.open(str(film)) as source:
        graph, pictures = Graph(), source.streams.video[0]
        start, scaled = _scaling(graph, pictures, rate)
        colors = graph.add("buffer", f"video_size={palette.width}x{palette.height}:pix_fmt=bgra:time_base=1/{rate}")
        painter, end = graph.add("paletteuse", "dither=none"), graph.add("buffersink")
        scaled.link_to(painter, 0, 0)
        colors.link_to(painter, 0, 1)
        painter.link_to(end)
        graph.configure()
        palette.pts = 0
        colors.push(palette)
        colors.push(None)
        for picture in _picked(pictures, rate):
            start.push(picture)
            yield from _ready(end)
        start.push(None)
        yield from _ready(end)


def _picked(pictures: av.VideoStream, rate: int) -> Iterator[av.VideoFrame]:
    """As many of the pictures as `rate` asks for, timed anew, from the first one on."""
    pictures.thread_type = "AUTO"
    fps, number = int(pictures.average_rate), 0
    for place, picture in enumerate(pictures.container.decode(pictures)):
        if place * rate // fps != (place - 1) * rate // fps:
            picture.pts, picture.time_base = number, Fraction(1, rate)
            number += 1
            yield picture


def _scaling(graph: Graph, pictures: av.VideoStream, rate: int) -> tuple[FilterContext, FilterContext]:
    """The first and the last of the filters that make pictures small and RGB; a film is BT.709 in limited range."""
    colors = "colorspace=bt709:range=tv"
    size = f"video_size={pictures.width}x{pictures.height}:pix_fmt=yuv420p"
    start = graph.add("buffer", f"{size}:time_base=1/{rate}:{colors}")
    smaller = graph.add("scale", f"w={min(pictures.width, WIDEST)}:h=-2:flags=lanczos+accurate_rnd+full_chroma_int")
    return start, _linked(start, smaller, graph.add("format", "pix_fmts=rgb32"))


def _linked(*filters: FilterContext) -> FilterContext:
    """The last of these filters, each fed by the one before it."""
    for one, following in itertools.pairwise(filters):
        one.link_to(following)
    return filters[-1]


def _ready(end: FilterContext) -> Iterator[av.VideoFrame]:
    """The pictures that have come through the filters by now."""
    with suppress(av.error.BlockingIOError, av.error.EOFError):
        while True:
            yield end.pull()


def _comment_block(text: str) -> bytes:
    return b"\x21\xfe" + bytes([len(text)]) + text.encode("ascii") + b"\0"
