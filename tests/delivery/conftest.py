"""A disk without space."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import film.encode
import film.join


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written under a temporary name lands on a device that is always full."""
    real = film.encode.replacing

    @contextlib.contextmanager
    def replacing_on_a_full_disk(path: Path) -> Iterator[Path]:
        with real(path) as temporary:
            temporary.symlink_to("/dev/full")
            yield temporary

    monkeypatch.setattr(film.encode, "replacing", replacing_on_a_full_disk)
    monkeypatch.setattr(film.join, "replacing", replacing_on_a_full_disk)
