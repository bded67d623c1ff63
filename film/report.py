"""`render.py check`: all checks on a plan, as a table or as JSON."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence

from film.checks import Evidence, Finding, Severity, run_checks
from film.clock import seconds
from film.lesson import LOOK, Lesson
from film.looks import album_path, read_album
from film.plan import Plan
from film.theme import load_theme

_STYLES = {Severity.FAIL: "bold red", Severity.WARN: "yellow", Severity.INFO: "dim"}


def judge(lesson: Lesson, plan: Plan) -> list[Finding]:
    """Everything the checks find in a plan that was made with looks."""
    places = {chapter.id: lesson.chapter(chapter.id) for chapter in plan.chapters}
    evidence = Evidence(
        plan=plan,
        albums={chapter.id: read_album(album_path(lesson.build, chapter)) for chapter in plan.chapters},
        theme=load_theme(lesson.root / LOOK),
        scene_files={name: place.scene.relative_to(lesson.root).as_posix() for name, place in places.items()},
        script_files={name: place.script.relative_to(lesson.root).as_posix() for name, place in places.items()},
        look_file=LOOK.as_posix(),
    )
    return run_checks(evidence)


def print_table(findings: Sequence[Finding]) -> None:
    """For people: the worst first, and a line that counts."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else 160)
    table = Table("", "check", "at", "where", "what", "finding", box=box.SIMPLE_HEAD)
    for finding in findings:
        note = f" (waived: {finding.waived})" if finding.waived else ""
        cells = [finding.severity.value, finding.check, _clock(finding.tick), _place(finding), finding.object, finding.message + note]
        style = "dim" if finding.waived else _STYLES[finding.severity]
        table.add_row(Text(cells[0], style), *[Text(cell, "dim" if finding.waived else "") for cell in cells[1:]])
    if findings:
        console.print(table)
    console.print(_count(findings), highlight=False)


def print_json(plan: Plan, findings: Sequence[Finding]) -> None:
    """For programs."""
    entries = [{"check": finding.check, "severity": finding.severity.value, "object": finding.object, "message": finding.message,
                "chapter": finding.chapter, "beat": finding.beat, "seconds": _seconds(finding.tick), "file": finding.file,
                "line": finding.line, "waived": finding.waived} for finding in findings]
    print(json.dumps({"plan": plan.id, "findings": entries, "ok": not any(finding.stops for finding in findings)}, indent=2,
                     ensure_ascii=False))


def _count(findings: Sequence[Finding]) -> str:
    counts = Counter("waived" if finding.waived else finding.severity.value for finding in findings)
    parts = [f"{counts[name]} {name}" for name in (*[severity.value for severity in Severity], "waived") if counts[name]]
    return ", ".join(parts) if parts else "nothing found"


def _place(finding: Finding) -> str:
    beat = "/".join(filter(None, (finding.chapter, finding.beat)))
    file = ":".join(filter(None, (finding.file, str(finding.line or ""))))
    return "\n".join(filter(None, (beat, file)))


def _seconds(tick: int | None) -> float | None:
    return None if tick is None else round(seconds(tick), 2)


def _clock(tick: int | None) -> str:
    return "" if tick is None else f"{int(seconds(tick) // 60)}:{seconds(tick) % 60:04.1f}"
