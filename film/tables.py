"""Reading the lesson's TOML files, with errors that name file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from film.errors import LessonError

_TOML_PLACE = re.compile(r"\(at line (\d+),")


def read_table(path: Path) -> dict[str, Any]:
    """The TOML file at `path` as nested dicts.

    Raises
    ------
    LessonError
        As for `read_text`, and when it is not TOML (with the line at fault).
    """
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        raise LessonError(f"is not valid TOML: {error}", path, int(place[1]) if place else None) from None


def read_text(path: Path) -> str:
    """The UTF-8 text in `path`.

    Raises
    ------
    LessonError
        When it is missing, may not be read, or is not UTF-8 (with the line at fault).
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise LessonError("is missing", path) from None
    except OSError as error:
        raise LessonError(f"cannot be read: {error.strerror}", path) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise LessonError("is not UTF-8 here; save it as UTF-8", path, line) from None


def line_of(path: Path, key: str) -> int | None:
    """The first line of `path` on which `key` stands as a key or in a table's head (for error messages)."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        head = line.split("=")[0].strip().strip("[]\"'")
        if head == key or head.endswith(f".{key}"):
            return number
    return None


def require(table: dict[str, Any], key: str, kind: type | tuple[type, ...], path: Path) -> Any:
    """`table[key]`, which must be there and of `kind`."""
    if key not in table:
        raise LessonError(f"lacks the entry {key!r}", path)
    value = table[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise LessonError(f"{key!r} is {value!r}; it should be {_wanted(kind)}", path, line_of(path, key))
    return value


def refuse_unknown(table: dict[str, Any], known: Iterable[str], path: Path) -> None:
    """Raise for the first key of `table` that is not `known` (a typing slip would otherwise pass in silence)."""
    known = sorted(known)
    for key in table:
        if key not in known:
            raise LessonError(f"unknown entry {key!r}; known are {', '.join(known)}", path, line_of(path, key))


def _wanted(kind: type | tuple[type, ...]) -> str:
    names = {str: "a text", int: "a whole number", float: "a number", list: "a list", dict: "a table"}
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return names[kinds[-1]]
