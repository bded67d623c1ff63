"""Word times are those an independent forced aligner finds."""

from __future__ import annotations

import numpy as np
import pytest

from film.clock import SAMPLE_RATE
from tests.voice.aligner import Aligner

SENTENCES = (
    "The trainer now fetches 7 rows.",
    "If we split the graph, why must servers still talk?",
    "METIS splits it into three parts, and each part moves into the memory of one server.",
    "Two layers reach two hops, and half of those neighbors live on other servers.",
    "Every GPU sees only its own mini-batch.",
    "In one reported run, about three quarters of the time went into fetching data from other machines.",
    "The strips alone fill 187 gigabytes; one GPU's memory holds far less.",
    "Of 16,000 vertices, it cuts about 7.6 percent of the edges.",
    "Nothing in the middle collects them: with all-reduce, every trainer ends with the same average.",
    "All-to-all is different — each gradient goes to its owner, and only there.",
    "The optimizer remembers two numbers for every weight, so the table is three times as large.",
    "So the next iteration must wait until the new value is in place.",
    "Local rows drop straight down; remote rows cross the network first.",
    "Which of these six steps use the network?",
)


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def errors(hibari):
    """Word starts and ends, ours minus the aligner's, in seconds, shape (words, 2)."""
    aligner = Aligner()
    rows = []
    for sentence in SENTENCES:
        speech = hibari.say(sentence)
        for word, heard in zip(speech.words, aligner.align(sentence, speech), strict=True):
            if heard is not None:
                rows.append((word.start / SAMPLE_RATE - heard[0], word.end / SAMPLE_RATE - heard[1]))
    return np.array(rows)


def test_words_start_where_the_aligner_hears_them(errors):
    assert np.abs(errors[:, 0]).mean() <= 0.030
    assert np.abs(errors[:, 0]).max() <= 0.120


def test_words_end_where_the_aligner_hears_them(errors):
    assert np.abs(errors[:, 1]).mean() <= 0.030
    assert np.abs(errors[:, 1]).max() <= 0.150


def test_word_times_are_neither_late_nor_early_on_the_whole(errors):
    assert abs(np.median(errors[:, 0])) <= 0.015


def test_the_aligner_notices_words_that_are_a_tenth_of_a_second_off(errors):
    assert np.abs(errors[:, 0] + 0.1).mean() > 0.080
