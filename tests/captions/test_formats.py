"""The caption files: players read in them what was cut."""

from __future__ import annotations

import html
from datetime import timedelta

import pytest
import srt
import webvtt

from film.captions import cues, to_srt, to_vtt

from .plans import Part, film, lesson, steady
from .reading import NotVtt, Shown, broken, questionable, read_vtt

NASTY = film(Part([[
    steady("R&D says x < y, and y > z."),
    steady("Then --> comes <b>bold</b> &amp; &lt; and 3 --> 4."),
    steady("1 00:00:01.000 --> 00:00:02.000 NOTE this."),
    steady("7."),
]]))


@pytest.mark.parametrize("plan", [lesson(), NASTY], ids=["lesson", "nasty"])
class TestFiles:
    def test_the_vtt_follows_the_standard_and_holds_the_cues(self, plan):
        found = cues(plan)
        shown, notes = read_vtt(to_vtt(found, plan).encode())
        assert shown == [Shown(cue.start // 48, cue.end // 48, cue.lines) for cue in found]
        assert notes == [f"plan {plan.id}"]

    def test_webvtt_py_reads_the_same_from_the_vtt(self, plan):
        found = cues(plan)
        read = webvtt.from_string(to_vtt(found, plan), strict=True)
        assert read.header_comments == [f"plan {plan.id}"]
        assert [(caption.start_time.in_milliseconds(), caption.end_time.in_milliseconds()) for caption in read] == [
            (cue.start // 48, cue.end // 48) for cue in found
        ]
        assert [tuple(html.unescape(caption.text).split("\n")) for caption in read] == [cue.lines for cue in found]

    def test_srt_reads_the_same_from_the_srt(self, plan):
        found = cues(plan)
        read = list(srt.parse(to_srt(found)))
        assert [(each.index, each.start, each.end, tuple(each.content.split("\n"))) for each in read] == [
            (number, timedelta(milliseconds=cue.start // 48), timedelta(milliseconds=cue.end // 48), cue.lines)
            for number, cue in enumerate(found, start=1)
        ]


def test_cue_times_are_whole_milliseconds():
    assert all(cue.start % 48 == 0 and cue.end % 48 == 0 for cue in cues(lesson()))


def test_an_hour_is_written_as_an_hour():
    plan = film(Part([[steady("Late.")]], lead=3661.25))
    assert "\n01:01:01.250 --> 01:01:0" in to_vtt(cues(plan), plan)
    assert "\n01:01:01,250 --> 01:01:0" in to_srt(cues(plan))


GOOD = "WEBVTT\n\nNOTE plan x\n\n00:00:00.600 --> 00:00:02.000\nOne & two.\n"


@pytest.mark.parametrize(
    "fault",
    [
        GOOD.replace("WEBVTT\n\n", "WEBVTT\n"),
        GOOD.replace("& ", "&amp; ").replace(".600", ",600"),
        GOOD.replace("& ", "&amp; ").replace("02.000", "00.600"),
        GOOD.replace("& ", "&amp; ").replace(":00.600", ":0.600"),
        GOOD.replace("& ", "&amp; ").replace("NOTE plan x", "NOTE a --> b"),
        GOOD.replace("& ", "--> "),
        GOOD.replace("& ", "< "),
        GOOD,
        GOOD.replace("One & two.\n", ""),
    ],
)
def test_the_standard_reader_refuses(fault):
    with pytest.raises(NotVtt):
        read_vtt(fault.encode())


SPOKEN = film(Part([[steady("One two three four five six.", 120), steady("Seven eight nine ten eleven.", 120)]]))
SOUND = [Shown(600, 3900, ("One two three", "four five six.")), Shown(3900, 6900, ("Seven eight nine ten eleven.",))]


def changed(number: int, start: int | None = None, end: int | None = None, lines: tuple[str, ...] | None = None):
    """SOUND with one cue changed."""
    cue = SOUND[number]
    other = Shown(cue.start if start is None else start, cue.end if end is None else end, lines or cue.lines)
    return [other if index == number else cue for index, cue in enumerate(SOUND)]


@pytest.mark.parametrize(
    ("check", "shown"),
    [
        ("CAP-1", changed(1, end=5200)),
        ("CAP-2", changed(0, lines=("One two", "three", "four five six."))),
        ("CAP-3", changed(1, end=4700)),
        ("CAP-4", changed(0, end=3901)),
        ("CAP-4", changed(0, end=3767)),
        ("CAP-5", changed(0, start=340)),
        ("CAP-5", changed(1, end=8000)),
        ("CAP-6", changed(0, lines=("One two three", "four five seven."))),
        ("CAP-10", changed(0, end=3000)),
        ("chapter", changed(1, end=9000)),
    ],
)
def test_the_judge_of_limits_finds(check, shown):
    assert not broken(SOUND, SPOKEN)
    assert check in broken(shown, SPOKEN)


def test_the_judge_of_habits_finds():
    assert not questionable(SOUND)
    faults = [Shown(0, 1100, ("No.",)), Shown(1100, 2500, ("The computation finishes now.",)),
              Shown(3000, 4300, ("It is so if we do it.",)), Shown(5000, 8000, ("This is a", "line."))]
    assert [check for check, _ in questionable(faults)] == ["CAP-3", "CAP-1", "CAP-7", "CAP-8"]
