"""Stitching: pieces and sentences to a film, with what goes beside it; complete, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from film.captions import cues, to_srt, to_vtt
from film.chapters import chapter_marks, youtube_list
from film.clock import samples
from film.compile import lesson_voice
from film.errors import LessonError
from film.join import join
from film.lesson import Lesson, Quality
from film.media import read_mp4
from film.plan import Plan
from film.sound import Placement, master, mix
from film.store import write_text
from film.transcript import transcript


def film_id(plan: Plan, quality: Quality) -> str:
    """Names a film's content: the same plan at the same quality."""
    return f"{plan.id}-{quality.name}"


def published_id(film: Path) -> str | None:
    """The id in a finished film's metadata; None when there is no film, or it is not one of ours."""
    try:
        return read_mp4(film).metadata.get("comment")
    except (LessonError, OSError):
        return None


def stitch(lesson: Lesson, plan: Plan, quality: Quality, pieces: Sequence[Path], target: Path) -> None:
    """Join the film, and nothing else, under `target`."""
    join(pieces, sound_track(lesson, plan), target, fps=quality.fps, chapters=chapter_marks(plan),
         metadata={"title": plan.title, "comment": film_id(plan, quality)})


def publish(lesson: Lesson, plan: Plan, quality: Quality, target: Path, pieces: Callable[[], Sequence[Path]]) -> bool:
    """Make `target` and its captions, chapter list and transcript be those of `plan`; whether anything was to do.

    What goes beside the film comes first and the film last, so a finished film always has its companions. `pieces` is
    only called when the film has to be made.
    """
    beside = companions(plan, target)
    if published_id(target) == film_id(plan, quality):
        todo = {path: text for path, text in beside.items() if _text_of(path) != text}
        for path, text in todo.items():
            write_text(path, text)
        return bool(todo)
    drawn = pieces()
    for path, text in beside.items():
        write_text(path, text)
    stitch(lesson, plan, quality, drawn, target)
    return True


def companions(plan: Plan, target: Path) -> dict[Path, str]:
    """The files beside a film, by path."""
    captions = cues(plan)
    return {
        target.with_suffix(".vtt"): to_vtt(captions, plan),
        target.with_suffix(".srt"): to_srt(captions),
        target.with_suffix(".md"): transcript(plan),
        target.with_suffix(".chapters.txt"): youtube_list(plan),
    }


def sound_track(lesson: Lesson, plan: Plan) -> np.ndarray:
    """All sentences in their places, at the film's loudness: mono, float32, as long as the plan."""
    voices = {chapter.voice: lesson_voice(lesson, chapter.voice) for chapter in plan.chapters}
    placements = []
    for chapter in plan.chapters:
        for beat in chapter.beats:
            for sentence in beat.sentences:
                speech = voices[chapter.voice].say(sentence.text)
                if len(speech.samples) != sentence.end - sentence.start:
                    raise LessonError(f"{beat.name}: the voice speaks {sentence.text!r} at another length than when it "
                                      "was planned; run again")
                placements.append(Placement(speech.samples, samples(beat.start) + sentence.start))
    return master(mix(placements, samples(plan.ticks)))


def _text_of(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return None
