"""A lesson: a folder with config/lesson.toml, from which everything else is found."""

from __future__ import annotations

import importlib
import os
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from film.clock import TICKS_PER_SECOND
from film.errors import LessonError, blamed
from film.tables import line_of, read_table, refuse_unknown, require

MANIFEST = Path("config") / "lesson.toml"
LOOK = Path("config") / "look.toml"
SOURCES = Path("narration") / "sources.toml"
PRONUNCIATIONS = Path("narration") / "pronunciations.toml"


@dataclass(frozen=True)
class Quality:
    """Size and rate of the picture.

    Attributes
    ----------
    letter
        Manim's letter for it: l, m, h, p or k.
    width, height
        Pixels.
    fps
        Frames a second, a multiple of 15.
    """

    letter: str
    width: int
    height: int
    fps: int

    @property
    def name(self) -> str:
        """For people and file names, such as `1080p60`."""
        return f"{self.height}p{self.fps}"


@dataclass(frozen=True)
class Pauses:
    """Silences, in seconds: before a chapter's first word, after a sentence, a beat, a reveal, a chapter."""

    start: float
    sentence: float
    beat: float
    reveal: float
    chapter: float


@dataclass(frozen=True)
class Chapter:
    """One chapter: a scene file and a script with the same stem."""

    id: str
    scene: Path
    script: Path


@dataclass(frozen=True)
class Lesson:
    """What config/lesson.toml says, with every path absolute."""

    root: Path
    slug: str
    title: str
    chapters: tuple[Chapter, ...]
    facts_name: str
    tags: tuple[str, ...]
    pauses: Pauses
    voices: dict[str, dict[str, Any]]
    default_voice: str
    qualities: dict[str, Quality]
    film_quality: str
    preview_quality: str

    @property
    def build(self) -> Path:
        """Caches: may be deleted at any time."""
        return self.root / "build"

    @property
    def output(self) -> Path:
        """Finished things only."""
        return self.root / "output"

    @property
    def manifest(self) -> Path:
        """The file this lesson was read from."""
        return self.root / MANIFEST

    @cached_property
    def facts(self) -> Any:
        """The lesson's facts: the object that `facts = "module:name"` names."""
        module_name, _, attribute = self.facts_name.partition(":")
        make_importable(self.root)
        line = line_of(self.manifest, "facts")
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            raise LessonError(f"facts: there is no module {error.name!r}", self.manifest, line) from error
        except Exception as error:
            raise blamed(error, self.root) from error
        if not hasattr(module, attribute):
            raise LessonError(f"facts: {module_name} has no {attribute!r}", self.manifest, line)
        return getattr(module, attribute)

    def chapter(self, chapter_id: str) -> Chapter:
        """The chapter with this id, or an error that lists them all."""
        for chapter in self.chapters:
            if chapter.id == chapter_id:
                return chapter
        known = ", ".join(chapter.id for chapter in self.chapters)
        raise LessonError(f"there is no chapter {chapter_id!r}; the chapters are {known}")

    def quality(self, letter: str) -> Quality:
        """The quality with this letter."""
        if letter not in self.qualities:
            raise LessonError(f"there is no quality {letter!r}; the qualities are {', '.join(self.qualities)}")
        return self.qualities[letter]

    def voice_table(self, name: str) -> dict[str, Any]:
        """The settings of the voice with this name."""
        if name not in self.voices:
            raise LessonError(f"there is no voice {name!r}; the voices are {', '.join(self.voices)}")
        return self.voices[name]


def make_importable(root: Path) -> None:
    """Let `import` find the lesson's own modules, wherever the program was started."""
    # Python takes compiled code for current when the source's size and the second of its last change agree: an edit may
    # be missed, and what the old code drew be kept under the new code's key.
    sys.dont_write_bytecode = True
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` that holds a lesson."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / MANIFEST).is_file():
            return folder
    raise LessonError(f"no {MANIFEST} here or above", start)


def load_lesson(root: Path | str) -> Lesson:
    """Read the lesson in the folder `root`.

    Raises
    ------
    LessonError
        For anything missing, unknown or ill-typed in config/lesson.toml, or a chapter without its files.
    """
    root = Path(os.path.abspath(root))
    path = root / MANIFEST
    table = read_table(path)
    refuse_unknown(table, ("slug", "title", "facts", "chapters", "tags", "pauses", "voice", "voices", "quality",
                           "preview_quality", "qualities"), path)
    voices = require(table, "voices", dict, path)
    qualities = {letter: _quality(letter, entry, path)
                 for letter, entry in require(table, "qualities", dict, path).items()}
    lesson = Lesson(
        root=root,
        slug=require(table, "slug", str, path),
        title=require(table, "title", str, path),
        chapters=tuple(_chapter(root, name, path) for name in _texts(table, "chapters", path)),
        facts_name=require(table, "facts", str, path),
        tags=_texts(table, "tags", path),
        pauses=_pauses(require(table, "pauses", dict, path), path),
        voices=voices,
        default_voice=require(table, "voice", str, path),
        qualities=qualities,
        film_quality=require(table, "quality", str, path),
        preview_quality=require(table, "preview_quality", str, path),
    )
    ids = [chapter.id for chapter in lesson.chapters]
    if not ids or len(set(ids)) < len(ids):
        raise LessonError("lists no chapters" if not ids else "lists a chapter twice", path, line_of(path, "chapters"))
    lesson.voice_table(lesson.default_voice)
    lesson.quality(lesson.film_quality)
    lesson.quality(lesson.preview_quality)
    return lesson


def _texts(table: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
    values = require(table, key, list, path)
    for value in values:
        if not isinstance(value, str):
            raise LessonError(f"{key!r} holds {value!r}; it should be a list of texts", path, line_of(path, key))
    return tuple(values)


def _chapter(root: Path, name: str, path: Path) -> Chapter:
    chapter = Chapter(name, root / "scenes" / f"{name}.py", root / "narration" / f"{name}.md")
    for needed in (chapter.scene, chapter.script):
        if not needed.is_file():
            raise LessonError(f"chapter {name!r} needs the file {needed.relative_to(root)}", path,
                              line_of(path, "chapters"))
    return chapter


def _pauses(table: dict[str, Any], path: Path) -> Pauses:
    names = tuple(Pauses.__dataclass_fields__)
    refuse_unknown(table, names, path)
    pauses = {name: float(require(table, name, (int, float), path)) for name in names}
    for name, length in pauses.items():
        if not 0 <= length <= 60:
            raise LessonError(f"the pause {name!r} is {length} s; give a number between 0 and 60", path, line_of(path, name))
    return Pauses(**pauses)


def _quality(letter: str, table: dict[str, Any], path: Path) -> Quality:
    refuse_unknown(table, ("width", "height", "fps"), path)
    quality = Quality(letter, *(require(table, key, int, path) for key in ("width", "height", "fps")))
    if min(quality.width, quality.height, quality.fps) <= 0:
        raise LessonError(f"quality {letter!r}: width, height and fps must be above 0", path)
    if quality.fps % TICKS_PER_SECOND:
        raise LessonError(f"quality {letter!r}: fps must be a multiple of {TICKS_PER_SECOND}", path)
    if quality.width % 2 or quality.height % 2:
        raise LessonError(f"quality {letter!r}: width and height must be even", path)
    return quality
