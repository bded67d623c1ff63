"""Curves measured by their length: solid or dashed, trimmed, grown, with a head."""

from __future__ import annotations

import numpy as np
from manim import Animation, VGroup, VMobject

from scenes.parts.shapes import filled, segments, stroked

DASH = 0.13
GAP_SHARE = 0.45
_SAMPLES = 96


class Curve:
    """A curve as points at equal steps of its own parameter, with lengths along it.

    Parameters
    ----------
    points
        Shape (n, 2) or (n, 3), from start to end.
    """

    def __init__(self, points: np.ndarray) -> None:
        self.points = np.asarray(points, dtype=float)[:, :2]
        steps = np.hypot(*np.diff(self.points, axis=0).T)
        self.along = np.concatenate([[0], np.cumsum(steps)])

    @classmethod
    def bezier(cls, controls: np.ndarray) -> Curve:
        """A cubic from its four control points, shape (4, 2)."""
        t = np.linspace(0, 1, _SAMPLES)[:, None]
        a, b, c, d = np.asarray(controls, dtype=float)[:, :2]
        return cls((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)

    @classmethod
    def through(cls, corners: np.ndarray, radius: float = 0.16) -> Curve:
        """Straight from corner to corner, rounded at each: shape (n, 2)."""
        corners = np.asarray(corners, dtype=float)[:, :2]
        points = [corners[0]]
        for before, corner, after in zip(corners, corners[1:], corners[2:]):
            back, on = before - corner, after - corner
            reach = min(radius, np.hypot(*back) / 2, np.hypot(*on) / 2)
            start, end = corner + reach * back / np.hypot(*back), corner + reach * on / np.hypot(*on)
            t = np.linspace(0, 1, 9)[:, None]
            points += list((1 - t) ** 2 * start + 2 * (1 - t) * t * corner + t**2 * end)
        return cls(np.array([*points, corners[-1]]))

    @property
    def length(self) -> float:
        """From start to end, in frame units."""
        return float(self.along[-1])

    def at(self, distance: float) -> np.ndarray:
        """The point (3,) at `distance` from the start."""
        return np.array([np.interp(distance, self.along, self.points[:, 0]),
                         np.interp(distance, self.along, self.points[:, 1]), 0.0])

    def direction(self, distance: float) -> float:
        """Angle of travel there, in radians."""
        reach = 0.03
        ahead = self.at(min(distance + reach, self.length)) - self.at(max(distance - reach, 0))
        return float(np.arctan2(ahead[1], ahead[0]))

    def trimmed(self, start: float, end: float) -> Curve:
        """Without its first `start` and its last `end`."""
        return self.part(start, self.length - end)

    def part(self, start: float, end: float) -> Curve:
        """From distance `start` to distance `end`."""
        inside = self.points[(self.along > start) & (self.along < end)]
        return Curve(np.array([self.at(start)[:2], *inside, self.at(end)[:2]]))

    def reversed(self) -> Curve:
        """The other way round."""
        return Curve(self.points[::-1])

    def solid(self) -> np.ndarray:
        """Bezier points of the whole curve."""
        return segments(self.points[:-1], self.points[1:])

    def dashes(self, dash: float = DASH, gap_share: float = GAP_SHARE) -> np.ndarray:
        """Bezier points of the curve in dashes; each begins at a whole multiple of `dash`."""
        starts = np.arange(0, max(self.length, 1e-6), dash)
        ends = np.minimum(starts + dash * (1 - gap_share), self.length)
        return segments(np.array([self.at(s)[:2] for s in starts]), np.array([self.at(e)[:2] for e in ends]))


class CurveArrow(VGroup):
    """An arrow along a curve.

    Parameters
    ----------
    curve
        From tail to tip.
    dashed
        Whether it crosses from one server to another.
    head
        Length of its head.
    """

    def __init__(self, curve: Curve, color: str, width: float = 4, dashed: bool = False, head: float = 0.2,
                 opacity: float = 1.0) -> None:
        self.curve, self.dashed, self.head_length = curve, dashed, head
        self.body = stroked(np.zeros((0, 3)), color, width, opacity)
        self.head = filled(np.zeros((0, 3)), color, opacity)
        super().__init__(self.body, self.head)
        self.show(1.0)

    def show(self, share: float) -> CurveArrow:
        """Only its first `share`, with the head there."""
        tip = max(share * self.curve.length, self.head_length)
        shaft = self.curve.part(0, max(tip - 0.8 * self.head_length, 1e-3))
        self.body.points = shaft.dashes() if self.dashed else shaft.solid()
        self.head.points = _head(self.curve.at(tip), self.curve.direction(max(tip - self.head_length / 2, 0)), self.head_length)
        return self

    def grow(self, **kwargs) -> Animation:
        """It grows from its tail."""
        return _Grow(self, introducer=True, **kwargs)


class _Grow(Animation):
    def interpolate_mobject(self, alpha: float) -> None:
        self.mobject.show(self.rate_func(alpha))
        for part, whole in zip(self.mobject, self.starting_mobject):
            visible = min(1.0, alpha * 20)
            part.set_fill(opacity=whole.get_fill_opacity() * visible).set_stroke(opacity=whole.get_stroke_opacity() * visible)


class Ride(Animation):
    """A mobject rides along a curve, ending at its end; slow in, slow out."""

    def __init__(self, mobject: VMobject, curve: Curve, **kwargs) -> None:
        self.curve = curve
        super().__init__(mobject, **kwargs)

    def interpolate_mobject(self, alpha: float) -> None:
        self.mobject.move_to(self.curve.at(self.rate_func(alpha) * self.curve.length))


def _head(tip: np.ndarray, angle: float, length: float) -> np.ndarray:
    """A triangle with its point at `tip`."""
    outline = np.array([(0, 0), (-length, 0.46 * length), (-length, -0.46 * length), (0, 0)])
    turned = outline @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + tip[:2]
    return segments(turned[:-1], turned[1:])
