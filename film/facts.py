"""Facts: numbers and names the lesson computed or cites, reached by dotted names."""

from __future__ import annotations

from typing import Any


class UnknownFact(LookupError):
    """A dotted name that leads nowhere, or to something that is not a number or a text."""


def fact(facts: Any, name: str) -> int | float | str:
    """The value at the dotted `name`, such as `batch.rows`.

    Raises
    ------
    UnknownFact
        When a part of the name does not exist, or the value is not an int, float or str.
    """
    value = facts
    walked = []
    for part in name.split("."):
        try:
            value = getattr(value, part)
        except AttributeError:
            where = ".".join(walked) or "the facts"
            raise UnknownFact(f"there is no fact {name!r} ({where} has no {part!r})") from None
        walked.append(part)
    if hasattr(value, "item"):
        value = value.item()  # a NumPy scalar
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise UnknownFact(f"the fact {name!r} is {type(value).__name__}, not a number or a text")
    return value


def shown(value: int | float | str) -> str:
    """A fact as it is spoken, captioned and drawn: thousands with commas, a real minus sign, no needless decimals."""
    if isinstance(value, str):
        return value
    whole = isinstance(value, int) or value.is_integer()
    return f"{int(value) if whole else value:,}".replace("-", "−")
