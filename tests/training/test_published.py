"""Cited figures: each has a source, a short label, and arithmetic that holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from training.model import GraphSAGE
from training.published import FIGURES, sage_parameters

SOURCES = tomllib.loads((Path(__file__).parents[2] / "narration" / "sources.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_a_source_and_a_short_label(name):
    figure = FIGURES[name]
    assert figure.source in SOURCES
    assert figure.kind in ("read", "log", "derived")
    assert 0 < len(figure.label.split()) <= 12
    if figure.kind == "derived":
        assert figure.note, "a derived figure shows its arithmetic"


def test_the_table_and_the_model_are_as_large_as_said():
    table = 111_059_956 * 128 * 4
    assert FIGURES["table_gb"].value == round(table / 1e9) == 57
    assert FIGURES["states_gb"].value == 2 * FIGURES["table_gb"].value
    assert FIGURES["table_and_states_gb"].value == 3 * FIGURES["table_gb"].value
    assert sage_parameters((128, 256, 256, 172)) == 285_356
    assert FIGURES["model_mb"].value == 1


def test_parameters_are_counted_as_the_model_has_them():
    model = GraphSAGE.create((5, 4, 3), np.random.default_rng(0))
    assert sage_parameters((5, 4, 3)) == model.num_parameters


def test_a_batch_moves_two_hundred_times_the_model_gradient():
    assert FIGURES["rows_mb"].value == 230
    assert FIGURES["rows_to_model"].value == 200


def test_the_papers_file_fits_its_width():
    """121,751,666 papers of 768 half-precision numbers."""
    assert 121_751_666 * 768 * 2 / 1e9 == pytest.approx(FIGURES["papers_gb"].value, abs=0.5)


def test_shares_of_the_one_timing_fill_the_bar():
    assert FIGURES["update_share"].value + FIGURES["rest_share"].value == 100
    assert FIGURES["update_share"].value == FIGURES["products_share"].value == 56
    assert FIGURES["model_update_share"].value < 0.1


def test_the_two_shares_of_different_systems_name_different_data():
    """They must never stand side by side; each label says whose it is."""
    assert "MAG240M" in FIGURES["fetch_share"].label
    assert "papers100M" in FIGURES["update_share"].label
    assert "never side by side" in FIGURES["fetch_share"].note
