"""Drawing what is missing: each beat of a plan is one piece in the cache, under a key of all that decides it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from film.clock import frames
from film.crew import BeatJob, ChapterJob, Crew, Job
from film.encode import EncoderSettings
from film.errors import LessonError
from film.inputs import digest
from film.lesson import Lesson, Quality
from film.plan import Plan, PlannedBeat, PlannedChapter
from film.timing import BeatTiming


def piece_path(beat: PlannedBeat, quality: Quality, cache: Path) -> Path:
    """Where the piece of `beat` lies, drawn or not."""
    key = digest(beat.fingerprint, f"{quality.width}x{quality.height} {quality.fps}", EncoderSettings().key)
    return cache / f"{key[:32]}.mp4"


def piece_paths(plan: Plan, quality: Quality, cache: Path) -> list[Path]:
    """Where the pieces of a plan lie, in order, drawn or not."""
    return [piece_path(beat, quality, cache) for beat in plan.beats]


def missing(plan: Plan, quality: Quality, cache: Path) -> list[PlannedBeat]:
    """The beats that have to be drawn, in order."""
    return [beat for beat in plan.beats if not piece_path(beat, quality, cache).exists()]


def draw(lesson: Lesson, plan: Plan, quality: Quality, crew: Crew, *, progress: Callable[[int], None],
         whole: Plan | None = None) -> list[Path]:
    """Draw the beats that are missing, as many at a time as the crew has hands, and return all pieces in order.

    Parameters
    ----------
    progress
        Called with a number of frames whenever so many more are drawn.
    whole
        The plan with all beats of each chapter, if `plan` leaves some out.

    Raises
    ------
    LessonError
        When a beat fails; those that were finished stay in the cache.
    """
    cache = lesson.build / "pieces"
    wanted = {beat.name for beat in missing(plan, quality, cache)}
    chapters = tuple(_chapter_job(chapter, wanted, quality, cache) for chapter in (whole or plan).chapters
                     if any(beat.name in wanted for beat in chapter.beats))
    if chapters:
        drawn = set()
        for event in crew.run(Job(quality, chapters)):
            if event.frames:
                progress(event.frames)
            if event.beat:
                drawn.add(event.beat)
        undrawn = sorted(wanted - drawn)
        if undrawn:
            raise LessonError(f"beat {undrawn[0]} was planned but never drawn")
    return piece_paths(plan, quality, cache)


def frames_to_draw(plan: Plan, quality: Quality, cache: Path) -> int:
    """How many frames `draw` will draw."""
    return sum(frames(beat.ticks, quality.fps) for beat in missing(plan, quality, cache))


def _chapter_job(chapter: PlannedChapter, wanted: set[str], quality: Quality, cache: Path) -> ChapterJob:
    timings = tuple(BeatTiming(beat.id, beat.tags, beat.line, beat.ticks, beat.sentences, beat.marks)
                    for beat in chapter.beats)
    beats = tuple(BeatJob(beat.id, beat.ticks, beat.screen, piece_path(beat, quality, cache))
                  for beat in chapter.beats if beat.name in wanted)
    return ChapterJob(chapter.id, timings, beats, chapter.files)
