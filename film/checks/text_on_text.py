"""LAY-1: no text lies on another, not even on its way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from film.checks.evidence import Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity
from film.geometry import overlap

MOST = 0.10
"""Of the smaller text's box."""

_SAME = 0.9


def check(evidence: Evidence) -> list[Finding]:
    """Pairs of texts that overlap; each of the two is a finding, since a waiver is for one."""
    return put_together(evidence, (incident for view in evidence.all_views for incident in _look(view)))


def _look(view: View) -> Iterator[Incident]:
    for one, other in combinations(view.readable, 2):
        shared = overlap(view.state(one).box, view.state(other).box)
        if shared <= MOST or (shared > _SAME and view.thing(one).text == view.thing(other).text):
            continue  # the second: a label giving way to its like, letter on letter
        for text, over in ((one, other), (other, one)):
            yield Incident("LAY-1", Severity.FAIL, view, view.state(text).thing,
                           f"{shared:.0%} of it or of {view.thing(over).label} lie on each other", shared)
