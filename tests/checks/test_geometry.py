"""Ink is measured where it lies: lengths in boxes, fills over places, discs, gaps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from manim import *

from film.geometry import Outline, gap, overlap

BOX = (-0.5, -0.25, 0.5, 0.25)
coordinates = st.floats(-2, 2, allow_nan=False)
points = st.tuples(coordinates, coordinates)

HAIR = 0.002
"""Frame units, a quarter of a pixel in 1080p: what comes so close to an edge may count as in or out."""


def on_curve(*handles):
    """20001 places on a Bezier curve."""
    a, b, c, d = np.array(handles)
    t = np.linspace(0, 1, 20001)[:, None]
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d


def length_inside(places, margin):
    """Length of the way along `places` in BOX, made larger by `margin`."""
    middles = (places[1:] + places[:-1]) / 2
    inside = (middles >= np.array(BOX[:2]) - margin) & (middles <= np.array(BOX[2:]) + margin)
    return np.hypot(*np.diff(places, axis=0)[inside.all(axis=1)].T).sum()


def straight(start, end):
    start, end = np.array([*start, 0.0]), np.array([*end, 0.0])
    return np.array([start, start + (end - start) / 3, end - (end - start) / 3, end])


def hold_length(outline, places):
    """Where a way grazes an edge, much of its length hangs on a hair: the edges may be off by one, the length may not."""
    measured = Outline(outline).length_in(BOX)
    assert length_inside(places, -HAIR) - 0.005 <= measured <= length_inside(places, HAIR) + 0.005


@given(points, points)
@example((0.5, 0), (0.5 + 1e-13, 1))  # leaves by the right edge, as good as along it
def test_the_length_of_a_line_in_a_box_is_that_of_its_points_in_there(start, end):
    line = straight(start, end)
    hold_length(line, on_curve(*line[:, :2]))


@given(points, points, points, points)
@example((0.3125, -2), (-2, 1.75), (1.5, 0), (-1, 0))  # runs along the left edge, a fiftieth of a unit outside
def test_the_length_of_a_curve_in_a_box_is_that_of_its_points_in_there(a, b, c, d):
    hold_length(np.array([a, b, c, d]), on_curve(a, b, c, d))


@given(points, points, points, points)
def test_the_box_of_a_curve_is_that_of_its_points(a, b, c, d):
    curve = on_curve(a, b, c, d)
    expected = (*curve.min(axis=0), *curve.max(axis=0))
    assert Outline(np.array([a, b, c, d])).box == pytest.approx(expected, abs=HAIR)


@given(st.lists(points, min_size=1, max_size=5))
def test_a_fill_covers_what_lies_in_a_square_and_out_of_a_hole(places):
    places = np.array(places)
    covered = Outline(Square(2).points).covers(places)
    expected = (np.abs(places) < 1).all(axis=1)
    clear = (np.abs(np.abs(places) - 1) > 1e-6).all(axis=1)
    assert (covered == expected)[clear].all()


def test_a_ring_does_not_cover_its_middle_and_an_open_path_is_filled_as_if_closed():
    assert not Outline(Annulus(1, 2).points).covers(np.zeros((1, 2)))[0]
    assert Outline(Annulus(1, 2).points).covers(np.array([[1.5, 0]]))[0]
    half = Arc(1, 0, PI)
    assert list(Outline(half.points).covers(np.array([[0, 0.5], [0, -0.5]]))) == [True, False]


def test_many_shapes_of_one_mobject_count_one_by_one():
    many = np.concatenate([Square(0.4).move_to(RIGHT * k).points for k in range(4)])
    assert list(Outline(many).covers(np.array([[0, 0], [0.5, 0], [3, 0.1], [3.3, 0]]))) == [True, False, True, False]


def test_discs_are_found_and_nothing_else_is_taken_for_one():
    many = np.concatenate([Dot([k, 0, 0], 0.1).points for k in range(3)] + [Square(0.2).points, Triangle().scale(0.1).points])
    assert Outline(many).discs == pytest.approx(np.array([[0, 0, 0.1], [1, 0, 0.1], [2, 0, 0.1]]), abs=1e-3)
    for other in (Circle(2), Ellipse(0.4, 0.2), Square(0.2).rotate(0.3), RegularPolygon(6).scale(0.1)):
        assert not len(Outline(other.points).discs), other


def test_gaps_reach_from_a_box_s_edge_to_the_nearest_rim():
    discs = np.array([[2, 0, 0.5], [0, 3, 0.1]])
    assert gap((-1, -1, 1, 1), discs) == pytest.approx(0.5)
    assert gap((-1, -1, 1, 1), np.array([[1.3, 1.4, 0.5]])) == pytest.approx(0)
    assert gap((-1, -1, 1, 1), np.zeros((0, 3))) == float("inf")


def test_overlap_is_a_share_of_the_smaller_box():
    assert overlap((0, 0, 4, 4), (3, 3, 5, 5)) == pytest.approx(0.25)
    assert overlap((0, 0, 4, 4), (1, 1, 2, 2)) == 1
    assert overlap((0, 0, 1, 1), (2, 0, 3, 1)) == 0
