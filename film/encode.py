"""Frames to pieces: one beat's pictures become one MP4 that a film can be joined from.

A piece starts with a keyframe, never looks outside itself, and carries the same headers as every other piece of its
size and rate, so pieces join by copying packets (`film.join`) and decode to the same frames alone and in the film.
"""

from __future__ import annotations

import queue
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc, Interpolation, VideoReformatter

from film.store import replacing

POOL_BYTES = 64 * 2**20
"""How many bytes of frames may wait for the encoder (at least two frames do, at most `POOL_FRAMES`)."""
POOL_FRAMES = 24


@dataclass(frozen=True)
class EncoderSettings:
    """How pictures are compressed; a change to any of it asks for every piece anew.

    Attributes
    ----------
    preset, crf
        x264's; `benchmarks/encode.py` compares them with its defaults.
    b_frames
        Frames in a row that may be predicted from both sides.
    threads
        1, since x264 decides differently, and decodes differently, at 1, 2 and 4. Workers run side by side instead.
    """

    codec: str = "libx264"
    profile: str = "high"
    pix_fmt: str = "yuv420p"
    preset: str = "veryfast"
    crf: int = 21
    b_frames: int = 2
    threads: int = 1

    @property
    def key(self) -> str:
        """All that decides a piece's bytes besides its frames, size and rate, for cache keys."""
        options = ",".join(f"{name}={value}" for name, value in self.x264_options().items())
        return f"{self.codec},{self.pix_fmt},threads={self.threads},{options},bt709,av={av.__version__}"

    def keyframe_interval(self, fps: int) -> int:
        """Frames from one keyframe to the next: half a second, rounded down."""
        return max(1, fps // 2)

    def x264_options(self) -> dict[str, str]:
        """The options x264 is opened with.

        `stitchable` keeps the headers independent of the content. `mbtree`, and the look-ahead that feeds it, are off:
        where a row is not a multiple of eight macroblocks (480p), x264's AVX-512 code for it reads what happens to lie
        in memory behind the row, and the same frames became up to nine different files in 150 runs. Guarded by
        `test_encoding_again_gives_the_same_bytes`. `b-adapt` is off because it costs a quarter of the time and saves
        nothing on drawings.
        """
        return {
            "preset": self.preset,
            "crf": str(self.crf),
            "profile": self.profile,
            "bf": str(self.b_frames),
            "sc_threshold": "0",
            "flags": "+cgop",
            "x264-params": "stitchable=1:mbtree=0:rc-lookahead=0:b-adapt=0",
        }


class PieceWriter:
    """Writes one piece, encoding in a thread of its own while the caller draws the next frame.

    The file appears under `path` when `close` returns, whole; after `abort`, or an error, nothing does. Use it in a
    `with` statement, which closes, or aborts when an exception passes through.

    Parameters
    ----------
    path
        Where the piece shall be.
    width, height
        Size in pixels; even numbers.
    fps
        Frames a second.
    """

    def __init__(
        self, path: Path, width: int, height: int, fps: int, settings: EncoderSettings = EncoderSettings()
    ) -> None:
        if width % 2 or height % 2:
            raise ValueError(f"{width}x{height}: yuv420p needs an even width and height")
        self._shape = (height, width, 4)
        self._count = 0
        self._error: BaseException | None = None
        self._whole_or_not = ExitStack()
        temporary = self._whole_or_not.enter_context(replacing(path))
        try:
            self._container = av.open(str(temporary), "w", format="mp4")
            self._stream = _video_stream(self._container, width, height, fps, settings)
        except BaseException as error:
            self._give_up(error)
        frames_that_fit = POOL_BYTES // (height * width * 4)
        self._free: queue.SimpleQueue[_Canvas] = queue.SimpleQueue()
        for _ in range(min(max(2, frames_that_fit), POOL_FRAMES)):
            self._free.put(_Canvas(self._shape))
        self._jobs: queue.SimpleQueue[tuple[_Canvas, int] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._encode, name=f"encode {path.name}", daemon=True)
        self._thread.start()

    def write(self, rgba: np.ndarray, repeat: int = 1) -> None:
        """Show `rgba` for `repeat` frames; returns once it is copied, waiting only when the encoder is far behind.

        Parameters
        ----------
        rgba
            uint8, shape (height, width, 4). Alpha is ignored. The caller may overwrite it afterwards.
        repeat
            At least 1. Converted once however often it is shown.

        Raises
        ------
        LessonError
            When an earlier frame could not be written: no space left, for one.
        """
        if rgba.shape != self._shape or rgba.dtype != np.uint8:
            raise ValueError(f"a frame is uint8 of shape {self._shape}, not {rgba.dtype} of shape {rgba.shape}")
        if repeat < 1:
            raise ValueError(f"a frame is shown at least once, not {repeat} times")
        canvas = self._free.get()
        if self._error is not None:
            self._free.put(canvas)
            self._finish()
            self._give_up(self._error)
        np.copyto(canvas.pixels, rgba)
        self._jobs.put((canvas, repeat))
        self._count += repeat

    def close(self) -> int:
        """Finish the piece, give it its name and return its number of frames.

        Raises
        ------
        LessonError
            When it could not be written.
        ValueError
            When no frame was.
        """
        self._finish()
        if self._error is not None:
            self._give_up(self._error)
        if not self._count:
            self._give_up(ValueError("a piece needs at least one frame"))
        self._whole_or_not.close()
        return self._count

    def abort(self) -> None:
        """Drop the piece; nothing stays on the disk."""
        self._finish()
        self._whole_or_not.__exit__(_Aborted, _Aborted(), None)

    def __enter__(self) -> PieceWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()

    def _finish(self) -> None:
        """Let the thread finish what waits and end; a second call does nothing."""
        self._jobs.put(None)
        self._thread.join()

    def _give_up(self, error: BaseException) -> None:
        """Remove what was written and raise `error`, an operating system's refusal in the user's words."""
        self._whole_or_not.__exit__(type(error), error, error.__traceback__)
        raise error

    def _encode(self) -> None:
        """The thread: encodes what comes, and after an error only hands the canvases back, so no caller waits."""
        convert = _Converter()
        shown = 0
        while (job := self._jobs.get()) is not None:
            canvas, repeat = job
            if self._error is None:
                try:
                    picture = convert(canvas.frame)
                    for _ in range(repeat):
                        picture.pts = shown
                        shown += 1
                        self._container.mux(self._stream.encode(picture))
                except BaseException as error:
                    self._error = error
            self._free.put(canvas)
        try:
            if self._error is None:
                self._container.mux(self._stream.encode(None))
            self._container.close()
        except BaseException as error:
            self._error = self._error or error


class _Aborted(Exception):
    """Passes through `replacing` so that it removes the temporary file."""


class _Canvas:
    """Pixels that a frame object looks at without copying (`from_ndarray` would copy row by row)."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        self.pixels = np.empty(shape, np.uint8)
        self.frame = av.VideoFrame.from_numpy_buffer(self.pixels, "rgba")


class _Converter:
    """RGBA to yuv420p by BT.709 in limited range; swscale left alone would use BT.601.

    AREA with FULL_CHR_H_INP averages each 2x2 block's color: as good as bicubic, a third faster.
    """

    def __init__(self) -> None:
        self._reformatter = VideoReformatter()

    def __call__(self, rgba: av.VideoFrame) -> av.VideoFrame:
        return self._reformatter.reformat(
            rgba,
            format="yuv420p",
            src_colorspace=Colorspace.ITU709,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            interpolation=Interpolation.AREA | Interpolation.FULL_CHR_H_INP,
            threads=1,
        )


def _video_stream(
    container: av.container.OutputContainer, width: int, height: int, fps: int, settings: EncoderSettings
) -> av.VideoStream:
    """A stream of `container` that encodes with `settings` and is tagged BT.709."""
    stream = container.add_stream(settings.codec, rate=fps, options=settings.x264_options())
    codec = stream.codec_context
    codec.width, codec.height, codec.pix_fmt = width, height, settings.pix_fmt
    codec.time_base = Fraction(1, fps)
    codec.sample_aspect_ratio = Fraction(1)
    codec.gop_size = settings.keyframe_interval(fps)
    codec.thread_count = settings.threads
    codec.colorspace = Colorspace.ITU709
    codec.color_range = ColorRange.MPEG
    codec.color_primaries = ColorPrimaries.BT709
    codec.color_trc = ColorTrc.BT709
    return stream
