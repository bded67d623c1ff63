"""Many small shapes as one mobject: outlines as points, thousands at a time."""

from __future__ import annotations

import numpy as np
from manim import VMobject

_KAPPA = 0.5522847498
"""How far a cubic's handle lies along the tangent of a quarter circle of radius 1."""

_QUARTERS = np.array([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)], dtype=float)


def disc_outlines(centers: np.ndarray, radius: float) -> np.ndarray:
    """Bezier points of circles round `centers` (n, 2): shape (16 n, 3), four cubics a circle."""
    outline = []
    for start, end in zip(_QUARTERS, _QUARTERS[1:]):
        outline += [start, start + _KAPPA * end, end + _KAPPA * start, end]
    return _copies(np.array(outline) * radius, centers)


def box_outlines(centers: np.ndarray, width: float, height: float) -> np.ndarray:
    """Bezier points of boxes round `centers` (n, 2): shape (16 n, 3), four straight cubics a box."""
    corners = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1)]) * (width / 2, height / 2)
    thirds = np.linspace(0, 1, 4)[:, None]
    outline = np.concatenate([(1 - thirds) * start + thirds * end for start, end in zip(corners, corners[1:])])
    return _copies(outline, centers)


def segments(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Bezier points of straight lines from `starts` to `ends` (n, 2): shape (4 n, 3)."""
    share = np.linspace(0, 1, 4)[None, :, None]
    return _flat((1 - share) * starts[:, None, :] + share * ends[:, None, :])


def filled(points: np.ndarray, color: str, opacity: float = 1.0) -> VMobject:
    """One mobject of these outlines, filled, without a stroke."""
    shape = VMobject(fill_color=color, fill_opacity=opacity, stroke_width=0)
    shape.points = points
    return shape


def stroked(points: np.ndarray, color: str, width: float, opacity: float = 1.0) -> VMobject:
    """One mobject of these lines, without a fill."""
    shape = VMobject(stroke_color=color, stroke_width=width, stroke_opacity=opacity, fill_opacity=0)
    shape.points = points
    return shape


def _copies(outline: np.ndarray, centers: np.ndarray) -> np.ndarray:
    return _flat(np.asarray(centers)[:, None, :] + outline[None, :, :])


def _flat(points: np.ndarray) -> np.ndarray:
    flat = points.reshape(-1, 2)
    return np.column_stack([flat, np.zeros(len(flat))])
