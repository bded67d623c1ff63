"""The process that imports Manim: plans and draws chapters, each in a fork of its own.

Started by `film.crew` as `python -m film.worker LESSON FOLDER SIZE FD`: jobs come as lines of JSON on standard input,
events go as lines of JSON to the file descriptor FD, temporary files lie in FOLDER, at most SIZE processes draw.
Standard output is left to whatever scenes and libraries print.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from manim import config

from film.copying import copy_mobjects_quickly
from film.crew import ChapterJob, ChapterRun, Event, Job
from film.drawer import DrawDirector, Slots
from film.errors import LessonError
from film.inputs import FileWatch, digest, file_digest, versions
from film.lesson import LOOK, MANIFEST, Chapter, Quality, load_lesson
from film.looks import keep_album
from film.planner import PlanDirector, Turns, blaming, run_scene
from film.renderer import PieceRenderer, configure_manim
from film.store import full_disk
from film.sight import Eye
from film.theme import load_theme

_FORK = multiprocessing.get_context("fork")


def main() -> None:
    """Do the jobs that come, one after another, until standard input ends."""
    root, work, size, out = sys.argv[1:]
    report = _Reporter(int(out))
    try:
        studio = _Studio(Path(root), Path(work), int(size), report)
        while line := sys.stdin.buffer.readline():
            studio.do(Job.from_json(line))
            report(Event(done=True))
    except Exception as error:
        report(Event.of(error))


class _Studio:
    """What all chapters share, and the processes they run in."""

    def __init__(self, root: Path, work: Path, size: int, report: Callable[[Event], None]) -> None:
        copy_mobjects_quickly()
        self.work, self.size, self.report = work, size, report
        self.watch = FileWatch(root)
        self.lesson = load_lesson(root)
        self.lesson.facts  # computed once, for all chapters
        self.theme = load_theme(root / LOOK)
        self.slots = Slots(_FORK.Semaphore(size))
        config.media_dir = str(work)

    def do(self, job: Job) -> None:
        """Fork a process for each chapter, `size` at a time, in order."""
        configure_manim(job.quality, self.theme.color("background"))
        waiting, running, failed = list(job.chapters), {}, False
        while running or (waiting and not failed):
            while waiting and len(running) < self.size and not failed:
                chapter = waiting.pop(0)
                pid = os.fork()
                if pid == 0:
                    _Chapter(self, job.quality, chapter).run_and_exit()
                running[pid] = chapter.id
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid:
                chapter_id = running.pop(pid)
                failed = failed or status != 0
                if os.WIFSIGNALED(status):
                    _stop_all()  # the slots its beats held would never be given back
                    raise LessonError(f"chapter {chapter_id!r} was killed (signal {os.WTERMSIG(status)})")
            elif _alone(0.05):
                _stop_all()
                sys.exit()


def _alone(patience: float) -> bool:
    """Wait a moment; whether the program that started this one is gone."""
    return bool(select.select([sys.stdin], [], [], patience)[0])


def _stop_all() -> None:
    """End every process that came from this one, but not this one."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)


class _Chapter:
    """One chapter in its own process."""

    def __init__(self, studio: _Studio, quality: Quality, chapter: ChapterJob) -> None:
        self.studio, self.quality, self.chapter = studio, quality, chapter
        self.lesson, self.theme, self.report = studio.lesson, studio.theme, studio.report

    def run_and_exit(self) -> None:
        """Run, report, and end the process without running anything of the parent's."""
        status = 1
        try:
            self.use_own_text_folder()
            self.draw() if self.chapter.beats else self.plan()
            status = 0
        except BaseException as error:
            self.report(Event.of(full_disk(self.studio.work.parent) or error))
        finally:
            sys.stderr.flush()
            os._exit(status)

    def use_own_text_folder(self) -> None:
        """Manim writes a file for each text; two processes sharing its folder break each other."""
        config.text_dir = str(self.studio.work / f"text-{os.getpid()}")

    @property
    def place(self) -> Chapter:
        return self.lesson.chapter(self.chapter.id)

    def turns(self) -> Turns:
        return Turns(self.chapter.timings, self.place.script)

    def plan(self) -> None:
        """Run the scene without drawing and report what it does and what it was made from."""
        gc.disable()  # a chapter makes many small things and soon ends; searching them for garbage took a tenth of its time
        turns = self.turns()
        eye = Eye(self.chapter.id, self.place.scene) if self.chapter.look else None
        director = PlanDirector(self.theme, self.lesson.facts, turns, eye)
        run_scene(self.lesson, self.place, director, PieceRenderer())
        with blaming(self.lesson, self.place):
            turns.close()
        files = self.studio.watch.used()
        del files[MANIFEST.as_posix()]  # what it says acts through ticks and marks
        prints = self.fingerprints(director, files)
        if eye is not None:
            keep_album(self.lesson.build, prints, eye.album())
        self.report(Event(chapter=ChapterRun(self.chapter.id, tuple(director.runs), files, prints)))

    def fingerprints(self, director: PlanDirector, files: dict[str, str]) -> tuple[str, ...]:
        """For each beat, a digest of what decides its picture.

        What is said acts only through ticks, marks and facts, which are in it by themselves; the picture at the beat's
        start is that at the end of the beat before.
        """
        fonts = [file_digest(file) for file in self.theme.font_files]
        base = digest(json.dumps(files), *fonts, versions())
        before, prints = "", []
        for run, timing in zip(director.runs, self.chapter.timings):
            prints.append(digest(base, self.chapter.id, run.id, str(run.ticks), repr(timing.marks), repr(run.facts), before))
            before = repr(run.screen)
        return tuple(prints)

    def draw(self) -> None:
        """Run the scene, forking at each beat to be drawn."""
        director = DrawDirector(self.theme, self.lesson.facts, self.turns(), self.chapter, self.lesson.root, self.quality,
                                self.studio.slots, self.report, self.use_own_text_folder)
        renderer = PieceRenderer()
        director.renderer = renderer
        try:
            run_scene(self.lesson, self.place, director, renderer)
            director.wait_for_all()
        except BaseException:
            director.give_up()
            raise


class _Reporter:
    """Writes events, one a line, whole, from several processes."""

    def __init__(self, out: int) -> None:
        self.lock = _FORK.Lock()
        self.out = out

    def __call__(self, event: Event) -> None:
        data = event.to_json() + b"\n"
        with self.lock:
            while data:
                data = data[os.write(self.out, data):]


if __name__ == "__main__":
    main()
