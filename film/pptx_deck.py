"""The film as a PowerPoint file: a slide a clip, the narration in its notes, contents before and sources after.

The look is the film's: its ground and text colors become the file's own, so that no clip shows an edge, and what a
lecturer adds looks as if it belonged there.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from lxml import etree
from pptx import Presentation
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml.ns import qn
from pptx.presentation import Presentation as OpenFile
from pptx.shapes.base import BaseShape
from pptx.slide import Slide as Page
from pptx.slide import SlideLayout, SlideMaster
from pptx.text.text import TextFrame
from pptx.util import Emu, Inches, Length, Pt

from film.clips import Clip
from film.colors import over, rgb
from film.deck import Deck, Slide
from film.errors import LessonError
from film.pptx_timing import movie_timing
from film.setting import GAP, LESSER, Item, largest_size, pages
from film.slides import refuse_open
from film.store import write_bytes
from film.theme import Theme

MOST_BYTES = 200_000_000
"""What can still be mailed around, opened and saved by a lecturer's laptop."""


@dataclass(frozen=True)
class Box:
    """Where something lies on a slide."""

    left: Length
    top: Length
    width: Length
    height: Length

    def place(self, shape: BaseShape) -> None:
        """Put a shape there."""
        shape.left, shape.top, shape.width, shape.height = self.left, self.top, self.width, self.height


