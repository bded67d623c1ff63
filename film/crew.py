"""Sending planning and drawing to the worker process, so that this process never imports Manim."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from film.errors import LessonError
from film.inputs import MACHINERY
from film.lesson import Quality
from film.plan import Shape
from film.store import sweep, workplace
from film.timing import BeatTiming


@dataclass(frozen=True)
class BeatJob:
    """A beat to draw: what the plan says of it, and the file its piece goes to."""

    id: str
    ticks: int
    screen: tuple[Shape, ...]
    target: Path


@dataclass(frozen=True)
class ChapterJob:
    """A chapter to plan or, when it lists beats, to draw.

    Attributes
    ----------
    files
        When drawing: what the chapter's picture was planned from, file name to digest.
    """

    id: str
    timings: tuple[BeatTiming, ...]
    beats: tuple[BeatJob, ...] = ()
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """All that one worker does."""

    root: Path
    jobs: int
    quality: Quality
    chapters: tuple[ChapterJob, ...]

    @staticmethod
    def from_json(data: bytes) -> Job:
        """The job that `run` sent."""
        return _JOB.validate_json(data)


@dataclass(frozen=True)
class BeatRun:
    """What one beat turned out to be when its scene ran.

    Attributes
    ----------
    ticks
        Its length: what its sound needs, or its picture if that is longer.
    facts
        What the chapter has shown up to here.
    screen
        What is on screen at its end.
    late
        Marks the picture reached too late, with by how many ticks.
    """

    id: str
    ticks: int
    facts: tuple[tuple[str, str], ...]
    screen: tuple[Shape, ...]
    late: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class ChapterRun:
    """What planning a chapter found.

    Attributes
    ----------
    files
        Every file its picture was made from, with its digest.
    fingerprints
        One a beat: digest of all that decides its picture.
    """

    id: str
    beats: tuple[BeatRun, ...]
    files: dict[str, str]
    fingerprints: tuple[str, ...]


@dataclass(frozen=True)
class Event:
    """Something a worker tells: a chapter planned, frames drawn, a beat finished, or a failure."""

    chapter: ChapterRun | None = None
    frames: int = 0
    beat: str | None = None
    error: str | None = None
    trace: str = ""

    @staticmethod
    def of(error: BaseException) -> Event:
        """A failure."""
        message = str(error) if isinstance(error, LessonError) else f"{type(error).__name__}: {error}"
        return Event(error=message, trace="".join(traceback.format_exception(error)))

    def to_json(self) -> bytes:
        """One line."""
        return _EVENT.dump_json(self)


_JOB = TypeAdapter(Job)
_EVENT = TypeAdapter(Event)


def run(job: Job, build: Path) -> Iterator[Event]:
    """Do `job` in a worker and yield what it tells.

    The worker's standard input stays open as long as this process lives: its end tells the worker to stop.

    Parameters
    ----------
    build
        Where the worker may put files it needs for a while.

    Raises
    ------
    LessonError
        For the first failure; what was finished before it stays finished.
    """
    sweep(build)
    environment = {**os.environ, "PYTHONHASHSEED": "0",
                   "PYTHONPATH": os.pathsep.join([str(MACHINERY.parent), os.environ.get("PYTHONPATH", "")])}
    told, telling = os.pipe()
    with workplace(build) as work, tempfile.TemporaryFile() as noise, open(told, "rb") as events:
        worker = subprocess.Popen([sys.executable, "-m", "film.worker", str(telling), str(work)], stdin=subprocess.PIPE,
                                  stdout=noise, stderr=noise, cwd=job.root, env=environment, start_new_session=True,
                                  pass_fds=[telling])
        os.close(telling)
        try:
            _send(worker, job)
            yield from _events(events)
            if worker.wait() != 0:
                noise.seek(0)
                raise _broken(worker.returncode, noise.read().decode(errors="replace"))
        finally:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGKILL)
                worker.wait()
            with suppress(BrokenPipeError):
                worker.stdin.close()


def _send(worker: subprocess.Popen, job: Job) -> None:
    assert worker.stdin is not None
    with suppress(BrokenPipeError):  # it has failed already, and says why when it is waited for
        worker.stdin.write(_JOB.dump_json(job) + b"\n")
        worker.stdin.flush()


def _broken(code: int, said: str) -> LessonError:
    """The error for a worker that ended without telling why: the last thing it said."""
    lines = said.strip().splitlines() or ["it said nothing"]
    error = LessonError(f"the drawing process ended with code {code}: {lines[-1]}")
    error.add_note(said)
    return error


def _events(lines: Iterable[bytes]) -> Iterator[Event]:
    """What the worker tells; after all of it, its first failure is raised."""
    failure: Event | None = None
    for line in lines:
        event = _EVENT.validate_json(line)
        if event.error is None:
            yield event
        elif failure is None:
            failure = event
    if failure is not None:
        error = LessonError(failure.error or "")
        error.add_note(failure.trace)
        raise error
