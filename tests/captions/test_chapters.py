"""Chapters: one list for the MP4 and for YouTube, and what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from film.chapters import chapter_faults, chapter_marks, clock_time, youtube_list

from .plans import Part, film, steady

BEAT = [steady("So it is said.", rate=20)]


def titled(*titles: str, beats: int = 1):
    """A film of chapters with these titles, each at least 12 s long."""
    return film(*(Part([BEAT] * beats, title) for title in titles))


THREE = titled("The opening", "The graph", "Side by side", beats=3)


def test_marks_lead_from_the_first_tick_to_the_last_without_a_gap():
    marks = chapter_marks(THREE)
    assert [mark.title for mark in marks] == ["The opening", "The graph", "Side by side"]
    assert marks[0].start_tick == 0
    assert marks[-1].end_tick == THREE.ticks
    assert all(one.end_tick == other.start_tick for one, other in zip(marks, marks[1:], strict=False))


def test_youtube_understands_every_line_and_reads_the_marks_titles():
    lines = youtube_list(THREE).splitlines()
    assert all(re.match(r"^(\d+:)?\d{1,2}:\d{2} \S", line) for line in lines)
    assert lines[0] == "0:00 The opening"
    assert [line.split(" ", 1)[1] for line in lines] == [mark.title for mark in chapter_marks(THREE)]


def test_times_are_rounded_down_so_that_a_chapters_first_word_is_heard():
    assert [clock_time(tick) for tick in (0, 14, 15, 15 * 65 + 14, 15 * 3661)] == ["0:00", "0:00", "0:01", "1:05", "1:01:01"]


def test_a_sound_film_has_no_faults():
    assert chapter_faults(THREE) == []


def test_a_film_of_one_chapter_is_listed_and_told_that_it_is_too_few():
    one = titled("The opening")
    assert youtube_list(one) == "0:00 The opening\n"
    assert len(chapter_marks(one)) == 1
    assert chapter_faults(one) == ["YouTube shows chapters from 3 on; this film has 1"]


def shifted(plan):
    """The film with everything after the first chapter a tick later."""
    first, *others = plan.chapters
    moved = [replace(chapter, beats=tuple(replace(beat, start=beat.start + 1) for beat in chapter.beats))
             for chapter in others]
    return replace(plan, chapters=(first, *moved))


@pytest.mark.parametrize(("plan", "says"), [
    (film(*[Part([[steady("Short.")]])] * 3), "under 10 s"),
    (titled("a", "b", "c" * 50), "50 characters; the timeline shows about 49"),
    (titled("a", "b", "c" * 71), "71 characters; 70 is the most"),
    (shifted(THREE), "starts at"),
])
def test_a_fault_is_told(plan, says):
    faults = chapter_faults(plan)
    assert faults
    assert all(says in fault for fault in faults)


def test_a_film_that_does_not_start_at_zero_is_told():
    late = replace(THREE, chapters=THREE.chapters[1:] + THREE.chapters[1:2])
    assert "chapter 'chapter-1' starts at" in chapter_faults(late)[0]
