"""When each word of a beat is spoken: sentences laid end to end with the lesson's pauses."""

from __future__ import annotations

from dataclasses import dataclass

from film.clock import SAMPLES_PER_TICK, samples_of, ticks
from film.lesson import Pauses
from film.script import Beat, Pause, Script, Sentence
from film.speech import Voice

BREATHING_TAGS = ("reveal", "define")


@dataclass(frozen=True)
class SpokenWord:
    """A word with its first sample and the one after its last, counted from the beat's start."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class SpokenSentence:
    """A sentence in its place.

    Attributes
    ----------
    start, end
        First sample and the one after the last, from the beat's start.
    """

    text: str
    start: int
    end: int
    words: tuple[SpokenWord, ...]
    sources: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    line: int


@dataclass(frozen=True)
class BeatTiming:
    """One beat's sound in time.

    Attributes
    ----------
    ticks
        What its sound and pauses need; the picture may stretch it.
    marks
        `(name, tick)` in order: the tick in which the marked word begins.
    """

    id: str
    tags: tuple[str, ...]
    line: int
    ticks: int
    sentences: tuple[SpokenSentence, ...]
    marks: tuple[tuple[str, int], ...]


def time_chapter(script: Script, voice: Voice, pauses: Pauses) -> tuple[BeatTiming, ...]:
    """Speak every sentence of a chapter and lay the beats out."""
    last = len(script.beats) - 1
    return tuple(
        _time_beat(beat, voice, pauses, lead=pauses.start if index == 0 else 0.0, hold=pauses.chapter if index == last else 0.0)
        for index, beat in enumerate(script.beats)
    )


def _time_beat(beat: Beat, voice: Voice, pauses: Pauses, lead: float, hold: float) -> BeatTiming:
    now = samples_of(lead)
    rest = 0  # the silence after the sentence before, unless a pause replaces it
    sentences: list[SpokenSentence] = []
    marks: list[tuple[str, int]] = []
    for part in beat.parts:
        if isinstance(part, Pause):
            now += samples_of(part.seconds)
            rest = 0
            continue
        now += rest
        spoken, places = _place(part, voice, now)
        sentences.append(spoken)
        marks += places
        now = spoken.end
        rest = samples_of(pauses.sentence)
    breath = pauses.reveal if any(tag in BREATHING_TAGS for tag in beat.tags) else pauses.beat
    return BeatTiming(beat.id, beat.tags, beat.line, ticks(now + samples_of(max(breath, hold))), tuple(sentences), tuple(marks))


def _place(sentence: Sentence, voice: Voice, start: int) -> tuple[SpokenSentence, list[tuple[str, int]]]:
    speech = voice.say(sentence.text)
    words = tuple(SpokenWord(word.text, start + word.start, start + word.end) for word in speech.words)
    end = start + len(speech.samples)
    starts = [word.start for word in words] + [end]
    marks = [(mark.name, starts[mark.word] // SAMPLES_PER_TICK) for mark in sentence.marks]
    return SpokenSentence(sentence.text, start, end, words, sentence.sources, sentence.facts, sentence.line), marks
