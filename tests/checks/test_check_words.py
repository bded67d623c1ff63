"""Words seen and heard: DWL-1 to DWL-3 and DWL-6, NUM-1, TMP-1 and TMP-2, NAR-1 and NAR-4, the captions, the chapters."""

from __future__ import annotations

from dataclasses import replace

from manim import *
from planted import RATE, Act, brief, film, film_of, found

from film.checks import captioning, pace

LONG = "We say rather many words here, so that the picture above them has all the time that it could ever need to be seen."


def dot(scene, beat):
    scene.play(FadeIn(Dot(radius=0.3, color=scene.theme.color("one"))))


# DWL-1: time to read

def read_too_briefly(scene, beat):
    name = scene.label("five words to be read")
    scene.play(FadeIn(name), run_time=0.3)
    scene.wait(1.5)
    scene.play(FadeOut(name), run_time=0.3)


def read_in_time(scene, beat):
    name = scene.label("five words to be read")
    scene.play(FadeIn(name), run_time=0.3)
    scene.wait(2.5)
    scene.play(FadeOut(name), run_time=0.3)


def read_on_in_the_next_beat(scene, beat):
    scene.wait(4)
    scene.play(FadeIn(scene.label("five words to be read")))


def handed_over(scene, beat):
    """Two mobjects, one after the other, saying the same at one place: one text to the viewer."""
    for _ in range(2):
        name = scene.label("five words to be read")
        scene.add(name)
        scene.wait(1.4)
        scene.remove(name)


def hidden_soon(scene, beat):
    name = scene.label("five words to be read")
    scene.play(FadeIn(name), run_time=0.3)
    scene.wait(1)
    scene.play(FadeIn(Rectangle(width=6, height=2, fill_color=scene.theme.color("panel"), fill_opacity=1)), run_time=0.3)
    scene.wait(3)


def test_text_that_goes_or_is_hidden_before_it_is_read_is_found():
    for scene in (read_too_briefly, hidden_soon):
        assert brief(found(film(scene), "DWL-1")) == [("DWL-1", "FAIL", "name")], scene.__name__


def test_a_text_cut_off_by_the_chapter_s_end_is_found():
    assert [finding.severity for finding in found(film(read_on_in_the_next_beat), "DWL-1")] == ["FAIL"]


def test_text_read_in_time_over_a_beat_s_end_or_from_one_mobject_to_the_next_is_fine():
    assert found(film(read_in_time), "DWL-1") == []
    assert found(film(read_on_in_the_next_beat, dot), "DWL-1") == []
    assert found(film(handed_over), "DWL-1") == []


# DWL-2 and DWL-3: how many words

