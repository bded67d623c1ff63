"""Copies of the second lesson, and the program run on them as a user runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from film.clock import frames
from film.compile import make_plan
from film.crew import Crew
from film.lesson import load_lesson
from film.media import frame_md5s
from film.plan import Plan

REPOSITORY = Path(__file__).resolve().parents[2]
LESSON_TWO = REPOSITORY / "tests" / "lesson_two"
FPS = 15
_PROGRAM = "import sys; from pathlib import Path; from film.cli import main; sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))"
NOBODY = cast(Crew, None)
"""A crew for what needs none."""


@dataclass(frozen=True)
class LessonCopy:
    """A lesson of its own in a temporary folder."""

    root: Path

    @staticmethod
    def make(root: Path, of: Path = LESSON_TWO, cached: bool = False) -> LessonCopy:
        """Copy the lesson in `of`, with what it has rendered only if `cached`."""
        left = ("__pycache__",) if cached else ("__pycache__", "build", "output")
        shutil.copytree(of, root, ignore=shutil.ignore_patterns(*left))
        return LessonCopy(root)

    def again(self, root: Path, cached: bool = True) -> LessonCopy:
        """A copy of this copy."""
        return LessonCopy.make(root, self.root, cached)

    def command(self, *arguments: str, program: str = _PROGRAM) -> list[str]:
        """What starts the program on this lesson."""
        return [sys.executable, "-c", program, str(self.root), *arguments]

    def run(self, *arguments: str, program: str = _PROGRAM, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the program."""
        return subprocess.run(self.command(*arguments, program=program), env=environment_with(**environment),
                              cwd=self.root.parent, capture_output=True, text=True, timeout=300)

    def video(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Render the film at 180p15; it must succeed."""
        return self.succeed("video", "-ql", *arguments, **environment)

    def succeed(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the program; it must succeed."""
        done = self.run(*arguments, **environment)
        assert done.returncode == 0, done.stderr
        return done

    def plan(self, voice: str = "tones") -> Plan:
        """The plan as the last run made it; it is not made here, so nothing may have changed since."""
        return make_plan(load_lesson(self.root), voice, NOBODY)

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace `old`, which must be there once, by `new`."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times"
        path.write_text(text.replace(old, new), encoding="utf-8")

    @property
    def film(self) -> Path:
        """The film at 180p15."""
        return self.root / "output" / "lesson-two.180p15.mp4"

    @property
    def pieces(self) -> dict[str, tuple[int, int]]:
        """The drawn pieces: name to inode and time of last change."""
        places = (self.root / "build" / "pieces").glob("[!.]*.mp4")
        return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in places}

    def beat_md5s(self) -> dict[str, list[str]]:
        """The decoded film's frames, by beat."""
        md5s = frame_md5s(self.film)
        plan = self.plan()
        assert len(md5s) == frames(plan.ticks, FPS)
        return {beat.name: md5s[frames(beat.start, FPS):frames(beat.end, FPS)] for beat in plan.beats}


def environment_with(**more: str) -> dict[str, str]:
    """This process's environment, in which `film` can be imported, and `more`."""
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), **more}
