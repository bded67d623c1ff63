"""SAFE-1: text inside the graphics-safe area. SAFE-2: what matters inside the action-safe area. CAP-9: captions hide nothing.

EBU R 95: 90 and 93 percent of width and height. Captions take the lowest 16 percent.
"""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import READABLE, Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity
from film.looks import Box

GRAPHICS_SAFE = (6.40, 3.60)
ACTION_SAFE = (6.61, 3.72)
"""Half width and half height, in frame units."""

CAPTIONS = -2.72
"""Height below which captions are shown."""

_ROUNDING = 0.005


def check(evidence: Evidence) -> list[Finding]:
    """Every look; what only moves through is a warning."""
    return put_together(evidence, (incident for view in evidence.all_views for incident in _look(evidence, view)))


def _look(evidence: Evidence, view: View) -> Iterator[Incident]:
    spoken = evidence.spoken(view)
    readable = set(view.readable)
    for index in view.states:
        state = view.state(index)
        text = view.thing(index).text is not None
        if text and index not in readable or state.opacity <= READABLE or not text and _dim(evidence, view, index):
            continue
        beyond = _beyond(state.box, GRAPHICS_SAFE if text else ACTION_SAFE)
        if beyond > _ROUNDING:
            yield Incident("SAFE-1" if text else "SAFE-2", Severity.FAIL if view.still else Severity.WARN, view, state.thing,
                           f"{beyond:.2f} outside the {'text' if text else 'picture'}-safe area", beyond)
        under = CAPTIONS - state.box[1]
        if spoken and under > _ROUNDING:
            yield Incident("CAP-9", Severity.FAIL if text else Severity.WARN, view, state.thing,
                           f"reaches {under:.2f} into the captions while words are spoken", under)


def _beyond(box: Box, half: tuple[float, float]) -> float:
    return max(-half[0] - box[0], box[2] - half[0], -half[1] - box[1], box[3] - half[1])


def _dim(evidence: Evidence, view: View, index: int) -> bool:
    state = view.state(index)
    return all(color in evidence.theme.dim_colors for color, _ in (*state.fills, *state.strokes))
