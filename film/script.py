"""Narration scripts: Markdown in, sentences with marks, facts and sources out.

A script looks like this::

    # How one iteration works
    > question: Which steps use the network?

    ## load
    > tags: step-2, reveal

    The trainer now fetches {batch.rows} rows. <bookmark mark="remote"/>{batch.remote_rows} of them live on
    other servers.[^dgl-kvstore] <pause seconds="2"/>
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from film.errors import LessonError
from film.facts import UnknownFact, fact, shown
from film.tables import read_text

ABBREVIATIONS = ("e.g.", "i.e.", "vs.", "etc.", "cf.", "Fig.", "Dr.", "approx.")

_BOOKMARK = re.compile(r"""<bookmark\s+mark\s*=\s*["']([^"']*)["']\s*/>""")
_PAUSE = re.compile(r"""<pause\s+seconds\s*=\s*["']([^"']*)["']\s*/>""")
_SOURCE = re.compile(r"\[\^([^\]]*)\]")
_FACT = re.compile(r"\{([^{}]*)\}")
_TOKEN = re.compile("|".join(f"(?:{pattern.pattern})" for pattern in (_BOOKMARK, _PAUSE, _SOURCE, _FACT)))
_SENTENCE_END = re.compile(r"[.!?]+[\"'”’)]*$")
_MARK_NAME = re.compile(r"^[A-Za-z0-9_]+$")
_BEAT_ID = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")


@dataclass(frozen=True)
class Mark:
    """A place in a sentence that the scene can wait for.

    Attributes
    ----------
    word
        Index of the word it stands before; the number of words, when it stands at the end.
    """

    name: str
    word: int
    line: int


@dataclass(frozen=True)
class Sentence:
    """One sentence, with its facts filled in.

    Attributes
    ----------
    text
        As spoken and captioned: no marks, no sources.
    marks, sources
        The bookmarks in it; the ids of the sources it cites.
    facts
        `(name, shown value)` for each placeholder, in order.
    """

    text: str
    marks: tuple[Mark, ...]
    sources: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    line: int

    @property
    def words(self) -> tuple[str, ...]:
        """What white space separates."""
        return tuple(self.text.split())


@dataclass(frozen=True)
class Pause:
    """Silence the script asks for, in seconds, in place of the usual one."""

    seconds: float
    line: int


@dataclass(frozen=True)
class Beat:
    """One step of the story: what is said while one thing happens on screen."""

    id: str
    tags: tuple[str, ...]
    parts: tuple[Sentence | Pause, ...]
    line: int

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The spoken parts."""
        return tuple(part for part in self.parts if isinstance(part, Sentence))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All bookmarks, in order."""
        return tuple(mark for sentence in self.sentences for mark in sentence.marks)


@dataclass(frozen=True)
class Script:
    """One chapter's narration."""

    path: Path
    title: str
    question: str
    beats: tuple[Beat, ...]

    def beat(self, beat_id: str) -> Beat:
        """The beat with this id, or an error that lists them all."""
        for beat in self.beats:
            if beat.id == beat_id:
                return beat
        known = ", ".join(beat.id for beat in self.beats)
        raise LessonError(f"there is no beat {beat_id!r}; the beats are {known}", self.path)


def read_script(path: Path, facts: Any, sources: Collection[str], tags: Collection[str]) -> Script:
    """Read the script at `path`.

    Parameters
    ----------
    facts
        The object that placeholders are looked up in.
    sources
        Ids that `[^id]` may name.
    tags
        Tags a beat may carry; `*` stands for anything, as in `step-*`.

    Raises
    ------
    LessonError
        With file and line, for whatever is unknown, malformed, repeated or empty.
    """
    return _Reader(path, facts, sources, tags).read()


