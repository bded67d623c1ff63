"""How long drawing a chapter takes, against plain `manim render` of the same scene.

    .venv/bin/python benchmarks/drawing.py [CHAPTER] [-q l h] [--rounds N]

Voice and plan are kept before the clock starts, for all. Compared are one run each, start of Python included, of plain
Manim, of `render.py video --jobs 1` and of `render.py video` with a job a core; the runs of a round follow one another, so
read the ratios. Plain Manim at `h` takes minutes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from statistics import median

from bench import Run, project_copy, timed

from film.lesson import load_lesson


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapter", nargs="?", metavar="CHAPTER", help="default: the lesson's first")
    parser.add_argument("-q", dest="qualities", nargs="+", default=["l", "h"], metavar="l|m|h")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    with project_copy() as project:
        lesson = load_lesson(project)
        chapter = lesson.chapter(options.chapter) if options.chapter else lesson.chapters[0]
        scene = str(chapter.scene.relative_to(project))
        timed([sys.executable, "render.py", "plan"], project)
        for letter in options.qualities:
            draw = [sys.executable, "render.py", "video", chapter.id, "-q", letter, "--jobs"]
            compare(lesson.quality(letter).name, options.rounds, project, {
                "plain manim": [sys.executable, "-m", "manim", "render", "-q", letter, "-a", scene],
                "render.py, 1 job": [*draw, "1"],
                f"render.py, {os.cpu_count()} jobs": [*draw, str(os.cpu_count())],
            })


def compare(quality: str, rounds: int, project: Path, commands: dict[str, list[str]]) -> None:
    """Time each command `rounds` times and print the medians, and the first one's as a multiple of each."""
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            for made in (project / "build" / "pieces", project / "build" / "media" / "videos", project / "output"):
                shutil.rmtree(made, ignore_errors=True)
            runs[name].append(timed(command, project))
    medians = {name: Run(median(run.wall for run in many), median(run.cpu for run in many)) for name, many in runs.items()}
    first = next(iter(medians.values()))
    for name, run in medians.items():
        print(f"{quality:9} {name:20} {run.wall:7.1f} s   {run.cpu:7.1f} s CPU"
              f"   {first.wall / run.wall:5.2f} x as fast   {first.cpu / run.cpu:5.2f} x with CPU", flush=True)


if __name__ == "__main__":
    main()
