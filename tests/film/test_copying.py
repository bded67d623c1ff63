"""Copies of mobjects, made quickly, are those that Manim makes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from manim import PI, Circle, ManimColor, Mobject, Square, ValueTracker, VGroup, VMobject

from film.copying import copy_mobjects_quickly


def family() -> VGroup:
    """With parts, a target that shares one of them, an updater, and a value somebody set."""
    square, circle = Square(color="#112233", fill_opacity=0.5), Circle(0.3)
    group = VGroup(square, VGroup(circle, VMobject()))
    group.target = VGroup(square, Circle(2))
    group.add_updater(lambda mobject: mobject.shift([0.1, 0, 0]), call_updater=False)
    group.note = {"corners": [square.get_center()], "angle": np.float64(PI), "part": circle}
    return group


@pytest.fixture(params=["Manim's", "quick"])
def copied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], Any]:
    """`copy.deepcopy`, with Manim's way of copying mobjects or with ours: every claim must hold for both."""
    monkeypatch.setattr(Mobject, "__deepcopy__", Mobject.__deepcopy__)  # to be put back
    if request.param == "quick":
        copy_mobjects_quickly()
    return copy.deepcopy


def test_a_copy_looks_the_same_and_holds_the_same_names(copied: Callable) -> None:
    whole = family()
    for one, other in zip(whole.get_family(), copied(whole).get_family(), strict=True):
        assert one is not other and one.__dict__.keys() == other.__dict__.keys() - {"original_id"} | one.__dict__.keys() & {"original_id"}
        assert np.array_equal(one.points, other.points) and np.array_equal(one.fill_rgbas, other.fill_rgbas)
        assert other.original_id == str(id(one))


def test_changing_a_copy_leaves_the_first_alone(copied: Callable) -> None:
    whole = family()
    before = [(mobject.points.copy(), mobject.stroke_rgbas.copy(), mobject.get_stroke_width()) for mobject in whole.get_family()]
    other = copied(whole)
    other.shift([1, 2, 0]).rotate(1).set_color("#FF0000").set_stroke(width=9)
    other[0].points[0] = 7
    other.note["corners"].append(0)
    for mobject, (points, rgbas, width) in zip(whole.get_family(), before, strict=True):
        assert np.array_equal(mobject.points, points) and np.array_equal(mobject.stroke_rgbas, rgbas)
        assert mobject.get_stroke_width() == width
    assert len(whole.note["corners"]) == 1 and whole[0].get_color() == ManimColor("#112233")


def test_what_was_one_thing_in_two_places_is_one_in_the_copy(copied: Callable) -> None:
    other = copied(family())
    assert other.target[0] is other[0] and other.note["part"] is other[1][0]


def test_updaters_go_along(copied: Callable) -> None:
    other = copied(family())
    start = other.get_x()
    other.update()
    assert other.get_x() == pytest.approx(start + 0.1)


def test_a_value_tracker_has_a_value_of_its_own(copied: Callable) -> None:
    tracker = ValueTracker(3)
    other = copied(tracker)
    other.set_value(5)
    assert (tracker.get_value(), other.get_value()) == (3, 5)