WIDTH, HEIGHT = Emu(12_192_000), Emu(6_858_000)
"""16:9 as PowerPoint has it: 13.33 by 7.5 inches."""
_CLIP_HEIGHT = Inches(6.36)
_CLIP_WIDTH = Emu(_CLIP_HEIGHT * 16 // 9)
_SIDE = Emu((WIDTH - _CLIP_WIDTH) // 2)
TITLE = Box(_SIDE, Inches(0.14), _CLIP_WIDTH, Inches(0.5))
SUBTITLE = Box(_SIDE, Inches(0.64), _CLIP_WIDTH, Inches(0.28))
CLIP = Box(_SIDE, Inches(0.98), _CLIP_WIDTH, _CLIP_HEIGHT)
NUMBER = Box(Emu(_SIDE + _CLIP_WIDTH + Inches(0.1)), Inches(7.0), Inches(0.7), Inches(0.34))
LIST = Box(_SIDE, Inches(1.1), _CLIP_WIDTH, Inches(6.1))
FILM_TITLE = Box(_SIDE, Inches(0.5), _CLIP_WIDTH, Inches(1.1))
CONTENTS = Box(_SIDE, Inches(1.9), _CLIP_WIDTH, Inches(5.2))

_TITLE_SIZES = (26, 24, 22, 20, 18, 16, 14, 12)
_SUBTITLE_SIZES = (14, 13, 12, 11, 10)
_FILM_TITLE_SIZES = (36, 32, 28, 24, 20, 16)
_CONTENTS_SIZES = (26, 24, 22, 20, 18, 16)
_SOURCES_SIZES = (18, 16, 14)

_LIST_LAYOUT, _CLIP_LAYOUT = "Title and Content", "Title Only"
_ON_THE_MASTER = {PP_PLACEHOLDER.TITLE: TITLE, PP_PLACEHOLDER.BODY: LIST, PP_PLACEHOLDER.SLIDE_NUMBER: NUMBER}
_QUIET = 0.72
"""Opacity of what should be read after the rest."""


def write_pptx(deck: Deck, clips: Sequence[Clip], target: Path, theme: Theme, *, autoplay: bool, deck_id: str) -> None:
    """Write `target`, whole or not at all.

    Parameters
    ----------
    clips
        An MP4 for each slide of `deck`.
    autoplay
        Let a clip play when its slide appears; otherwise it plays on a click.
    deck_id
        What `published_deck_id` gives back.

    Raises
    ------
    LessonError
        When the deck would be too large, or `target` is open somewhere or cannot be written.
    """
    file = Presentation()
    layouts = _prepared(file, theme)
    _add_contents(file, layouts[_LIST_LAYOUT], deck)
    for slide, clip in zip(deck.slides, clips, strict=True):
        _add_clip(file, layouts[_CLIP_LAYOUT], slide, clip, autoplay)
    _add_sources(file, layouts[_LIST_LAYOUT], deck.sources)
    _describe(file, deck, deck_id)
    written = BytesIO()
    file.save(written)
    if (size := written.tell()) > MOST_BYTES:
        raise LessonError(f"would have {size / 1e6:.0f} MB, more than the {MOST_BYTES / 1e6:.0f} MB a deck may have; "
                          "use a lower -q", target)
    refuse_open(target)
    write_bytes(target, written.getvalue())


def published_deck_id(target: Path) -> str | None:
    """The id of a finished deck; None when there is none, it is damaged, or it is not one of ours."""
    try:
        with zipfile.ZipFile(target) as parts:
            if parts.testzip() is not None:
                return None
            properties = etree.fromstring(parts.read("docProps/core.xml"))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, zlib.error, etree.XMLSyntaxError):
        return None
    return properties.findtext(qn("dc:identifier"))


def _add_contents(file: OpenFile, layout: SlideLayout, deck: Deck) -> None:
    items = [tuple(dict.fromkeys(chapter)) for chapter in deck.contents]  # a title that is its question is there once
    size, parted = pages(items, _CONTENTS_SIZES, CONTENTS.width.pt, CONTENTS.height.pt)
    for page in parted:
        slide = _list_slide(file, layout, deck.title, _FILM_TITLE_SIZES, page, size, FILM_TITLE, CONTENTS)
        slide.shapes.title.text_frame.paragraphs[0].runs[0].font.bold = True


def _add_clip(file: OpenFile, layout: SlideLayout, slide: Slide, clip: Clip, autoplay: bool) -> None:
    page = file.slides.add_slide(layout)
    _write_title(page, slide.title, _TITLE_SIZES, TITLE)
    _write_subtitle(page, slide.subtitle)
    movie = page.shapes.add_movie(str(clip.video), CLIP.left, CLIP.top, CLIP.width, CLIP.height,
                                  poster_frame_image=str(clip.poster), mime_type="video/mp4")
    movie._element.nvPicPr.cNvPr.set("descr", slide.alt)
    timing = page.element.find(qn("p:timing"))
    page.element.replace(timing, movie_timing(movie.shape_id, round(clip.seconds * 1000), autoplay))
    _add_number(page)
    cited = ("Sources", *slide.sources) if slide.sources else ()
    page.notes_slide.notes_text_frame.text = "\n".join((*slide.notes, *cited))


def _add_sources(file: OpenFile, layout: SlideLayout, sources: Sequence[str]) -> None:
    size, parted = pages([(text,) for text in sources], _SOURCES_SIZES, LIST.width.pt, LIST.height.pt)
    for number, page in enumerate(parted, start=1):
        title = "Sources" if len(parted) == 1 else f"Sources, {number} of {len(parted)}"
        _add_number(_list_slide(file, layout, title, _TITLE_SIZES, page, size, TITLE, LIST))


def _list_slide(file: OpenFile, layout: SlideLayout, title: str, title_sizes: Sequence[int], items: Sequence[Item],
                size: int, title_box: Box, list_box: Box) -> Page:
    page = file.slides.add_slide(layout)
    _write_title(page, title, title_sizes, title_box)
    body = page.placeholders[1]
    list_box.place(body)
    _write_items(body.text_frame, items, size)
    return page


def _write_title(page: Page, text: str, sizes: Sequence[int], box: Box) -> None:
    box.place(page.shapes.title)
    size = largest_size(text, sizes, box.width.pt, box.height.pt)
    _write_items(page.shapes.title.text_frame, [(text,)], size)


def _write_subtitle(page: Page, text: str) -> None:
    box = page.shapes.add_textbox(SUBTITLE.left, SUBTITLE.top, SUBTITLE.width, SUBTITLE.height)
    box.name = "Subtitle"
    frame = box.text_frame
    frame.word_wrap = True
    frame.margin_left = frame.margin_top = frame.margin_right = frame.margin_bottom = 0
    _write_items(frame, [(text,)], largest_size(text, _SUBTITLE_SIZES, SUBTITLE.width.pt, SUBTITLE.height.pt))
    frame.paragraphs[0].runs[0].font.color.theme_color = MSO_THEME_COLOR.TEXT_2


def _write_items(frame: TextFrame, items: Sequence[Item], size: int) -> None:
    """Each item's first paragraph at `size`, the others smaller and quieter, and a gap after the last."""
    for place, item in enumerate(items):
        for depth, text in enumerate(item):
            paragraph = frame.add_paragraph() if place or depth else frame.paragraphs[0]
            paragraph.space_before = Pt(0)
            paragraph.space_after = Pt(GAP * size if text is item[-1] and item is not items[-1] else 0)
            run = paragraph.add_run()
            run.text = text
            run.font.size = Pt(size * LESSER if depth else size)
            if depth:
                run.font.color.theme_color = MSO_THEME_COLOR.TEXT_2


def _add_number(page: Page) -> None:
    """The page's number, where the layout has it: python-pptx leaves it out."""
    number = deepcopy(next(_of_type(page.slide_layout, PP_PLACEHOLDER.SLIDE_NUMBER)).element)
    number.nvSpPr.cNvPr.set("id", str(max(shape.shape_id for shape in page.shapes) + 1))
    page.shapes.element.insert_element_before(number, "p:extLst")


# The file they are in.


def _prepared(file: OpenFile, theme: Theme) -> dict[str, SlideLayout]:
    """Make python-pptx's own template, white and 4:3, one with our size, places and colors; the layouts left, by name."""
    file.slide_width, file.slide_height = WIDTH, HEIGHT
    for layout in list(file.slide_layouts):
        if layout.name not in (_LIST_LAYOUT, _CLIP_LAYOUT):
            file.slide_layouts.remove(layout)
    master = file.slide_master
    for place in (master, *file.slide_layouts):
        for kind in (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER):
            for shape in list(_of_type(place, kind)):
                shape.element.getparent().remove(shape.element)
    for kind, box in _ON_THE_MASTER.items():
        for shape in _of_type(master, kind):
            box.place(shape)
            frame = shape.text_frame
            frame.margin_left = frame.margin_top = frame.margin_right = frame.margin_bottom = 0
    _style(master)
    _color(master, theme)
    return {layout.name: layout for layout in file.slide_layouts}


def _of_type(place: SlideMaster | SlideLayout, kind: PP_PLACEHOLDER):
    return (shape for shape in place.placeholders if shape.placeholder_format.type == kind)


def _style(master: SlideMaster) -> None:
    """Titles and lists start at the left; lists have no bullets."""
    styles = master.element.find(qn("p:txStyles"))
    title, body = (styles.find(qn(f"p:{name}Style")).find(qn("a:lvl1pPr")) for name in ("title", "body"))
    title.set("algn", "l")
    title.find(qn("a:defRPr")).set("sz", str(_TITLE_SIZES[0] * 100))
    body.find(qn("a:defRPr")).set("sz", str(_SOURCES_SIZES[0] * 100))
    body.set("marL", "0")
    body.set("indent", "0")
    bullet = body.find(qn("a:buChar"))
    body.replace(bullet, body.makeelement(qn("a:buNone")))


def _color(master: SlideMaster, theme: Theme) -> None:
    """The film's colors as the file's: dark and light 1 and 2 are what its ground and text are made from."""
    ground, text = theme.color("background"), theme.color("text")
    quiet = "#" + "".join(f"{round(part * 255):02X}" for part in over(text, _QUIET, rgb(ground)))
    part = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    table = etree.fromstring(part.blob)
    scheme = next(table.iter(qn("a:clrScheme")))
    for name, color in {"dk1": ground, "lt1": text, "dk2": ground, "lt2": quiet}.items():
        entry = scheme.find(qn(f"a:{name}"))
        entry.clear()
        etree.SubElement(entry, qn("a:srgbClr"), val=color[1:])
    part._blob = etree.tostring(table, encoding="UTF-8", xml_declaration=True, standalone=True)
    colors = master.element.find(qn("p:clrMap"))
    for role, name in {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}.items():
        colors.set(role, name)


def _describe(file: OpenFile, deck: Deck, deck_id: str) -> None:
    properties = file.core_properties
    properties.title = deck.title
    properties.identifier = deck_id
    properties.author = properties.last_modified_by = ""
    properties.created = properties.modified = datetime.now(UTC).replace(tzinfo=None)
