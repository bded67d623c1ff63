"""COL-1: colors that must be told apart look different to everyone. COL-3: every role stands out from the background."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity
from film.colors import DEFICIENCIES, contrast, distance, rgb
from film.tables import line_of

APART = (10, 15)
"""CAM02-UCS: a smaller distance than the first number is a failure, than the second a warning."""

VISIBLE = 3.0
READABLE = 4.5
"""WCAG contrast for graphics and for text."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """The roles in `apart` of look.toml, pair by pair; and all but the dim ones against the background."""
    theme = evidence.theme
    if not theme.apart:
        yield _finding(evidence, "COL-1", Severity.WARN, "apart", "names no roles that must be told apart, so none are compared")
    for one, other in combinations(theme.apart, 2):
        gap, sight = min((distance(theme.color(one), theme.color(other), deficiency), deficiency or "normal")
                         for deficiency in DEFICIENCIES)
        if gap < APART[1]:
            yield _finding(evidence, "COL-1", Severity.FAIL if gap < APART[0] else Severity.WARN, other,
                           f"is {gap:.1f} from {one} for {sight} sight; {APART[0]} is the least, {APART[1]} good")
    ground = rgb(theme.color("background"))
    for role, color in theme.colors.items():
        ratio = contrast(rgb(color), ground)
        if role != "background" and role not in theme.dim and ratio < READABLE:
            yield _finding(evidence, "COL-3", Severity.FAIL if ratio < VISIBLE else Severity.WARN, role,
                           f"its contrast on the background is {ratio:.1f}; text needs {READABLE}, anything else {VISIBLE:.0f}")


def _finding(evidence: Evidence, check: str, severity: Severity, role: str, message: str) -> Finding:
    return Finding(check, severity, message, role, file=evidence.look_file, line=line_of(evidence.theme.path, role))
