"""Looking at a scene sees all of it, and changes nothing."""

from __future__ import annotations

from itertools import pairwise

from manim import *
from planted import FACTS, Act, film, film_of, run

from film.checks import run_checks
from film.looks import Album
from film.screen import first_difference


def nothing_wrong(scene, beat):
    """A graph of three vertices, named, that moves aside for a number."""
    theme = scene.theme
    places = [LEFT * 2, ORIGIN + UP, RIGHT * 2]
    edges = VGroup(*[Line(a, b, color=theme.color("text"), stroke_width=4) for a, b in pairwise(places)])
    dots = VGroup(*[Dot(place, 0.2, color=theme.color(role)) for place, role in zip(places, ("one", "two", "three"))])
    name = scene.label("three vertices").next_to(dots, DOWN, buff=0.3)
    count = scene.number("edges", template="{} edges").next_to(name, DOWN, buff=0.3)
    if not scene.mobjects:
        scene.play(FadeIn(edges, dots))
        scene.play(Write(name))
        beat.until("count")
        scene.play(FadeIn(count))
    else:
        scene.play(*[mobject.animate.shift(UP * 0.5) for mobject in scene.mobjects])


def go_on(scene, beat):
    nothing_wrong(scene, beat)


def test_a_film_with_nothing_wrong_passes_every_check():
    says = ("We look at three vertices and at the edges that join them.", "You can count them before we do.")
    chapters = [[Act(nothing_wrong, says=says, marks=(("count", 40),)), Act(go_on, says=says)] for _ in range(3)]
    assert run_checks(film_of(*chapters)) == []


def everything(scene, beat):
    square = Square(color=scene.theme.color("one"))
    names = VGroup(scene.label("a"), scene.label("b")).arrange(RIGHT).shift(UP * 2)
    scene.play(Create(square), LaggedStart(*[FadeIn(name, shift=UP) for name in names], lag_ratio=0.3), run_time=1.3)
    scene.play(square.animate.shift(RIGHT * 3).rotate(1), Transform(names[0], scene.label("c").shift(DOWN)), run_time=0.51)
    follower = Dot(color=scene.theme.color("two")).add_updater(lambda dot: dot.next_to(square, UP))
    scene.add(follower)
    scene.play(Rotate(square), Indicate(names[1]))
    scene.wait(0.7)
    scene.play(FadeOut(names), run_time=0.3)


def test_a_scene_that_is_looked_at_ends_as_one_that_is_not():
    act = Act(everything)
    seen, unseen = (run("chapter", [act], [act.timing], look=look).runs[0] for look in (True, False))
    assert first_difference(unseen.screen, seen.screen) is None
    assert (seen.ticks, seen.facts) == (unseen.ticks, unseen.facts)


def album(*acts) -> Album:
    return film(*acts).albums["chapter-0"]


def test_looks_come_in_order_and_cover_the_beat():
    seen = album(everything)
    ticks = [look.tick for look in seen.looks]
    assert ticks == sorted(set(ticks)) and ticks[0] <= 2
    assert seen.looks[-1].still
    inside = [look for look in seen.looks if not look.still and look.tick < 20]
    assert len(inside) >= 5


def test_the_faster_something_moves_the_more_often_it_is_looked_at():
    def moving(by):
        def scene_of_motion(scene, beat):
            scene.play(Dot(LEFT * 5, color=scene.theme.color("one")).animate.shift(RIGHT * by), run_time=2)

        return len(album(scene_of_motion).looks)

    assert moving(0.1) < moving(4) < moving(10)


def test_things_have_the_names_the_scene_gives_them():
    def named(scene, beat):
        dots = VGroup(*[Dot(RIGHT * k) for k in range(2)])
        titles = [scene.label("one"), scene.label("two")]
        by_name = {"left": Square()}
        scene.play(FadeIn(dots, *titles, by_name["left"]))
        scene.play(FadeIn(Circle()))

    names = {thing.name for thing in album(named).things}
    assert {"dots[0]", "dots[1]", "titles[0]", "titles[1]", "by_name['left']", "Circle"} <= names


def test_findings_name_the_line_that_was_playing():
    def at_a_line(scene, beat):
        scene.play(FadeIn(scene.label("12")))  # here

    line = at_a_line.__code__.co_firstlineno + 1
    assert {finding.line for finding in run_checks(film(at_a_line)) if finding.check == "NUM-1"} == {line}


def test_a_number_keeps_what_it_shows():
    def shown(scene, beat):
        scene.play(FadeIn(scene.number("edges", "name", template="{} of {}")))

    (number,) = [thing for thing in album(shown).things if thing.text]
    assert (number.text, number.facts, number.template) == ("12 of MAG240M", (("edges", "12"), ("name", "MAG240M")), "{} of {}")
    assert FACTS.edges == 12


def test_hidden_and_unpainted_mobjects_are_no_things():
    def unseen(scene, beat):
        scene.add(Square(stroke_width=0), Square(stroke_opacity=0), VGroup(), ValueTracker(3))
        dot = Dot()
        scene.play(FadeIn(dot))
        beat.leaves(dot)

    assert [thing.kind for thing in album(unseen).things] == ["Dot"]
