"""The film itself passes every check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_nothing_stops_the_film() -> None:
    done = subprocess.run([sys.executable, "render.py", "check"], cwd=REPOSITORY, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
