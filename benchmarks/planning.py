"""How long planning takes: with nothing kept, with the voice kept, and with everything kept.

    .venv/bin/python benchmarks/planning.py

Each line is one run of `render.py plan`, start of Python included. Read the ratios: other work on the machine moves the
seconds.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from bench import project_copy, timed

from film.clock import seconds
from film.plan import Plan


def main() -> None:
    with project_copy() as project:
        command = [sys.executable, "render.py", "plan", "--json"]
        spoken = timed(command, project)
        shutil.rmtree(project / "build" / "plans")
        planned = timed(command, project)
        kept = min((timed(command, project) for _ in range(5)), key=lambda run: run.wall)
        manim = min((timed([sys.executable, "-c", "import manim"], project) for _ in range(3)), key=lambda run: run.wall)
        plan = Plan.from_json(subprocess.run(command, cwd=project, capture_output=True, check=True).stdout)

    length = seconds(plan.ticks)
    print(f"{len(plan.chapters)} chapters, {sum(1 for _ in plan.beats)} beats, {length:.1f} s of film")
    for name, run in (("nothing kept: speak and plan", spoken), ("voice kept: plan", planned),
                      ("everything kept", kept), ("for comparison: import manim", manim)):
        print(f"{name:30} {run.wall:7.2f} s   {run.cpu:7.2f} s CPU   {run.wall / kept.wall:6.1f} x kept"
              f"   {run.wall / length:6.3f} s for a second of film")


if __name__ == "__main__":
    main()
