"""The sheet: the film on paper, as a PDF and as pictures of its pages; complete, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from importlib.metadata import version
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from pypdfium2 import PdfDocument, PdfiumError

from film.inputs import Snapshot, digest, file_digest
from film.lesson import LOOK, Lesson, Quality
from film.paper import lay_out, printable, write_pdf
from film.plan import Plan
from film.posters import last_picture
from film.store import replacing
from film.storyboard import storyboard
from film.theme import load_theme

PAGE_DPI = 150
_PAGE_NAME = re.compile(r"page-\d+\.png")
_MADE_WITH = ("reportlab", "pypdfium2", "Pillow")


def sheet_id(lesson: Lesson, plan: Plan, quality: Quality) -> str:
    """Names a sheet's content: the same plan, laid out in the same way."""
    look = file_digest(lesson.root / LOOK)
    made_by = digest(repr(quality), look, *map(version, _MADE_WITH), Snapshot(lesson.root).machinery)
    return f"{plan.id}-{made_by[:16]}"


def pages_folder(target: Path) -> Path:
    """Where the pictures of the pages of the PDF `target` lie."""
    return target.with_suffix("")


def publish_sheet(lesson: Lesson, plan: Plan, quality: Quality, target: Path, pieces: Callable[[], Sequence[Path]]) -> int:
    """Make `target` and the pictures of its pages be those of `plan`; the number of pages.

    All is written before anything is replaced, and the PDF is replaced last. `pieces` is only called when the PDF has
    to be made; pages that are lost, or another sheet's, are drawn again from the PDF that is there.
    """
    folder = pages_folder(target)
    keywords = f"plan {sheet_id(lesson, plan, quality)}"
    current = _keywords(target) == keywords
    if current:
        wanted = _page_files(target, folder)
        if _pages_in(folder) == dict.fromkeys(wanted, keywords):
            return len(wanted)
    drawn = None if current else pieces()
    with ExitStack() as whole:
        pdf = target
        if drawn is not None:
            pdf = whole.enter_context(replacing(target))
            board = storyboard(plan)
            pages = lay_out(board, [printable(last_picture(piece)) for piece in drawn], load_theme(lesson.root / LOOK))
            write_pdf(pages, board, pdf, keywords)
        files = _page_files(pdf, folder)
        _write_pages(pdf, [whole.enter_context(replacing(file)) for file in files], keywords)
    for stale in _pages_in(folder).keys() - set(files):
        stale.unlink(missing_ok=True)
    return len(files)


def _keywords(pdf: Path) -> str | None:
    """What the PDF says it was made from; None when there is none, or it cannot be read."""
    try:
        with closing(PdfDocument(pdf)) as document:
            return document.get_metadata_value("Keywords")
    except (OSError, PdfiumError):
        return None


def _page_files(pdf: Path, folder: Path) -> list[Path]:
    """A file for each page of the PDF."""
    with closing(PdfDocument(pdf)) as document:
        return [folder / f"page-{number:02}.png" for number in range(1, len(document) + 1)]


def _pages_in(folder: Path) -> dict[Path, str | None]:
    """The pictures of pages that are there, and what they say they were made from."""
    return {path: _comment(path) for path in folder.glob("*.png") if _PAGE_NAME.fullmatch(path.name)}


def _comment(picture: Path) -> str | None:
    try:
        with Image.open(picture) as opened:
            return opened.info.get("Comment")
    except OSError:
        return None


def _write_pages(pdf: Path, files: Sequence[Path], comment: str) -> None:
    """Draw the PDF's pages, just as they are printed."""
    about = PngInfo()
    about.add_text("Comment", comment)
    with closing(PdfDocument(pdf)) as document:
        for page, file in zip(document, files, strict=True):
            page.render(scale=PAGE_DPI / 72).to_pil().save(file, "PNG", dpi=(PAGE_DPI, PAGE_DPI), pnginfo=about)
