"""Runs that are killed, and runs side by side: the next run finishes, and no film is ever half one."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lab import LessonCopy, environment_with

from film.media import frame_md5s

pytestmark = pytest.mark.slow


def start(lesson: LessonCopy) -> subprocess.Popen:
    return subprocess.Popen(lesson.command("video", "-ql"), env=environment_with(), cwd=lesson.root.parent,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def hear_interrupts() -> None:
    """Programs started in the background by a shell inherit deaf ears for Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def working_on(lesson: LessonCopy) -> set[int]:
    """Processes whose working folder is the lesson: workers and their forks."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if Path(os.readlink(process / "cwd")) == lesson.root and (process / "stat").read_text().split()[2] != "Z":
                found.add(int(process.name))
        except OSError:
            pass  # it has ended
    return found


def kill_those_working_on(lesson: LessonCopy) -> None:
    for process in working_on(lesson):
        with contextlib.suppress(ProcessLookupError):  # it ended between being found and being killed
            os.kill(process, signal.SIGKILL)


def kill_everything(run: subprocess.Popen, lesson: LessonCopy) -> None:
    """As when the power goes."""
    os.killpg(run.pid, signal.SIGKILL)
    kill_those_working_on(lesson)


def kill_the_program(run: subprocess.Popen, lesson: LessonCopy) -> None:
    """The worker is left alone, and has to notice."""
    os.kill(run.pid, signal.SIGKILL)


def kill_the_worker(run: subprocess.Popen, lesson: LessonCopy) -> None:
    """As when memory runs out."""
    kill_those_working_on(lesson)


def gone(lesson: LessonCopy, patience: float) -> bool:
    """Whether all processes that work on the lesson end soon."""
    end = time.monotonic() + patience
    while working_on(lesson) and time.monotonic() < end:
        time.sleep(0.05)
    return not working_on(lesson)


KILLS = (kill_everything, kill_the_program, kill_the_worker)


def killed_and_finished(lesson: LessonCopy, how: Callable, moment: float | int, film: list[str]) -> int:
    """Kill a render after `moment` seconds or, if it is a whole number, as soon as so many pieces are finished; the number
    of pieces the next run found."""
    run = start(lesson)
    if isinstance(moment, int):
        while len(lesson.pieces) < moment and run.poll() is None:
            time.sleep(0.005)
    else:
        time.sleep(moment)
    how(run, lesson)
    run.wait(timeout=60)
    assert gone(lesson, patience=20), f"after {how.__name__} a worker lives on"
    if lesson.film.exists():
        assert frame_md5s(lesson.film) == film
    pieces = lesson.pieces
    lesson.video()
    assert frame_md5s(lesson.film) == film
    assert {name: lesson.pieces[name] for name in pieces} == pieces, "a finished piece was drawn again"
    left = [path.name for folder in ("build", "build/pieces", "output") for path in (lesson.root / folder).glob(".*")]
    assert left == [], f"after {how.__name__} at {moment}"
    return len(pieces)


def test_after_a_kill_at_any_moment_the_next_run_finishes(rendered: LessonCopy, planned: Callable[[], LessonCopy]) -> None:
    film = frame_md5s(rendered.film)
    timed = planned()
    begun = time.monotonic()
    timed.video()
    usual = time.monotonic() - begun
    chance = random.Random(7)
    moments = [usual * (0.1 + 0.12 * (number + chance.random())) for number in range(7)] + [1, 2, 3]
    kills = [(planned(), KILLS[number % 3], moment) for number, moment in enumerate(moments)]
    with ThreadPoolExecutor(2) as side_by_side:
        reused = list(side_by_side.map(lambda kill: killed_and_finished(*kill, film), kills))
    assert any(0 < count < 5 for count in reused), f"no kill came while beats were being drawn: {reused}"


def test_two_runs_at_once_both_end_well_with_one_film(rendered: LessonCopy, lesson: LessonCopy) -> None:
    with ThreadPoolExecutor(2) as side_by_side:
        runs = list(side_by_side.map(lambda _: lesson.run("video", "-ql"), range(2)))
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr + runs[1].stderr
    assert frame_md5s(lesson.film) == frame_md5s(rendered.film)
    assert len(list(lesson.film.parent.glob("*.mp4"))) == 1 and not list(lesson.film.parent.glob(".*"))


def test_an_interrupt_ends_the_worker_and_keeps_what_was_finished(planned: Callable[[], LessonCopy]) -> None:
    lesson = planned()
    run = subprocess.Popen(lesson.command("video", "-qh", "--jobs", "1"), env=environment_with(), stderr=subprocess.PIPE,
                           text=True, start_new_session=True, preexec_fn=hear_interrupts)
    while not lesson.pieces:
        time.sleep(0.005)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130 and said.splitlines()[-1].startswith("stopped; what was finished is kept")
    assert gone(lesson, patience=2) and not list((lesson.root / "build").glob(".*"))
