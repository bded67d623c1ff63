"""TXT-1: capitals high enough to be read from the back row and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity

FRAME_HEIGHT = 8.0
LEAST = 0.025
COMFORTABLE = 0.030
"""Height of a capital H, as a share of the frame's height."""

_ROUNDING = 5e-5


def check(evidence: Evidence) -> list[Finding]:
    """As drawn, with all scaling, whenever nothing moves."""
    return put_together(evidence, (incident for view in evidence.all_views if view.still for incident in _look(view)))


def _look(view: View) -> Iterator[Incident]:
    for text in view.readable:
        share = view.state(text).cap_height / FRAME_HEIGHT
        if share < COMFORTABLE - _ROUNDING:
            severity = Severity.FAIL if share < LEAST - _ROUNDING else Severity.WARN
            yield Incident("TXT-1", severity, view, view.state(text).thing,
                           f"its capitals are {share:.1%} of the frame's height; {LEAST:.1%} is the least, {COMFORTABLE:.0%} good",
                           1 - share)
