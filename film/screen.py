"""What is on screen: every visible leaf with its box, shape, colors and stroke, and how two such pictures differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from film.plan import Shape

TOLERANCE = 2e-3
"""In frame units and color shares: a pixel at 2160p is 3.7e-3 units."""

_DECIMALS = 4


def visible_leaves(mobjects: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """`(name, mobject)` of every leaf that would leave ink, from the scene's top mobjects down, in drawing order."""
    for index, mobject in enumerate(mobjects):
        yield from _walk(f"{index}", mobject)


def picture(mobjects: Iterable[Any]) -> tuple[Shape, ...]:
    """The picture these mobjects make, as numbers."""
    return tuple(Shape(name, _numbers(leaf)) for name, leaf in visible_leaves(mobjects))


def first_difference(planned: Sequence[Shape], drawn: Sequence[Shape]) -> str | None:
    """The name of the first mobject that differs by more than the tolerance, with how; None when the pictures agree."""
    for before, after in zip(planned, drawn):
        if before.name != after.name:
            return f"{after.name} (the plan has {before.name} there)"
        if len(before.numbers) != len(after.numbers):
            return f"{after.name} (its number of colors changed)"
        gap = np.abs(np.subtract(before.numbers, after.numbers))
        if gap.max() > TOLERANCE:
            return f"{after.name} (differs by {gap.max():.3g} in its {_PARTS[min(int(gap.argmax()), len(_PARTS) - 1)]})"
    longer, shorter = (planned, drawn) if len(planned) > len(drawn) else (drawn, planned)
    if len(longer) > len(shorter):
        where = "missing from the drawing" if longer is planned else "not in the plan"
        return f"{longer[len(shorter)].name} ({where})"
    return None


_PARTS = ("left edge", "lower edge", "right edge", "upper edge", "number of points", "shape", "shape", "stroke width",
          "color")


def _walk(name: str, mobject: Any) -> Iterator[tuple[str, Any]]:
    name = f"{name}:{type(mobject).__name__}"
    if _leaves_ink(mobject):
        yield name, mobject
    for index, part in enumerate(mobject.submobjects):
        yield from _walk(f"{name}/{index}", part)


def _leaves_ink(mobject: Any) -> bool:
    if len(mobject.points) == 0:
        return False
    if not _is_vector(mobject):
        return hasattr(mobject, "pixel_array") or hasattr(mobject, "rgbas")  # an image, a point cloud; no ValueTracker
    filled = bool(np.any(mobject.get_fill_opacities() > 0))
    stroked = mobject.get_stroke_width() > 0 and bool(np.any(mobject.get_stroke_opacities() > 0))
    return filled or stroked


def _is_vector(mobject: Any) -> bool:
    return hasattr(mobject, "fill_rgbas")  # asked for a getter, every mobject says that it has it


def _numbers(leaf: Any) -> tuple[float, ...]:
    points = leaf.points[:, :2]
    low, high = points.min(axis=0), points.max(axis=0)
    weight = np.cos(np.arange(len(points)))  # tells two orders of the same points apart
    moments = (points - low).T @ weight / len(points)
    numbers = [*low, *high, len(points), *moments]
    if _is_vector(leaf):
        numbers += [leaf.get_stroke_width() / 100, *leaf.get_fill_rgbas().ravel(), *leaf.get_stroke_rgbas().ravel()]
    else:
        colors = leaf.pixel_array / 255 if hasattr(leaf, "pixel_array") else leaf.rgbas
        numbers += [getattr(leaf, "stroke_width", 0) / 100, *colors.reshape(-1, colors.shape[-1]).mean(axis=0)]
    return tuple(round(float(number), _DECIMALS) for number in numbers)
