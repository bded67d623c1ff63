"""Where things lie in the frame, and how large text is: SAFE-1, SAFE-2, CAP-9, TXT-1."""

from __future__ import annotations

from manim import *
from planted import Act, brief, film, found


def text_at_the_edge(scene, beat):
    scene.play(FadeIn(scene.label("outside").move_to(RIGHT * 6.2)))


def text_inside(scene, beat):
    scene.play(FadeIn(scene.label("inside").to_edge(LEFT, buff=0.75)))


def text_crossing_the_edge(scene, beat):
    name = scene.label("it goes")
    scene.play(FadeIn(name))
    scene.play(name.animate.shift(RIGHT * 9), run_time=2)
    scene.remove(name)


def box_at_the_edge(scene, beat):
    scene.play(FadeIn(Square(color=scene.theme.color("one")).move_to(UP * 2.75)))


def box_that_is_outside_by_its_stroke(scene, beat):
    scene.play(FadeIn(Square(2, color=scene.theme.color("one"), stroke_width=20).move_to(UP * 2.65)))


def box_inside(scene, beat):
    scene.play(FadeIn(Square(color=scene.theme.color("one")).move_to(UP * 2.5)))


def context_to_the_edge(scene, beat):
    """What carries no meaning may be cut off."""
    scene.play(FadeIn(Line(LEFT * 7, RIGHT * 7, color=scene.theme.color("context"))))


def text_under_captions(scene, beat):
    scene.play(FadeIn(scene.label("low").move_to(DOWN * 2.7)))


def box_under_captions(scene, beat):
    scene.play(FadeIn(Square(color=scene.theme.color("one")).move_to(DOWN * 2)))


def text_above_captions(scene, beat):
    scene.play(FadeIn(scene.label("high").move_to(DOWN * 2.5)))


def text_low_when_all_is_said(scene, beat):
    scene.wait(4)
    scene.play(FadeIn(scene.label("low").move_to(DOWN * 2.9)))
    scene.wait(2)


def small_text(scene, beat):
    scene.play(FadeIn(scene.label("small", size="small")))


def tiny_text(scene, beat):
    scene.play(FadeIn(scene.label("tiny", size="tiny")))


def text_made_tiny(scene, beat):
    name = scene.label("a label")
    scene.play(FadeIn(name))
    scene.play(name.animate.scale(0.5))


def tiny_text_made_large(scene, beat):
    scene.play(FadeIn(scene.label("tiny", size="tiny").scale(2)))


def manim_s_own_text(scene, beat):
    scene.play(FadeIn(Text("small", font=scene.theme.font_family, font_size=14)))


def bold_text(scene, beat):
    scene.play(FadeIn(scene.label("label", weight=BOLD)))


def test_text_outside_the_safe_area_is_found():
    assert brief(found(film(text_at_the_edge), "SAFE-1", "SAFE-2")) == [("SAFE-1", "FAIL", "Label")]


def test_text_that_crosses_the_edge_in_motion_is_a_warning():
    assert brief(found(film(text_crossing_the_edge), "SAFE-1")) == [("SAFE-1", "WARN", "name")]


def test_graphics_outside_their_safe_area_are_found_stroke_and_all():
    for scene in (box_at_the_edge, box_that_is_outside_by_its_stroke):
        assert brief(found(film(scene), "SAFE-1", "SAFE-2")) == [("SAFE-2", "FAIL", "Square")], scene.__name__


def test_what_lies_inside_or_is_mere_context_is_fine():
    for scene in (text_inside, box_inside, context_to_the_edge):
        assert found(film(scene), "SAFE-1", "SAFE-2") == [], scene.__name__


def test_text_where_captions_are_shown_is_found_and_graphics_are_a_warning():
    assert brief(found(film(text_under_captions), "CAP-9")) == [("CAP-9", "FAIL", "Label")]
    assert brief(found(film(box_under_captions), "CAP-9")) == [("CAP-9", "WARN", "Square")]


def test_the_lowest_part_is_free_when_nobody_speaks():
    assert found(film(Act(text_low_when_all_is_said, says=("Few words.",))), "CAP-9") == []
    assert found(film(text_above_captions), "CAP-9") == []


def test_text_is_measured_as_it_is_drawn():
    assert brief(found(film(tiny_text), "TXT-1")) == [("TXT-1", "FAIL", "Label")]
    assert brief(found(film(small_text), "TXT-1")) == [("TXT-1", "WARN", "Label")]
    assert brief(found(film(text_made_tiny), "TXT-1")) == [("TXT-1", "FAIL", "name")]
    assert brief(found(film(manim_s_own_text), "TXT-1")) == [("TXT-1", "FAIL", "Text")]


def test_text_large_enough_is_fine():
    for scene in (text_inside, tiny_text_made_large, bold_text):
        assert found(film(scene), "TXT-1") == [], scene.__name__
