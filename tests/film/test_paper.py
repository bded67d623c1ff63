"""The sheet's pages: all is on them, whole, on the paper and beside the pictures, and can be read, searched and followed."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from lab import LESSON_TWO
from PIL import Image
from reportlab.lib.units import mm

from film.errors import LessonError
from film.lesson import LOOK
from film.paper import BOTTOM, HEIGHT, MOST_PIXELS, SIDE, WIDTH, Page, Picture, lay_out, printable, write_pdf
from film.storyboard import Entry, Said, Section, Storyboard
from film.theme import load_theme

THEME = load_theme(LESSON_TWO / LOOK)
DARK = printable(Image.new("RGB", (320, 180), "#0F1117"))
LONG = " ".join(f"This is sentence {number} of a beat that goes on and on." for number in range(30))
TWO_SOURCES = ("A page, https://example.org/a_b?c=d&e. More.", "A preprint, arXiv 2308.15602")
SMALLEST = 8.5
"""Points."""


def entry(beat: str, *words: Said) -> Entry:
    return Entry(f"one/{beat}", "1:05", "12.4 s", f"step 7 · {beat}", words)


def board(*beats: Entry, sources: tuple[str, ...] = TWO_SOURCES) -> Storyboard:
    """A storyboard of two chapters, the first of these beats."""
    first = Section("Opening", "1:05 – 2:00", "Why?", beats)
    last = Section("The end <of it>", "2:00 – 2:10", "So what is it?", (entry("last", Said("That is “all” & no more.", (1, 2))),))
    return Storyboard("The film", "2:10", (first, last), sources)


SHORT = board(*(entry(f"beat-{number}", Said(f"This is the {number}th of some beats.", (2,))) for number in range(9)))
GROWN = board(entry("before", Said("Short.")), entry("planted", Said(LONG)), entry("after", Said("Short, often.")), entry("silent"))
MANY_SOURCES = replace(SHORT, sources=tuple(f"Source {number}: " + "its words go on and on " * 9 for number in range(1, 61)))
BOARDS = {"short": SHORT, "grown": GROWN, "many sources": MANY_SOURCES,
          "long words": board(entry("wide" * 20, Said("w" * 200)), sources=("https://example.org/" + "path/" * 40, "x" * 200))}


def laid(given: Storyboard) -> list[Page]:
    return lay_out(given, [DARK] * sum(len(section.entries) for section in given.sections), THEME)


@dataclass(frozen=True)
class ReadPage:
    """A page of a PDF, read back: boxes are left, bottom, right, top."""

    text: str
    letters: list[tuple[float, float, float, float]]
    sizes: set[float]
    pictures: list[tuple[float, float, float, float]]
    links: list[int | str]


def read(given: Storyboard, folder: Path) -> list[ReadPage]:
    """The storyboard as a PDF, read back."""
    path = folder / "sheet.pdf"
    write_pdf(laid(given), given, path, "plan 0123")
    with closing(pypdfium2.PdfDocument(path)) as document:
        return [_read(document, page) for page in document]


def _read(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> ReadPage:
    text = page.get_textpage()
    shown = [index for index in range(text.count_chars()) if text.get_text_range(index, 1).strip()]
    pictures = [thing.get_bounds() for thing in page.get_objects() if thing.type == pdfium.FPDF_PAGEOBJ_IMAGE]
    return ReadPage(text.get_text_range(), [text.get_charbox(index) for index in shown],
                    {round(pdfium.FPDFText_GetFontSize(text, index), 2) for index in shown}, pictures,
                    list(_links(document, page)))


def _links(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> Iterator[int | str]:
    """Where the page's links lead: a page, counted from 0, or an address."""
    place, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    while pdfium.FPDFLink_Enumerate(page, place, link):
        if target := pdfium.FPDFLink_GetDest(document, link):
            yield pdfium.FPDFDest_GetDestPageIndex(document, target)
        else:
            address = ctypes.create_string_buffer(500)
            pdfium.FPDFAction_GetURIPath(document, pdfium.FPDFLink_GetAction(link), address, 500)
            yield address.value.decode()


def squeezed(text: str) -> str:
    """Without spaces and ends of lines, which depend on where a line ends."""
    return "".join(text.split())


@pytest.mark.parametrize("given", BOARDS.values(), ids=BOARDS)
def test_every_text_can_be_found_in_order(given: Storyboard, tmp_path: Path) -> None:
    pages = read(given, tmp_path)
    all_of_it = squeezed("".join(page.text for page in pages))
    for text in given.texts:
        assert squeezed(text) in all_of_it
    words = [squeezed(said.text) for section in given.sections for beat in section.entries for said in beat.words]
    assert sorted(words, key=all_of_it.index) == words
    for number, page in enumerate(pages, start=1):
        assert given.title in page.text and f"{number} / {len(pages)}" in page.text


@pytest.mark.parametrize("given", BOARDS.values(), ids=BOARDS)
def test_nothing_leaves_the_paper_or_touches_a_picture(given: Storyboard, tmp_path: Path) -> None:
    for page in read(given, tmp_path):
        for left, bottom, right, top in page.letters:
            assert SIDE - 1 < left and right < WIDTH - SIDE + 1 and BOTTOM < bottom and top < HEIGHT
            assert not any(left < x1 and x0 < right and bottom < y1 and y0 < top for x0, y0, x1, y1 in page.pictures)


