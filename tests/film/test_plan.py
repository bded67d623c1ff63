"""The plan: the same on every run, and the same after a round trip through JSON."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lab import LessonCopy

from film.compile import excerpt
from film.errors import LessonError
from film.plan import Plan, PlannedBeat, PlannedChapter, Shape, Source
from film.timing import SpokenSentence, SpokenWord


def beat(chapter: str, name: str, start: int, ticks: int) -> PlannedBeat:
    words = (SpokenWord("Où?", 0, 4_801), SpokenWord("“Là.”", 4_802, 9_000))
    sentence = SpokenSentence("Où? “Là.”", 0, 9_000, words, ("primer",), (("squares.count", "3"),), 7)
    shape = Shape("0:VGroup/1:Square", (-0.1, 1e-4, 3.0, 0.30000000000000004))
    return PlannedBeat(chapter, name, ("reveal",), 4, start, ticks, (sentence,), (("mark", 3),), (("squares.count", "3"),),
                       (shape,), "fingerprint")


PLAN = Plan("slug", "A “title”", "tones", (
    PlannedChapter("one", "One", "Why?", "tones", "tones-1", (beat("one", "a", 0, 20), beat("one", "b", 20, 31)), {"a.py": "1"}),
    PlannedChapter("two", "Two", "How?", "tones", "tones-1", (beat("two", "a", 51, 9),), {"b.py": "2"}),
), (Source("primer", "A primer"),))


def test_json_and_back_is_the_same_plan() -> None:
    assert Plan.from_json(PLAN.to_json()) == PLAN and Plan.from_json(PLAN.to_json()).id == PLAN.id


def test_the_id_names_what_is_seen_and_heard_not_the_files_behind_it() -> None:
    first, second = PLAN.chapters
    assert replace(PLAN, chapters=(replace(first, files={"a.py": "9"}), second)).id == PLAN.id
    for changed in (replace(PLAN, title="Another"), replace(PLAN, chapters=(first,)),
                    replace(PLAN, chapters=(first, replace(second, beats=(beat("two", "a", 51, 10),)))),
                    replace(PLAN, chapters=(replace(first, beats=(replace(first.beats[0], fingerprint="x"),)), second))):
        assert changed.id != PLAN.id


def test_lengths_and_places_add_up() -> None:
    assert PLAN.ticks == 60 and [planned.name for planned in PLAN.beats] == ["one/a", "one/b", "two/a"]
    assert [(chapter.start, chapter.end) for chapter in PLAN.chapters] == [(0, 51), (51, 60)]


def test_an_excerpt_is_a_film_of_its_own() -> None:
    chapter, alone = excerpt(PLAN, "two"), excerpt(PLAN, "one", ["b"])
    assert (chapter.ticks, alone.ticks) == (9, 31)
    assert [(planned.name, planned.start) for planned in alone.beats] == [("one/b", 0)]
    with pytest.raises(LessonError, match="has no beat 'c'; its beats are a, b"):
        excerpt(PLAN, "one", ["c"])


@pytest.mark.slow
def test_plans_are_equal_under_any_hash_seed_and_number_of_processes(lesson: LessonCopy, tmp_path: Path) -> None:
    plans = set()
    for seed, jobs in (("0", "1"), ("1", "2"), ("random", "2")):
        copy = lesson.again(tmp_path / seed, cached=False)
        plans.add(copy.succeed("plan", "--json", "--jobs", jobs, PYTHONHASHSEED=seed).stdout)
    assert len(plans) == 1 and Plan.from_json(plans.pop().encode()).ticks > 0


@pytest.mark.slow
def test_a_plan_can_be_read(rendered: LessonCopy) -> None:
    table = rendered.succeed("plan", COLUMNS="100").stdout
    assert "words a minute" in table and "appear" in table and len(table.strip().splitlines()) >= 8
