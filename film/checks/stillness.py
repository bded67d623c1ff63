"""DWL-6: while somebody speaks, something happens now and then."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import Evidence, View
from film.checks.finding import Finding, Severity
from film.clock import seconds

LONG = 8
TOO_LONG = 15
"""Seconds."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """Runs of looks that do not differ, from the first word in them to the last."""
    for chapter in evidence.plan.chapters:
        for run in _runs(evidence.views[chapter.id]):
            start, end = run[0].start, run[-1].end
            spoken = [(max(first, start), min(last, end)) for first, last in evidence.speech if first < end and last > start]
            if not spoken:
                continue
            still = seconds(spoken[-1][1] - spoken[0][0])
            if still > LONG:
                yield evidence.about_beat("DWL-6", Severity.FAIL if still > TOO_LONG else Severity.WARN, run[0].beat,
                                          f"nothing moves for {still:.1f} s of speech; {LONG} are enough", run[0].beat.id,
                                          line=run[0].look.line, tick=start)


def _runs(views: tuple[View, ...]) -> Iterator[list[View]]:
    """Looks in a row that show the same picture, whichever play they belong to.

    A picture that moves away and back between two looks within one play would count as still; plays are looked at
    at least five times.
    """
    run: list[View] = []
    for view in views:
        if run and view.states != run[-1].states:
            yield run
            run = []
        run.append(view)
    if run:
        yield run
