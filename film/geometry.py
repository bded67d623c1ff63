"""Where ink lies: the true outlines of mobjects, measured against boxes."""

from __future__ import annotations

from functools import cached_property

import numpy as np

_STRAY = 1e-3
"""Frame units by which a straight piece may stray from the curve it stands for: a seventh of a pixel in 1080p."""

_MOST = 100
"""Pieces of one curve; one that needs more bends farther than the frame is high."""

_ROUND = 0.05
"""Share of its radius by which a disc's outline may stray from a circle."""

_LARGEST = 0.45
"""Frame units: circles up to this radius count as discs, larger ones are areas."""


class Outline:
    """Bezier curves, four points each, as Manim keeps them: shape (4 n, 2 or more)."""

    def __init__(self, points: np.ndarray) -> None:
        count = len(points) // 4
        self.curves = np.asarray(points, dtype=float)[: 4 * count, :2].reshape(count, 4, 2)

    def __len__(self) -> int:
        """How many curves it has."""
        return len(self.curves)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Round the outline."""
        ends = self.segments.reshape(-1, 2)
        return (*ends.min(axis=0).tolist(), *ends.max(axis=0).tolist())  # type: ignore[return-value]

    @cached_property
    def segments(self) -> np.ndarray:
        """Straight pieces from start to end, shape (m, 2, 2): as many for each curve as its bend asks for."""
        # n pieces stray by 1/8 of the second derivative / n**2 at most, and that derivative is at most 6 times the bend.
        counts = np.clip(np.ceil(np.sqrt(6 / 8 * self._bends / _STRAY)), 1, _MOST).astype(int)
        pieces = [np.zeros((0, 2, 2))]
        for count in np.unique(counts):
            along = _places_on(self.curves[counts == count], count)
            pieces.append(np.stack([along[:, :-1], along[:, 1:]], axis=2).reshape(-1, 2, 2))
        return np.concatenate(pieces)

    @cached_property
    def _bends(self) -> np.ndarray:
        """The larger second difference of each curve's points, shape (n,); 0 for straight ones as Manim makes them."""
        return np.hypot(*np.diff(self.curves, 2, axis=1).T).max(axis=0, initial=0)

    @cached_property
    def paths(self) -> np.ndarray:
        """The index of the subpath each curve belongs to, shape (n,)."""
        if not len(self.curves):
            return np.zeros(0, dtype=int)
        breaks = np.abs(self.curves[1:, 0] - self.curves[:-1, 3]).max(axis=1) > 1e-6
        return np.concatenate([[0], np.cumsum(breaks)])

    @cached_property
    def _closed(self) -> np.ndarray:
        """The pieces, and for each subpath the one that closes it: what a fill is bounded by."""
        if not len(self.curves):
            return np.zeros((0, 2, 2))
        firsts = np.concatenate([[0], np.nonzero(np.diff(self.paths))[0] + 1])
        lasts = np.concatenate([firsts[1:] - 1, [len(self.curves) - 1]])
        closing = np.stack([self.curves[lasts, 3], self.curves[firsts, 0]], axis=1)
        open_ones = np.abs(closing[:, 0] - closing[:, 1]).max(axis=1) > 1e-6
        return np.concatenate([self.segments, closing[open_ones]])

    @cached_property
    def discs(self) -> np.ndarray:
        """`(x, y, radius)` of each subpath that is a small circle, shape (k, 3)."""
        found = []
        if (self._bends > _STRAY).any():
            firsts = np.concatenate([[0], np.nonzero(np.diff(self.paths))[0] + 1, [len(self.curves)]])
            sizes = np.diff(firsts)
            for size in np.unique(sizes[sizes >= 3]):
                starts = firsts[:-1][sizes == size]
                curves = self.curves[starts[:, None] + np.arange(size)]  # (k, size, 4, 2)
                middles = (curves[:, :, 0] + 3 * curves[:, :, 1] + 3 * curves[:, :, 2] + curves[:, :, 3]) / 8
                rim = np.concatenate([curves[:, :, 0], middles], axis=1)
                center = (rim.min(axis=1) + rim.max(axis=1)) / 2
                away = np.hypot(*(rim - center[:, None]).transpose(2, 0, 1))
                radius = away.mean(axis=1)
                good = (np.abs(away - radius[:, None]).max(axis=1) <= _ROUND * radius) & (radius > 1e-3) & (radius <= _LARGEST)
                found.append(np.column_stack([center[good], radius[good]]))
        return np.concatenate(found) if found else np.zeros((0, 3))

    def length_in(self, box: tuple[float, float, float, float], pad: float = 0.0) -> float:
        """How much of the line lies in `box`, made larger by `pad` on each side."""
        low, high = np.array(box[:2]) - pad, np.array(box[2:]) + pad
        pieces = self.segments
        near = (pieces.max(axis=1) >= low).all(axis=1) & (pieces.min(axis=1) <= high).all(axis=1)
        start, way = pieces[near][:, 0], pieces[near][:, 1] - pieces[near][:, 0]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            one, other = (low - start) / way, (high - start) / way
        still = np.abs(way) < 1e-12  # along that axis it stays where it is, and `near` says that is inside
        enter = np.where(still, 0.0, np.minimum(one, other)).max(axis=1, initial=0)
        leave = np.where(still, 1.0, np.maximum(one, other)).min(axis=1, initial=1)
        return float((np.maximum(leave - enter, 0) * np.hypot(*way.T)).sum())

    def covers(self, points: np.ndarray) -> np.ndarray:
        """Which of `points` (n, 2) a fill of this outline covers (nonzero winding, as cairo fills)."""
        low, high = points.min(axis=0), points.max(axis=0)
        pieces = self._closed
        top, bottom = pieces[:, :, 1].max(axis=1), pieces[:, :, 1].min(axis=1)
        pieces = pieces[(top >= low[1]) & (bottom <= high[1]) & (pieces[:, :, 0].max(axis=1) >= low[0])]
        x, y = points[:, 0, None], points[:, 1, None]
        (ax, ay), (bx, by) = pieces[:, 0].T, pieces[:, 1].T
        rises, falls = (ay <= y) & (by > y), (ay > y) & (by <= y)
        side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)  # above 0: the point lies left of the piece
        return ((rises & (side > 0)).sum(axis=1) - (falls & (side < 0)).sum(axis=1)) != 0


def _places_on(curves: np.ndarray, count: int) -> np.ndarray:
    """The ends of `count` pieces of each curve, shape (n, count + 1, 2)."""
    t = np.linspace(0, 1, count + 1)[:, None]
    return np.hstack([(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3]) @ curves


def gap(box: tuple[float, float, float, float], discs: np.ndarray) -> float:
    """From `box` to the rim of the nearest of `discs` (k, 3); infinite if there is none."""
    if not len(discs):
        return float("inf")
    across = np.maximum(np.maximum(box[0] - discs[:, 0], discs[:, 0] - box[2]), 0)
    up = np.maximum(np.maximum(box[1] - discs[:, 1], discs[:, 1] - box[3]), 0)
    return float((np.hypot(across, up) - discs[:, 2]).min())


def overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """The area two boxes share, as a share of the smaller one."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return max(width, 0.0) * max(height, 0.0) / smaller if smaller > 0 else 0.0


def apart(a: tuple[float, float, float, float], b: tuple[float, float, float, float], by: float) -> bool:
    """Whether two boxes are more than `by` apart."""
    return a[0] > b[2] + by or b[0] > a[2] + by or a[1] > b[3] + by or b[1] > a[3] + by
