"""Independent judges: a reader of WebVTT that follows the W3C text to the letter, and the caption guides' limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from film.plan import Plan

from .plans import words

_TIME = r"(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})"
_TIMING = re.compile(rf"{_TIME}[ \t]+-->[ \t]+{_TIME}")
_ESCAPE = re.compile(r"&(amp|lt|gt);")
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">"}
HANGING = frozenset("a an the of to in and or my his its our with for from on at by as than is are was were".split())


class NotVtt(ValueError):
    """A file that the W3C's text on WebVTT does not allow."""


@dataclass(frozen=True)
class Shown:
    """A cue as a file has it, in milliseconds."""

    start: int
    end: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All lines, joined by a space."""
        return " ".join(self.lines)

    @property
    def duration(self) -> int:
        """Milliseconds."""
        return self.end - self.start

    @property
    def speed(self) -> Fraction:
        """Characters a second (CAP-1)."""
        return Fraction(1000 * len(self.text), self.duration)


def read_vtt(data: bytes) -> tuple[list[Shown], list[str]]:
    """The cues and notes of a WebVTT file (CAP-11); raises NotVtt for anything the standard forbids."""
    text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    header, _, body = text.partition("\n\n")
    if not re.fullmatch(r"WEBVTT(?:[ \t][^\n]*)?", header) or "-->" in header:
        raise NotVtt(f"header {header!r}")
    shown: list[Shown] = []
    notes: list[str] = []
    for block in filter(None, re.split(r"\n{2,}", body.strip("\n"))):
        first, *rest = block.split("\n")
        if re.match(r"NOTE(?:[ \t]|$)", first):
            if "-->" in block:
                raise NotVtt(f"arrow in {block!r}")
            notes.append(block.removeprefix("NOTE").strip())
            continue
        if "-->" not in first:
            first, *rest = rest or [""]  # the line before was the cue's name
        timing = _TIMING.fullmatch(first)
        if not timing:
            raise NotVtt(f"timing {first!r}")
        start, end = _milliseconds(*timing.groups()[:4]), _milliseconds(*timing.groups()[4:])
        if end <= start or (shown and start < shown[-1].start):
            raise NotVtt(f"order {first!r}")
        if not rest or "-->" in block.removeprefix(first):
            raise NotVtt(f"payload {rest!r}")
        shown.append(Shown(start, end, tuple(_plain(line) for line in rest)))
    return shown, notes


def _milliseconds(hours: str | None, minutes: str, seconds: str, thousandths: str) -> int:
    return ((int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(thousandths)


def _plain(line: str) -> str:
    if "<" in line or "&" in _ESCAPE.sub("", line):
        raise NotVtt(f"unescaped {line!r}")
    return _ESCAPE.sub(lambda found: _CHARACTERS[found[1]], line)


def broken(shown: list[Shown], plan: Plan) -> set[str]:
    """The checks of which these cues break the FAIL limit."""
    found: set[str] = set()
    spoken = list(words(plan))
    if " ".join(cue.text for cue in shown) != " ".join(word.text for word in spoken):
        return {"CAP-6"}
    first = 0
    for cue in shown:
        last = first + len(cue.text.split()) - 1
        lead = Fraction(spoken[first].start, 48) - cue.start
        trail = cue.end - Fraction(spoken[last].end, 48)
        found |= {"CAP-1"} if cue.speed > 20 else set()
        found |= {"CAP-2"} if len(cue.lines) > 2 or max(map(len, cue.lines)) > 42 else set()
        found |= {"CAP-3"} if not 833 <= cue.duration <= 7000 else set()
        found |= {"CAP-5"} if abs(lead) > 250 or trail > 1500 else set()
        found |= {"CAP-10"} if trail <= -1 else set()
        found |= {"chapter"} if _chapter_at(plan, cue.start + 1) != _chapter_at(plan, cue.end - 1) else set()
        first = last + 1
    for cue, following in zip(shown, shown[1:], strict=False):
        gap = following.start - cue.end
        found |= {"CAP-4"} if gap < 0 or 0 < gap < Fraction(2000, 15) else set()
    return found


def _chapter_at(plan: Plan, millisecond: int) -> int:
    return sum(chapter.end * 1000 <= millisecond * 15 for chapter in plan.chapters)


def questionable(shown: list[Shown]) -> list[tuple[str, str]]:
    """Check and text of every cue that is worth a second look (WARN)."""
    found: list[tuple[str, str]] = []
    for cue in shown:
        if cue.speed > 17:
            found.append(("CAP-1", cue.text))
        if cue.duration < 1200:
            found.append(("CAP-3", cue.text))
        if 60_000 * len(cue.text.split()) > 200 * cue.duration:
            found.append(("CAP-7", cue.text))
        for line, following in zip(cue.lines, (*cue.lines[1:], "")):
            hanging = line.split()[-1].lower() in HANGING
            if hanging or re.match(r"[,.;:!?)–—]", following):
                found.append(("CAP-8", cue.text))
    return found
