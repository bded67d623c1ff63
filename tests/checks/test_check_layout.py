"""What lies on what: LAY-1 to LAY-5, each with faults it finds and pictures it passes."""

from __future__ import annotations

import numpy as np
from manim import *
from planted import Act, brief, film, found


def label(scene, text, place=ORIGIN, **style):
    return scene.label(text, **style).move_to(place)


# LAY-1: text on text

def text_on_text(scene, beat):
    old, new = label(scene, "an old title"), label(scene, "a new one", RIGHT * 0.3)
    scene.play(FadeIn(old, new))


def text_passing_text(scene, beat):
    here, passing = label(scene, "it stays"), label(scene, "it goes", LEFT * 4)
    scene.play(FadeIn(here, passing))
    scene.play(passing.animate.move_to(RIGHT * 4))


def text_beside_text(scene, beat):
    here, passing = label(scene, "it stays"), label(scene, "it goes", LEFT * 4 + UP)
    scene.play(FadeIn(here, passing))
    scene.play(passing.animate.move_to(RIGHT * 4 + UP))


def text_after_text(scene, beat):
    old, new = label(scene, "an old title"), label(scene, "a new one")
    scene.play(FadeIn(old))
    scene.wait(2)
    scene.play(FadeOut(old), run_time=0.4)
    scene.play(FadeIn(new), run_time=0.4)


def the_same_text_again(scene, beat):
    old, new = label(scene, "A"), label(scene, "A")
    scene.play(FadeIn(old))
    scene.wait(2)
    scene.play(FadeOut(old), FadeIn(new))


def test_two_texts_on_each_other_are_found_and_both_named():
    assert brief(found(film(text_on_text), "LAY-1")) == [("LAY-1", "FAIL", "new"), ("LAY-1", "FAIL", "old")]


def test_a_text_that_passes_over_another_is_found_though_both_end_apart():
    assert brief(found(film(text_passing_text), "LAY-1")) == [("LAY-1", "FAIL", "here"), ("LAY-1", "FAIL", "passing")]


def test_texts_side_by_side_one_after_another_or_alike_are_fine():
    for scene in (text_beside_text, text_after_text, the_same_text_again):
        assert found(film(scene), "LAY-1") == []


# LAY-2: lines through labels

def line_through_label(scene, beat):
    name, edge = label(scene, "halo"), Line(LEFT * 3, RIGHT * 3)
    scene.play(FadeIn(name, edge))


def curve_through_label(scene, beat):
    name = label(scene, "halo", UP * 0.75)
    curve = ArcBetweenPoints(LEFT * 3, RIGHT * 3, angle=-PI / 3)  # its middle lies 0.8 above its ends
    scene.play(FadeIn(name, curve))


def curve_round_label(scene, beat):
    """The curve's box holds the label, the curve goes round it."""
    name, curve = label(scene, "halo"), ArcBetweenPoints(LEFT * 3, RIGHT * 3, angle=-PI / 3)
    scene.play(FadeIn(name, curve))


def one_of_many_lines_through_label(scene, beat):
    """A thousand lines in one mobject, as large graphs are drawn."""
    name = label(scene, "halo")
    lines = VMobject(stroke_width=2, color=WHITE)
    ends = [(np.array([x, -2, 0]), np.array([x, 2, 0])) for x in np.linspace(1.5, 6, 999)] + [(np.array([0.1, -2, 0]), np.array([0.1, 2, 0]))]
    lines.points = np.concatenate([[a, a + (b - a) / 3, b - (b - a) / 3, b] for a, b in ends])
    scene.play(FadeIn(name, lines))


def dashes_through_label(scene, beat):
    name, edge = label(scene, "halo"), DashedLine(LEFT * 3, RIGHT * 3, dash_length=0.15)
    scene.play(FadeIn(name, edge))


def line_passing_label(scene, beat):
    name, edge = label(scene, "halo"), Line(UP * 3 + LEFT * 2, UP * 3 + RIGHT * 2)
    scene.play(FadeIn(name, edge))
    scene.play(edge.animate.shift(DOWN * 6), run_time=2)


def label_on_a_box(scene, beat):
    name, edge = label(scene, "halo"), Line(LEFT * 3, RIGHT * 3)
    box = SurroundingRectangle(name, color=scene.theme.color("text"), fill_color=scene.theme.color("panel"), fill_opacity=1)
    scene.play(FadeIn(edge, box, name))


