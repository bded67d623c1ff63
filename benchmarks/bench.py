"""What the benchmarks share: a copy of the project with empty caches, and timed runs of commands in it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "output", "__pycache__", "*_cache", "tests")


@dataclass(frozen=True)
class Run:
    """One command's cost in seconds: on the clock, and on all cores together."""

    wall: float
    cpu: float


@contextmanager
def project_copy() -> Iterator[Path]:
    """The project in a folder of its own, where nothing is cached yet."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
        yield copy


def timed(command: list[str], folder: Path) -> Run:
    """Run `command` in `folder`, which has to succeed; its children count too."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return Run(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