def words_at_once(count):
    def scene_of_words(scene, beat):
        names = VGroup(*[scene.label("a b c d") for _ in range(count // 4)]).arrange_in_grid(cols=2, buff=0.4)
        scene.play(FadeIn(names))

    return scene_of_words


def one_text(words):
    def scene_of_one_text(scene, beat):
        scene.play(FadeIn(scene.label(" ".join("abcdefghijklm"[:words]))))

    return scene_of_one_text


def signs(scene, beat):
    scene.play(FadeIn(scene.label("7 % + 8 % = ? × ·")))


def furniture(scene, beat):
    if not scene.mobjects:
        scene.play(FadeIn(VGroup(*[scene.label("a b c d").shift(UP * k * 0.6) for k in range(2)])))


def six_more(scene, beat):
    furniture(scene, beat)
    scene.play(FadeIn(scene.label("e f g h i j").move_to(DOWN * 2)))


def test_too_many_words_at_once_are_found():
    assert [finding.severity for finding in found(film(words_at_once(16)), "DWL-2")] == ["WARN"]
    assert [finding.severity for finding in found(film(words_at_once(28)), "DWL-2")] == ["FAIL"]
    assert found(film(words_at_once(12)), "DWL-2") == []


def test_a_long_text_is_found():
    assert [finding.severity for finding in found(film(one_text(7)), "DWL-3")] == ["WARN"]
    assert [finding.severity for finding in found(film(one_text(13)), "DWL-3")] == ["FAIL"]
    assert found(film(one_text(6)), "DWL-3") == []


def test_a_definition_may_be_long_and_a_takeaway_both():
    assert found(film(Act(one_text(13), tags=("define",))), "DWL-3") == []
    assert found(film(Act(words_at_once(28), tags=("takeaway",))), "DWL-2", "DWL-3") == []


def test_labels_that_stay_for_beats_are_furniture_and_do_not_count():
    assert [finding.beat for finding in found(film(furniture, six_more), "DWL-2")] == ["six_more"]
    stays = [Act(replace_name(furniture, f"beat_{k}")) for k in range(3)]
    assert found(film(*stays, six_more), "DWL-2") == []


def replace_name(construct, name):
    def renamed(scene, beat):
        construct(scene, beat)

    renamed.__name__ = name
    return renamed


def test_signs_are_no_words():
    assert found(film(signs), "DWL-2", "DWL-3", "DWL-1") == []


# DWL-6: stillness

def still_for(length):
    def stillness(scene, beat):
        scene.play(FadeIn(Dot(radius=0.3, color=scene.theme.color("one"))), run_time=0.5)
        scene.wait(length)
        scene.play(FadeIn(Dot(LEFT, radius=0.3, color=scene.theme.color("one"))), run_time=0.5)

    return Act(stillness, says=(" ".join(["word"] * round((length + 1.5) * RATE / 60)) + ".",))


def a_play_that_changes_nothing(scene, beat):
    square = Square(color=scene.theme.color("one"))
    scene.play(FadeIn(square), run_time=0.5)
    for _ in range(3):
        scene.play(square.animate.shift(ORIGIN), run_time=3)


def something_small_moves(scene, beat):
    small = Dot(radius=0.06, color=scene.theme.color("one"))
    scene.add(Square(color=scene.theme.color("two")), small)
    scene.play(small.animate.shift(RIGHT * 0.05), run_time=9)


def there_and_back(scene, beat):
    small = Dot(radius=0.3, color=scene.theme.color("one"))
    scene.add(small)
    for _ in range(9):
        scene.play(Indicate(small), run_time=1)


def test_a_picture_that_stands_still_under_long_speech_is_found():
    assert [finding.severity for finding in found(film(still_for(9)), "DWL-6")] == ["WARN"]
    assert [finding.severity for finding in found(film(still_for(16)), "DWL-6")] == ["FAIL"]
    assert found(film(still_for(6)), "DWL-6") == []


def test_a_play_in_which_nothing_changes_counts_as_still():
    assert [finding.severity for finding in found(film(Act(a_play_that_changes_nothing, says=(LONG,))), "DWL-6")] == ["WARN"]


def test_the_smallest_movement_and_one_that_returns_count():
    for scene in (something_small_moves, there_and_back):
        assert found(film(Act(scene, says=(LONG,))), "DWL-6") == [], scene.__name__


def test_silence_may_stand_still():
    assert found(film(Act(still_for(16).construct, says=("Few words.",))), "DWL-6") == []


# NUM-1: digits

def a_bound_number(scene, beat):
    scene.play(FadeIn(scene.number("edges", template="{} edges"), scene.number("name").shift(UP)))


def a_digit_in_a_label(scene, beat):
    scene.play(FadeIn(scene.label("12 edges")))


def a_digit_in_a_template(scene, beat):
    scene.play(FadeIn(scene.number("edges", template="{} of 40 edges")))


def manim_s_own_text(scene, beat):
    scene.play(FadeIn(Text("12", font=scene.theme.font_family, font_size=30)))


def test_digits_that_come_from_no_fact_are_found_on_screen():
    for scene in (a_digit_in_a_label, a_digit_in_a_template, manim_s_own_text):
        assert [finding.severity for finding in found(film(scene), "NUM-1")] == ["FAIL"], scene.__name__
    assert found(film(a_bound_number), "NUM-1") == []


def test_digits_that_come_from_no_fact_are_found_in_the_script():
    said = Act(dot, says=("It has 12 edges.",))
    (finding,) = found(film(said), "NUM-1")
    assert (finding.severity, finding.file, finding.line) == ("FAIL", "narration/chapter-0.md", 7)
    assert found(film(replace(said, facts=(("edges", "12"),))), "NUM-1") == []
    assert len(found(film(replace(said, says=("It has 12 of 12 edges.",), facts=(("edges", "12"),))), "NUM-1")) == 1


# TMP-1 and TMP-2: picture and word

def late(scene, beat):
    scene.play(FadeIn(Dot(radius=0.3, color=scene.theme.color("one"))), run_time=2)
    beat.until("word")


def long_picture(length):
    def picture(scene, beat):
        scene.play(FadeIn(Dot(radius=0.3, color=scene.theme.color("one"))), run_time=length)

    return Act(picture, says=("Few words.",))


def test_a_mark_the_picture_reaches_late_is_found():
    (finding,) = found(film(Act(late, marks=(("word", 20),))), "TMP-1")
    assert (finding.severity, finding.object) == ("FAIL", "word") and "0.7 s" in finding.message
    assert [finding.severity for finding in found(film(Act(late, marks=(("word", 28),))), "TMP-1")] == ["INFO"]
    assert found(film(Act(late, marks=(("word", 30),))), "TMP-1") == []


def test_a_picture_that_outlasts_its_words_is_a_warning():
    assert [finding.severity for finding in found(film(long_picture(4)), "TMP-2")] == ["WARN"]
    assert found(film(long_picture(2)), "TMP-2") == []


# NAR-1 and NAR-4: how it is spoken

def test_a_chapter_spoken_too_fast_or_too_slowly_is_found():
    for rate, severities in ((100, ["FAIL"]), (120, ["WARN"]), (150, []), (170, ["WARN"]), (190, ["FAIL"])):
        assert [finding.severity for finding in found(film(Act(dot, rate=rate)), "NAR-1")] == severities, rate


def test_long_sentences_are_found():
    assert brief(found(film(Act(dot, says=(" ".join(["word"] * 32) + " end.", "Short."))), "NAR-4"))[0][1] == "FAIL"
    assert [finding.severity for finding in found(film(Act(dot, says=(" ".join(["word"] * 19) + ".",))), "NAR-4")] == ["WARN"]
    assert found(film(Act(dot, says=(" ".join(["word"] * 18) + ".",))), "NAR-4") == []
    assert pace.LONGEST == 32


# CAP-1 to CAP-4 and CAP-7, CHP-1

def test_captions_that_pass_too_fast_are_found():
    fast = film(Act(dot, says=("Unquestionably extraordinary characterizations overwhelmingly disappear.", LONG), rate=200))
    assert ("CAP-1", "FAIL") in [(finding.check, finding.severity) for finding in found(fast)]
    assert "CAP-7" in {finding.check for finding in found(fast)}


def test_a_caption_that_no_cut_makes_long_enough_is_found():
    assert "CAP-3" in {finding.check for finding in found(film_of([Act(dot, says=("Go.",), rate=240)], [Act(dot)]))}


def test_a_word_too_long_for_a_line_is_found():
    assert "CAP-2" in {finding.check for finding in found(film(Act(dot, says=("A" + "b" * 50 + " word.",), rate=60)))}


def test_cues_that_break_each_limit_are_found_by_its_own_rule():
    from film.captions import Cue

    second = 48_000
    good = Cue(0, 3 * second, ("We cut the graph",), range(4))
    cases = {
        None: good,
        "CAP-1": replace(good, lines=("We cut the graph into parts that", "servers hold, and then it grows")),
        "CAP-2": replace(good, end=6 * second, lines=("We cut the graph into as many parts as servers",)),
        "CAP-3": replace(good, end=8 * second),
        "CAP-7": replace(good, words=range(11)),
    }
    for rule, cue in cases.items():
        found_rules = {name for name, _, _ in captioning._faults(cue)}
        assert found_rules == ({rule} if rule else set()), rule


def test_captions_with_a_gap_too_short_to_see_are_found():
    evidence = film(Act(dot, says=(LONG,) * 2))
    one, other, *rest = evidence.cues
    for gap, wrong in ((0, False), (1000, True), (-1000, True), (48_000, False)):
        evidence.__dict__["cues"] = (replace(one, end=other.start - gap), other, *rest)
        assert bool(found(evidence, "CAP-4")) is wrong, gap


def test_chapters_no_player_would_show_are_a_warning():
    evidence = film(dot)
    (finding, *_) = [finding for finding in captioning.check(evidence) if finding.check == "CHP-1"]
    assert finding.severity == "WARN" and "3" in finding.message
    shown = [[Act(replace_name(dot, f"beat_{k}_{n}"), says=(LONG,) * 2) for n in range(1)] for k in range(3)]
    assert [finding for finding in captioning.check(film_of(*shown)) if finding.check == "CHP-1"] == []
