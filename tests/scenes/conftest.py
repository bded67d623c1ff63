"""Manim, set up for stills, and the option that renews the goldens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from drawing import SIZE, THEME
from goldens import start_afresh_on_another_engine
from manim import tempconfig

from film.lettering import register_fonts
from film.renderer import configure_manim
from training.lesson import LessonFacts


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/scenes --renew-golden` (only there: pytest reads this file too late otherwise)."""
    parser.addoption("--renew-golden", action="store_true", help="draw the golden stills that no longer fit anew, and fail for each")


@pytest.fixture(scope="session")
def renewing(request: pytest.FixtureRequest) -> bool:
    """Whether goldens are to be drawn anew; all of them, if they were drawn with other libraries."""
    wanted = request.config.getoption("--renew-golden", default=False)
    if wanted:
        start_afresh_on_another_engine()
    return wanted


@pytest.fixture(scope="module", autouse=True)
def manim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """As a worker sets it up, in a folder of its own; as it was before afterwards."""
    with tempconfig({"media_dir": str(tmp_path_factory.mktemp("manim"))}):
        configure_manim(SIZE, THEME.color("background"))
        register_fonts(THEME)
        yield


@pytest.fixture(scope="session")
def facts() -> LessonFacts:
    """The film's facts, computed once for all tests."""
    return LessonFacts()
