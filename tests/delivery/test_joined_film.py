"""Claims about the delivered MP4: every frame, one rate, one start, whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

import film.join
from film.clock import SAMPLE_RATE, samples
from film.encode import EncoderSettings, PieceWriter
from film.errors import LessonError
from film.join import ChapterMark, join
from film.media import MediaFacts, decoded_sound, frame_md5s, read_mp4

from .small_films import FPS, HEIGHT, WIDTH, drawing, write_piece

LENGTHS = (1, 2, 3, 200, 7, 8, 1, 1, 33, 60)
TICKS = sum(LENGTHS)
METADATA = {"title": "Who waits; for = what # \\ and why", "comment": "plan 0123456789abcdef"}
MARKS = (
    ChapterMark("One = ; # \\ 1", 0, 100),
    ChapterMark("Zwei – «deux» 三", 100, 101),
    ChapterMark("A" * 70, 101, TICKS),
)


def steady_tone(tick_count: int) -> np.ndarray:
    track = 0.2 * np.sin(2 * np.pi * 440 * np.arange(samples(tick_count)) / SAMPLE_RATE)
    return track.astype(np.float32)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("pieces")
    return [write_piece(folder / f"{place}.mp4", length, seed=place) for place, length in enumerate(LENGTHS)]


@pytest.fixture(scope="module")
def ten_joined(pieces: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("joined") / "film.mp4"
    join(pieces, steady_tone(TICKS), target, fps=FPS, chapters=MARKS, metadata=METADATA)
    return target


@pytest.fixture(scope="module")
def facts(ten_joined: Path) -> MediaFacts:
    return read_mp4(ten_joined)


def test_ten_pieces_joined_keep_every_frame(pieces: list[Path], ten_joined: Path) -> None:
    alone = [md5 for piece in pieces for md5 in frame_md5s(piece)]
    assert len(set(alone)) == TICKS
    assert frame_md5s(ten_joined) == alone


def test_the_rate_is_constant(facts: MediaFacts) -> None:
    assert facts.video.frame_times == tuple(Fraction(index, FPS) for index in range(TICKS))
    assert facts.video.duration == Fraction(TICKS, FPS)


def test_a_keyframe_comes_at_least_every_half_second(facts: MediaFacts) -> None:
    ends = (*facts.video.keyframe_times[1:], facts.video.duration)
    assert max(end - start for start, end in zip(facts.video.keyframe_times, ends)) <= Fraction(1, 2)


def test_every_piece_still_starts_with_a_keyframe(facts: MediaFacts) -> None:
    starts = {Fraction(sum(LENGTHS[:place]), FPS) for place in range(len(LENGTHS))}
    assert starts <= set(facts.video.keyframe_times)


def test_both_streams_start_at_zero_and_end_together(facts: MediaFacts) -> None:
    assert facts.video.start == facts.sound.start == 0
    assert facts.video.duration == facts.sound.duration


def test_there_is_no_edit_list_and_the_index_comes_first(facts: MediaFacts) -> None:
    assert facts.edit_lists == 0
    assert facts.boxes.index("moov") < facts.boxes.index("mdat")


def test_the_reader_counts_edit_lists_where_there_are_some(pieces: list[Path]) -> None:
    ordinary = read_mp4(pieces[3])
    assert ordinary.edit_lists == 1
    assert ordinary.boxes.index("moov") > ordinary.boxes.index("mdat")


def test_picture_and_sound_of_the_same_second_lie_together_in_the_file(ten_joined: Path) -> None:
    with av.open(str(ten_joined)) as container:
        packets = [packet for packet in container.demux(video=0, audio=0) if packet.dts is not None]
        latest = {"video": 0.0, "audio": 0.0}
        for packet in sorted(packets, key=lambda packet: packet.pos):
            latest[packet.stream.type] = float(packet.dts * packet.time_base)
            assert abs(latest["video"] - latest["audio"]) < 1


def test_streams_are_what_players_and_slides_ask_for(facts: MediaFacts) -> None:
    video, sound = facts.video, facts.sound
    assert (video.codec, video.profile, video.pix_fmt, video.colors) == ("h264", "High", "yuv420p", (1, 1, 1, 1))
    assert (video.width, video.height, video.sample_aspect) == (WIDTH, HEIGHT, 1)
    assert (sound.codec, sound.profile, sound.rate, sound.channels) == ("aac", "LC", 48_000, 2)


def test_chapters_keep_their_titles_and_follow_one_another_to_the_end(facts: MediaFacts) -> None:
    assert [chapter.title for chapter in facts.chapters] == [mark.title for mark in MARKS]
    assert [chapter.start for chapter in facts.chapters[1:]] == [chapter.end for chapter in facts.chapters[:-1]]
    assert facts.chapters[0].start == 0
    assert abs(facts.chapters[-1].end - facts.video.duration) <= Fraction(1, 1000)
    for chapter, mark in zip(facts.chapters, MARKS):
        assert abs(chapter.start - Fraction(mark.start_tick, 15)) <= Fraction(1, 1000)


def test_title_and_plan_are_kept(facts: MediaFacts) -> None:
    assert METADATA.items() <= facts.metadata.items()


def test_a_tone_through_ten_joins_stays_smooth(ten_joined: Path) -> None:
    """After AAC's first 1,024 samples and before its last no sample is off by more than 1 % of the amplitude."""
    track, decoded = steady_tone(TICKS), decoded_sound(ten_joined)
    inside = slice(2_048, -2_048)
    assert np.abs(decoded - track)[inside].max() < 0.002

    # Where pieces meet, the bend of the wave is that of a sine and nothing more.
    bend = np.abs(np.diff(decoded, 2))
    usual = bend[inside].mean() * np.pi / 2
    for place in np.cumsum(LENGTHS)[:-1] * 3_200:
        around = bend[max(2_048, place - 1_024) : place + 1_024]
        assert around.max() < 1.2 * usual


