"""Where the 36 vertices lie and how cut edges run: plane geometry, no drawing.

Units are those of a 14.22 x 8 frame, with y measured from the middle of the boxes.  Three
boxes, one for each server, stand side by side; vertices keep these places in every chapter.
A cut edge is a cubic Bezier curve given by its four control points.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

BOX_X = (-4.55, 0.0, 4.55)
BOX_WIDTH, BOX_HEIGHT = 4.15, 4.86
VERTEX_RADIUS = 0.15
INNER_X = 1.62
INNER_Y = (1.8, 1.5, 1.8)
"""Half of the room inside each box where vertices may lie; the middle box leaves room above
and below for the edges that pass it."""
CLEARANCE = 0.2
"""Least distance from a vertex to an edge it does not belong to."""
SAMPLES = 33
"""Points at which a curve is measured."""


def scatter(count: int, height: float, rng: np.random.Generator,
            candidates: int = 40) -> np.ndarray:
    """Well spread random points of one box, relative to its middle, at most ``height`` off it.

    Mitchell's best-candidate sampling: of ``candidates`` random points the one farthest
    from all points placed so far is kept.

    Returns:
        float, shape (count, 2).
    """
    room = np.array([INNER_X, height])
    points = [rng.uniform(-room, room)]
    while len(points) < count:
        offers = rng.uniform(-room, room, size=(candidates, 2))
        gaps = np.linalg.norm(offers[:, None] - np.array(points)[None], axis=2).min(axis=1)
        points.append(offers[gaps.argmax()])
    return np.array(points)


def gabriel_edges(points: np.ndarray) -> list[tuple[int, int]]:
    """Pairs whose circle (with the pair as diameter) holds no other point.

    The Gabriel graph is planar, connected, and its edges keep clear of other points.
    """
    squared = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    edges = []
    for a, b in combinations(range(len(points)), 2):
        others = np.delete(squared[a] + squared[b], [a, b])
        if (others > squared[a, b]).all():
            edges.append((a, b))
    return edges


def least_gap(points: np.ndarray) -> float:
    """Smallest distance between two points."""
    squared = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    return float(np.sqrt(squared[np.triu_indices(len(points), 1)].min()))


def bowed_controls(start: np.ndarray, end: np.ndarray, bow: float) -> np.ndarray:
    """Cubic Bezier controls, shape (4, 2), of an edge between neighboring boxes.

    Its middle lies ``bow`` off the straight line, upwards if positive.
    """
    along = (end - start) / np.linalg.norm(end - start)
    normal = np.array([-along[1], along[0]]) * (1 if along[0] > 0 else -1)
    offset = normal * bow * 4 / 3
    return np.array([start, start + (end - start) / 3 + offset,
                     end - (end - start) / 3 + offset, end])


def arch_controls(start: np.ndarray, end: np.ndarray, level: float) -> np.ndarray:
    """Controls, shape (4, 2), of an edge that passes over or under the middle box.

    Both inner controls lie at height ``level``, so the curve runs level over the box.
    """
    reach = 0.3 * (end[0] - start[0])
    return np.array([start, [start[0] + reach, level], [end[0] - reach, level], end])


_T = np.linspace(0, 1, SAMPLES)[:, None]
_BERNSTEIN = np.hstack([(1 - _T) ** 3, 3 * _T * (1 - _T) ** 2, 3 * _T**2 * (1 - _T), _T**3])


def bezier_points(controls: np.ndarray) -> np.ndarray:
    """Points along a cubic Bezier curve, shape (SAMPLES, 2), both ends included."""
    return _BERNSTEIN @ controls


def _complex(points: np.ndarray) -> np.ndarray:
    """Points of shape (n, 2) as n complex numbers, with which distances are quick."""
    return points[:, 0] + 1j * points[:, 1]


def clear_of_vertices(curve: np.ndarray, points: np.ndarray, ends: tuple[int, int]) -> float:
    """Distance from ``curve`` to the nearest vertex that is not one of its ``ends``."""
    mine = np.ones(len(points), dtype=bool)
    mine[list(ends)] = False
    others, path = _complex(points[mine])[:, None], _complex(curve)
    starts, spans = path[:-1], np.diff(path)
    along = ((others - starts) * spans.conj()).real / np.abs(spans) ** 2
    return float(np.abs(others - starts - np.clip(along, 0, 1) * spans).min())


def gap_between(one: np.ndarray, other: np.ndarray, shared: np.ndarray | None = None) -> float:
    """Smallest distance between two curves.

    Args:
        one, other: curves, shape (any, 2).
        shared: an end that both have; points within 0.6 of it are not compared, since two
            edges of one vertex meet there by right.
    """
    first, second = _complex(one), _complex(other)
    if shared is not None:
        meet = complex(*shared)
        first, second = (c[np.abs(c - meet) > 0.6] for c in (first, second))
        if not len(first) or not len(second):
            return np.inf
    return float(np.abs(first[:, None] - second).min())


def crossings(one: np.ndarray, other: np.ndarray) -> int:
    """How often two curves cross."""
    def side(origin: np.ndarray, span: np.ndarray, point: np.ndarray) -> np.ndarray:
        to = point - origin
        return span[..., 0] * to[..., 1] - span[..., 1] * to[..., 0]

    a, b = one[:-1, None], one[1:, None]
    c, d = other[None, :-1], other[None, 1:]
    parted = side(a, b - a, c) * side(a, b - a, d) < 0
    parting = side(c, d - c, a) * side(c, d - c, b) < 0
    return int((parted & parting).sum())


def direction_at(curve: np.ndarray, end: np.ndarray) -> float:
    """Angle (radians) at which ``curve`` leaves its ``end``, taken 0.45 away from it."""
    away = np.linalg.norm(curve - end, axis=1)
    order = slice(None) if away[0] < away[-1] else slice(None, None, -1)
    path, away = curve[order], away[order]
    half = len(away) // 2
    place = [np.interp(0.45, away[:half], path[:half, axis]) for axis in (0, 1)]
    return float(np.arctan2(place[1] - end[1], place[0] - end[0]))


def least_angle(angles: list[float]) -> float:
    """Smallest angle between two neighbors among directions, in degrees (360 for one)."""
    if len(angles) < 2:
        return 360.0
    turned = np.sort(np.degrees(angles) % 360)
    return float(np.diff(np.append(turned, turned[0] + 360)).min())
