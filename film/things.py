"""The things seen in a chapter: a number for every mobject, under which its name, kind and words are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

from film.ink import is_text
from film.looks import Thing
from film.names import names_of


class Things:
    """Gives numbers and names to mobjects; thing k is `seen[k]`."""

    def __init__(self) -> None:
        self.seen: list[Thing] = []
        self._mobjects: list[Any] = []  # held, so that no other mobject gets the same id
        self._numbers: dict[int, int] = {}
        self._scene: Any = None
        self._frames: Sequence[FrameType] = ()
        self._names: dict[int, str] | None = None

    def names_from(self, scene: Any, frames: Sequence[FrameType]) -> None:
        """Where names for new things are to be found now."""
        self._scene, self._frames, self._names = scene, frames, None

    def number_of(self, mobject: Any, ancestors: Sequence[Any] = ()) -> int:
        """The number of a mobject."""
        known = self._numbers.get(id(mobject))
        ancestors = [ancestor for ancestor in ancestors if type(ancestor).__name__ != "Group"]  # what FadeIn and others wrap
        if known is not None:
            if ancestors and self.seen[known].parent < 0:  # so far it had been seen only by itself
                self.seen[known] = replace(self.seen[known], parent=self.number_of(ancestors[-1], ancestors[:-1]))
            return known
        parent = self.number_of(ancestors[-1], ancestors[:-1]) if ancestors else -1
        name = self._name(mobject, ancestors[-1] if ancestors else None, parent)
        number = self._numbers[id(mobject)] = len(self.seen)
        self._mobjects.append(mobject)
        text = getattr(mobject, "words", mobject.text) if is_text(mobject) else None
        facts = tuple(getattr(mobject, "values", {}).items()) if text is not None else ()
        self.seen.append(Thing(name, type(mobject).__name__, parent, text, facts, getattr(mobject, "template", None)))
        return number

    def _name(self, mobject: Any, parent: Any, number: int) -> str:
        """What the scene calls it; else its place in `parent`, which is thing `number`; else its class."""
        if self._names is None:
            self._names = names_of(self._scene, self._frames)
        if id(mobject) in self._names:
            return self._names[id(mobject)]
        if parent is None:
            return type(mobject).__name__
        index = next((k for k, part in enumerate(parent.submobjects) if part is mobject), 0)
        return f"{self.seen[number].name}[{index}]"
