"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad it is: FAIL stops the film, WARN wants a reason, INFO is worth knowing."""

    FAIL = "FAIL"
    WARN = "WARN"
    INFO = "INFO"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Severity).index(self)


@dataclass(frozen=True)
class Finding:
    """One thing that one check found.

    Attributes
    ----------
    check
        The rule's id, such as LAY-2.
    object
        What it is about: a mobject by the name the scene gives it, a mark, a color, a caption.
    chapter, beat
        Where; empty when it is about the whole film, or a whole chapter.
    tick
        When it is first seen, from the film's start; None when that means nothing.
    file, line
        Where to mend it.
    thing
        The mobject's number in its chapter's album; -1 if it is about none.
    waived
        The reason why it is accepted; empty if it is not.
    """

    check: str
    severity: Severity
    message: str
    object: str = ""
    chapter: str = ""
    beat: str = ""
    tick: int | None = None
    file: str = ""
    line: int | None = None
    thing: int = -1
    waived: str = ""

    @property
    def stops(self) -> bool:
        """Whether the film must not go out with it."""
        return self.severity is Severity.FAIL and not self.waived
