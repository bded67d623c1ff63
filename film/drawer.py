"""Drawing: run a chapter's `construct` skipping, and fork at each beat that is wanted; the fork draws it and ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from multiprocessing.synchronize import Semaphore
from pathlib import Path
from typing import Any

from manim.utils.exceptions import EndSceneEarlyException

from film.clock import frames
from film.crew import BeatJob, ChapterJob, Event
from film.encode import PieceWriter
from film.errors import LessonError
from film.inputs import Snapshot
from film.lesson import Quality
from film.planner import Turns
from film.renderer import PieceRenderer
from film.scene import BeatClock, LessonScene
from film.screen import first_difference, picture
from film.theme import Theme
from film.timing import BeatTiming

_REPORT_EVERY = 0.5
"""Seconds between two reports of frames drawn."""


class Slots:
    """How many beats may be drawn at once, over all chapters."""

    def __init__(self, semaphore: Semaphore) -> None:
        self.semaphore = semaphore

    def try_take(self, patience: float) -> bool:
        """Take one, waiting at most `patience` seconds."""
        return self.semaphore.acquire(timeout=patience)

    def free(self) -> None:
        """Give one back."""
        self.semaphore.release()


class DrawDirector:
    """Runs a scene and has its wanted beats drawn by forks of this process.

    A fork starts at its beat with the very scene that skipping made, draws to the beat's end, compares what is on screen
    there with the plan, and ends. No thread may exist before a fork: this process never opens an encoder.
    """

    renderer: PieceRenderer

    def __init__(self, theme: Theme, facts: Any, turns: Turns, chapter: ChapterJob, root: Path, quality: Quality,
                 slots: Slots, report: Callable[[Event], None], after_fork: Callable[[], None]) -> None:
        self.theme, self.facts, self.turns, self.chapter, self.root = theme, facts, turns, chapter, root
        self.wanted = {beat.id: beat for beat in chapter.beats}
        self.quality, self.slots, self.report, self.after_fork = quality, slots, report, after_fork
        self.forks: set[int] = set()
        self.failed = False
        self.drawing: _Drawing | None = None

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """Fork, if this beat is wanted."""
        timing = self.turns.take(beat_id)
        job = self.wanted.get(beat_id)
        if job is not None:
            self.take_slot()
            sys.stderr.flush()
            pid = os.fork()
            if pid == 0:
                self.forks = set()
                self.after_fork()
                self.drawing = _Drawing(job, self.chapter, self.root, self.quality, self.report)
                self.renderer.piece = self.drawing
            else:
                self.forks.add(pid)
        return timing

    def end(self, scene: LessonScene, beat: BeatClock) -> None:
        """In a fork: finish the piece and end the process. Here: stop after the last wanted beat."""
        if self.drawing is not None:
            self.drawing.finish_and_exit(scene, beat)
        self.wanted.pop(beat.timing.id, None)
        if not self.wanted or self.failed:
            raise EndSceneEarlyException

    def take_slot(self) -> None:
        """Wait for a free place, and meanwhile for forks to finish."""
        while not self.slots.try_take(0.02):
            self.reap(os.WNOHANG)
        self.reap(os.WNOHANG)

    def wait_for_all(self) -> None:
        """Wait for the last forks."""
        while self.forks:
            self.reap(0)
        if self.failed:
            os._exit(1)  # the fork has told why

    def reap(self, how: int) -> None:
        """Give back the places of forks that have ended."""
        while self.forks:
            pid, status = os.waitpid(-1, how)
            if pid == 0:
                return
            self.forks.discard(pid)
            self.slots.free()
            if status != 0:
                self.failed = True
                if os.WIFSIGNALED(status):
                    self.report(Event(error=f"a beat's drawing was killed (signal {os.WTERMSIG(status)})"))

    def give_up(self) -> None:
        """The scene failed: in a fork, drop the piece; here, let the forks finish."""
        if self.drawing is not None:
            self.drawing.writer.abort()
        while self.forks:
            self.reap(0)


class _Drawing:
    """The piece a fork draws: it passes frames on and counts them."""

    def __init__(self, job: BeatJob, chapter: ChapterJob, root: Path, quality: Quality,
                 report: Callable[[Event], None]) -> None:
        self.job, self.chapter, self.root, self.quality, self.report = job, chapter, root, quality, report
        self.name = f"{chapter.id}/{job.id}"
        self.writer = PieceWriter(job.target, quality.width, quality.height, quality.fps)
        self.count = self.told = 0
        self.told_at = time.monotonic()

    def write(self, frame: Any, repeat: int = 1) -> None:
        """Take a frame."""
        self.writer.write(frame, repeat)
        self.count += repeat
        if time.monotonic() - self.told_at > _REPORT_EVERY:
            self.tell()

    def tell(self, beat: str | None = None) -> None:
        """Report the frames drawn since the last report, and the beat when it is done."""
        self.report(Event(frames=self.count - self.told, beat=beat))
        self.told, self.told_at = self.count, time.monotonic()

    def finish_and_exit(self, scene: LessonScene, beat: BeatClock) -> None:
        """Check the beat against the plan, give the piece its name, and end this process."""
        status = 1
        try:
            self.compare(scene, beat)
            self.writer.close()
            self.tell(self.name)
            status = 0
        except BaseException as error:
            self.writer.abort()
            self.report(Event.of(error))
        finally:
            os._exit(status)

    def compare(self, scene: LessonScene, beat: BeatClock) -> None:
        """What was drawn must be what was planned: as many frames, ending in the same picture."""
        planned = frames(self.job.ticks, self.quality.fps)
        if self.count != planned or beat.now != self.job.ticks:
            raise LessonError(f"beat {self.name} drew {self.count} frames where the plan has {planned}")
        difference = first_difference(self.job.screen, picture(scene.mobjects))
        if difference is not None:
            raise LessonError(f"beat {self.name}: drawn frame by frame, it ends with another picture than in one step: "
                              f"{difference}. Its end must not depend on how many updates ran; see README, "
                              "'What an animation may not do'")
        for name in Snapshot(self.root).changed(self.chapter.files):
            raise LessonError("was changed after the film was planned; run again", self.root / name)
