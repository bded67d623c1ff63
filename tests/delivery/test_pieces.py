"""Claims about pieces: what a beat's frames become."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import film.encode
from film.encode import EncoderSettings, PieceWriter
from film.errors import LessonError
from film.media import decoded_frames, frame_md5s, read_mp4

from .small_films import FPS, HEIGHT, WIDTH, drawing, write_piece

COLORS = ("#F0E442", "#D55E00", "#009988", "#0F1117", "#99DDFF", "#FFFFFF", "#000000")


def rgb(color: str) -> np.ndarray:
    return np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)])


@pytest.mark.parametrize("color", COLORS)
def test_colors_come_back_within_two_levels_by_bt_709(tmp_path: Path, color: str) -> None:
    frame = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    frame[..., :3] = rgb(color)
    with PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(frame, repeat=3)

    for decoded in decoded_frames(tmp_path / "piece.mp4"):
        assert np.abs(decoded.rgb().astype(int) - rgb(color)).max() <= 2
    assert read_mp4(tmp_path / "piece.mp4").video.colors == (1, 1, 1, 1)


def test_the_planes_hold_bt_709_in_limited_range_by_its_formula(tmp_path: Path) -> None:
    frame = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    frame[..., :3] = rgb("#D55E00")
    with PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(frame)

    (decoded,) = decoded_frames(tmp_path / "piece.mp4")
    red, green, blue = rgb("#D55E00") / 255
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    expected = 16 + 219 * luma, 128 + 224 * (blue - luma) / 1.8556, 128 + 224 * (red - luma) / 1.5748
    measured = decoded.planes[90, 160], decoded.planes[HEIGHT + 20, 80], decoded.planes[HEIGHT + 65, 80]
    assert np.abs(np.subtract(measured, expected)).max() <= 1


@pytest.mark.parametrize("frame_count", [1, 2, 3, 8, 40])
def test_a_piece_keeps_every_frame_and_starts_with_a_keyframe(tmp_path: Path, frame_count: int) -> None:
    video = read_mp4(write_piece(tmp_path / "piece.mp4", frame_count)).video

    assert video.frame_times == tuple(Fraction(index, FPS) for index in range(frame_count))
    assert video.keyframe_times[0] == 0
    assert len(frame_md5s(tmp_path / "piece.mp4")) == frame_count


@pytest.mark.parametrize(("width", "height", "fps"), [(854, 480, 15), (1280, 720, 30), (320, 180, 60)])
def test_a_keyframe_comes_at_least_every_half_second(tmp_path: Path, width: int, height: int, fps: int) -> None:
    with PieceWriter(tmp_path / "piece.mp4", width, height, fps) as piece:
        for index in range(2 * fps):
            piece.write(np.full((height, width, 4), index * 4 % 256, np.uint8))

    video = read_mp4(tmp_path / "piece.mp4").video
    ends = (*video.keyframe_times[1:], video.duration)
    assert max(end - start for start, end in zip(video.keyframe_times, ends)) <= Fraction(1, 2)
    assert (video.codec, video.profile, video.pix_fmt) == ("h264", "High", "yuv420p")
    assert (video.width, video.height, video.sample_aspect) == (width, height, 1)


def test_encoding_again_gives_the_same_bytes(tmp_path: Path) -> None:
    """Twelve times, with other things left in memory each time."""
    pieces = set()
    for run in range(12):
        pieces.add(write_piece(tmp_path / "piece.mp4", 30).read_bytes())
        [np.full(1 << size, run, np.uint8) for size in range(10, 23)]
    assert len(pieces) == 1


def test_repeating_a_frame_equals_writing_it_again_and_again(tmp_path: Path) -> None:
    with PieceWriter(tmp_path / "repeated.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(drawing(0), repeat=20)
        piece.write(drawing(1), repeat=5)
    with PieceWriter(tmp_path / "again.mp4", WIDTH, HEIGHT, FPS) as piece:
        for index in [0] * 20 + [1] * 5:
            piece.write(drawing(index))

    assert (tmp_path / "repeated.mp4").read_bytes() == (tmp_path / "again.mp4").read_bytes()


def test_a_repeated_frame_is_converted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conversions = []
    convert = film.encode._Converter.__call__
    monkeypatch.setattr(
        film.encode._Converter, "__call__", lambda self, frame: conversions.append(frame) or convert(self, frame)
    )
    with PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(drawing(0), repeat=30)

    assert len(conversions) == 1


def test_the_caller_may_draw_over_its_frame_at_once(tmp_path: Path) -> None:
    canvas = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    with PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
        for index in range(60):
            canvas[:] = drawing(index)
            piece.write(canvas)
            canvas[:] = 255

    assert (tmp_path / "piece.mp4").read_bytes() == write_piece(tmp_path / "copied.mp4", 60).read_bytes()


def test_close_tells_how_many_frames_the_piece_has(tmp_path: Path) -> None:
    piece = PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS)
    piece.write(drawing(0), repeat=4)
    piece.write(drawing(1))
    assert piece.close() == 5


def test_a_piece_has_no_name_before_it_is_whole(tmp_path: Path) -> None:
    piece = PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS)
    piece.write(drawing(0), repeat=100)
    assert not (tmp_path / "piece.mp4").exists()
    piece.close()
    assert [file.name for file in tmp_path.iterdir()] == ["piece.mp4"]


def test_an_aborted_piece_leaves_nothing(tmp_path: Path) -> None:
    piece = PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS)
    piece.write(drawing(0))
    piece.abort()
    assert not list(tmp_path.iterdir())


def test_an_exception_while_drawing_leaves_nothing_and_passes_on(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(drawing(0))
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("frame_count", [1, 400])
def test_a_full_disk_is_told_to_the_caller_in_one_clear_line(tmp_path: Path, frame_count: int) -> None:
    with pytest.raises(LessonError, match=r"piece\.mp4: no space left on the disk"):
        with PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
            for index in range(frame_count):
                piece.write(drawing(index))
    assert not list(tmp_path.iterdir())


def test_an_error_in_the_encoder_reaches_the_caller_and_blocks_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, frame: object) -> None:
        raise RuntimeError("the encoder broke")

    monkeypatch.setattr(film.encode._Converter, "__call__", fail)
    with pytest.raises(RuntimeError, match="the encoder broke"):
        with PieceWriter(tmp_path / "piece.mp4", WIDTH, HEIGHT, FPS) as piece:
            for index in range(200):
                piece.write(drawing(index))
    assert not list(tmp_path.iterdir())


def test_frames_of_another_shape_and_empty_pieces_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="uint8 of shape"), PieceWriter(tmp_path / "a.mp4", WIDTH, HEIGHT, 15) as piece:
        piece.write(np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    with pytest.raises(ValueError, match="at least once"), PieceWriter(tmp_path / "b.mp4", WIDTH, HEIGHT, FPS) as piece:
        piece.write(drawing(0), repeat=0)
    with pytest.raises(ValueError, match="at least one frame"), PieceWriter(tmp_path / "c.mp4", WIDTH, HEIGHT, FPS):
        pass
    with pytest.raises(ValueError, match="even width and height"):
        PieceWriter(tmp_path / "d.mp4", 321, HEIGHT, FPS)
    assert not list(tmp_path.iterdir())


def test_the_settings_key_changes_with_each_setting() -> None:
    changed = [EncoderSettings(crf=23), EncoderSettings(preset="fast"), EncoderSettings(threads=2)]
    assert len({settings.key for settings in (EncoderSettings(), *changed)}) == 4
    assert EncoderSettings().key == EncoderSettings().key
