"""LAY-2: no line runs through a label, unless the label stands on a box that hides it."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import READABLE, Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity

MOST = 0.05
"""Frame units of line inside a text's box."""

FAINT = 0.15
"""Opacity of a line that is as good as none."""


def check(evidence: Evidence) -> list[Finding]:
    """Edges, arrows, borders and outlines, by their true course."""
    return put_together(evidence, (incident for view in evidence.all_views for incident in _look(view)))


def _look(view: View) -> Iterator[Incident]:
    for text in view.readable:
        for meeting in view.near(text):
            strength = max((opacity for _, opacity in view.state(meeting.other).strokes), default=0.0)
            if meeting.crossing <= MOST or strength <= FAINT:
                continue
            severity = Severity.FAIL if view.still and strength > READABLE else Severity.WARN
            yield Incident("LAY-2", severity, view, view.state(text).thing,
                           f"{view.thing(meeting.other).label} runs through it" + ("" if view.still else " in passing"),
                           meeting.crossing)