def label_on_a_glass_box(scene, beat):
    name, edge = label(scene, "halo"), Line(LEFT * 3, RIGHT * 3)
    box = SurroundingRectangle(name, color=scene.theme.color("text"), fill_color=scene.theme.color("panel"), fill_opacity=0.5)
    scene.play(FadeIn(edge, box, name))


def line_over_the_box(scene, beat):
    name, edge = label(scene, "halo"), Line(LEFT * 3, RIGHT * 3)
    box = SurroundingRectangle(name, color=scene.theme.color("text"), fill_color=scene.theme.color("panel"), fill_opacity=1)
    scene.play(FadeIn(box, name, edge))


def test_lines_and_curves_through_a_label_are_found_by_their_true_course():
    for scene in (line_through_label, curve_through_label, one_of_many_lines_through_label, dashes_through_label, label_on_a_glass_box,
                  line_over_the_box):
        assert brief(found(film(scene), "LAY-2")) == [("LAY-2", "FAIL", "name")], scene.__name__


def test_a_line_that_passes_a_label_is_a_warning():
    assert brief(found(film(line_passing_label), "LAY-2")) == [("LAY-2", "WARN", "name")]


def test_a_curve_round_a_label_and_a_line_behind_its_box_are_fine():
    for scene in (curve_round_label, label_on_a_box):
        assert found(film(scene), "LAY-2") == [], scene.__name__


# LAY-3: labels on vertices

def label_on_a_dot(scene, beat):
    scene.play(FadeIn(Dot(radius=0.12, color=scene.theme.color("one")), label(scene, "v", RIGHT * 0.1)))


def label_close_to_a_dot(scene, beat):
    dot, name = Dot(radius=0.12), label(scene, "vertex")
    scene.play(FadeIn(dot, name.next_to(dot, RIGHT, buff=0.03)))


def label_beside_a_dot(scene, beat):
    dot, name = Dot(radius=0.12), label(scene, "vertex")
    scene.play(FadeIn(dot, name.next_to(dot, RIGHT, buff=0.08)))


def dot_passing_a_label(scene, beat):
    name, dot = label(scene, "halo"), Dot(LEFT * 3)
    scene.play(FadeIn(name, dot))
    scene.play(dot.animate.shift(RIGHT * 6), run_time=2)


def label_in_a_disc(scene, beat):
    scene.play(FadeIn(Dot(radius=0.4, color=scene.theme.color("three")), label(scene, "v")))


def label_in_a_ring(scene, beat):
    scene.play(FadeIn(Circle(0.4, color=scene.theme.color("three")), label(scene, "v")))


def label_on_one_dot_of_many(scene, beat):
    """Many discs in one mobject: its box says nothing, its discs do."""
    many = VMobject(fill_color=scene.theme.color("one"), fill_opacity=1, stroke_width=0)
    many.points = np.concatenate([Dot([x, y, 0], 0.06).points for x in np.arange(-3, 3.1, 0.5) for y in (-1, 0, 1)])
    name = label(scene, "here", UP * 0.5)
    scene.play(FadeIn(many, name))
    scene.play(name.animate.shift(DOWN * 0.5))


def box_over_a_label(scene, beat):
    name, box = label(scene, "hidden"), Square(0.3, fill_opacity=1, color=scene.theme.color("two"))
    scene.play(FadeIn(name, box))


def dots_touching(scene, beat):
    scene.play(FadeIn(*[Dot(RIGHT * 0.2 * k, 0.1, color=scene.theme.color("one")) for k in range(2)]))


def dots_apart(scene, beat):
    scene.play(FadeIn(*[Dot(RIGHT * 0.3 * k, 0.1, color=scene.theme.color("one")) for k in range(2)]))


def a_dot_in_a_halo(scene, beat):
    scene.play(FadeIn(Dot(radius=0.2, color=scene.theme.color("one")), Dot(radius=0.1, color=scene.theme.color("two"))))


def test_labels_on_dots_close_to_dots_and_under_things_are_found():
    for scene in (label_on_a_dot, label_close_to_a_dot, box_over_a_label):
        assert [finding.severity for finding in found(film(scene), "LAY-3")] == ["FAIL"], scene.__name__


