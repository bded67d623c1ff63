"""Stitching: pieces and sentences to a film, with what goes beside it; complete, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import av
import numpy as np

from film.captions import cues, to_srt, to_vtt
from film.chapters import chapter_marks, youtube_list
from film.clock import samples
from film.compile import lesson_voice
from film.errors import LessonError
from film.inputs import Snapshot, digest
from film.join import join
from film.lesson import Lesson, Quality
from film.plan import Plan
from film.store import replacing, write_text
from film.transcript import transcript


def film_id(lesson: Lesson, plan: Plan, quality: Quality) -> str:
    """Names a film's content: the same plan, made in the same way."""
    made_by = digest(repr(quality), av.__version__, _machinery(lesson.root))
    return f"{plan.id}-{made_by[:16]}"


@cache
def _machinery(root: Path) -> str:
    """The digest of film/, as it was when this process first asked."""
    return Snapshot(root).machinery


def published_id(film: Path) -> str | None:
    """The id in a finished film's metadata; None when there is no film, or it is not one of ours."""
    try:
        with av.open(str(film)) as container:
            return container.metadata.get("comment") or container.metadata.get("COMMENT")  # as WebM spells it
    except (av.error.FFmpegError, OSError):
        return None


def stitch(lesson: Lesson, plan: Plan, quality: Quality, pieces: Sequence[Path], target: Path) -> None:
    """Join the film, and nothing else, under `target`."""
    join(pieces, sound_track(lesson, plan), target, fps=quality.fps, chapters=chapter_marks(plan),
         metadata={"title": plan.title, "comment": film_id(lesson, plan, quality)})


def publish(lesson: Lesson, plan: Plan, quality: Quality, target: Path, pieces: Callable[[], Sequence[Path]]) -> bool:
    """Make `target` and its captions, chapter list and transcript be those of `plan`; whether anything was to do.

    All is written before anything is replaced, and the film is replaced last. `pieces` is only called when the film
    has to be made.
    """
    beside = companions(plan, target)
    if published_id(target) == film_id(lesson, plan, quality):
        todo = {path: text for path, text in beside.items() if text_of(path) != text}
        for path, text in todo.items():
            write_text(path, text)
        return bool(todo)
    drawn = pieces()
    with ExitStack() as whole:
        film = whole.enter_context(replacing(target))
        for path, text in beside.items():
            whole.enter_context(replacing(path)).write_text(text, encoding="utf-8")
        stitch(lesson, plan, quality, drawn, film)
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
    from film.sound import Placement, master, mix  # loads SciPy's filters, which an unchanged film does not need

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


def text_of(path: Path) -> str | None:
    """What stands in a file; None when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
