"""Manim, set up once for all scenes planned here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from manim import tempconfig
from planted import THEME

from film.lesson import Quality
from film.lettering import register_fonts
from film.renderer import configure_manim


@pytest.fixture(scope="session", autouse=True)
def manim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """As a worker sets it up, in a folder of its own; as it was before afterwards."""
    folder: Path = tmp_path_factory.mktemp("manim")
    with tempconfig({"media_dir": str(folder)}):
        configure_manim(Quality("l", 320, 180, 15), THEME.color("background"))
        register_fonts(THEME)
        yield
