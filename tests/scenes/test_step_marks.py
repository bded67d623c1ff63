"""A step begins for ear and eye at once: its name is said at its mark, and there its chip lights up."""

from __future__ import annotations

import re

import pytest
from rides import FACTS, LESSON, Rides, script_of

from film.compile import lesson_voice
from film.script import Beat
from film.timing import time_chapter
from training.lesson import SEED

CHAPTERS = {"conventional_pipeline": [1, 2, 3, 4, 5, 6], "learnable_pipeline": [3, 7, 8, 9]}
"""The steps that each chapter tells."""
STEPS = [(chapter, number) for chapter, numbers in CHAPTERS.items() for number in numbers]
LATEST = 1
"""Ticks by which the picture may trail the word."""


def told(chapter: str) -> list[tuple[int, Beat]]:
    """The steps that a chapter's beats are tagged with, in the order of the beats."""
    return [(int(tag.removeprefix("step-")), beat) for beat in script_of(chapter).beats for tag in beat.tags if tag.startswith("step-")]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_tells_each_of_its_steps_in_one_beat_and_in_order(chapter: str) -> None:
    assert [number for number, _ in told(chapter)] == CHAPTERS[chapter]


@pytest.mark.parametrize("chapter, number", STEPS)
def test_the_word_at_a_steps_mark_is_a_form_of_its_name(chapter: str, number: int) -> None:
    (word,) = [sentence.words[mark.word] for sentence in dict(told(chapter))[number].sentences for mark in sentence.marks
               if mark.name == "step"]
    assert stem(word) in map(stem, FACTS[SEED].learnable.step(number).name.split())


@pytest.mark.slow
@pytest.mark.parametrize("chapter, number", STEPS)
def test_the_play_at_a_steps_mark_lights_its_chip_at_once(chapter: str, number: int) -> None:
    timings, beat = time_chapter(script_of(chapter), lesson_voice(LESSON, LESSON.default_voice), LESSON.pauses), dict(told(chapter))[number].id
    mark = next(dict(timing.marks)["step"] for timing in timings if timing.id == beat)
    rides = Rides.of(chapter, SEED, timings)
    play = next(play for play in rides.plays[beat] if play.tick >= mark)
    assert play.step == number and play.tick - mark <= LATEST and rides.late[beat].get("step", 0) <= LATEST


def test_forms_of_a_word_have_one_stem_and_different_words_do_not() -> None:
    forms = [("sample", "samples,", "Sampling"), ("load", "loading.", "loads"), ("states", "state"), ("update", "updating"), ("all-reduce",)]
    stems = [{stem(word) for word in words} for words in forms]
    assert all(len(same) == 1 for same in stems) and len(set.union(*stems)) == len(forms)


def stem(word: str) -> str:
    """A word without case, punctuation and ending."""
    return re.sub(r"(e|es|ed|ing|s)$", "", word.lower().strip(".,:;!?"))
