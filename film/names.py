"""What the scene's own code calls a mobject: the variables and attributes that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType
from typing import Any

from film.ink import is_text

_DEEPEST = 2
"""Levels of lists, parts and attributes looked into, such as `graph.dots[12]`."""

_MOST_ITEMS = 400
"""What holds more is not looked into."""

_MANIM_S = frozenset(("mobjects", "foreground_mobjects", "moving_mobjects", "static_mobjects", "animations", "renderer", "camera",
                      "director", "meshes", "point_lights", "shown_facts", "submobjects", "saved_state", "target"))
"""Attributes of scenes and mobjects that Manim and the film's machinery fill; no lesson gave them these names."""


def names_of(scene: Any, frames: Sequence[FrameType]) -> dict[int, str]:
    """Names of mobjects by id: local variables of the running calls before attributes of the scene."""
    found: dict[int, str] = {}
    for frame in frames:
        found = {**_names_in({name: value for name, value in frame.f_locals.items() if name != "self"}), **found}
    own = {name: value for name, value in vars(scene).items() if name not in _MANIM_S and not name.startswith("_")}
    return {**_names_in(own), **found}


def _names_in(values: dict[str, Any]) -> dict[int, str]:
    found: dict[int, str] = {}
    _collect(values, "", found, 0)
    return found


def _collect(values: dict[str, Any], prefix: str, found: dict[int, str], depth: int) -> None:
    later = []
    for name, value in values.items():
        name = f"{prefix}{name}"
        if isinstance(getattr(value, "submobjects", None), list):  # `mobject.animate` answers to every name
            found.setdefault(id(value), name)
            if not is_text(value):
                later.append(({**_attributes(value), **_items(value.submobjects)}, name))
        elif isinstance(value, (list, tuple)):
            later.append((_items(value), name))
        elif isinstance(value, dict):
            later.append(({f"[{key!r}]": item for key, item in value.items()}, name))
        else:
            later.append((_attributes(value), name))
    if depth < _DEEPEST:
        for inner, name in later:
            if len(inner) <= _MOST_ITEMS:
                _collect(inner, name, found, depth + 1)


def _items(values: Sequence[Any]) -> dict[str, Any]:
    return {f"[{index}]": item for index, item in enumerate(values)}


def _attributes(value: Any) -> dict[str, Any]:
    """What a lesson's own object keeps under names of its own."""
    if not type(value).__module__.startswith("scenes.") or not hasattr(value, "__dict__"):
        return {}
    return {f".{name}": item for name, item in vars(value).items() if name not in _MANIM_S and not name.startswith("_")}