def test_a_dot_that_crosses_a_label_is_found_in_motion():
    assert brief(found(film(dot_passing_a_label), "LAY-3")) == [("LAY-3", "FAIL", "name")]


def test_each_disc_of_one_mobject_counts():
    assert brief(found(film(label_on_one_dot_of_many), "LAY-3")) == [("LAY-3", "FAIL", "name")]


def test_vertices_that_touch_are_found():
    assert [finding.severity for finding in found(film(dots_touching), "LAY-3")] == ["FAIL"]


def test_labels_beside_or_in_a_disc_and_vertices_apart_are_fine():
    for scene in (label_beside_a_dot, label_in_a_disc, label_in_a_ring, dots_apart, a_dot_in_a_halo):
        assert found(film(scene), "LAY-3") == [], scene.__name__


# LAY-4 and LAY-5: what is left

def left_behind(scene, beat):
    square, ghost = Square(color=scene.theme.color("one")), Circle(color=scene.theme.color("two"))
    scene.play(FadeIn(square, ghost))
    beat.leaves(square)


def ghost_of_a_transform(scene, beat):
    """`Transform` leaves the first mobject, which now looks like the second."""
    square, circle = Square(color=scene.theme.color("one")), Circle(color=scene.theme.color("one"))
    scene.play(FadeIn(square))
    scene.play(Transform(square, circle))
    beat.leaves(circle)


def part_left_behind(scene, beat):
    group = VGroup(*[Square(0.5, color=scene.theme.color("one")) for _ in range(4)]).arrange(RIGHT)
    scene.play(FadeIn(group))
    beat.leaves(*group[:3])


def never_shown(scene, beat):
    square, circle = Square(color=scene.theme.color("one")), Circle(color=scene.theme.color("two"))
    scene.play(FadeIn(square))
    beat.leaves(square, circle)


def invisible(scene, beat):
    square = Square(color=scene.theme.color("one"))
    scene.play(FadeIn(square))
    scene.play(square.animate.set_stroke(opacity=0))
    beat.leaves(square)


def declared(scene, beat):
    group = VGroup(Square(color=scene.theme.color("one")), label(scene, "a square", UP * 1.5))
    scene.play(FadeIn(group[0]))
    scene.play(Write(group[1]))
    beat.leaves(group)


def silent(scene, beat):
    scene.play(FadeIn(Square(color=scene.theme.color("one"))))


def test_what_a_beat_leaves_undeclared_is_found():
    assert brief(found(film(left_behind), "LAY-4")) == [("LAY-4", "FAIL", "ghost")]
    assert brief(found(film(part_left_behind), "LAY-4")) == [("LAY-4", "FAIL", "group[3]")]


def test_what_is_declared_and_not_there_is_found():
    assert brief(found(film(never_shown), "LAY-4")) == [("LAY-4", "FAIL", "Circle")]
    assert brief(found(film(invisible), "LAY-4")) == [("LAY-4", "FAIL", "square")]


def test_a_transform_s_ghost_is_both():
    assert brief(found(film(ghost_of_a_transform), "LAY-4")) == [("LAY-4", "FAIL", "Circle"), ("LAY-4", "FAIL", "square")]


def test_a_beat_that_declares_nothing_is_found():
    assert brief(found(film(silent), "LAY-4")) == [("LAY-4", "FAIL", "silent")]


def test_what_is_declared_and_there_is_fine():
    assert found(film(declared), "LAY-4", "LAY-5") == []


def add_a_square(scene):
    scene.add(Square(color=scene.theme.color("two")))


def clear(scene):
    scene.clear()


def nothing(scene, beat):
    beat.leaves(*scene.mobjects)


def test_what_comes_or_goes_between_two_beats_is_found():
    assert brief(found(film(declared, Act(nothing, before=clear)), "LAY-5")) == [("LAY-5", "FAIL", "group[0]"), ("LAY-5", "FAIL", "group[1]")]
    assert [finding.severity for finding in found(film(declared, Act(nothing, before=add_a_square)), "LAY-5")] == ["FAIL"]
    assert found(film(declared, nothing), "LAY-5") == []


def test_a_chapter_that_starts_with_something_on_screen_is_found():
    assert [finding.severity for finding in found(film(Act(nothing, before=add_a_square)), "LAY-5")] == ["FAIL"]
