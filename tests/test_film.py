"""Claims about the film itself: `render.py video -ql` is run as a user runs it, and the files it leaves are judged."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pyloudnorm
import pytest
import srt
import webvtt
from markdown_it import MarkdownIt
from scipy.signal import correlate, resample_poly

from film.clock import SAMPLE_RATE, TICKS_PER_SECOND, frames, samples
from film.compile import lesson_voice
from film.lesson import LOOK, Lesson, Quality, load_lesson
from film.media import MediaFacts, decoded_frames, decoded_sound, read_mp4
from film.plan import Plan
from film.script import read_script
from film.theme import load_theme

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Film:
    """The finished film and everything it should agree with."""

    path: Path
    lesson: Lesson
    quality: Quality
    plan: Plan
    facts: MediaFacts


def render(*arguments: str) -> str:
    """What `render.py` prints, given these arguments; it has to succeed."""
    done = subprocess.run([sys.executable, "render.py", *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def film() -> Film:
    lesson = load_lesson(ROOT)
    quality = lesson.quality("l")
    path = ROOT / render("video", "-ql").splitlines()[-1].partition(": ")[0]
    return Film(path, lesson, quality, Plan.from_json(render("plan", "--json").encode()), read_mp4(path))


def test_it_has_every_chapter_of_the_lesson(film: Film) -> None:
    assert [chapter.id for chapter in film.plan.chapters] == [chapter.id for chapter in film.lesson.chapters]


def test_its_streams_are_what_players_and_slides_ask_for(film: Film) -> None:
    video, sound = film.facts.video, film.facts.sound
    assert (video.codec, video.profile, video.pix_fmt, video.colors) == ("h264", "High", "yuv420p", (1, 1, 1, 1))
    assert (video.width, video.height, video.sample_aspect) == (film.quality.width, film.quality.height, 1)
    assert (sound.codec, sound.profile, sound.rate, sound.channels) == ("aac", "LC", 48_000, 2)


def test_it_takes_less_than_ten_minutes_of_a_lecture(film: Film) -> None:
    assert film.plan.ticks <= (9 * 60 + 55) * TICKS_PER_SECOND


def test_it_is_as_long_as_planned_at_one_rate(film: Film) -> None:
    count = frames(film.plan.ticks, film.quality.fps)
    assert film.facts.video.frame_times == tuple(Fraction(index, film.quality.fps) for index in range(count))
    assert film.facts.video.duration == Fraction(film.plan.ticks, TICKS_PER_SECOND)


def test_picture_and_sound_start_at_zero_and_end_together(film: Film) -> None:
    video, sound = film.facts.video, film.facts.sound
    assert video.start == sound.start == 0
    assert abs(video.duration - sound.duration) <= Fraction(1, film.quality.fps)


def test_it_starts_at_once_and_can_be_sought(film: Film) -> None:
    assert film.facts.edit_lists == 0
    assert film.facts.boxes.index("moov") < film.facts.boxes.index("mdat")
    keyframes = (*film.facts.video.keyframe_times, film.facts.video.duration)
    assert max(after - before for before, after in zip(keyframes, keyframes[1:])) <= Fraction(1, 2)


def test_every_frame_decodes_and_every_beat_ends_with_its_picture(film: Film) -> None:
    """What the plan leaves on screen is seen in the film: far more than noise differs from the bare background."""
    background = np.array(bytearray.fromhex(load_theme(ROOT / LOOK).color("background").removeprefix("#")), int)
    last_frames = {frames(beat.end, film.quality.fps) - 1: beat for beat in film.plan.beats}
    count = 0
    for count, frame in enumerate(decoded_frames(film.path), 1):
        beat = last_frames.get(count - 1)
        if beat is not None:
            drawn = (np.abs(frame.rgb().astype(int) - background).max(axis=2) > 24).mean()
            assert drawn >= 0.003 if beat.screen else drawn < 0.003, f"{beat.name} ends with {drawn:.2%} drawn"
    assert count == frames(film.plan.ticks, film.quality.fps)


def test_its_chapter_marks_are_the_scripts_titles_in_their_places(film: Film) -> None:
    sources = {source.id: source.text for source in film.plan.sources}
    titles = [read_script(chapter.script, film.lesson.facts, sources, film.lesson.tags).title
              for chapter in film.lesson.chapters]
    marks = film.facts.chapters
    assert [mark.title for mark in marks] == titles
    for mark, chapter in zip(marks, film.plan.chapters):
        assert abs(mark.start - Fraction(chapter.start, TICKS_PER_SECOND)) <= Fraction(1, 1000)
        assert abs(mark.end - Fraction(chapter.end, TICKS_PER_SECOND)) <= Fraction(1, 1000)


def test_its_loudness_is_that_of_spoken_programs(film: Film) -> None:
    sound = both_channels(film.path)
    assert pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness(sound) == pytest.approx(-16, abs=1)
    assert 20 * np.log10(np.abs(resample_poly(sound, 8, 1)).max()) <= -1


def test_every_sentence_is_heard_at_its_place(film: Film) -> None:
    sound = decoded_sound(film.path)
    for chapter in film.plan.chapters:
        voice = lesson_voice(film.lesson, chapter.voice)
        for beat in chapter.beats:
            for sentence in beat.sentences:
                place = samples(beat.start) + sentence.start
                likeness = best_likeness(voice.say(sentence.text).samples, sound, place)
                assert likeness >= 0.9, f"{beat.name}: {sentence.text!r} is not heard at {place / SAMPLE_RATE:.2f} s"


def test_its_captions_say_every_word_in_order_while_it_plays(film: Film) -> None:
    shown = [(moment(cue.start), moment(cue.end), cue.text) for cue in webvtt.read(beside(film, ".vtt"))]
    spoken = [word.text for beat in film.plan.beats for word in beat.words]
    assert " ".join(text for *_, text in shown).split() == spoken
    times = [time for start, end, _ in shown for time in (start, end)]
    assert times == sorted(times)
    assert times[-1].total_seconds() <= film.facts.video.duration

    subtitles = list(srt.parse(beside(film, ".srt").read_text(encoding="utf-8")))
    assert [(cue.start, cue.end, cue.content) for cue in subtitles] == shown


def test_its_transcript_has_every_chapter_sentence_and_source(film: Film) -> None:
    transcript = as_read(beside(film, ".md"))
    for chapter in film.plan.chapters:
        assert chapter.title in transcript
    for source in film.plan.sources:
        assert source.text in transcript
    for beat in film.plan.beats:
        for sentence in beat.sentences:
            assert sentence.text in transcript


def test_film_captions_and_transcript_name_the_same_plan(film: Film) -> None:
    assert film.facts.metadata["title"] == film.plan.title
    assert film.facts.metadata["comment"].startswith(film.plan.id)
    for suffix in (".vtt", ".md"):
        assert film.plan.id in beside(film, suffix).read_text(encoding="utf-8")


def test_rendering_again_leaves_the_film_alone_and_takes_a_moment(film: Film) -> None:
    before, started = film.path.stat(), time.monotonic()
    render("video", "-ql")
    after = film.path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert time.monotonic() - started < 10


def beside(film: Film, suffix: str) -> Path:
    """A file that came with the film."""
    return film.path.with_suffix(suffix)


def as_read(markdown: Path) -> str:
    """The words of a Markdown file, without its marks."""
    blocks = MarkdownIt().parse(markdown.read_text(encoding="utf-8"))
    return " ".join(part.content for block in blocks for part in block.children or ())


def moment(text: str) -> timedelta:
    """The time that `HH:MM:SS.mmm` stands for."""
    hours, minutes, seconds = text.split(":")
    return timedelta(hours=int(hours), minutes=int(minutes), milliseconds=round(float(seconds) * 1000))


def both_channels(path: Path) -> np.ndarray:
    """The decoded sound, shape (n, 2)."""
    with av.open(str(path)) as container:
        blocks = [frame.to_ndarray() for frame in container.decode(audio=0)]
    return np.concatenate(blocks, axis=1).T


def best_likeness(sentence: np.ndarray, sound: np.ndarray, place: int, reach: int = SAMPLE_RATE // 60) -> float:
    """Normalized cross-correlation of `sentence` with `sound`: the highest within `reach` samples of `place`."""
    first = max(0, place - reach)
    around = sound[first : place + len(sentence) + reach].astype(float)
    sentence = sentence.astype(float)
    energy = np.concatenate([[0], np.cumsum(around**2)])
    energy = energy[len(sentence) :] - energy[: -len(sentence)]
    return float((correlate(around, sentence, "valid") / np.sqrt(energy * (sentence @ sentence) + 1e-12)).max())
