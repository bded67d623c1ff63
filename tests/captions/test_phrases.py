"""Two neighboring words: how much a break between them costs."""

from __future__ import annotations

import pytest

from film.phrases import Hold, hold


@pytest.mark.parametrize(("pair", "held"), [
    ("talk? Yes", Hold.SENTENCE), ("talk.” Yes", Hold.SENTENCE), ("3. Then", Hold.SENTENCE),
    ("reduce; then", Hold.CLAUSE), ("is: the", Hold.CLAUSE), ("— every", Hold.CLAUSE),
    ("the, then", Hold.COMMA), ("rows) move", Hold.COMMA), ("“rows” move", Hold.COMMA), ("7.6, then", Hold.COMMA),
    ("rows because", Hold.PHRASE), ("rows of", Hold.PHRASE), ("neighbors may", Hold.PHRASE),
    ("rows move", Hold.PLAIN), ("7 to", Hold.PLAIN),
    ("the rows", Hold.TIGHT), ("(the rows)", Hold.TIGHT), ("of all", Hold.TIGHT), ("and move", Hold.TIGHT),
    ("may move", Hold.TIGHT), ("They move", Hold.TIGHT), ("very large", Hold.TIGHT), ("its owner", Hold.TIGHT),
    ("187 GB", Hold.TIGHT), ("16,000 vertices", Hold.TIGHT), ("−0.1 percent", Hold.TIGHT), ("7–9 need", Hold.TIGHT),
    ("7.6% fewer", Hold.TIGHT), ("three servers", Hold.TIGHT), ("Step 7", Hold.TIGHT), ("steps seven", Hold.TIGHT),
    ("server A", Hold.TIGHT), ("vertex v,", Hold.TIGHT), ("George Karypis", Hold.TIGHT),
    ("rows —", Hold.TIGHT), ("rows , too", Hold.TIGHT),
])  # fmt: skip
def test_words_hold_together(pair, held):
    before, after = pair.split()[:2]
    assert hold(before, after) is held


def test_a_word_for_oneself_is_no_letter_of_a_name():
    assert hold("vertices", "a") is hold("Vertices", "I") is Hold.PLAIN
