"""Claims about clips: the film's frames, their own words, whole or not at all, and never made twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
import webvtt
from PIL import Image
from scipy.signal import correlate

import film.clips
import film.gif
from film.clips import Clip, make_clip
from film.clock import SAMPLE_RATE, TICKS_PER_SECOND, samples
from film.compile import lesson_voice
from film.encode import PieceWriter
from film.errors import LessonError
from film.gif import TooLarge, write_gif
from film.join import AAC_FRAME
from film.looping import FADE_TICKS, HOLD_TICKS, REST_TICKS, WAY_BACK_TICKS
from film.media import decoded_frames, frame_md5s, read_mp4
from film.plan import Plan, Source
from film.sound import integrated_loudness
from film.stitch import published_id
from film.store import Replacement

from .cutter import Cutter
from .small_films import FPS, HEIGHT, WIDTH

FORMATS = ("mp4", "webm", "gif")
PARTS = (("appear",), ("count",), ("count", "still"), ())
"""Beats of the first chapter; none for all of it."""


@pytest.mark.parametrize("beats", PARTS)
@pytest.mark.parametrize("options", [{}, {"silent": True}, {"loop": True}])
def test_a_clip_has_the_films_frames(cutter: Cutter, tmp_path: Path, beats: tuple[str, ...],
                                     options: dict[str, bool]) -> None:
    part = cutter.part(*beats)
    clip = cutter.cut(part, tmp_path / "clip.mp4", **options)
    wanted = frame_md5s(cutter.film)[cutter.frames_of(part)]
    assert len(set(wanted)) == part.ticks
    assert frame_md5s(clip.video)[:part.ticks] == wanted
    facts = read_mp4(clip.video)
    longer = WAY_BACK_TICKS if options.get("loop") else 0
    assert float(facts.video.duration) == pytest.approx(clip.seconds) == (part.ticks + longer) / TICKS_PER_SECOND
    assert facts.edit_lists == 0 and facts.chapters == () and facts.boxes.index("moov") < facts.boxes.index("mdat")


@pytest.mark.parametrize("ending", ["mp4", "webm"])
@pytest.mark.parametrize("beats", PARTS)
def test_it_says_its_own_sentences_where_the_film_does(cutter: Cutter, tmp_path: Path, beats: tuple[str, ...],
                                                       ending: str) -> None:
    part = cutter.part(*beats)
    sound = heard(cutter.cut(part, tmp_path / f"clip.{ending}").video)
    assert abs(len(sound) - samples(part.ticks)) < SAMPLE_RATE // FPS
    silent = np.ones(len(sound), bool)
    for number, (place, speech) in enumerate(spoken(cutter, part)):
        late = lateness(sound, speech, place)
        # What a beat says with its first sample comes as late as AAC needs it.
        assert abs(late - (AAC_FRAME if number == 0 and place < AAC_FRAME else 0)) <= 2
        silent[max(0, place - 2_048):place + len(speech) + 2_048] = False
    assert silent.any() and np.abs(sound[silent]).max() < 1e-3


@pytest.mark.parametrize("beats", PARTS)
def test_it_is_as_loud_as_the_film_and_begins_in_silence(cutter: Cutter, tmp_path: Path, beats: tuple[str, ...]) -> None:
    sound = heard(cutter.cut(cutter.part(*beats), tmp_path / "clip.mp4").video)
    assert integrated_loudness(sound) == pytest.approx(integrated_loudness(heard(cutter.film)), abs=0.3)
    assert np.abs(sound[:AAC_FRAME // 2]).max() < 1e-3


def test_its_track_is_silent_for_as_long_as_aac_needs(cutter: Cutter, tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    tracks = []
    joining = film.clips.join
    monkeypatch.setattr(film.clips, "join", lambda pieces, track, *more, **named: tracks.append(track) or
                        joining(pieces, track, *more, **named))
    for number, beats in enumerate(PARTS):
        cutter.cut(cutter.part(*beats), tmp_path / f"{number}.mp4")
    assert len(tracks) == len(PARTS) and not any(track[:AAC_FRAME].any() for track in tracks)
    assert any(beat.sentences[0].start == 0 for beat in cutter.part("count").beats)


@pytest.mark.parametrize("ending", FORMATS)
def test_its_captions_are_its_own_words_from_its_start(cutter: Cutter, tmp_path: Path, ending: str) -> None:
    part = cutter.part("count", "still")
    captions = webvtt.read(cutter.cut(part, tmp_path / f"clip.{ending}").captions)
    assert " ".join(cue.text for cue in captions).split() == [word.text for beat in part.beats for word in beat.words]
    assert captions[0].start_in_seconds < 0.1 and captions[-1].end_in_seconds <= part.ticks / TICKS_PER_SECOND


@pytest.mark.parametrize("ending", FORMATS)
def test_its_poster_is_its_last_picture(cutter: Cutter, tmp_path: Path, ending: str) -> None:
    clip = cutter.cut(cutter.part("appear", "count"), tmp_path / f"clip.{ending}", loop=True)
    *_, last = decoded_frames(cutter.pieces["first/count"])
    assert np.array_equal(np.asarray(Image.open(clip.poster)), last.rgb())


def test_a_picture_that_was_wiped_is_no_poster(cutter: Cutter, tmp_path: Path) -> None:
    part = cutter.part("appear", "count")
    (chapter,) = part.chapters
    wiped = replace(part, chapters=(replace(chapter, beats=(chapter.beats[0], replace(chapter.beats[1], screen=()))),))
    *_, last = decoded_frames(cutter.pieces["first/appear"])
    assert np.array_equal(np.asarray(Image.open(cutter.cut(wiped, tmp_path / "clip.mp4").poster)), last.rgb())


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_a_silent_clip_has_no_sound_stream(cutter: Cutter, tmp_path: Path, ending: str) -> None:
    clip = cutter.cut(cutter.part("count"), tmp_path / f"clip.{ending}", silent=True)
    with av.open(str(clip.video)) as container:
        assert [stream.type for stream in container.streams] == ["video"]
    assert clip.captions.exists() and clip.poster.exists()


@pytest.mark.parametrize("ending", FORMATS)
def test_a_looping_clip_ends_as_it_began(cutter: Cutter, tmp_path: Path, ending: str) -> None:
    part = cutter.part("count")
    pictures = rgb(cutter.cut(part, tmp_path / f"clip.{ending}", loop=True).video)
    assert len(pictures) == part.ticks + WAY_BACK_TICKS
    first, last, back = pictures[0], pictures[part.ticks - 1], pictures[part.ticks:]
    assert distance(first, last) > 3
    assert distance(pictures[-1], first) < 1
    assert all(distance(held, last) < 1 for held in back[:HOLD_TICKS])
    assert all(distance(resting, first) < 1 for resting in back[-REST_TICKS:])
    steps = [distance(one, first) for one in back[HOLD_TICKS:HOLD_TICKS + FADE_TICKS]]
    assert steps == sorted(steps, reverse=True)
    assert max(-np.diff([distance(first, last), *steps])) < distance(first, last) / 4


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_nothing_is_said_on_the_way_back(cutter: Cutter, tmp_path: Path, ending: str) -> None:
    part = cutter.part("count")
    sound = heard(cutter.cut(part, tmp_path / f"clip.{ending}", loop=True).video)
    assert abs(len(sound) - samples(part.ticks + WAY_BACK_TICKS)) < SAMPLE_RATE // FPS
    assert np.abs(sound[samples(part.ticks):]).max() < 1e-3


def test_a_webm_holds_the_films_pictures(cutter: Cutter, tmp_path: Path) -> None:
    part = cutter.part("count")
    clip = cutter.cut(part, tmp_path / "clip.webm")
    with av.open(str(clip.video)) as container:
        video, sound = container.streams.video[0], container.streams.audio[0]
        codec = video.codec_context
        assert (codec.name, sound.codec_context.name, sound.rate, sound.channels) == ("vp9", "opus", 48_000, 2)
        assert (codec.width, codec.height, codec.pix_fmt, video.average_rate) == (WIDTH, HEIGHT, "yuv420p", FPS)
        colors = (codec.color_primaries, codec.color_trc, codec.colorspace, codec.color_range)
        assert [int(value) for value in colors] == [1, 1, 1, 1]
    pictures = list(decoded_frames(clip.video))
    wanted = list(decoded_frames(cutter.pieces["first/count"]))
    times = [round(1000 * place / FPS) for place in range(part.ticks)]
    assert [round(picture.time * 1000) for picture in pictures] == times
    for picture, original in zip(pictures, wanted, strict=True):
        assert likeness(picture.rgb(), original.rgb()) > 33


@pytest.mark.parametrize("loop", [False, True])
def test_a_gif_holds_the_films_pictures_and_plays_once_or_for_ever(cutter: Cutter, tmp_path: Path, loop: bool) -> None:
    part = cutter.part("count")
    clip = cutter.cut(part, tmp_path / "clip.gif", loop=loop)
    with Image.open(clip.video) as gif:
        assert gif.size == (WIDTH, HEIGHT) and gif.info.get("loop") == (0 if loop else None)
        lengths = []
        for place in range(gif.n_frames):
            gif.seek(place)
            lengths.append(gif.info["duration"])
        assert set(lengths) <= {60, 70} and sum(lengths) == pytest.approx(clip.seconds * 1000, abs=10)
    wanted = rgb(cutter.pieces["first/count"])
    for picture, original in zip(rgb(clip.video), wanted):
        assert likeness(picture, original) > 25
        assert distance(picture[:25], original[:25]) <= 1, "the ground has another color"


@pytest.mark.parametrize(("height", "fps", "width"), [(480, 15, 852), (720, 30, 960), (720, 60, 960)])
def test_a_gif_is_no_wider_and_no_faster_than_a_slide_needs(tmp_path: Path, height: int, fps: int, width: int) -> None:
    with PieceWriter(tmp_path / "clip.mp4", height * 16 // 9 // 2 * 2, height, fps) as piece:
        for shade in np.linspace(20, 220, fps // 3, dtype=np.uint8):
            piece.write(np.full((height, height * 16 // 9 // 2 * 2, 4), shade))
    write_gif(tmp_path / "clip.mp4", tmp_path / "clip.gif", loop=False, comment="made")
    with Image.open(tmp_path / "clip.gif") as gif:
        assert gif.width == width and gif.n_frames == 5
    assert published_id(tmp_path / "clip.gif") == "made"


def test_a_gif_has_fewer_colors_then_fewer_pictures_to_be_small_enough(cutter: Cutter, tmp_path: Path,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    part = cutter.part("count")
    found = []
    limit = 10**9
    for rung in range(len(film.gif.LADDER)):
        monkeypatch.setattr(film.gif, "MOST_BYTES", limit)
        gif = cutter.cut(part, tmp_path / f"{rung}.gif").video
        assert gif.stat().st_size <= limit
        limit = gif.stat().st_size - 1
        pictures = rgb(gif)
        found.append((len(pictures), len(np.unique(np.concatenate(pictures) @ [1, 256, 256**2]))))
    most = [256, 128, 64, 32, 32]
    assert all(colors <= limit < 2 * colors for (_, colors), limit in zip(found, most, strict=True)), found
    assert [count for count, _ in found] == [part.ticks] * 4 + [-(-part.ticks * 10 // 15)]

    smallest = (limit + 1) / 1e6
    monkeypatch.setattr(film.gif, "MOST_BYTES", limit)
    (tmp_path / "too-large.gif").write_bytes(b"the old clip")
    said = rf"^would be {smallest:.1f} MB even with 32 colors and 10 frames a second, .*; take a shorter part"
    with pytest.raises(TooLarge, match=said):
        cutter.cut(part, tmp_path / "too-large.gif")
    assert {path.name for path in tmp_path.glob("*too-large*")} == {"too-large.gif"}
    assert (tmp_path / "too-large.gif").read_bytes() == b"the old clip"


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("options", [{}, {"loop": True}])
def test_a_clip_made_again_is_the_same_bytes(cutter: Cutter, tmp_path: Path, ending: str, options: dict[str, bool]) -> None:
    one, other = (cutter.cut(cutter.part("appear"), tmp_path / folder / f"clip.{ending}", **options) for folder in "ab")
    assert [path.read_bytes() for path in files(one)] == [path.read_bytes() for path in files(other)]


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("options", [{}, {"silent": True}, {"loop": True}])
def test_what_is_unchanged_is_not_made_again(cutter: Cutter, tmp_path: Path, ending: str, options: dict[str, bool]) -> None:
    part = cutter.part("count")
    clip = cutter.cut(part, tmp_path / f"clip.{ending}", **options)
    before = [marks(path) for path in files(clip)]
    assert make_clip(cutter.lesson, moved_down(part), cutter.quality, [Path("gone.mp4")], clip.video, **options) == clip
    assert [marks(path) for path in files(clip)] == before


def moved_down(part: Plan) -> Plan:
    """The plan after a line was added to the script above it, and another chapter cites one more source."""
    (chapter,) = part.chapters
    beats = []
    for beat in chapter.beats:
        sentences = tuple(replace(sentence, line=sentence.line + 1) for sentence in beat.sentences)
        beats.append(replace(beat, line=beat.line + 1, sentences=sentences))
    sources = (*part.sources, Source("other", "Another"))
    return replace(part, chapters=(replace(chapter, beats=tuple(beats)),), sources=sources)


def other_word(part: Plan) -> Plan:
    (chapter,) = part.chapters
    sentence, *rest = chapter.beats[0].sentences
    word, *words = sentence.words
    changed = replace(sentence, words=(replace(word, text="THESE"), *words))
    return replace(part, chapters=(replace(chapter, beats=(replace(chapter.beats[0], sentences=(changed, *rest)),)),))


def other_picture(part: Plan) -> Plan:
    (chapter,) = part.chapters
    return replace(part, chapters=(replace(chapter, beats=(replace(chapter.beats[0], fingerprint="another"),)),))


@pytest.mark.parametrize("change", [other_word, other_picture])
@pytest.mark.parametrize("ending", FORMATS)
def test_what_changed_is_made_again(cutter: Cutter, tmp_path: Path, ending: str, change: Callable[[Plan], Plan]) -> None:
    clip = cutter.cut(cutter.part("count"), tmp_path / f"clip.{ending}")
    before = [marks(path) for path in files(clip)]
    cutter.cut(change(cutter.part("count")), clip.video)
    assert not set(before) & {marks(path) for path in files(clip)}


@pytest.mark.parametrize("suffix", [".mp4", ".vtt", ".png"])
def test_what_was_lost_is_made_again(cutter: Cutter, tmp_path: Path, suffix: str) -> None:
    clip = cutter.cut(cutter.part("count"), tmp_path / "clip.mp4")
    whole = [path.read_bytes() for path in files(clip)]
    (tmp_path / f"clip{suffix}").write_bytes(b"something else")
    cutter.cut(cutter.part("count"), clip.video)
    assert [path.read_bytes() for path in files(clip)] == whole


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("loop", [False, True])
@pytest.mark.parametrize("damage", ["cut", "noise", "gone"])
def test_a_damaged_piece_is_named_and_the_old_clip_stays(cutter: Cutter, tmp_path: Path, ending: str, loop: bool,
                                                         damage: str) -> None:
    part, old = cutter.part("appear", "count"), tmp_path / "old"
    whole = cutter.pieces["first/count"].read_bytes()
    bad = tmp_path / "bad.mp4"
    if damage != "gone":
        bad.write_bytes(whole[:len(whole) // 2] if damage == "cut" else np.random.default_rng(0).bytes(5_000))
    old.mkdir()
    for suffix in (ending, "vtt", "png"):
        (old / f"clip.{suffix}").write_bytes(b"the old one")
    said = "is missing; run again" if damage == "gone" else "is damaged; delete it and run again"
    with pytest.raises(LessonError, match=rf"bad\.mp4: {said}"):
        make_clip(cutter.lesson, part, cutter.quality, [cutter.pieces["first/appear"], bad], old / f"clip.{ending}", loop=loop)
    assert [path.read_bytes() for path in old.iterdir()] == [b"the old one"] * 3
    assert not list(cutter.lesson.build.glob(".*"))


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("full", ["video", "vtt", "png", "build"])
def test_on_a_full_disk_the_old_clip_stays(cutter: Cutter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str,
                                           full: str) -> None:
    old = {f"clip.{suffix}": b"the old one" for suffix in (ending, "vtt", "png")}
    for name, content in old.items():
        (tmp_path / name).write_bytes(content)
    made = Replacement.__init__

    def on_a_full_disk(self: Replacement, path: Path) -> None:
        made(self, path)
        where = {"video": path.suffix == f".{ending}" and path.parent == tmp_path, "vtt": path.suffix == ".vtt",
                 "png": path.suffix == ".png", "build": path.name == "back.mp4"}
        if where[full]:
            self.temporary.symlink_to("/dev/full")

    monkeypatch.setattr(Replacement, "__init__", on_a_full_disk)
    named = {"video": rf"clip\.{ending}", "build": r"back\.mp4"}.get(full, rf"clip\.{full}")
    with pytest.raises(LessonError, match=rf"{named}: no space left on the disk"):
        cutter.cut(cutter.part("count"), tmp_path / f"clip.{ending}", loop=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old
    assert not list(cutter.lesson.build.glob(".*"))


def files(clip: Clip) -> tuple[Path, Path, Path]:
    return clip.video, clip.captions, clip.poster


def marks(path: Path) -> tuple[int, int]:
    return path.stat().st_ino, path.stat().st_mtime_ns


def heard(path: Path) -> np.ndarray:
    """The decoded sound, mono."""
    with av.open(str(path)) as container:
        return np.concatenate([frame.to_ndarray().mean(axis=0, dtype=np.float32) for frame in container.decode(audio=0)])


def spoken(cutter: Cutter, part: Plan) -> list[tuple[int, np.ndarray]]:
    """The sample at which each sentence starts in the film's own time, counted from the part's start; and its sound."""
    voice = lesson_voice(cutter.lesson, "tones")
    return [(samples(beat.start) + sentence.start, voice.say(sentence.text).samples)
            for beat in part.beats for sentence in beat.sentences]


def lateness(sound: np.ndarray, speech: np.ndarray, place: int, reach: int = 2_000) -> int:
    """How many samples after `place` the speech is heard."""
    before = min(reach, place)
    around = sound[place - before:place + len(speech) + reach]
    return int(correlate(around, speech, "valid").argmax()) - before


def rgb(path: Path) -> list[np.ndarray]:
    """The decoded pictures."""
    if path.suffix != ".gif":
        return [frame.rgb() for frame in decoded_frames(path)]
    with Image.open(path) as gif:
        return [np.asarray(gif.convert("RGB")) for place in range(gif.n_frames) if gif.seek(place) is None]


def distance(one: np.ndarray, other: np.ndarray) -> float:
    """Mean difference of two pictures, of 255."""
    return float(np.abs(one.astype(int) - other).mean())


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    """Peak signal to noise, in decibels."""
    return float(10 * np.log10(255**2 / max(np.mean((one.astype(float) - other) ** 2), 1e-9)))
