"""LAY-3: no label touches a vertex, nothing hides a label, and vertices keep apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from film.checks.evidence import READABLE, Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity

LEAST = 0.05
"""Frame units between a label and a disc, and between two discs."""

_CONCENTRIC = 0.02


def check(evidence: Evidence) -> list[Finding]:
    """Labels against discs and whatever is drawn over them; discs against each other when nothing moves."""
    return put_together(evidence, (incident for view in evidence.all_views for look in (_labels, _vertices) for incident in look(view)))


def _labels(view: View) -> Iterator[Incident]:
    for text in view.readable:
        thing = view.state(text).thing
        for meeting in view.near(text):
            other = view.state(meeting.other)
            if max((opacity for _, opacity in other.fills), default=0.0) <= READABLE or view.backs(meeting):
                continue
            name = view.thing(meeting.other).label
            if meeting.gap < LEAST:
                touches = meeting.gap <= 0
                message = f"touches {name}" if touches else f"is only {meeting.gap:.2f} from {name}"
                yield Incident("LAY-3", Severity.FAIL if touches or view.still else Severity.WARN, view, thing,
                               message + ("" if view.still else " in passing"), 1 - meeting.gap)
            elif meeting.above and meeting.covered:
                yield Incident("LAY-3", Severity.FAIL if view.still else Severity.WARN, view, thing,
                               f"{name} is drawn over it" + ("" if view.still else " in passing"), 0.5)


def _vertices(view: View) -> Iterator[Incident]:
    if not view.still:
        return
    discs, owners = [], []
    for index in view.states:
        state = view.state(index)
        if state.dots and max(opacity for _, opacity in state.fills) > READABLE:
            discs += state.dots
            owners += [state.thing] * len(state.dots)
    if len(discs) < 2:
        return
    places = np.array(discs)
    away = np.hypot(*(places[:, None, :2] - places[None, :, :2]).transpose(2, 0, 1))
    gaps = away - places[:, None, 2] - places[None, :, 2]
    near = np.triu((gaps < LEAST - 1e-3) & (away > _CONCENTRIC), 1)
    for one, other in np.argwhere(near):
        yield Incident("LAY-3", Severity.FAIL, view, owners[other],
                       f"is {max(gaps[one, other], 0):.2f} from {view.album.things[owners[one]].label}", -gaps[one, other])
