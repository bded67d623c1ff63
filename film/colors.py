"""Colors as eyes see them: contrast, and distance with and without a color-vision deficiency."""

from __future__ import annotations

from functools import lru_cache

DEFICIENCIES = (None, "protan", "deutan", "tritan")
"""None is normal sight; the others are simulated at full strength."""

_METHODS = {"protan": "machado", "deutan": "machado", "tritan": "brettel"}
"""Machado's model does not hold for tritan sight."""

Rgb = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""


def rgb(color: str) -> Rgb:
    """The color #RRGGBB."""
    return tuple(int(color[place:place + 2], 16) / 255 for place in (1, 3, 5))  # type: ignore[return-value]


def over(ink: str, opacity: float, ground: Rgb) -> Rgb:
    """An ink of some opacity painted on a ground, mixed as cairo mixes."""
    return tuple(opacity * top + (1 - opacity) * below for top, below in zip(rgb(ink), ground))  # type: ignore[return-value]


def contrast(one: Rgb, other: Rgb) -> float:
    """WCAG 2.2 contrast ratio, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def _luminance(color: Rgb) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def distance(one: str, other: str, deficiency: str | None = None) -> float:
    """How far apart two colors look, in CAM02-UCS; 1 is about the least difference that can be seen."""
    return sum((a - b) ** 2 for a, b in zip(_seen(one, deficiency), _seen(other, deficiency))) ** 0.5


@lru_cache(maxsize=256)
def _seen(color: str, deficiency: str | None) -> tuple[float, ...]:
    from coloraide import Color as Base  # slow to load, and only one check asks
    from coloraide.spaces.cam02 import CAM02JMh
    from coloraide.spaces.cam02_ucs import CAM02UCS

    class Color(Base):
        pass

    Color.register([CAM02JMh(), CAM02UCS()], silent=True)
    seen = Color(color)
    if deficiency is not None:
        seen = seen.filter(deficiency, 1, method=_METHODS[deficiency], space="srgb-linear").convert("srgb").clip()
    return tuple(seen.convert("cam02-ucs").coords())