@pytest.mark.parametrize("given", BOARDS.values(), ids=BOARDS)
def test_no_two_boxes_overlap(given: Storyboard) -> None:
    for page in laid(given):
        for one, other in combinations([thing for thing in page if thing.height], 2):
            across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
            upright = min(one.bottom + one.height, other.bottom + other.height) - max(one.bottom, other.bottom)
            assert across < 0.01 or upright < 0.01


def test_a_long_text_makes_its_row_higher() -> None:
    def frames(given: Storyboard) -> list[float]:
        return [thing.bottom for thing in laid(given)[0] if isinstance(thing.content, Picture)]

    usual, grown = frames(SHORT), frames(GROWN)
    assert usual[0] == usual[1] and grown[0] == grown[1]
    assert (usual[0] - usual[2]) * 2 < grown[0] - grown[2]


def test_no_beat_is_split_and_no_chapter_s_head_is_left_alone(tmp_path: Path) -> None:
    for lines in range(1, 30):
        words = (f"({number})" + " word" * 12 * lines + f" <{number}>" for number in range(4))
        pages = read(board(*(entry(f"beat-{number}", Said(text)) for number, text in enumerate(words))), tmp_path)
        for number in range(4):
            first, = (page for page in pages if f"({number})" in page.text)
            assert f"<{number}>" in first.text and f"step 7 · beat-{number}" in first.text
        assert "(0)" in next(page.text for page in pages if "Opening" in page.text)
        assert "no more" in next(page.text for page in pages if "The end <of it>" in page.text)
        assert sum(len(page.pictures) for page in pages) == 5


def test_what_no_page_can_hold_is_told() -> None:
    with pytest.raises(LessonError, match="no page of the sheet is high enough for the words of one/endless and one/next;"):
        laid(board(entry("endless", Said(LONG * 3)), entry("next", Said("Short."))))
    with pytest.raises(LessonError, match="no page of the sheet is high enough for a source; make it shorter"):
        laid(board(entry("short"), sources=("A page", LONG * 3)))


def test_frames_and_words_are_large_enough_to_read(tmp_path: Path) -> None:
    pages = read(SHORT, tmp_path)
    assert all(right - left >= 80 * mm for page in pages for left, _, right, _ in page.pictures)
    assert min(size for page in pages for size in page.sizes) >= SMALLEST
    assert len(pages[0].pictures) == 6


def test_the_last_page_lists_the_sources_and_numbers_and_addresses_lead_there(tmp_path: Path) -> None:
    *others, last = read(SHORT, tmp_path)
    assert "Sources" in last.text and not any("Sources" in page.text for page in others)
    assert [link for page in others for link in page.links] == [len(others)] * sum(page.text.count("[") for page in others)
    assert {"https://example.org/a_b?c=d&e", "https://arxiv.org/abs/2308.15602"} <= set(last.links)


def test_an_address_longer_than_a_line_breaks_after_a_slash(tmp_path: Path) -> None:
    address = "https://example.org/" + "path-of-words/" * 12 + "page.html"
    page = read(board(entry("short"), sources=("A paper", f"A page ({address}).")), tmp_path)[-1]
    *broken, end = page.text[page.text.index("https://"):].splitlines()
    assert len(broken) > 1 and all(line.endswith("/") for line in broken) and end.endswith("page.html).")
    assert set(page.links) == {0, address}


def test_a_long_list_of_sources_goes_on_on_the_next_page(tmp_path: Path) -> None:
    *beats, one, two, three = read(MANY_SOURCES, tmp_path)
    assert "Source 1:" in one.text and "Source 60:" in three.text
    assert all("Sources" in page.text for page in (one, two, three)) and not any("Sources" in page.text for page in beats)


def test_chapters_can_be_jumped_to_and_the_file_says_what_it_is(tmp_path: Path) -> None:
    read(SHORT, tmp_path)
    with closing(pypdfium2.PdfDocument(tmp_path / "sheet.pdf")) as document:
        assert [mark.get_title() for mark in document.get_toc()] == ["Opening", "The end <of it>"]
        assert document.get_metadata_value("Keywords") == "plan 0123" and document.get_metadata_value("Title") == "The film"


def test_the_same_pages_make_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_pdf(laid(SHORT), SHORT, tmp_path / name, "plan 0123")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_letter_that_the_font_lacks_is_told_not_left_out() -> None:
    with pytest.raises(LessonError, match="the font 'Source Sans Pro' has no '三', which the sheet needs for 'Number 三.'"):
        laid(board(entry("three", Said("Number 三."))))


def test_a_font_without_a_regular_style_is_told() -> None:
    bold = tuple(file for file in THEME.font_files if file.stem.endswith("-Bold"))
    with pytest.raises(LessonError, match="has no file of its regular style"):
        lay_out(SHORT, [], replace(THEME, font_files=bold))


def test_a_large_frame_is_made_as_fine_as_print_shows() -> None:
    for width, printed in ((3840, MOST_PIXELS), (320, 320)):
        with Image.open(BytesIO(printable(Image.new("RGB", (width, width * 9 // 16))))) as picture:
            assert picture.size == (printed, printed * 9 // 16) and picture.format == "JPEG"
