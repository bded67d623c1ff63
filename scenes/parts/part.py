"""What the drawn things have in common."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

from manim import VGroup


class Part(VGroup):
    """A group that shares with its copies what it was drawn from.

    Manim copies a mobject at the start of every animation; the theme and the facts inside it would be copied, too, which
    took a fifth of the drawing time of a chapter.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Part:
        for value in self.__dict__.values():
            if is_dataclass(value):
                memo[id(value)] = value
        return super().__deepcopy__(memo)
