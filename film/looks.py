"""What planning saw: the picture at many moments, as plain data that checks can judge without Manim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from film.errors import LessonError
from film.inputs import digest
from film.plan import PlannedChapter
from film.store import write_bytes

Box = tuple[float, float, float, float]
"""Left, bottom, right, top, in frame units."""

Ink = tuple[str, float]
"""A color as #RRGGBB, and its opacity."""

SAMPLES = 24
"""Places in a text's box at which it is noted what covers it."""

ALL_SAMPLES = (1 << SAMPLES) - 1


@dataclass(frozen=True)
class Thing:
    """A mobject that was on screen at some time; a text is one thing, its letters are none.

    Attributes
    ----------
    name
        What the scene calls it, such as `graph.dots[12]`.
    kind
        Its class.
    parent
        Index of the thing it is part of; -1 for none.
    text
        What it says; None if it is no text.
    facts
        `(name, shown value)` of the facts in that text.
    template
        The text around those facts, with `{}` for each.
    """

    name: str
    kind: str
    parent: int = -1
    text: str | None = None
    facts: tuple[tuple[str, str], ...] = ()
    template: str | None = None

    @property
    def words(self) -> int:
        """Words to be read; a sign such as % or + is no word of its own."""
        return count_words(self.text or "")

    @property
    def label(self) -> str:
        """Name and class, and what a text says."""
        says = f" '{self.text}'" if self.text is not None else ""
        return f"{self.name} ({self.kind}{says})"


def count_words(text: str) -> int:
    """How many words a text has to be read."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


@dataclass(frozen=True)
class State:
    """How a thing looked for a while.

    Attributes
    ----------
    box
        Round its ink, strokes included.
    fills, strokes
        What it is painted with, invisible ink left out.
    width
        Of its stroke, in frame units.
    cap_height
        Of a text: how high a capital H is.
    dots
        `(x, y, radius)` of each filled disc in it that may be a vertex: neither tiny nor an area.
    """

    thing: int
    box: Box
    fills: tuple[Ink, ...]
    strokes: tuple[Ink, ...]
    width: float = 0.0
    cap_height: float = 0.0
    dots: tuple[tuple[float, float, float], ...] = ()

    @property
    def opacity(self) -> float:
        """Of its strongest ink."""
        return max((opacity for _, opacity in (*self.fills, *self.strokes)), default=0.0)


@dataclass(frozen=True)
class Meeting:
    """A text and something else near it.

    Attributes
    ----------
    text, other
        Indices of their states.
    above
        Whether the other is drawn over the text.
    crossing
        Length of the other's strokes inside the text's box.
    gap
        From the text's box to the rim of the other's nearest disc; negative or 0 when they touch, 1 if none is nearer.
    covered
        Bit k is set when the other's fill covers sample k of the text's box.
    """

    text: int
    other: int
    above: bool
    crossing: float
    gap: float
    covered: int


@dataclass(frozen=True)
class Look:
    """The picture at one moment.

    Attributes
    ----------
    beat
        Index of the beat in its chapter.
    tick
        From the beat's start.
    still
        Whether the picture holds from here to the next look.
    line
        The line of the scene's file that was playing.
    states
        Indices of the states on screen, in drawing order.
    meetings
        Indices of the meetings.
    """

    beat: int
    tick: int
    still: bool
    line: int
    states: tuple[int, ...]
    meetings: tuple[int, ...]


@dataclass(frozen=True)
class Waiver:
    """A finding the scene's author knows of and accepts, in one beat.

    Attributes
    ----------
    thing
        Index of the one thing it is about; -1 when it is about something else, such as a mark.
    name
        What that is called.
    """

    check: str
    thing: int
    name: str
    because: str
    beat: int
    line: int


@dataclass(frozen=True)
class SeenBeat:
    """What planning noticed about one beat besides its looks.

    Attributes
    ----------
    needs, ticks
        How long its sound and pauses last; how long the beat became.
    late
        Marks the picture reached too late, with by how many ticks.
    declares
        Whether the scene said what the beat leaves.
    extra
        Indices of things on screen at its end that were not declared.
    missing
        Indices of things declared that were not on screen at its end.
    changed
        Indices of things that came or went between the end of the beat before (at a chapter's start: nothing) and this
        one's first line.
    line
        Where the scene narrates it.
    """

    id: str
    needs: int
    ticks: int
    late: tuple[tuple[str, int], ...]
    declares: bool
    extra: tuple[int, ...]
    missing: tuple[int, ...]
    changed: tuple[int, ...]
    line: int


@dataclass(frozen=True)
class Album:
    """Everything seen of one chapter."""

    chapter: str
    things: tuple[Thing, ...]
    states: tuple[State, ...]
    meetings: tuple[Meeting, ...]
    looks: tuple[Look, ...]
    beats: tuple[SeenBeat, ...]
    waivers: tuple[Waiver, ...]

    def thing_of(self, state: int) -> Thing:
        """The thing in a state."""
        return self.things[self.states[state].thing]

    def texts(self, look: Look) -> Iterator[int]:
        """The states of texts in a look."""
        return (state for state in look.states if self.thing_of(state).text is not None)

    def ancestors(self, thing: int) -> Iterator[int]:
        """A thing, what it is part of, and so on."""
        while thing >= 0:
            yield thing
            thing = self.things[thing].parent


def album_path(build: Path, chapter: PlannedChapter) -> Path:
    """Where the album of a planned chapter lies."""
    return _path(build, chapter.id, [beat.fingerprint for beat in chapter.beats])


def keep_album(build: Path, fingerprints: Sequence[str], album: Album) -> None:
    """Write the album of a chapter whose beats have these fingerprints, and drop its oldest ones."""
    path = _path(build, album.chapter, fingerprints)
    write_bytes(path, _ALBUM.dump_json(album))
    for old in sorted(path.parent.glob(f"{album.chapter}.*.json"), key=_age)[_KEPT:]:
        old.unlink(missing_ok=True)


def read_album(path: Path) -> Album:
    """The album in `path`.

    Raises
    ------
    LessonError
        When it is not there or cannot be read.
    """
    try:
        return _ALBUM.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        path.unlink(missing_ok=True)
        raise LessonError("could not be read; run again", path) from None


def _path(build: Path, chapter: str, fingerprints: Sequence[str]) -> Path:
    return build / "looks" / f"{chapter}.{digest(*fingerprints)[:32]}.json"


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another run has dropped it
        return 0.0


_KEPT = 4
"""Albums of one chapter: of the present plan, with another voice, and of the states before."""

_ALBUM = TypeAdapter(Album)
