"""Every sentence is heard in the finished film where the plan has it; a swapped or missing one is noticed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hearing import Heard, listen
from lab import LessonCopy

from film.clock import samples
from film.compile import lesson_voice
from film.draw import piece_path
from film.join import join
from film.lesson import load_lesson
from film.media import decoded_sound, read_mp4
from film.plan import Plan
from film.sound import Placement, master, mix
from film.speech import Voice

pytestmark = pytest.mark.slow

Placing = Callable[[list[Placement]], list[Placement]]


@pytest.fixture(scope="module")
def plan(rendered: LessonCopy) -> Plan:
    return rendered.plan()


@pytest.fixture(scope="module")
def voice(rendered: LessonCopy) -> Voice:
    return lesson_voice(load_lesson(rendered.root), "tones")


def test_each_sentence_is_heard_in_its_place(rendered: LessonCopy, plan: Plan, voice: Voice) -> None:
    heard = listen(decoded_sound(rendered.film), plan, voice)
    assert len(heard) == 8
    assert all(sentence.in_place for sentence in heard), heard


def test_picture_and_sound_are_equally_long(rendered: LessonCopy, plan: Plan) -> None:
    facts = read_mp4(rendered.film)
    assert facts.video.duration * 48_000 == samples(plan.ticks)
    assert abs(facts.video.duration - facts.sound.duration) <= 1 / 60
    assert facts.video.start == facts.sound.start == 0


def as_it_is(placements: list[Placement]) -> list[Placement]:
    return placements


def two_swapped(placements: list[Placement]) -> list[Placement]:
    (first, second), rest = placements[:2], placements[2:]
    return [Placement(first.samples, second.start), Placement(second.samples, first.start), *rest]


def one_muted(placements: list[Placement]) -> list[Placement]:
    return placements[:3] + placements[4:]


def one_late(placements: list[Placement]) -> list[Placement]:
    late = placements[4]
    return [*placements[:4], Placement(late.samples, late.start + 1_000), *placements[5:]]


@pytest.mark.parametrize(("placing", "missed"), [(as_it_is, 0), (two_swapped, 2), (one_muted, 1), (one_late, 1)])
def test_a_sentence_out_of_place_is_noticed(rendered: LessonCopy, plan: Plan, voice: Voice, placing: Placing,
                                            missed: int) -> None:
    placements = placing([Placement(voice.say(sentence.text).samples, samples(beat.start) + sentence.start)
                          for beat in plan.beats for sentence in beat.sentences])
    lesson = load_lesson(rendered.root)
    pieces = [piece_path(beat, lesson.quality("l"), lesson.build / "pieces") for beat in plan.beats]
    film = rendered.root.parent / f"{placing.__name__}.mp4"
    join(pieces, master(mix(placements, samples(plan.ticks))), film, fps=15)
    heard: list[Heard] = listen(decoded_sound(film), plan, voice)
    assert sum(not sentence.in_place for sentence in heard) == missed, heard


def test_the_ear_tells_sentences_apart(plan: Plan, voice: Voice) -> None:
    sounds = [voice.say(sentence.text).samples for beat in plan.beats for sentence in beat.sentences]
    silence = np.zeros(samples(plan.ticks), np.float32)
    silence[48_000:48_000 + len(sounds[0])] = sounds[0]
    first, *others = listen(silence, plan, voice)
    assert first.likeness > 0.999 and first.found == 48_000
    assert max(sentence.likeness for sentence in others) < 0.8
