"""Paper: a storyboard laid out on A4 pages, two beats beside each other, and written as a PDF with real text.

Lengths are points, 72 to the inch, and heights are counted from a page's lower edge, as in PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from PIL import Image, ImageFont
from reportlab import rl_config
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import AnchorFlowable, Flowable, HRFlowable, Paragraph
from reportlab.platypus import Image as Picture

from film.errors import LessonError
from film.storyboard import Entry, Said, Section, Storyboard
from film.tables import line_of
from film.theme import Theme
from film.transcript import ADDRESS

rl_config.useA85 = False  # pictures as they are; as text they would take a quarter more

WIDTH, HEIGHT = A4
SIDE, TOP, BOTTOM = 15 * mm, 11 * mm, 10 * mm
GUTTER = 7 * mm
MEASURE = WIDTH - 2 * SIDE
COLUMN = (MEASURE - GUTTER) / 2
"""As wide as a frame is printed: 86.5 mm."""

MOST_PIXELS = 1920
"""A wider frame is made this wide: at 560 dots an inch no printer shows more, and the file stays small."""

_INK, _SOFT, _LINK_COLOR, _RULE = "#16191F", "#5B6472", "#2A6391", "#C3C8D0"
_UNDER_HEAD, _ABOVE_CHAPTER, _UNDER_CHAPTER, _BETWEEN_ROWS = 6 * mm, 8 * mm, 3.6 * mm, 6 * mm
_TO_CAPTION, _TO_WORDS, _BETWEEN_SOURCES = 1.2 * mm, 0.7 * mm, 1.4 * mm
_NUMBER = 18 * mm
_LINK = re.compile(rf"{ADDRESS.pattern}|arXiv[: ](\d{{4}}\.\d{{4,5}})")
_NO_BREAK = "\N{NO-BREAK SPACE}"
_BOLD = ("Semibold", "SemiBold", "Bold", "Regular")
"""What headings are set in: the first of these styles that the font has."""


@dataclass(frozen=True)
class Placed:
    """Something in its place: the box that it fills, on a page or counted from a block's upper left corner."""

    content: Flowable
    left: float
    bottom: float
    width: float
    height: float

    def moved(self, right: float, up: float) -> Placed:
        """The same in another place."""
        return replace(self, left=self.left + right, bottom=self.bottom + up)


Page = list[Placed]


@dataclass(frozen=True)
class Block:
    """Things that stay together on a page."""

    things: tuple[Placed, ...]
    height: float

    def at(self, left: float, top: float) -> list[Placed]:
        """Its things, with its upper left corner there."""
        return [thing.moved(left, top) for thing in self.things]


def lay_out(board: Storyboard, pictures: Sequence[bytes], theme: Theme) -> list[Page]:
    """The pages of a storyboard; a long text makes its row taller, and no row is split.

    Parameters
    ----------
    pictures
        A file's content for each beat, as `printable` makes it.

    Raises
    ------
    LessonError
        When the words of a beat or of a source take more than a page, or the font lacks a letter.
    """
    styles = _Styles(theme)
    for text in board.texts:
        if strange := styles.without_glyph(text):
            raise LessonError(f"the font {theme.font_family!r} has no {strange!r}, which the sheet needs for {text!r}")
    return _Setter(board, pictures, styles).pages()


def write_pdf(pages: Sequence[Page], board: Storyboard, path: Path, keywords: str) -> None:
    """Write the pages; the same pages make the same file."""
    canvas = Canvas(str(path), pagesize=A4, invariant=True, pageCompression=True)
    canvas.setTitle(board.title)
    canvas.setSubject("Storyboard of the film")
    canvas.setAuthor("")
    canvas.setCreator("")
    canvas.setKeywords(keywords)
    for number, section in enumerate(board.sections):
        canvas.addOutlineEntry(section.title, _chapter_key(number))
    for page in pages:
        for thing in page:
            thing.content.drawOn(canvas, thing.left, thing.bottom)
        canvas.showPage()
    canvas.save()


