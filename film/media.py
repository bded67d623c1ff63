"""Reading media files back: what a finished MP4 says of itself, its frames and its sound."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.reformatter import ColorRange, Colorspace, Interpolation

from film.clock import SAMPLE_RATE


@dataclass(frozen=True)
class VideoFacts:
    """The picture stream; times in seconds, exact.

    `colors` holds primaries, transfer, matrix and range as H.264's numbers: BT.709 in limited range is (1, 1, 1, 1).
    """

    codec: str
    profile: str
    pix_fmt: str
    width: int
    height: int
    sample_aspect: Fraction
    colors: tuple[int, int, int, int]
    start: Fraction
    duration: Fraction
    frame_times: tuple[Fraction, ...]
    keyframe_times: tuple[Fraction, ...]

    @property
    def frame_lengths(self) -> frozenset[Fraction]:
        """The different times from one frame to the next; one alone where the rate is constant."""
        return frozenset(b - a for a, b in zip(self.frame_times, self.frame_times[1:]))


@dataclass(frozen=True)
class SoundFacts:
    """The sound stream; times in seconds, exact."""

    codec: str
    profile: str
    rate: int
    channels: int
    start: Fraction
    duration: Fraction


@dataclass(frozen=True)
class ChapterFacts:
    """A chapter mark as stored; times in seconds, exact."""

    title: str
    start: Fraction
    end: Fraction


@dataclass(frozen=True)
class MediaFacts:
    """What an MP4 says of itself.

    `boxes` names its top-level boxes in file order; `edit_lists` counts its `elst` boxes.
    """

    video: VideoFacts
    sound: SoundFacts | None
    chapters: tuple[ChapterFacts, ...]
    metadata: dict[str, str]
    boxes: tuple[str, ...]
    edit_lists: int


@dataclass(frozen=True, eq=False)
class DecodedFrame:
    """A decoded picture.

    Attributes
    ----------
    time
        When it is shown, in seconds.
    planes
        yuv420p: uint8, shape (height * 3 // 2, width), luma above the two color planes.
    """

    time: Fraction
    planes: np.ndarray

    @property
    def md5(self) -> str:
        """Of the planes' bytes."""
        return hashlib.md5(self.planes.tobytes()).hexdigest()

    def rgb(self) -> np.ndarray:
        """The picture as uint8, shape (height, width, 3), by BT.709 from limited range."""
        frame = av.VideoFrame.from_ndarray(self.planes, "yuv420p")
        return frame.to_ndarray(
            format="rgb24",
            src_colorspace=Colorspace.ITU709,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.MPEG,
            dst_color_range=ColorRange.JPEG,
            interpolation=Interpolation.BICUBIC | Interpolation.ACCURATE_RND | Interpolation.FULL_CHR_H_INT,
        )


def read_mp4(path: Path) -> MediaFacts:
    """Read what `path` says of itself, without decoding it.

    Raises
    ------
    av.error.FFmpegError
        When it is not a readable media file.
    """
    content = memoryview(path.read_bytes())
    with av.open(str(path)) as container:
        sound = container.streams.audio[0] if container.streams.audio else None
        return MediaFacts(
            video=_video_facts(container, container.streams.video[0]),
            sound=sound and _sound_facts(sound),
            chapters=tuple(
                ChapterFacts(
                    chapter["metadata"].get("title", ""),
                    chapter["start"] * chapter["time_base"],
                    chapter["end"] * chapter["time_base"],
                )
                for chapter in container.chapters()
            ),
            metadata=dict(container.metadata),
            boxes=tuple(kind for kind, _ in _boxes(content)),
            edit_lists=_count_boxes(content, ("moov", "trak", "edts", "elst")),
        )


def decoded_frames(path: Path) -> Iterator[DecodedFrame]:
    """Decode the pictures of `path` one after another."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        for frame in container.decode(stream):
            yield DecodedFrame(frame.pts * frame.time_base, frame.to_ndarray())


def frame_md5s(path: Path) -> list[str]:
    """The MD5 of each decoded picture of `path`."""
    return [frame.md5 for frame in decoded_frames(path)]


def decoded_sound(path: Path) -> np.ndarray:
    """Decode the sound of `path`: mono float32 at 48 kHz, the mean of its channels, as long as the file says it is."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        if stream.rate != SAMPLE_RATE:
            raise ValueError(f"{path}: {stream.rate} samples a second, not {SAMPLE_RATE}")
        length = int(stream.duration * stream.time_base * SAMPLE_RATE)
        blocks = [frame.to_ndarray().mean(axis=0, dtype=np.float32) for frame in container.decode(stream)]
    return np.concatenate(blocks)[:length]


def _video_facts(container: av.container.InputContainer, stream: av.VideoStream) -> VideoFacts:
    packets = [packet for packet in container.demux(stream) if packet.pts is not None]
    codec = stream.codec_context
    return VideoFacts(
        codec=codec.name,
        profile=codec.profile,
        pix_fmt=codec.pix_fmt,
        width=codec.width,
        height=codec.height,
        sample_aspect=stream.sample_aspect_ratio,
        colors=(int(codec.color_primaries), int(codec.color_trc), int(codec.colorspace), int(codec.color_range)),
        start=stream.start_time * stream.time_base,
        duration=stream.duration * stream.time_base,
        frame_times=tuple(sorted(packet.pts * packet.time_base for packet in packets)),
        keyframe_times=tuple(packet.pts * packet.time_base for packet in packets if packet.is_keyframe),
    )


def _sound_facts(stream: av.AudioStream) -> SoundFacts:
    return SoundFacts(
        codec=stream.codec_context.name,
        profile=stream.codec_context.profile,
        rate=stream.rate,
        channels=stream.channels,
        start=stream.start_time * stream.time_base,
        duration=stream.duration * stream.time_base,
    )


def _boxes(data: memoryview) -> Iterator[tuple[str, memoryview]]:
    """The kind and content of each MP4 box in `data`, in order."""
    place = 0
    while place + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, place)
        header = 8
        if size == 1:
            (size,), header = struct.unpack_from(">Q", data, place + 8), 16
        elif size == 0:
            size = len(data) - place
        if size < header:
            return
        yield kind.decode("latin-1"), data[place + header : place + size]
        place += size


def _count_boxes(data: memoryview, path: tuple[str, ...]) -> int:
    """How many boxes lie at `path`, a box's kind inside another's."""
    kind, *rest = path
    inside = [content for name, content in _boxes(data) if name == kind]
    return sum(_count_boxes(content, tuple(rest)) for content in inside) if rest else len(inside)
