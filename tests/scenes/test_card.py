"""The title on the film's cards is the film's title."""

from drawing import REPOSITORY

from film.lesson import load_lesson
from scenes.parts.card import TITLE


def test_the_cards_carry_the_title_that_the_lesson_has() -> None:
    assert " ".join(TITLE) == load_lesson(REPOSITORY).title
