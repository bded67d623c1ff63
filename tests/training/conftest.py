"""Fixtures of the tests of ``training``."""

from __future__ import annotations

import numpy as np
import pytest

from training.cluster import TrainingOptions
from training.lesson import LessonFacts

from training_cases import Setting


@pytest.fixture(scope="session")
def facts() -> LessonFacts:
    """The film's facts, computed once for all tests."""
    return LessonFacts()


@pytest.fixture
def setting() -> Setting:
    """Single precision, as the lesson runs."""
    return Setting(5)


@pytest.fixture
def exact_setting() -> Setting:
    """Double precision, for comparisons to many digits."""
    return Setting(5, TrainingOptions(dtype=np.float64))
