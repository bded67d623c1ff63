"""WebM: pictures as VP9 and sound as Opus, for slides in a browser.

Drawings take half of what x264 needs for a film that can be cut and joined, or less. libvpx in its quicker way is seven
times as fast as in the other and a third larger; both stay 50 dB from the film.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.frame import PictureType
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

from film.clock import SAMPLE_RATE
from film.join import encoded_sound
from film.store import replacing

VP9_OPTIONS = {"crf": "26", "b": "0", "deadline": "realtime", "cpu-used": "5", "row-mt": "1", "tile-columns": "1"}
VP9_THREADS = 4
"""On every machine: one thread codes in another way than several do."""
OPUS_BIT_RATE = 96_000
SECONDS_BETWEEN_KEYFRAMES = 5
MUXER_OPTIONS = {"fflags": "+bitexact"}
"""No random numbers as the file's name for itself: the same clip is the same bytes."""


def write_webm(film: Path, track: np.ndarray | None, target: Path, *, fps: int, metadata: Mapping[str, str]) -> None:
    """Write `target`, whole or not at all.

    Parameters
    ----------
    film
        An MP4 by `film.join`, for its pictures.
    track
        The sound: mono, float32, shape (n,), as long as the pictures; None for none.
    """
    with (replacing(target) as temporary, av.open(str(film)) as source,
          av.open(str(temporary), "w", format="webm", container_options=MUXER_OPTIONS) as clip):
        clip.metadata.update(metadata)
        pictures = source.streams.video[0]
        streams = [_pictures(pictures, _picture_stream(clip, pictures, fps), fps)]
        if track is not None:
            sound = clip.add_stream("libopus", rate=SAMPLE_RATE, layout="stereo", bit_rate=OPUS_BIT_RATE)
            streams.append(encoded_sound(track, sound))
        for packet in heapq.merge(*streams, key=lambda packet: packet.dts * packet.time_base):
            clip.mux(packet)


def _pictures(source: av.VideoStream, stream: av.VideoStream, fps: int) -> Iterator[av.Packet]:
    """The pictures of `source`, encoded; VP9 has the same planes, so nothing is converted."""
    source.thread_type = "AUTO"
    for number, picture in enumerate(source.container.decode(source)):
        picture.pts, picture.time_base = number, Fraction(1, fps)
        picture.pict_type = PictureType.NONE  # it would be taken for a wish
        yield from stream.encode(picture)
    yield from stream.encode(None)


def _picture_stream(clip: av.container.OutputContainer, source: av.VideoStream, fps: int) -> av.VideoStream:
    stream = clip.add_stream("libvpx-vp9", rate=fps, options=VP9_OPTIONS)
    codec = stream.codec_context
    codec.width, codec.height, codec.pix_fmt = source.width, source.height, "yuv420p"
    codec.time_base = Fraction(1, fps)
    codec.gop_size = SECONDS_BETWEEN_KEYFRAMES * fps
    codec.thread_count = VP9_THREADS
    codec.colorspace = Colorspace.ITU709
    codec.color_range = ColorRange.MPEG
    codec.color_primaries = ColorPrimaries.BT709
    codec.color_trc = ColorTrc.BT709
    return stream
