"""A11Y-3: text against what really lies behind it. A11Y-4: graphics against what they lie on (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import SOLID, Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity
from film.colors import Rgb, contrast, over, rgb
from film.looks import SAMPLES, Box

TEXT = 4.5
GRAPHICS = 3.0
DIMMED = 1.5
"""What is set back on purpose must still be seen; a dim role that is darker than this by itself is a ground."""

SET_BACK = 0.75
"""Ink up to this opacity is a shade, or set back on purpose."""

THINNEST = 0.0148
"""Frame units: two pixels of 1080."""


def check(evidence: Evidence) -> list[Finding]:
    """Whenever nothing moves."""
    views = [view for view in evidence.all_views if view.still]
    return put_together(evidence, (incident for view in views for look in (_texts, _graphics) for incident in look(evidence, view)))


def _texts(evidence: Evidence, view: View) -> Iterator[Incident]:
    background = rgb(evidence.theme.color("background"))
    for text in view.album.texts(view.look):
        state = view.state(text)
        if not state.fills or text not in view.readable and state.opacity > SET_BACK:
            continue  # the second: hidden behind something
        worst, at = min(_grounds(view, text, background))
        if worst < TEXT:
            yield Incident("A11Y-3", Severity.FAIL, view, state.thing,
                           f"its contrast is {worst:.2f} where {at} lies behind it; {TEXT} is the least", -worst)


def _grounds(view: View, text: int, background: Rgb) -> Iterator[tuple[float, str]]:
    """The text's contrast at each sampled place, and what it stands on there."""
    near = view.meetings.get(text, [])
    for covered in {tuple(index for index, meeting in enumerate(near) if meeting.covered >> bit & 1) for bit in range(SAMPLES)}:
        for color, opacity in view.state(text).fills:
            ground, ink, name, reached = background, None, "the background", False
            for index in covered:
                meeting = near[index]
                if meeting.above and not reached:
                    ink, reached = over(color, opacity, ground), True
                for fill, strength in view.state(meeting.other).fills[-1:]:
                    ground = over(fill, strength, ground)
                    ink = over(fill, strength, ink) if ink is not None else None
                if not meeting.above:
                    name = view.thing(meeting.other).label
            yield contrast(ink if ink is not None else over(color, opacity, ground), ground), name


def _graphics(evidence: Evidence, view: View) -> Iterator[Incident]:
    background = rgb(evidence.theme.color("background"))
    dim = evidence.theme.dim_colors
    grounds: list[tuple[Box, Rgb]] = []
    for index in view.states:
        state = view.state(index)
        if view.thing(index).text is None:
            ground = next((color for box, color in reversed(grounds) if _inside(state.box, box)), background)
            inks = (*state.fills, *state.strokes)
            ratio, color, opacity = max((contrast(over(color, opacity, ground), ground), color, opacity) for color, opacity in inks)
            context = all(color in dim for color, _ in inks)
            least = DIMMED if context or opacity <= SET_BACK else GRAPHICS
            meant_dark = context and contrast(rgb(color), background) < DIMMED
            if ratio < least and not meant_dark:
                yield Incident("A11Y-4", Severity.FAIL, view, state.thing,
                               f"its contrast is {ratio:.2f} ({color} at {opacity:.0%}); {least} is the least", -ratio)
            if not state.fills and not context and state.width < THINNEST and opacity > SET_BACK:
                yield Incident("A11Y-4", Severity.WARN, view, state.thing,
                               f"its line is {state.width * 135:.1f} pixels of 1080 wide; 2 is the least", -state.width)
        if len(state.fills) == 1 and state.fills[0][1] > SOLID and not state.dots:
            grounds.append((state.box, rgb(state.fills[0][0])))


def _inside(box: Box, other: Box) -> bool:
    return other[0] <= box[0] and other[1] <= box[1] and other[2] >= box[2] and other[3] >= box[3]