def test_joining_again_gives_the_same_bytes(pieces: list[Path], ten_joined: Path, tmp_path: Path) -> None:
    join(pieces, steady_tone(TICKS), tmp_path / "again.mp4", fps=FPS, chapters=MARKS, metadata=METADATA)
    assert (tmp_path / "again.mp4").read_bytes() == ten_joined.read_bytes()


@pytest.mark.parametrize(("frame_count", "fps"), [(1, 15), (1, 60), (2, 60), (3, 60), (121, 30)])
def test_films_of_one_piece_hold_the_same_promises(tmp_path: Path, frame_count: int, fps: int) -> None:
    piece = write_piece(tmp_path / "piece.mp4", frame_count, fps=fps)
    track = np.zeros(frame_count * SAMPLE_RATE // fps, np.float32)
    join([piece], track, tmp_path / "film.mp4", fps=fps)

    facts = read_mp4(tmp_path / "film.mp4")
    assert frame_md5s(tmp_path / "film.mp4") == frame_md5s(piece)
    assert facts.video.frame_times == tuple(Fraction(index, fps) for index in range(frame_count))
    assert facts.video.start == facts.sound.start == 0
    assert abs(facts.video.duration - facts.sound.duration) <= Fraction(1, fps)
    assert facts.edit_lists == 0
    assert facts.chapters == ()
    assert len(decoded_sound(tmp_path / "film.mp4")) == len(track)


def test_without_a_track_there_is_no_sound_stream(pieces: list[Path], tmp_path: Path) -> None:
    join(pieces[:3], None, tmp_path / "film.mp4", fps=FPS)
    facts = read_mp4(tmp_path / "film.mp4")
    assert facts.sound is None and facts.video.start == 0 and facts.edit_lists == 0
    assert frame_md5s(tmp_path / "film.mp4") == [md5 for piece in pieces[:3] for md5 in frame_md5s(piece)]


@pytest.mark.parametrize("damage", ["empty", "cut", "noise", "zeros", "no piece at all"])
def test_a_damaged_piece_is_named_and_the_old_film_stays(
    pieces: list[Path], tmp_path: Path, damage: str
) -> None:
    whole = pieces[3].read_bytes()
    body = whole.index(b"mdat") + 4
    bad = tmp_path / "bad.mp4"
    bad.write_bytes(
        {
            "empty": b"",
            "cut": whole[: len(whole) // 2],
            "noise": np.random.default_rng(0).bytes(5_000),
            "zeros": whole[: body + 2_000] + bytes(4_096) + whole[body + 2_000 + 4_096 :],
            "no piece at all": b"I am a text.\n" * 300,
        }[damage]
    )
    target = tmp_path / "film.mp4"
    target.write_bytes(b"the old film")

    with pytest.raises(LessonError, match=r"bad\.mp4: is damaged; delete it"):
        join([pieces[4], bad], steady_tone(7 + 200), target, fps=FPS)
    assert target.read_bytes() == b"the old film"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.mp4", "film.mp4"]


def test_a_piece_whose_content_a_power_cut_lost_is_named(tmp_path: Path) -> None:
    """Zeros read like H.264 units of no length, if there are the right number of them."""
    for seed in range(100):
        lost = write_piece(tmp_path / "lost.mp4", 1, seed)
        with av.open(str(lost)) as container:
            packet = next(container.demux(video=0))
            place, size = packet.pos, packet.size
        if size % 4 == 0:
            break
    lost.write_bytes(lost.read_bytes()[:place] + bytes(size) + lost.read_bytes()[place + size :])
    with pytest.raises(LessonError, match=r"lost\.mp4: is damaged"):
        join([lost], steady_tone(1), tmp_path / "film.mp4", fps=FPS)


def test_a_missing_piece_is_named(pieces: list[Path], tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"gone\.mp4: is missing"):
        join([pieces[0], tmp_path / "gone.mp4"], steady_tone(2), tmp_path / "film.mp4", fps=FPS)


def test_a_piece_of_another_setting_is_named(pieces: list[Path], tmp_path: Path) -> None:
    with PieceWriter(tmp_path / "other.mp4", WIDTH, HEIGHT, FPS, EncoderSettings(b_frames=0)) as other:
        other.write(drawing(0))
    with pytest.raises(LessonError, match=r"other\.mp4: has another size or other settings"):
        join([pieces[0], tmp_path / "other.mp4"], steady_tone(2), tmp_path / "film.mp4", fps=FPS)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"track": steady_tone(3)}, "samples of sound for 2 frames"),
        ({"pieces": []}, "at least one piece"),
        ({"fps": 30}, "not 30"),
        ({"chapters": [ChapterMark("late", 1, 2)]}, "not after 0"),
        ({"chapters": [ChapterMark("short", 0, 1)]}, "the chapters end at tick 1"),
        ({"chapters": [ChapterMark("a", 0, 1), ChapterMark("none", 1, 1)]}, "not after 1"),
        ({"metadata": {"plan": "1"}}, "does not keep metadata named plan"),
    ],
)
def test_what_does_not_fit_is_refused(
    pieces: list[Path], tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    fitting = {"pieces": [pieces[1]], "track": steady_tone(2), "target": tmp_path / "film.mp4", "fps": FPS}
    with pytest.raises(ValueError, match=complaint):
        join(**{**fitting, **change})
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("full_disk")
def test_on_a_full_disk_the_old_film_stays(pieces: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "film.mp4"
    target.write_bytes(b"the old film")
    with pytest.raises(LessonError, match=r"film\.mp4: no space left on the disk"):
        join(pieces, steady_tone(TICKS), target, fps=FPS)
    assert target.read_bytes() == b"the old film"
    assert [file.name for file in tmp_path.iterdir()] == ["film.mp4"]


@pytest.mark.parametrize("packets", [1, 300])
def test_killed_midway_a_join_leaves_no_film_under_its_name(
    pieces: list[Path], tmp_path: Path, packets: int
) -> None:
    script = f"""
import os, signal, numpy as np
from itertools import count
from pathlib import Path
import film.join as joiner

packets = joiner._picture_packets
def killed(*arguments):
    for number, packet in enumerate(packets(*arguments), 1):
        if number == {packets}:
            os.kill(os.getpid(), signal.SIGKILL)
        yield packet
joiner._picture_packets = killed
pieces = [Path(name) for name in {[str(piece) for piece in pieces]}]
joiner.join(pieces, np.zeros({samples(TICKS)}, np.float32), Path({str(tmp_path / "film.mp4")!r}), fps={FPS})
"""
    ended = subprocess.run([sys.executable, "-c", script], cwd=Path(film.join.__file__).parents[1], env=os.environ)
    assert ended.returncode == -signal.SIGKILL
    assert not (tmp_path / "film.mp4").exists()
