"""Pieces and sound to the film: picture packets copied as they are, sound encoded once, one MP4.

The MP4 has no edit list, so both streams must start at 0 by themselves:

- Pieces of three frames and more start decoding two frames before they show anything, shorter ones do not. Here
  decoding times are counted anew, one frame each from -2 on, and the muxer is told to store negative offsets.
- AAC codes each 1,024 samples together with the ones before them, and begins with a packet of nothing but the
  silence before the film. Without an edit list that packet would delay all sound by 21 ms, so it is left out.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any

import av
import numpy as np

from film.clock import SAMPLE_RATE, TICKS_PER_SECOND
from film.errors import LessonError
from film.store import replacing

AAC_FRAME = 1024
AAC_BIT_RATE = 160_000
REORDERED_FRAMES = 2
"""How many frames x264 looks ahead (two predicted from both sides)."""
MUXER_OPTIONS = {"movflags": "+faststart+negative_cts_offsets", "use_editlist": "0"}
METADATA_KEYS = frozenset({"title", "artist", "album", "date", "comment", "copyright", "description", "genre"})
"""What `join` accepts as metadata; the muxer silently drops names it does not know."""


@dataclass(frozen=True)
class ChapterMark:
    """A chapter's title and its first tick and the tick after its last."""

    title: str
    start_tick: int
    end_tick: int