class _Reader:
    def __init__(self, path: Path, facts: Any, sources: Collection[str], tags: Collection[str]) -> None:
        self.path = path
        self.facts = facts
        self.sources = sources
        self.tags = tags

    def fault(self, message: str, line: int | None = None) -> LessonError:
        return LessonError(message, self.path, line)

    def read(self) -> Script:
        title = question = None
        beats: list[Beat] = []
        heading: tuple[str, int] | None = None
        tags: tuple[str, ...] = ()
        body: list[tuple[int, str]] = []

        def close() -> None:
            if heading is not None:
                beats.append(self.beat(*heading, tags, body))

        for number, line in enumerate(read_text(self.path).splitlines(), start=1):
            stripped = line.strip()
            if stripped.startswith("## "):
                close()
                heading, tags, body = (self.beat_id(stripped[3:].strip(), beats, number), number), (), []
            elif stripped.startswith("# "):
                if title is not None:
                    raise self.fault("has a second title; a chapter has one", number)
                title = stripped[2:].strip()
            elif stripped.startswith("> tags:") and heading is not None:
                tags = self.tag_list(stripped.removeprefix("> tags:"), number)
            elif stripped.startswith("> question:") and heading is None:
                question = stripped.removeprefix("> question:").strip()
            elif stripped.startswith((">", "#")):
                raise self.fault(f"cannot read {stripped!r}; known are '# title', '> question:' before the first beat, "
                                 "'## beat-id' and '> tags:' under it", number)
            elif stripped and heading is None:
                raise self.fault("has words before its first '## beat-id'", number)
            else:
                body.append((number, line))
        close()
        if title is None:
            raise self.fault("has no title; its first line should be '# The chapter's title'", 1)
        if not question:
            raise self.fault("asks no question; add '> question: …?' under the title", 1)
        if not beats:
            raise self.fault("is empty: it has no beats", 1)
        return Script(self.path, title, question, tuple(beats))

    def beat_id(self, beat_id: str, beats: list[Beat], line: int) -> str:
        if not _BEAT_ID.match(beat_id):
            raise self.fault(f"{beat_id!r} is not a beat id; use lower-case words joined by '-'", line)
        if any(beat.id == beat_id for beat in beats):
            raise self.fault(f"a second beat {beat_id!r}; ids are unique in a chapter", line)
        return beat_id

    def tag_list(self, text: str, line: int) -> tuple[str, ...]:
        tags = tuple(tag.strip() for tag in text.split(",") if tag.strip())
        for tag in tags:
            if not any(fnmatchcase(tag, known) for known in self.tags):
                raise self.fault(f"unknown tag {tag!r}; known are {', '.join(self.tags)}", line)
        return tags

    def beat(self, beat_id: str, line: int, tags: tuple[str, ...], body: list[tuple[int, str]]) -> Beat:
        text = "\n".join(content for _, content in body)
        first_line = body[0][0] if body else line
        parts = tuple(_BeatText(self, text, first_line).parts())
        if not any(isinstance(part, Sentence) for part in parts):
            raise self.fault(f"beat {beat_id!r} says nothing", line)
        beat = Beat(beat_id, tags, parts, line)
        names: set[str] = set()
        for mark in beat.marks:
            if mark.name in names:
                raise self.fault(f"beat {beat_id!r} has the mark {mark.name!r} twice", mark.line)
            names.add(mark.name)
        return beat


@dataclass
class _Draft:
    """A sentence being written."""

    line: int
    words: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def ended(self) -> bool:
        return bool(self.words) and _SENTENCE_END.search(self.words[-1]) is not None

    def sentence(self) -> Sentence:
        return Sentence(" ".join(self.words), tuple(self.marks), tuple(self.sources), tuple(self.facts), self.line)


