"""The clock and the layout of sound in time: rounded once, upwards; many short lines lose nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from film.clock import SAMPLES_PER_TICK, frames, nearest_tick, samples, seconds, ticks, timestamp
from film.lesson import Pauses
from film.plan import words_per_minute
from film.script import Script, read_script
from film.speech import Speech, Word
from film.timing import BeatTiming, time_chapter

PAUSES = Pauses(start=0.21, sentence=0.3, beat=0.13, reveal=0.77, chapter=1.01)


class OddVoice:
    """Each sentence is a sample longer than the one before; words share it evenly."""

    key = "odd"

    def __init__(self) -> None:
        self.length = 4_801

    def say(self, sentence: str) -> Speech:
        self.length += 1
        words = sentence.split()
        edges = np.linspace(0, self.length, len(words) + 1).astype(int).tolist()
        return Speech(np.zeros(self.length, np.float32), tuple(map(Word, words, edges, edges[1:])))


def script(folder: Path, body: str) -> Script:
    path = folder / "chapter.md"
    path.write_text(f"# Title\n> question: Why?\n{body}", encoding="utf-8")
    return read_script(path, None, (), ("reveal", "define"))


def timed(folder: Path, body: str) -> tuple[BeatTiming, ...]:
    return time_chapter(script(folder, body), OddVoice(), PAUSES)


def test_lengths_are_rounded_upwards_once() -> None:
    assert [ticks(count) for count in (0, 1, SAMPLES_PER_TICK, SAMPLES_PER_TICK + 1)] == [0, 1, 1, 2]
    assert all(ticks(samples(count)) == count and nearest_tick(seconds(count)) == count for count in range(30_000))


@pytest.mark.parametrize("fps", [15, 30, 60])
def test_a_tick_is_a_whole_number_of_frames_and_samples(fps: int) -> None:
    assert all(frames(count, fps) * 48_000 == samples(count) * fps for count in range(1_000))


def test_a_rate_that_cuts_ticks_is_refused() -> None:
    with pytest.raises(ValueError, match="25 frames"):
        frames(1, 25)


def test_time_stamps_carry_into_the_next_second() -> None:
    assert timestamp(48_000 * 3_600 - 1) == "01:00:00.000"
    assert timestamp(72_025, ",") == "00:00:01,501"


def test_a_hundred_short_lines_follow_each_other_to_the_sample(tmp_path: Path) -> None:
    (beat,) = timed(tmp_path, "## one\n" + "Yes. " * 100)
    pause = round(PAUSES.sentence * 48_000)
    assert beat.sentences[0].start == round(PAUSES.start * 48_000)
    assert [b.start - a.end for a, b in zip(beat.sentences, beat.sentences[1:])] == [pause] * 99
    spoken = sum(sentence.end - sentence.start for sentence in beat.sentences)
    assert spoken == sum(range(4_802, 4_902))
    assert samples(beat.ticks - 1) < beat.sentences[-1].end + round(PAUSES.chapter * 48_000) <= samples(beat.ticks)


def test_a_hundred_short_beats_never_overlap_and_waste_less_than_a_tick_each(tmp_path: Path) -> None:
    beats = timed(tmp_path, "".join(f"## beat-{number}\nYes.\n" for number in range(100)))
    rests = [samples(beat.ticks) - beat.sentences[-1].end - round(PAUSES.beat * 48_000) for beat in beats[:-1]]
    assert all(0 <= rest < SAMPLES_PER_TICK for rest in rests)


def test_words_lie_inside_their_sentence(tmp_path: Path) -> None:
    (beat,) = timed(tmp_path, "## one\nOne two three. Four five.")
    for sentence in beat.sentences:
        assert " ".join(word.text for word in sentence.words) == sentence.text
        assert (sentence.words[0].start, sentence.words[-1].end) == (sentence.start, sentence.end)


def test_a_mark_is_the_tick_in_which_its_word_begins(tmp_path: Path) -> None:
    (beat,) = timed(tmp_path, '## one\n<bookmark mark="first"/>One <bookmark mark="second"/>two. <bookmark mark="end"/>')
    one, two = beat.sentences[0].words
    assert beat.marks == (("first", one.start // 3_200), ("second", two.start // 3_200), ("end", two.end // 3_200))


def test_a_pause_in_the_script_takes_the_place_of_the_usual_one(tmp_path: Path) -> None:
    (beat,) = timed(tmp_path, '## one\n<pause seconds="1"/> One. <pause seconds="2.5"/> Two. Three. <pause seconds="0.5"/>')
    one, two, three = beat.sentences
    assert one.start == round((PAUSES.start + 1) * 48_000)
    assert (two.start - one.end, three.start - two.end) == (120_000, round(PAUSES.sentence * 48_000))
    assert beat.ticks == ticks(three.end + 24_000 + round(PAUSES.chapter * 48_000))


def test_reveals_get_a_longer_breath(tmp_path: Path) -> None:
    beats = timed(tmp_path, "## one\nOne.\n## two\n> tags: reveal\nTwo.\n## three\nThree.")
    breaths = [beat.ticks - ticks(beat.sentences[-1].end) for beat in beats]
    assert breaths[0] < breaths[1] < breaths[2]


def test_words_a_minute_count_speech_alone(tmp_path: Path) -> None:
    (beat,) = timed(tmp_path, '## one\nOne two. <pause seconds="9"/> Three four.')
    assert words_per_minute(beat.sentences) == pytest.approx(60 * 4 / ((4_802 + 4_803) / 48_000))
    assert words_per_minute(()) == 0
