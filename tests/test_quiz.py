"""The quiz: twenty questions whose answers the film shows."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from film.facts import fact, shown
from film.lesson import load_lesson
from training.lesson import facts

REPOSITORY = Path(__file__).resolve().parent.parent
QUESTIONS = tomllib.loads((REPOSITORY / "narration" / "quiz.toml").read_text(encoding="utf-8"))["question"]


def test_there_are_eight_concepts_six_what_ifs_and_six_that_only_the_film_answers() -> None:
    assert Counter(question["kind"] for question in QUESTIONS) == {"concept": 8, "what-if": 6, "film": 6}


def test_every_goal_of_the_lesson_is_examined() -> None:
    assert {question["goal"] for question in QUESTIONS} == {1, 2, 3, 4, 5, 6, 7}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["ask"][:50])
def test_the_beat_that_answers_exists(question: dict) -> None:
    chapter, beat = question["beat"].split("/")
    script = load_lesson(REPOSITORY).chapter(chapter).script.read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(beat)}$", script, re.MULTILINE)


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q["kind"] == "film"], ids=lambda question: question["ask"][:50])
def test_an_answer_that_only_the_film_has_comes_from_the_facts(question: dict) -> None:
    names = re.findall(r"\{([\w.]+)\}", question["answer"])
    assert names or question["answer"] == "A and B; B."
    assert all(shown(fact(facts, name)) for name in names)


def test_the_two_trainers_that_load_v_are_those_of_the_answer() -> None:
    loading = [batch.rank for batch in facts.batches if facts.v.vertex in batch.vertices]
    assert [facts.servers[rank] for rank in loading] == ["A", "B"] and facts.v.server == 0
