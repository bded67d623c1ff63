"""The look: colors by role, type by size name, spacing by name; nothing else may decide them.

config/look.toml::

    [colors]
    background = "#0F1117"
    text = "#FFFFFF"

    [type]            # cap heights in frame units (the frame is 8 high)
    label = 0.22

    [spacing]
    small = 0.12

    [font]
    package = "font_source_sans_pro"
    family = "Source Sans Pro"

    [meaning]         # optional; for the checks
    apart = ["partition_a", "partition_b"]
    dim = ["context"]
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

from film.errors import LessonError
from film.tables import line_of, read_table, refuse_unknown, require

_HEX = re.compile(r"^#[0-9A-Fa-f]{6}$")


@dataclass(frozen=True)
class Theme:
    """What config/look.toml says.

    Attributes
    ----------
    colors
        Role to #RRGGBB.
    cap_heights
        Size name to the height of a capital H, in frame units.
    spaces
        Name to a length in frame units.
    font_family
        The font all text is set in.
    font_files
        Its files, to be registered before the first text is made.
    apart
        Roles that everyone must be able to tell apart, whatever their color vision.
    dim
        Roles that may be faint, since they never carry meaning.
    """

    path: Path
    colors: dict[str, str]
    cap_heights: dict[str, float]
    spaces: dict[str, float]
    font_family: str
    font_files: tuple[Path, ...]
    apart: tuple[str, ...] = ()
    dim: tuple[str, ...] = ()

    @property
    def dim_colors(self) -> frozenset[str]:
        """The colors of the dim roles, as #RRGGBB in capitals."""
        return frozenset(self.colors[role].upper() for role in self.dim)

    def color(self, role: str) -> str:
        """The color of a role."""
        return self._look_up(self.colors, role, "color")

    def cap_height(self, size: str) -> float:
        """The cap height of a text size, in frame units."""
        return self._look_up(self.cap_heights, size, "text size")

    def space(self, name: str) -> float:
        """A length, in frame units."""
        return self._look_up(self.spaces, name, "spacing")

    def _look_up(self, table: dict, name: str, what: str):
        if name not in table:
            raise LessonError(f"{what} {name!r} is not in config/look.toml; it has {', '.join(table)}")
        return table[name]


def load_theme(path: Path) -> Theme:
    """Read config/look.toml.

    Raises
    ------
    LessonError
        For anything missing, malformed or unknown, and for a font that is not installed.
    """
    table = read_table(path)
    refuse_unknown(table, ("colors", "type", "spacing", "font", "meaning"), path)
    colors = require(table, "colors", dict, path)
    for role, value in colors.items():
        if not isinstance(value, str) or not _HEX.match(value):
            raise LessonError(f"color {role!r} is {value!r}; write it as \"#RRGGBB\"", path, line_of(path, role))
    font = require(table, "font", dict, path)
    meaning = table.get("meaning", {})
    refuse_unknown(meaning, ("apart", "dim"), path)
    return Theme(
        path=path,
        colors=colors,
        cap_heights=_lengths(require(table, "type", dict, path), path),
        spaces=_lengths(require(table, "spacing", dict, path), path),
        font_family=require(font, "family", str, path),
        font_files=_font_files(require(font, "package", str, path), path),
        apart=_roles(meaning, "apart", colors, path),
        dim=_roles(meaning, "dim", colors, path),
    )


def _roles(table: dict, key: str, colors: dict, path: Path) -> tuple[str, ...]:
    roles = table.get(key, [])
    for role in roles if isinstance(roles, list) else [roles]:
        if role not in colors:
            raise LessonError(f"{key!r} names {role!r}, which is no color", path, line_of(path, key))
    return tuple(roles)


def _lengths(table: dict, path: Path) -> dict[str, float]:
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
            raise LessonError(f"{name!r} is {value!r}; it should be a length above 0", path, line_of(path, name))
    return {name: float(value) for name, value in table.items()}


def _font_files(package: str, path: Path) -> tuple[Path, ...]:
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):  # not even a name that could be imported
        spec = None
    folders = spec.submodule_search_locations if spec else None
    files = sorted(file for folder in folders or () for file in Path(folder).rglob("*.ttf"))
    if not files:
        raise LessonError(f"the font package {package!r} is not installed or holds no .ttf file", path,
                          line_of(path, "package"))
    return tuple(files)