def printable(frame: Image.Image) -> bytes:
    """A frame as a JPEG file, no finer than print shows, with the full resolution of colors for thin colored letters."""
    frame.thumbnail((MOST_PIXELS, frame.height), Image.Resampling.LANCZOS)
    file = BytesIO()
    frame.save(file, "JPEG", quality=90, subsampling="4:4:4", optimize=True)
    return file.getvalue()


class _Styles:
    """How each kind of text is set, in the lesson's font."""

    def __init__(self, theme: Theme) -> None:
        files = _font_files(theme)
        self.regular = TTFont("sheet", files["Regular"])
        pdfmetrics.registerFont(self.regular)
        bold = next(files[style] for style in _BOLD if style in files)
        pdfmetrics.registerFont(TTFont("sheet-bold", bold))
        pdfmetrics.registerFontFamily("sheet", "sheet", "sheet-bold", "sheet", "sheet-bold")
        self.words = self._style("words", 9.25, 12.25)
        self.place = self._style("place", 8.5, 11.5)
        self.label = self._style("label", 8.5, 11.5, textColor=_SOFT, alignment=TA_RIGHT)
        self.title = self._style("title", 17.5, 21.5, fontName="sheet-bold")
        self.about = self._style("about", 10, 14, textColor=_SOFT)
        self.chapter = self._style("chapter", 14, 17.5, fontName="sheet-bold")
        self.question = self._style("question", 10, 13.5, textColor=_SOFT)
        self.head = self._style("head", 8.5, 11.5, textColor=_SOFT)
        self.number = self._style("number", 8.5, 11.5, textColor=_SOFT, alignment=TA_RIGHT)
        self.source = self._style("source", 8.5, 11.25, leftIndent=6 * mm, bulletFontName="sheet", bulletFontSize=8.5,
                                  bulletColor=_INK)

    def without_glyph(self, text: str) -> str:
        """The first letter of `text` that the font cannot show, if there is one."""
        known = self.regular.face.charToGlyph
        return next((letter for letter in text if not letter.isspace() and ord(letter) not in known), "")

    @staticmethod
    def _style(name: str, size: float, leading: float, **more: object) -> ParagraphStyle:
        return ParagraphStyle(name, **{"fontName": "sheet", "fontSize": size, "leading": leading, "textColor": _INK,
                                       "splitLongWords": True, **more})


