"""Every shared part looks as it did when somebody last looked at it."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import stills_iteration  # noqa: F401, fills STILLS
import stills_things  # noqa: F401, fills STILLS
from comparing import compare, shown
from drawing import REPOSITORY, run
from gallery import STILLS
from goldens import ENGINE, FOLDER, engine, golden_path, read_still, tolerance, write_still
from manim import Mobject

from training.lesson import LessonFacts

RENEW = "pytest tests/scenes --renew-golden"
DRAWN: set[type] = set()
"""Classes of everything in the stills drawn so far."""


@pytest.mark.parametrize("name", STILLS)
def test_a_part_looks_like_its_golden_still(name: str, facts: LessonFacts, renewing: bool, tmp_path: Path) -> None:
    scene = run(STILLS[name], facts)
    DRAWN.update(type(part) for part in scene.drawn)
    drawn, path = scene.still(), golden_path(name)
    if not path.exists():
        _renew_or_fail(renewing, path, drawn, "there is no golden still yet")
    golden = read_still(path)
    if golden.shape != drawn.shape:
        _renew_or_fail(renewing, path, drawn, "the golden still has another size")
    difference, allowed = compare(golden, drawn), tolerance()
    if difference.exceeds(allowed):
        picture = tmp_path / f"{name}.difference.png"
        write_still(picture, shown(golden, drawn))
        _renew_or_fail(renewing, path, drawn, f"{difference}, allowed {allowed}; golden, drawn and difference: {picture}")


def test_the_goldens_name_the_libraries_they_were_drawn_with() -> None:
    recorded, here = ([line.split() for line in text.splitlines()] for text in (ENGINE.read_text(encoding="utf-8"), engine()))
    assert [name for name, _ in recorded] == [name for name, _ in here]


def test_every_golden_belongs_to_a_still() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} <= STILLS.keys()


def test_the_goldens_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000


def test_every_public_part_is_in_a_still(facts: LessonFacts) -> None:
    drawn = DRAWN or {type(part) for draws in STILLS.values() for part in run(draws, facts).drawn}
    assert [part.__name__ for part in public_parts() if part not in drawn] == []


def public_parts() -> Iterator[type[Mobject]]:
    """Mobjects that the modules of scenes/parts define for others and that draw something of their own."""
    for file in sorted((REPOSITORY / "scenes" / "parts").glob("*.py")):
        module = importlib.import_module(f"scenes.parts.{file.stem}")
        for name, value in vars(module).items():
            if inspect.isclass(value) and issubclass(value, Mobject) and value.__module__ == module.__name__:
                if not name.startswith("_") and "__init__" in vars(value):
                    yield value


def _renew_or_fail(renewing: bool, path: Path, drawn: np.ndarray, why: str) -> None:
    if renewing:
        write_still(path, drawn)
        pytest.fail(f"renewed {path.relative_to(REPOSITORY)}, since {why}; look at it before you commit it")
    pytest.fail(f"{path.stem}: {why}; if the new picture is right: {RENEW}")
