"""Colors by role, apart for everyone, and strong enough: COL-1, COL-3, COL-5, A11Y-3, A11Y-4."""

from __future__ import annotations

from dataclasses import replace

import pytest
from manim import *
from planted import THEME, brief, film, found

from film.colors import contrast, distance, over, rgb


def with_colors(**colors):
    return replace(THEME, colors={**THEME.colors, **colors}, apart=THEME.apart + tuple(colors))


def nothing(scene, beat):
    beat.leaves()


# COL-5

def stray_color(scene, beat):
    scene.play(FadeIn(Dot(color=BLUE)))


def stray_stroke(scene, beat):
    scene.play(FadeIn(Circle(1, fill_color=scene.theme.color("one"), fill_opacity=1, stroke_color="#FF00FF")))


def stray_letter(scene, beat):
    name = scene.label("color")
    name[2].set_color(PINK)
    scene.play(FadeIn(name))


def from_role_to_role(scene, beat):
    """Halfway it has a color that is in no table."""
    dot = Dot(radius=0.3, color=scene.theme.color("one"))
    scene.play(FadeIn(dot))
    scene.play(dot.animate.set_color(scene.theme.color("two")), run_time=2)


def halfway_from_role_to_role(scene, beat):
    one, two = (ManimColor(scene.theme.color(role)) for role in ("one", "two"))
    scene.play(FadeIn(Dot(radius=0.3, color=one.interpolate(two, 0.5))))


def invisible_stray(scene, beat):
    scene.play(FadeIn(Circle(1, color=scene.theme.color("one"), fill_color=BLUE, fill_opacity=0)))


def test_a_color_of_no_role_is_found_in_fills_strokes_and_single_letters():
    for scene in (stray_color, stray_stroke, stray_letter, halfway_from_role_to_role):
        assert [finding.severity for finding in found(film(scene), "COL-5")] == ["FAIL"], scene.__name__


def test_blends_on_the_way_and_colors_nobody_sees_are_fine():
    for scene in (from_role_to_role, invisible_stray):
        assert found(film(scene), "COL-5") == [], scene.__name__


# COL-1 and COL-3

def test_colors_that_look_alike_are_found():
    assert brief(found(film(nothing, theme=with_colors(other="#F2E640")), "COL-1")) == [("COL-1", "FAIL", "other")]


@pytest.mark.parametrize("sight,one,other", [("protan", "#83C167", "#F0AC5F"), ("deutan", "#FC6255", "#83C167"), ("tritan", "#58C4DD", "#5CD0B3")])
def test_manim_s_own_colors_are_alike_to_some(sight, one, other):
    assert distance(one, other) > 15 or sight == "tritan"
    assert distance(one, other, sight) < 10
    theme = replace(THEME, colors={"background": "#0F1117", "a": one, "b": other}, apart=("a", "b"), dim=())
    (finding,) = found(film(nothing, theme=theme), "COL-1")
    assert finding.severity == "FAIL" and sight in finding.message


def test_colors_neither_close_nor_far_are_a_warning():
    theme = with_colors(pink="#FFAABB")
    assert [finding.severity for finding in found(film(nothing, theme=theme), "COL-1")] == ["WARN"]


def test_a_look_that_names_no_roles_to_tell_apart_is_a_warning():
    assert [finding.severity for finding in found(film(nothing, theme=replace(THEME, apart=())), "COL-1")] == ["WARN"]


def test_roles_too_dark_for_the_background_are_found():
    assert brief(found(film(nothing, theme=with_colors(night="#202040")), "COL-3")) == [("COL-3", "FAIL", "night")]
    assert brief(found(film(nothing, theme=with_colors(dusk="#7A5C8C")), "COL-3")) == [("COL-3", "WARN", "dusk")]


def test_the_look_of_these_tests_is_fine():
    assert found(film(nothing), "COL-1", "COL-3") == []