class _BeatText:
    """Cuts the text under one beat's heading into sentences and pauses.

    Marks wait for the word that follows them; sources and the marks after the very last word belong to the sentence
    before them.
    """

    def __init__(self, reader: _Reader, text: str, first_line: int) -> None:
        self.reader = reader
        self.text = text
        self.first_line = first_line
        self.parts_so_far: list[_Draft | Pause] = []
        self.waiting: list[Mark] = []
        self.in_word = False

    def line_at(self, position: int) -> int:
        return self.first_line + self.text.count("\n", 0, position)

    def fault(self, message: str, position: int) -> LessonError:
        return self.reader.fault(message, self.line_at(position))

    def parts(self) -> list[Sentence | Pause]:
        position = 0
        for token in _TOKEN.finditer(self.text):
            self.plain(position, token.start())
            self.token(token)
            position = token.end()
        self.plain(position, len(self.text))
        draft = self.open_draft()
        if draft is not None:
            raise self.fault(f"the sentence {' '.join(draft.words)!r} has no end; close it with . ! or ?",
                             len(self.text.rstrip()))
        if self.waiting:
            last = self.last_draft(len(self.text.rstrip()), "a mark")
            last.marks += [Mark(mark.name, len(last.words), mark.line) for mark in self.waiting]
        return [part.sentence() if isinstance(part, _Draft) else part for part in self.parts_so_far]

    def open_draft(self) -> _Draft | None:
        """The sentence still being written, if there is one."""
        last = self.parts_so_far[-1] if self.parts_so_far else None
        return last if isinstance(last, _Draft) and not last.ended() else None

    def last_draft(self, position: int, what: str) -> _Draft:
        drafts = [part for part in self.parts_so_far if isinstance(part, _Draft)]
        if not drafts:
            raise self.fault(f"{what} stands before the first word it could belong to", position)
        return drafts[-1]

    def write(self, text: str, position: int) -> _Draft:
        """Add `text` to the word being written, or start a new word with it."""
        if self.in_word:
            draft = self.last_draft(position, "a word")
            draft.words[-1] += text
            return draft
        draft = self.open_draft()
        if draft is None:
            draft = _Draft(self.line_at(position))
            self.parts_so_far.append(draft)
        draft.marks += [Mark(mark.name, len(draft.words), mark.line) for mark in self.waiting]
        self.waiting = []
        draft.words.append(text)
        self.in_word = True
        return draft

    def plain(self, start: int, end: int) -> None:
        for piece in re.finditer(r"\s+|\S+", self.text[start:end]):
            position, piece = start + piece.start(), piece.group()
            if piece.isspace():
                self.in_word = False
                continue
            if "<" in piece or "{" in piece or "}" in piece or "[^" in piece:
                raise self.fault(f"cannot read {piece!r}; known are <bookmark mark=\"name\"/>, <pause seconds=\"2\"/>, "
                                 "{fact.name} and [^source]", position)
            for short in ABBREVIATIONS:
                if piece.lstrip("(\"'“").startswith(short):
                    raise self.fault(f"write {short!r} out: a voice would stop there as at a sentence's end", position)
            self.write(piece, position)

    def token(self, token: re.Match[str]) -> None:
        mark, pause, source, name = token.groups()
        position = token.start()
        if mark is not None:
            self.mark(mark, position)
        elif pause is not None:
            self.pause(pause, position)
        elif source is not None:
            if source not in self.reader.sources:
                raise self.fault(f"unknown source {source!r}; it has no entry in sources.toml", position)
            self.last_draft(position, f"the source {source!r}").sources.append(source)
        else:
            try:
                value = shown(fact(self.reader.facts, name))
            except UnknownFact as error:
                raise self.fault(f"placeholder {{{name}}}: {error}", position) from None
            if not value.strip():
                raise self.fault(f"placeholder {{{name}}} is an empty text", position)
            for word in value.split():
                draft = self.write(word, position)
                self.in_word = False
            draft.facts.append((name, value))
            self.in_word = True

    def mark(self, name: str, position: int) -> None:
        if not _MARK_NAME.match(name):
            raise self.fault(f"{name!r} is not a mark name; use letters, digits and _", position)
        if self.in_word:
            raise self.fault(f"the mark {name!r} touches the word before it; leave a space", position)
        self.waiting.append(Mark(name, 0, self.line_at(position)))

    def pause(self, seconds: str, position: int) -> None:
        try:
            length = float(seconds)
        except ValueError:
            length = -1
        if not 0 < length <= 60:
            raise self.fault(f"a pause of {seconds!r} seconds; give a number between 0 and 60", position)
        if self.open_draft() is not None or self.waiting:
            raise self.fault("a pause stands between sentences, not inside one", position)
        self.in_word = False
        self.parts_so_far.append(Pause(length, self.line_at(position)))
