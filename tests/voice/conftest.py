"""The lesson's own lexicon and one loaded default voice for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from film.voice import VoiceSettings, open_voice, read_lexicon

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root():
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def lexicon(root):
    """narration/pronunciations.toml."""
    return read_lexicon(root / "narration" / "pronunciations.toml")


@pytest.fixture(scope="session")
def hibari(lexicon, root):
    """The default voice at the film's speed."""
    return open_voice(VoiceSettings("hibari", speed=0.8), lexicon, root)


@pytest.fixture
def rng():
    """Seeded numbers."""
    return np.random.default_rng(1)
