"""COL-5: every color on screen is one of config/look.toml's."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity

_ROUNDING = 2
"""Of 255."""


def check(evidence: Evidence) -> list[Finding]:
    """Whenever nothing moves: on its way from one role to another a color may be any."""
    known = [_parts(color) for color in evidence.theme.colors.values()]
    return put_together(evidence, (incident for view in evidence.all_views if view.look.still for incident in _look(view, known)))


def _look(view: View, known: list[tuple[int, ...]]) -> Iterator[Incident]:
    for index in view.states:
        state = view.state(index)
        for color, opacity in (*state.fills, *state.strokes):
            parts = _parts(color)
            if not any(max(abs(a - b) for a, b in zip(parts, role)) <= _ROUNDING for role in known):
                yield Incident("COL-5", Severity.FAIL, view, state.thing, f"has the color {color}, which is no role's", opacity)


def _parts(color: str) -> tuple[int, ...]:
    return tuple(int(color[place:place + 2], 16) for place in (1, 3, 5))
