"""The lexicon knows whole words and says where it is wrong."""

from __future__ import annotations

import pytest

from film.errors import LessonError
from film.voice import read_lexicon

SMALL = """
# Names
METIS = { hibari = "mˈiTɪs", gtts = "Meetis" }
all-reduce = { hibari = "ˈɔl ɹədˈus" }
"""


@pytest.fixture
def written(tmp_path):
    """Write a lexicon; its path."""
    def write(text):
        path = tmp_path / "pronunciations.toml"
        path.write_text(text, encoding="utf-8")
        return path
    return write


@pytest.mark.parametrize("word", ["METIS", "METIS,", "METIS's", "(METIS’s", '"METIS"?', "—METIS…"])
def test_a_whole_word_is_found_with_punctuation_and_possessive(written, word):
    assert read_lexicon(written(SMALL)).look_up(word, "hibari") == "mˈiTɪs"


@pytest.mark.parametrize("word", ["Metis", "metis", "METIS-like", "PARMETIS", "—", ""])
def test_other_words_are_not(written, word):
    assert read_lexicon(written(SMALL)).look_up(word, "hibari") is None


def test_a_word_in_small_letters_is_also_found_at_the_head_of_a_sentence(written):
    lexicon = read_lexicon(written(SMALL))
    assert lexicon.look_up("All-reduce", "hibari") == "ˈɔl ɹədˈus"
    assert lexicon.look_up("ALL-REDUCE", "hibari") is None


def test_each_engine_has_its_own_entries(written):
    lexicon = read_lexicon(written(SMALL))
    assert lexicon.look_up("METIS", "gtts") == "Meetis"
    assert lexicon.look_up("all-reduce", "gtts") is None


def test_a_sentence_lists_the_entries_it_uses_once(written):
    assert read_lexicon(written(SMALL)).of_sentence("METIS helps; METIS's all-reduce, METIS.", "hibari") == (
        ("METIS", "mˈiTɪs"), ("all-reduce", "ˈɔl ɹədˈus"))


def test_no_file_is_an_empty_lexicon(tmp_path):
    assert read_lexicon(tmp_path / "pronunciations.toml").entries == {}


@pytest.mark.parametrize(("line", "fault"), [
    ('Adam = { hibari = "ˈædə№" }', "'Adam': hibari knows no phoneme '№'"),
    ('Adam = { hibarri = "ˈædəm" }', "'Adam': there is no engine 'hibarri'"),
    ('Adam = { hibari = " " }', "'Adam': hibari should be a text"),
    ('Adam = { gtts = 3 }', "'Adam': gtts should be a text"),
    ('Adam = "ˈædəm"', "'Adam' should be a table"),
    ('"Adam\'s" = { gtts = "x" }', "not one plain word"),
    ('"lazy Adam" = { gtts = "x" }', "not one plain word"),
])
def test_a_fault_is_named_with_file_and_line(written, line, fault):
    path = written(SMALL + line + "\n")
    with pytest.raises(LessonError, match=fault) as caught:
        read_lexicon(path)
    assert str(caught.value).startswith(f"{path}:5: ")


def test_a_file_that_is_no_toml_is_named(written):
    with pytest.raises(LessonError, match=r"pronunciations\.toml.*line 2"):
        read_lexicon(written("\nAdam = }\n"))


def test_the_lesson_says_every_term_for_the_default_voice(lexicon):
    terms = ("METIS GLPilot GNN GPU GPUs CPU all-reduce all-to-all Adam DGL mini-batch MAG240M GraphStorm papers100M "
             "GraphSAGE embedding embeddings vertex vertices optimizer fan-out ids")
    assert [term for term in terms.split() if lexicon.look_up(term, "hibari") is None] == []