class _Setter:
    """Puts a storyboard's blocks on pages, from the top down."""

    def __init__(self, board: Storyboard, pictures: Sequence[bytes], styles: _Styles) -> None:
        self.board, self.styles = board, styles
        self.pictures = iter(pictures)
        self.done: list[Page] = []
        self.next_page()

    def pages(self) -> list[Page]:
        for number, section in enumerate(self.board.sections):
            self.section(number, section)
        if self.board.sources:
            self.sources()
        for number, page in enumerate(self.done, start=1):
            page[:0] = self.head(number, len(self.done)).at(SIDE, HEIGHT - TOP)
        return self.done

    def next_page(self) -> None:
        self.done.append([])
        self.top = self.full = HEIGHT - TOP - self.head(len(self.done)).height - _UNDER_HEAD

    def put(self, block: Block, above: float, what: str) -> None:
        """Put a block below what is on the page, or on top of the next one."""
        if self.done[-1]:
            if self.top - above - block.height >= BOTTOM:
                self.top -= above
            else:
                self.next_page()
        if self.top - block.height < BOTTOM:
            raise LessonError(f"no page of the sheet is high enough for {what}")
        self.done[-1] += block.at(SIDE, self.top)
        self.top -= block.height

    def head(self, number: int, count: int = 0) -> Block:
        """A page's head: the film's title, large on the first page, and the page's number."""
        styles, board = self.styles, self.board
        lower = styles.about.fontSize - styles.number.fontSize if number == 1 else 0  # on one line with what it is beside
        page = _stack([(Paragraph(f"{number} / {count}", styles.number), lower)], MEASURE - _NUMBER, _NUMBER)
        if number == 1:
            title = _stack([(Paragraph(escape(board.title), styles.title), 0)], 0, MEASURE)
            chapters = f"{len(board.sections)} chapter{'s' * (len(board.sections) > 1)}"
            about = Paragraph(f"Storyboard of the film · {board.length} min · {chapters}", styles.about)
            told = _over(title, _beside(_stack([(about, 0)], 0, MEASURE - _NUMBER), page), 0.8 * mm)
        else:
            told = _beside(_stack([(Paragraph(escape(board.title), styles.head), 0)], 0, MEASURE - _NUMBER), page)
        line = _stack([(HRFlowable("100%", 0.5, color=_RULE, spaceBefore=0, spaceAfter=0), 0)], 0, MEASURE)
        return _over(told, line, 1.8 * mm)

    def section(self, number: int, section: Section) -> None:
        """A chapter: its head stays with its first row."""
        entries = section.entries
        for first in range(0, len(entries), 2):
            pair = entries[first:first + 2]
            row = _beside(*(self.beat(entry, column) for column, entry in enumerate(pair)))
            what = f"the words of {' and '.join(entry.beat for entry in pair)}; make more beats of them"
            if first == 0:
                self.put(_over(self.chapter(number, section), row, _UNDER_CHAPTER), _ABOVE_CHAPTER, what)
            else:
                self.put(row, _BETWEEN_ROWS, what)

    def chapter(self, number: int, section: Section) -> Block:
        """A chapter's head: its title, its place, and its question unless that is its title, too."""
        title = Paragraph(escape(section.title), self.styles.chapter)
        about = f'<font name="sheet-bold" color="{_INK}">{section.place}</font>'
        if section.question != section.title:
            about += f"{_NO_BREAK * 3}{escape(section.question)}"
        question = Paragraph(about, self.styles.question)
        return _stack([(AnchorFlowable(_chapter_key(number)), 0), (title, 0), (question, 0.3 * mm)], 0, MEASURE)

    def beat(self, entry: Entry, column: int) -> Block:
        """A beat: its frame, when it is shown and what it is called, its words."""
        left = column * (COLUMN + GUTTER)
        picture = Picture(BytesIO(next(self.pictures)))
        picture.drawWidth, picture.drawHeight = COLUMN, COLUMN * picture.imageHeight / picture.imageWidth
        frame = _stack([(picture, 0)], left, COLUMN)
        place = Paragraph(f"<b>{entry.place}</b> · {entry.length}", self.styles.place)
        label = Paragraph(escape(entry.label), self.styles.label)
        third = COLUMN / 3
        caption = _beside(_stack([(place, 0)], left, third), _stack([(label, 0)], left + third, COLUMN - third))
        words = [Paragraph(" ".join(map(_said, entry.words)), self.styles.words)] if entry.words else []
        return _over(_over(frame, caption, _TO_CAPTION), _stack([(text, 0) for text in words], left, COLUMN), _TO_WORDS)

    def sources(self) -> None:
        """The list of sources, in two columns of about the same height; a long one goes on on further pages."""
        heading = _stack([(Paragraph("Sources", self.styles.chapter), 0)], 0, MEASURE)
        rest = [self.source(number, text) for number, text in enumerate(self.board.sources, start=1)]

        def listed(count: int) -> Block:
            return _over(heading, _columns(rest[:count]), _UNDER_CHAPTER)

        while rest:
            here, there = self.top - _ABOVE_CHAPTER - BOTTOM, self.full - BOTTOM
            count = len(rest)
            while count > 1 and listed(count).height > max(here, there):
                count -= 1
            self.put(listed(count), _ABOVE_CHAPTER, "a source; make it shorter")
            rest = rest[count:]

    def source(self, number: int, text: str) -> Block:
        """A source, where the number in a beat's words leads to."""
        shown = Paragraph(_linked(text, self.styles.source), self.styles.source, bulletText=f"{number}.")
        return _stack([(AnchorFlowable(_source_key(number)), 0), (shown, 0)], 0, COLUMN)


