"""Text by role and size name, set on a baseline."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import manimpango
import numpy as np
from manim import DOWN, ORIGIN, Text

from film.errors import LessonError
from film.facts import UnknownFact, fact, shown
from film.tables import line_of
from film.theme import Theme

_DRAWN_AT = 96
"""Pango rounds glyph positions to pixels: text is laid out large and scaled down, or its spacing suffers."""

_FLAT = frozenset("ABDEFHIKLMNPRTXZfhiklmnrxz1247")
_ROUND = frozenset("CGJOSUVWYabcdeostuvw035689")


class Label(Text):
    """One line of text.

    Parameters
    ----------
    text
        What it says; digits that count something belong in a `Number`.
    theme
        The lesson's look.
    size
        Name of a cap height in look.toml.
    role
        Name of a color in look.toml.
    """

    def __init__(self, text: str, theme: Theme, size: str = "label", role: str = "text", **style: Any) -> None:
        if not text.strip():
            raise LessonError("a label needs at least one visible character")
        super().__init__(text, font=theme.font_family, font_size=_DRAWN_AT, color=theme.color(role),
                         disable_ligatures=True, **style)
        self.words = text
        for letter in self.family_members_with_points():
            letter.path_obj = None  # its SVG source, done with; every animation would copy it, at half the cost of planning
        self.scale(theme.cap_height(size) / _cap_height(theme.font_family, style.get("weight", "NORMAL")))

    @property
    def baseline(self) -> float:
        """Height of the line its letters stand on."""
        glyphs = list(zip(self.words, self.submobjects))  # Manim keeps a glyph for every space, too
        for alphabet in (_FLAT, _ROUND):
            for letter, glyph in glyphs:
                if letter in alphabet:
                    return glyph.get_bottom()[1]
        return self.get_bottom()[1]

    def place(self, point: np.ndarray, align: np.ndarray = ORIGIN) -> Label:
        """Put the baseline at `point`'s height and the edge `align` (LEFT, RIGHT; ORIGIN: the middle) at its x."""
        across = point[0] - self.get_critical_point(align)[0]
        return self.shift([across, point[1] - self.baseline, 0])


class Number(Label):
    """Facts' values on screen: the only way digits get there.

    Parameters
    ----------
    names
        Dotted names of the facts, one for each `{}` of the template.

    Attributes
    ----------
    values
        Each name with its value as shown.
    template
        The text around them.
    """

    def __init__(self, facts: Any, names: Sequence[str], theme: Theme, template: str = "{}", **style: Any) -> None:
        try:
            self.values = {name: shown(fact(facts, name)) for name in names}
        except UnknownFact as error:
            raise LessonError(str(error)) from None
        self.template = template
        super().__init__(template.format(*self.values.values()), theme, **style)


def register_fonts(theme: Theme) -> None:
    """Make the theme's font known to Pango.

    Raises
    ------
    LessonError
        When the family is still unknown afterwards: a missing font must never be replaced in silence.
    """
    for file in theme.font_files:
        manimpango.register_font(str(file))
    if theme.font_family not in manimpango.list_fonts():
        raise LessonError(f"the font {theme.font_family!r} is missing; its package holds other families", theme.path,
                          line_of(theme.path, "family"))


def cap_height_of(text: Text) -> float:
    """The height of a capital H in `text`, as it is scaled now, in frame units."""
    return text.font_size / _DRAWN_AT * _cap_height(text.font, text.weight)


@lru_cache
def _cap_height(family: str, weight: str) -> float:
    letter = Text("H", font=family, font_size=_DRAWN_AT, weight=weight)
    return letter.get_top()[1] - letter.get_critical_point(DOWN)[1]
