"""Sending planning and drawing to the worker process, so that this process never imports Manim."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from film.errors import LessonError
from film.inputs import MACHINERY
from film.lesson import Quality
from film.plan import Shape
from film.store import workplace
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
    look
        When planning: look at it meanwhile, and keep the album.
    """

    id: str
    timings: tuple[BeatTiming, ...]
    beats: tuple[BeatJob, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    look: bool = False


@dataclass(frozen=True)
class Job:
    """Chapters to plan or to draw, at one quality."""

    quality: Quality
    chapters: tuple[ChapterJob, ...]

    @staticmethod
    def from_json(data: bytes) -> Job:
        """The job that a crew was given."""
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
    """

    id: str
    ticks: int
    facts: tuple[tuple[str, str], ...]
    screen: tuple[Shape, ...]


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
    """Something a worker tells: a chapter planned, frames drawn, a beat finished, a failure, the end of its job."""

    chapter: ChapterRun | None = None
    frames: int = 0
    beat: str | None = None
    error: str | None = None
    trace: str = ""
    done: bool = False

    @staticmethod
    def of(error: BaseException) -> Event:
        """A failure."""
        message = str(error) if isinstance(error, LessonError) else f"{type(error).__name__}: {error}"
        return Event(error=message, trace="".join(traceback.format_exception(error)))

    @staticmethod
    def from_json(data: bytes) -> Event:
        """The event that a worker told."""
        return _EVENT.validate_json(data)

    def to_json(self) -> bytes:
        """One line."""
        return _EVENT.dump_json(self)


_JOB = TypeAdapter(Job)
_EVENT = TypeAdapter(Event)


class Crew:
    """The worker process of one run; it imports Manim once and does one job after another.

    Use it in a `with` statement, which ends the worker. The worker's standard input stays open as long as this process
    lives: its end tells the worker to stop.

    Parameters
    ----------
    root
        The lesson.
    build
        Where the worker may put files it needs for a while.
    size
        How many processes may plan or draw at once.
    """

    def __init__(self, root: Path, build: Path, size: int) -> None:
        self.root, self.build, self.size = root, build, size
        self._worker: subprocess.Popen | None = None
        self._leave = ExitStack()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._leave.close()

    def start(self) -> None:
        """Let the worker start, which takes a while; nothing happens when it has."""
        if self._worker is not None:
            return
        work = self._leave.enter_context(workplace(self.build))
        self._noise = self._leave.enter_context(tempfile.TemporaryFile())
        told, telling = os.pipe()
        self._told = self._leave.enter_context(open(told, "rb"))
        environment = {**os.environ, "PYTHONHASHSEED": "0",
                       "PYTHONPATH": os.pathsep.join([str(MACHINERY.parent), os.environ.get("PYTHONPATH", "")])}
        command = [sys.executable, "-m", "film.worker", str(self.root), str(work), str(self.size), str(telling)]
        self._worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=self._noise, stderr=self._noise,
                                        cwd=self.root, env=environment, start_new_session=True, pass_fds=[telling])
        os.close(telling)
        self._leave.callback(_end, self._worker)

    def run(self, job: Job) -> Iterator[Event]:
        """Have `job` done, and yield what is told of it.

        Raises
        ------
        LessonError
            For the first failure; what was finished before it stays finished.
        """
        self.start()
        self._send(job)
        failure = None
        for line in self._told:
            event = Event.from_json(line)
            if event.done:
                break
            if event.error is None:
                yield event
            else:
                failure = failure or event
        else:
            failure = failure or self._broken()
        if failure is not None:
            error = LessonError(failure.error or "")
            error.add_note(failure.trace)
            raise error

    def _send(self, job: Job) -> None:
        with suppress(BrokenPipeError):  # it has ended already, which its silence will tell
            self._worker.stdin.write(_JOB.dump_json(job) + b"\n")
            self._worker.stdin.flush()

    def _broken(self) -> Event:
        """The failure of a worker that ended without telling why: the last thing it said."""
        code = self._worker.wait()
        self._noise.seek(0)
        said = self._noise.read().decode(errors="replace").strip()
        return Event(error=f"the drawing process ended with code {code}: {said.splitlines()[-1] if said else ''}", trace=said)


def _end(worker: subprocess.Popen) -> None:
    """End a worker and whatever it started."""
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    with suppress(BrokenPipeError):
        worker.stdin.close()