def test_contrast_and_mixing_are_those_of_the_standard():
    assert contrast(rgb("#FFFFFF"), rgb("#000000")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#FFFFFF")) == pytest.approx(4.48, abs=0.01)
    assert over("#FFFFFF", 0.25, (0, 0, 0)) == pytest.approx((0.25, 0.25, 0.25))


# A11Y-3: text against what lies behind it

def faint_text(scene, beat):
    scene.play(FadeIn(scene.label("faint", role="context")))


def text_set_back(scene, beat):
    name = scene.label("fading")
    scene.play(FadeIn(name))
    scene.play(name.animate.set_opacity(0.25))


def text_on_a_bright_box(scene, beat):
    scene.play(FadeIn(Rectangle(width=3, height=1, fill_color=scene.theme.color("one"), fill_opacity=1), scene.label("lost")))


def text_half_on_a_bright_box(scene, beat):
    box = Rectangle(width=3, height=1, fill_color=scene.theme.color("one"), fill_opacity=1, stroke_width=0)
    scene.play(FadeIn(box, scene.label("half of it").move_to(box.get_right())))


def text_on_a_panel_on_a_bright_box(scene, beat):
    bright = Rectangle(width=3, height=1, fill_color=scene.theme.color("one"), fill_opacity=1)
    panel = Rectangle(width=2, height=0.8, fill_color=scene.theme.color("panel"), fill_opacity=1, color=scene.theme.color("text"))
    scene.play(FadeIn(bright, panel, scene.label("found")))


def text_beside_a_bright_box(scene, beat):
    box = Square(1, fill_color=scene.theme.color("one"), fill_opacity=1)
    scene.play(FadeIn(box, scene.label("beside").next_to(box, RIGHT)))


def text_inside_a_ring_s_box(scene, beat):
    """The annulus's box holds the text, its fill does not."""
    scene.play(FadeIn(Annulus(1, 1.2, color=scene.theme.color("one")), scene.label("in it")))


def test_text_too_faint_for_its_ground_is_found():
    for scene in (faint_text, text_set_back, text_on_a_bright_box, text_half_on_a_bright_box):
        assert [finding.severity for finding in found(film(scene), "A11Y-3")] == ["FAIL"], scene.__name__


def test_text_that_stands_out_where_it_stands_is_fine():
    for scene in (text_on_a_panel_on_a_bright_box, text_beside_a_bright_box, text_inside_a_ring_s_box):
        assert found(film(scene), "A11Y-3") == [], scene.__name__


# A11Y-4: graphics against what they lie on

def dark_dot(scene, beat):
    scene.play(FadeIn(Dot(radius=0.3, color="#303848")))


def bright_dot_on_a_bright_box(scene, beat):
    box = Square(2, fill_color=scene.theme.color("one"), fill_opacity=1)
    scene.play(FadeIn(box, Dot(radius=0.3, color=scene.theme.color("text"))))


def hardly_there(scene, beat):
    dot = Dot(radius=0.3, color=scene.theme.color("two"))
    scene.play(FadeIn(dot))
    scene.play(dot.animate.set_opacity(0.1))


def set_back(scene, beat):
    dot = Dot(radius=0.3, color=scene.theme.color("two"))
    scene.play(FadeIn(dot))
    scene.play(dot.animate.set_opacity(0.4))


def context(scene, beat):
    scene.play(FadeIn(Line(LEFT, RIGHT, color=scene.theme.color("context"))))


def panel(scene, beat):
    scene.play(FadeIn(Square(fill_color=scene.theme.color("panel"), fill_opacity=1, stroke_width=0)))


def hair_line(scene, beat):
    scene.play(FadeIn(Line(LEFT, RIGHT, stroke_width=1, color=scene.theme.color("text"))))


def test_graphics_too_faint_for_their_ground_are_found():
    for scene in (dark_dot, bright_dot_on_a_bright_box, hardly_there):
        assert [finding.severity for finding in found(film(scene), "A11Y-4")] == ["FAIL"], scene.__name__


def test_a_line_under_two_pixels_is_a_warning():
    assert [finding.severity for finding in found(film(hair_line), "A11Y-4")] == ["WARN"]


def test_what_is_set_back_or_carries_no_meaning_may_be_fainter():
    for scene in (set_back, context, panel):
        assert found(film(scene), "A11Y-4") == [], scene.__name__
