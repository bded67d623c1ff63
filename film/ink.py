"""What on screen has ink: mobjects that can be seen, each text as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from film.looks import Ink

_FAINT = 0.02
"""Ink below this opacity is no ink."""

Inks = tuple[tuple[Ink, ...], tuple[Ink, ...]]
"""Fills and strokes."""

_NONE: Inks = ((), ())


@dataclass(frozen=True, slots=True)
class Inked:
    """Something visible; a text counts as one, with all its letters.

    Attributes
    ----------
    parts
        What has ink of its own: the mobject itself, or the letters of a text; with their inks.
    """

    mobject: Any
    ancestors: tuple[Any, ...]
    parts: tuple[tuple[Any, Inks], ...]


def inked(mobjects: Sequence[Any]) -> list[Inked]:
    """Everything visible, in drawing order."""
    found: list[Inked] = []
    for mobject in mobjects:
        _gather((), mobject, found)
    return sorted(found, key=lambda entry: getattr(entry.mobject, "z_index", 0))


def _gather(ancestors: tuple[Any, ...], mobject: Any, found: list[Inked]) -> None:
    if is_text(mobject):
        parts = tuple((part, inks) for part in mobject.get_family() if (inks := _inks(part)) != _NONE)
        if parts:
            found.append(Inked(mobject, ancestors, parts))
        return
    inks = _inks(mobject)
    if inks != _NONE:
        found.append(Inked(mobject, ancestors, ((mobject, inks),)))
    if mobject.submobjects:
        ancestors = (*ancestors, mobject)
        for part in mobject.submobjects:
            _gather(ancestors, part, found)


def is_text(mobject: Any) -> bool:
    """Whether a mobject is a Manim text, told by what it has: nothing here loads Manim."""
    return hasattr(mobject, "font") and hasattr(mobject, "initial_height") and isinstance(getattr(mobject, "text", None), str)


def _inks(mobject: Any) -> Inks:
    """What a mobject itself is painted with: fills and strokes that can be seen."""
    if len(mobject.points) == 0 or not hasattr(mobject, "fill_rgbas"):
        return _NONE
    return _colors(mobject.fill_rgbas), _colors(mobject.stroke_rgbas) if mobject.stroke_width > 0 else ()


_COLORS: dict[bytes, tuple[Ink, ...]] = {}


def _colors(rgbas: np.ndarray) -> tuple[Ink, ...]:
    key = rgbas.tobytes()
    if key not in _COLORS:
        _COLORS[key] = tuple(sorted({("#{:02X}{:02X}{:02X}".format(*(round(255 * min(max(float(part), 0), 1)) for part in rgba[:3])),
                                      round(float(rgba[3]), 3)) for rgba in rgbas if rgba[3] > _FAINT}))
    return _COLORS[key]