def join(
    pieces: Sequence[Path],
    track: np.ndarray | None,
    target: Path,
    *,
    fps: int,
    chapters: Sequence[ChapterMark] = (),
    metadata: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write the film `target`, whole or not at all.

    Parameters
    ----------
    pieces
        Files by `film.encode.PieceWriter`, in order, of one size, rate and setting.
    track
        The sound: mono, float32, shape (n,), exactly as long as the pieces together. Its first 1,024 samples should
        be silent, as AAC cannot keep them quite as they are. None for a film without a sound stream.
    fps
        Frames a second of the pieces.
    chapters
        Marks from tick 0 to the end of the film without a gap, or none.
    metadata
        Of the names in `METADATA_KEYS`.

    Raises
    ------
    LessonError
        When a piece is missing, damaged or unlike the others, or `target` cannot be written.
    ValueError
        When lengths, marks or metadata do not fit the film.
    """
    frame_counts = _checked_frame_counts(pieces, fps)
    if track is not None:
        _check_sound(track, sum(frame_counts), fps)
    _check_marks(chapters, Fraction(sum(frame_counts) * TICKS_PER_SECOND, fps))
    _check_names(metadata)

    with replacing(target) as temporary, av.open(str(temporary), "w", container_options=MUXER_OPTIONS) as film:
        film.metadata.update(metadata)
        film.set_chapters(_chapter_entries(chapters))
        streams = [_picture_packets(pieces, frame_counts, _picture_stream(film, pieces[0], fps), fps)]
        if track is not None:
            streams.append(_sound_packets(track, _sound_stream(film)))
        for _, packet in heapq.merge(*streams, key=itemgetter(0)):
            film.mux(packet)


def _checked_frame_counts(pieces: Sequence[Path], fps: int) -> list[int]:
    """The number of frames in each piece, after making sure that they can be joined."""
    if not pieces:
        raise ValueError("a film needs at least one piece")
    counts = []
    first_header = None
    for piece in pieces:
        try:
            with av.open(str(piece)) as container:
                stream = container.streams.video[0]
                packets = [packet for packet in container.demux(stream) if packet.dts is not None]
                header, rate, promised = stream.codec_context.extradata, stream.average_rate, stream.frames
        except (FileNotFoundError, av.error.FileNotFoundError):
            raise missing_piece(piece) from None
        except (av.error.FFmpegError, IndexError):
            raise damaged_piece(piece) from None
        whole = packets and packets[0].is_keyframe and len(packets) == promised
        if not whole or not all(_holds_units(bytes(packet)) for packet in packets):
            raise damaged_piece(piece)
        if rate != fps:
            raise ValueError(f"{piece} has {rate} frames a second, not {fps}")
        first_header = first_header or header
        if header != first_header:
            raise LessonError(f"has another size or other settings than {pieces[0]}; delete it and run again", piece)
        counts.append(len(packets))
    return counts


def _holds_units(packet: bytes) -> bool:
    """Whether a packet is a row of H.264 units of a byte or more, each behind its length.

    A file whose content a power cut lost holds zeros, and is not.
    """
    place = 0
    while place + 4 < len(packet):
        place += 4 + int.from_bytes(packet[place : place + 4])
    return place == len(packet)


def missing_piece(piece: Path) -> LessonError:
    """What to say of a piece that is not there."""
    return LessonError("is missing; run again to draw it", piece)


def damaged_piece(piece: Path) -> LessonError:
    """What to say of a piece that cannot be read, or not to its end."""
    return LessonError("is damaged; delete it and run again to draw it anew", piece)


def _check_sound(track: np.ndarray, frame_count: int, fps: int) -> None:
    """Raise ValueError unless the track is as long as that many frames."""
    if len(track) * fps != frame_count * SAMPLE_RATE:
        raise ValueError(f"{len(track)} samples of sound for {frame_count} frames at {fps} a second")


def _check_marks(chapters: Sequence[ChapterMark], end: Fraction) -> None:
    """Raise ValueError unless the marks lead from 0 to `end` (in ticks) without a gap."""
    place = 0
    for mark in chapters:
        if mark.start_tick != place or mark.end_tick <= place:
            raise ValueError(f"chapter {mark.title!r} lies at {mark.start_tick} to {mark.end_tick}, not after {place}")
        place = mark.end_tick
    if chapters and place != end:
        raise ValueError(f"the chapters end at tick {place}, the film at {end}")


def _check_names(metadata: Mapping[str, str]) -> None:
    """Raise ValueError unless the muxer keeps all of the metadata."""
    if unknown := set(metadata) - METADATA_KEYS:
        raise ValueError(f"an MP4 does not keep metadata named {', '.join(sorted(unknown))}")


def _chapter_entries(chapters: Sequence[ChapterMark]) -> list[dict[str, Any]]:
    """The marks as PyAV takes them."""
    return [
        {
            "id": number,
            "start": mark.start_tick,
            "end": mark.end_tick,
            "time_base": Fraction(1, TICKS_PER_SECOND),
            "metadata": {"title": mark.title},
        }
        for number, mark in enumerate(chapters)
    ]


def _picture_stream(film: av.container.OutputContainer, piece: Path, fps: int) -> av.VideoStream:
    """A new stream of `film` for packets like those of `piece`."""
    with av.open(str(piece)) as first:
        stream = film.add_stream_from_template(first.streams.video[0])
    stream.time_base = Fraction(1, fps)
    return stream


def _sound_stream(film: av.container.OutputContainer) -> av.AudioStream:
    """A new stream of `film` that encodes its sound."""
    return film.add_stream(
        "aac", rate=SAMPLE_RATE, layout="stereo", bit_rate=AAC_BIT_RATE, options={"aac_coder": "fast"}
    )


def _picture_packets(
    pieces: Sequence[Path], frame_counts: Sequence[int], stream: av.VideoStream, fps: int
) -> Iterator[tuple[int, av.Packet]]:
    """The pieces' packets, timed one piece after another, each with the sample at which it is decoded."""
    frame = Fraction(1, fps)
    first_shown = decoded = 0
    for piece, frame_count in zip(pieces, frame_counts, strict=True):
        with av.open(str(piece)) as container:
            frames_a_unit = container.streams.video[0].time_base * fps
            for packet in container.demux(video=0):
                if packet.dts is None:
                    continue
                packet.pts = first_shown + round(packet.pts * frames_a_unit)
                packet.dts = decoded - REORDERED_FRAMES
                packet.duration = 1
                packet.time_base = frame
                packet.stream = stream
                decoded += 1
                yield packet.dts * SAMPLE_RATE // fps, packet
        first_shown += frame_count


def _sound_packets(track: np.ndarray, stream: av.AudioStream) -> Iterator[tuple[int, av.Packet]]:
    """The track as AAC on two equal channels, without the packet before the first sample; each with its first sample."""
    for packet in encoded_sound(track, stream):
        if packet.pts >= 0:
            yield packet.dts, packet


def encoded_sound(track: np.ndarray, stream: av.AudioStream) -> Iterator[av.Packet]:
    """The track on two equal channels, in the codec of `stream`."""
    for start in range(0, len(track), AAC_FRAME):
        block = track[start : start + AAC_FRAME].astype(np.float32, copy=False)
        frame = av.AudioFrame.from_ndarray(np.stack([block, block]), format="fltp", layout="stereo")
        frame.sample_rate = SAMPLE_RATE
        frame.pts = start
        frame.time_base = Fraction(1, SAMPLE_RATE)
        yield from stream.encode(frame)
    yield from stream.encode(None)