def _stack(parts: Iterable[tuple[Flowable, float]], left: float, width: float) -> Block:
    """Things under each other, each with some space above it."""
    things, down = [], 0.0
    for content, above in parts:
        _, height = content.wrap(width, HEIGHT)
        down += above + height
        things.append(Placed(content, left, -down, width, height))
    return Block(tuple(things), down)


def _beside(*blocks: Block) -> Block:
    """Blocks that know their columns, on one height."""
    return Block(tuple(thing for block in blocks for thing in block.things), max(block.height for block in blocks))


def _over(upper: Block, lower: Block, between: float) -> Block:
    """One block above another."""
    down = upper.height + between
    return Block((*upper.things, *lower.at(0, -down)), down + lower.height)


def _columns(blocks: Sequence[Block]) -> Block:
    """Blocks in two columns of about the same height, the left one read first."""
    def split(count: int) -> Block:
        left, right = (reduce(lambda upper, lower: _over(upper, lower, _BETWEEN_SOURCES), column) if column else Block((), 0)
                       for column in (blocks[:count], blocks[count:]))
        return _beside(left, Block(tuple(right.at(COLUMN + GUTTER, 0)), right.height))

    return min((split(count) for count in range(1, len(blocks) + 1)), key=lambda block: block.height)


def _said(said: Said) -> str:
    """A sentence as markup; the numbers of its sources stay on the line of its last word, and lead to the list."""
    text = escape(said.text)
    if not said.sources:
        return text
    numbers = (f'<a href="#{_source_key(number)}" color="{_LINK_COLOR}">{number}</a>' for number in said.sources)
    return f"{text}{_NO_BREAK}[{f',{_NO_BREAK}'.join(numbers)}]"


def _linked(text: str, style: ParagraphStyle) -> str:
    """A source as markup: addresses and preprints are links, and what is too long for a line breaks after a slash."""
    shown, end = [], 0
    for found in _LINK.finditer(text):
        address = found[1] or f"https://arxiv.org/abs/{found[2]}"
        shown += [_broken(text[end:found.start()], style),
                  f'<a href={quoteattr(address)} color="{_LINK_COLOR}">{_broken(found[0], style)}</a>']
        end = found.end()
    return "".join([*shown, _broken(text[end:], style)])


def _broken(text: str, style: ParagraphStyle) -> str:
    """Text as markup, with a line's end after a slash in each word that is wider than a line."""
    def wide(word: str) -> bool:
        return stringWidth(word, style.fontName, style.fontSize) > COLUMN - style.leftIndent

    def markup(word: str) -> str:
        ends = [slash.end() for slash in re.finditer("/", word[:-1])] if wide(word) else []
        last = next((end for end in ends if not wide(word[end:])), None)
        return f"{markup(word[:last])}<br/>{escape(word[last:])}" if last else escape(word)

    return re.sub(r"\S+", lambda word: markup(word[0]), text)


def _chapter_key(number: int) -> str:
    return f"chapter-{number}"


def _source_key(number: int) -> str:
    return f"source-{number}"


def _font_files(theme: Theme) -> dict[str, Path]:
    """The files of the theme's font: style to file."""
    named = {file: ImageFont.truetype(file).getname() for file in theme.font_files}
    files = {style: file for file, (family, style) in named.items() if family == theme.font_family}
    if "Regular" not in files:
        raise LessonError(f"the font {theme.font_family!r} has no file of its regular style", theme.path,
                          line_of(theme.path, "family"))
    return files
