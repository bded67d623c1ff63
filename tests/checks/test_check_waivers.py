"""A waiver hides one finding about one object, and nothing else; one that hides nothing is found itself."""

from __future__ import annotations

import re
from pathlib import Path

from manim import *
from planted import Act, brief, film, found

import film.checks as film_checks
from film.checks import RULES


def two_faults(waive):
    """Two labels at the frame's edge, one of them small as well."""

    def scene_of_faults(scene, beat):
        right, left = scene.label("right", size="tiny").move_to(RIGHT * 6.5), scene.label("left").move_to(LEFT * 6.5)
        scene.play(FadeIn(right, left))
        waive(beat, right, left)

    return scene_of_faults


def unwaived(*waivers):
    findings = found(film(two_faults(*waivers)), "SAFE-1", "TXT-1", "WVR-1")
    return brief(finding for finding in findings if not finding.waived)


ALL = [("SAFE-1", "FAIL", "left"), ("SAFE-1", "FAIL", "right"), ("TXT-1", "FAIL", "right")]


def test_without_a_waiver_all_three_are_found():
    assert unwaived(lambda beat, right, left: None) == ALL


def test_a_waiver_hides_its_check_of_its_object_alone():
    assert unwaived(lambda beat, right, left: beat.waives("SAFE-1", right, because="it enters")) == [ALL[0], ALL[2]]


def test_what_is_waived_stays_in_the_list_with_its_reason():
    findings = found(film(two_faults(lambda beat, right, left: beat.waives("TXT-1", right, because="a joke"))), "TXT-1")
    assert [(finding.waived, finding.stops) for finding in findings] == [("a joke", False)]


def test_a_waiver_with_nothing_to_waive_is_found_with_its_line():
    evidence = film(two_faults(lambda beat, right, left: beat.waives("TXT-1", left, because="once it was small")))
    (finding,) = found(evidence, "WVR-1")
    assert finding.stops and finding.object.startswith("left") and finding.line


def test_a_waiver_without_a_reason_or_for_no_check_waives_nothing():
    for check, because in (("TXT-1", " "), ("TXT-9", "a slip")):
        findings = unwaived(lambda beat, right, left: beat.waives(check, right, because=because))
        assert sorted(findings) == sorted([*ALL, ("WVR-1", "FAIL", "right")])


def test_a_waiver_for_a_group_does_not_hide_its_members():
    findings = unwaived(lambda beat, right, left: beat.waives("SAFE-1", VGroup(right, left), because="both enter"))
    assert sorted(findings) == [*ALL, ("WVR-1", "FAIL", "VGroup")]


def test_a_waiver_is_for_its_own_beat():
    def before(scene, beat):
        scene.play(FadeIn(scene.label("right").move_to(RIGHT * 6.5)))
        beat.leaves(*scene.mobjects)

    def between(scene, beat):
        scene.play(FadeOut(*scene.mobjects))
        scene.wait(1)

    def after(scene, beat):
        label = scene.label("right again").move_to(RIGHT * 6.2)
        scene.play(FadeIn(label))
        beat.waives("SAFE-1", label, because="only here")

    findings = found(film(before, between, after), "SAFE-1", "WVR-1")
    assert [(finding.beat, bool(finding.waived)) for finding in findings] == [("before", False), ("after", True)]


def test_of_two_texts_on_each_other_each_needs_its_own_waiver():
    def overlapping(scene, beat):
        one, other = scene.label("one"), scene.label("other").shift(RIGHT * 0.2)
        scene.play(FadeIn(one, other))
        beat.waives("LAY-1", one, because="the other is the fault")

    assert brief(finding for finding in found(film(overlapping), "LAY-1") if not finding.waived) == [("LAY-1", "FAIL", "other")]


def test_a_mark_is_waived_by_its_name():
    def late(scene, beat):
        scene.play(FadeIn(Dot(radius=0.3, color=scene.theme.color("one"))), run_time=2)
        beat.until("word")
        beat.until("other")
        beat.waives("TMP-1", "word", because="the dot leads")

    findings = found(film(Act(late, marks=(("word", 10), ("other", 12)))), "TMP-1", "WVR-1")
    assert [(finding.object, bool(finding.waived)) for finding in findings] == [("other", False), ("word", True)]


def test_several_parts_of_one_mobject_with_one_fault_are_one_object():
    def dim_dots(waived):
        def scene_of_dots(scene, beat):
            dots = VGroup(*[Dot(RIGHT * k, 0.2, color=scene.theme.color("two")) for k in range(5)])
            scene.play(FadeIn(dots))
            scene.play(dots.animate.set_opacity(0.2))
            if waived:
                beat.waives("A11Y-4", dots, because="they are gone for good")

        return scene_of_dots

    (finding,) = found(film(dim_dots(False)), "A11Y-4")
    assert finding.object.startswith("dots") and "5 of its parts" in finding.message
    assert [finding.waived for finding in found(film(dim_dots(True)))] == ["they are gone for good"]


def test_every_rule_that_a_check_uses_can_be_waived_and_has_a_test():
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    checks = "".join(path.read_text(encoding="utf-8") for path in Path(film_checks.__file__).parent.glob("*.py") if path.stem != "__init__")
    used = set(re.findall(r'"([A-Z]+[0-9]*[A-Z]*-[0-9])"', checks))
    assert used - {"WVR-1"} == set(RULES)
    assert [rule for rule in RULES if f'"{rule}"' not in tests] == []
