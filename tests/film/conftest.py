"""Lessons to work on: fresh copies, and one that is rendered once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lab import LessonCopy


@pytest.fixture
def lesson(tmp_path: Path) -> LessonCopy:
    """The second lesson, nothing rendered yet."""
    return LessonCopy.make(tmp_path / "lesson")


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> LessonCopy:
    """The second lesson, freshly rendered by two drawing side by side. Nobody may change it."""
    lesson = LessonCopy.make(tmp_path_factory.mktemp("rendered") / "lesson")
    lesson.video("--jobs", "2")
    return lesson


@pytest.fixture
def warm(rendered: LessonCopy, tmp_path: Path) -> LessonCopy:
    """A copy of the rendered lesson with everything it has kept, to be changed at will."""
    return rendered.again(tmp_path / "lesson")


@pytest.fixture(scope="session")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], LessonCopy]:
    """Makes copies of the second lesson that is spoken and planned, with nothing drawn."""
    lesson = LessonCopy.make(tmp_path_factory.mktemp("planned") / "lesson")
    lesson.succeed("plan")
    return lambda: lesson.again(tmp_path_factory.mktemp("from-plan") / "lesson")
