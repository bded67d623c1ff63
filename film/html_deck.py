"""Slides in a browser: a folder with a page for reveal.js that needs no network and no server; complete, or not at all."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import ceil
from pathlib import Path
from typing import Any

import webvtt
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import ImageFont

from film.clips import Clip
from film.deck import Deck
from film.errors import LessonError
from film.inputs import MACHINERY, digest, file_digest
from film.store import replacing_folder
from film.theme import Theme

ASSETS = MACHINERY.parent / "assets" / "slides"
REVEAL = ASSETS / "node_modules" / "reveal.js"
PAGE = "index.html"

_OWN = ("deck.css", "deck.js")
_FROM_REVEAL = {"LICENSE": "LICENSE", "reset.css": "dist/reset.css", "reveal.css": "dist/reveal.css",
                "reveal.js": "dist/reveal.js", "notes.js": "dist/plugin/notes.js"}
_FONT_STYLES = ("Regular", "Bold")

_ID = re.compile(r'<meta name="deck" content="(\w+)">')

_SOURCE_LINES, _LETTERS_A_LINE = 21, 105
"""What a slide of sources has room for; between two sources a third of a line is left free."""


def write_html(deck: Deck, clips: Sequence[Clip], target: Path, theme: Theme, *, autoplay: bool) -> bool:
    """Make the folder `target` be this deck; whether there was anything to do.

    Parameters
    ----------
    clips
        Each slide's clip, an MP4 or a WebM.
    autoplay
        Whether a clip starts by itself when its slide is shown.

    Raises
    ------
    LessonError
        When reveal.js is not installed, or a file cannot be written.
    """
    names = [_name(number, slide.stem, len(deck.slides)) for number, slide in enumerate(deck.slides, start=1)]
    files = {**_machinery(), **_font(theme)}
    for name, clip in zip(names, clips, strict=True):
        files |= {f"clips/{name}{path.suffix}": path for path in (clip.video, clip.poster)}
    content = {**_content(deck, names, clips, theme), "autoplay": autoplay}
    deck_id = digest(_page(content, ""), *(f"{name} {file_digest(path)}" for name, path in files.items()))[:16]
    if _id_of(target) == deck_id:
        return False
    with replacing_folder(target) as folder:
        for name, path in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(path, folder / name)
        (folder / PAGE).write_text(_page(content, deck_id), encoding="utf-8")
    return True


def require_reveal() -> None:
    """Raise LessonError unless reveal.js is installed."""
    if not all((REVEAL / path).is_file() for path in _FROM_REVEAL.values()):
        raise LessonError("reveal.js is not installed; run ./setup.sh slides")


def _machinery() -> dict[str, Path]:
    """What every deck needs: name in its folder to file."""
    require_reveal()
    return {**{name: ASSETS / name for name in _OWN},
            **{f"reveal/{name}": REVEAL / path for name, path in _FROM_REVEAL.items()}}


def _font(theme: Theme) -> dict[str, Path]:
    """The film's font in the weights the page uses, and its license."""
    faces = {ImageFont.truetype(file).getname(): file for file in theme.font_files}
    found = {f"font/{style.lower()}.ttf": faces.get((theme.font_family, style)) for style in _FONT_STYLES}
    if None in found.values():
        raise LessonError(f"the font {theme.font_family!r} has no {' or no '.join(_FONT_STYLES)} face", theme.path)
    licenses = (file for face in found.values() for file in face.parent.glob("LICENSE*"))
    return {**found, **{f"font/{file.name}": file for file in licenses}}


def _content(deck: Deck, names: Sequence[str], clips: Sequence[Clip], theme: Theme) -> dict[str, Any]:
    """What the template of the page asks for."""
    first = {}
    for name, slide in zip(names, deck.slides):
        first.setdefault(slide.chapter, name)
    return {
        "deck": deck,
        "background": theme.color("background"),
        "text": theme.color("text"),
        "chapters": [{"title": title, "question": question, "first": name}
                     for (title, question), name in zip(deck.contents, first.values(), strict=True)],
        "slides": [{**asdict(slide), "name": name, "video": name + clip.video.suffix, "poster": name + clip.poster.suffix,
                    "seconds": clip.seconds, "cues": read_cues(clip.captions)}
                   for name, slide, clip in zip(names, deck.slides, clips)],
        "source_pages": list(_source_pages(deck.sources)),
    }


def _page(content: dict[str, Any], deck_id: str) -> str:
    templates = Environment(loader=FileSystemLoader(ASSETS), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                            keep_trailing_newline=True)
    return templates.get_template(PAGE).render(content, id=deck_id)


def read_cues(captions: Path) -> list[tuple[float, float, str]]:
    """First and last second of each cue of a WebVTT file, and its text as WebVTT has it: `&amp;` for `&`."""
    return [(cue.start_time.in_milliseconds() / 1000, cue.end_time.in_milliseconds() / 1000, cue.raw_text)
            for cue in webvtt.read(captions)]


def _source_pages(sources: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The sources, slide by slide, each with the number its first one has."""
    page: list[str] = []
    used, first = 0.0, 1
    for number, source in enumerate(sources, start=1):
        lines = ceil(len(source) / _LETTERS_A_LINE) + 1 / 3
        if page and used + lines > _SOURCE_LINES:
            yield {"first": first, "sources": page}
            page, used, first = [], 0.0, number
        page.append(source)
        used += lines
    if page:
        yield {"first": first, "sources": page}


def _name(number: int, stem: str, count: int) -> str:
    """A name for a slide's files, and its address in the page; sorted, they lie in the order of the deck."""
    return f"{number:0{max(2, len(str(count)))}}-{re.sub(r'[^A-Za-z0-9_.-]', '-', stem)}"


def _id_of(target: Path) -> str | None:
    """The id of the deck in a folder."""
    try:
        found = _ID.search((target / PAGE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return found[1] if found else None
