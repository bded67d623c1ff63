"""The committed stills, and which libraries they were drawn with."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import cairo
import manimpango
import numpy as np
from comparing import OTHER_ENGINE, SAME_ENGINE, Tolerance
from PIL import Image

FOLDER = Path(__file__).with_name("golden")
ENGINE = FOLDER / "engine.txt"


def engine() -> str:
    """Versions of all that turns shapes and letters into pixels here."""
    libraries = {"cairo": cairo.cairo_version_string(), "pango": manimpango.pango_version(),
                 **{package: version(package) for package in ("manim", "font-source-sans-pro")}}
    return "".join(f"{name} {number}\n" for name, number in libraries.items())


def tolerance() -> Tolerance:
    """How close a still has to come to its golden here."""
    return SAME_ENGINE if ENGINE.read_text(encoding="utf-8") == engine() else OTHER_ENGINE


def start_afresh_on_another_engine() -> None:
    """Throw away goldens that other libraries have drawn."""
    if not ENGINE.exists() or ENGINE.read_text(encoding="utf-8") != engine():
        for golden in FOLDER.glob("*.png"):
            golden.unlink()
        ENGINE.write_text(engine(), encoding="utf-8")


def golden_path(name: str) -> Path:
    """The file of one golden still."""
    return FOLDER / f"{name}.png"


def read_still(path: Path) -> np.ndarray:
    """The pixels of a file, shape (height, width, 3)."""
    return np.asarray(Image.open(path).convert("RGB"))


def write_still(path: Path, still: np.ndarray) -> None:
    """Write pixels as a small PNG."""
    Image.fromarray(still).save(path, optimize=True)
