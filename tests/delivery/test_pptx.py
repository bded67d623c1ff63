"""Claims about the PowerPoint file: the clips as they are, everything on its slide, every word in the notes."""

from __future__ import annotations

import hashlib
import re
import subprocess
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from lxml import etree
from PIL import Image
from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.oxml.ns import qn
from pptx.presentation import Presentation as OpenFile
from pptx.slide import Slide as Page

import film.pptx_deck
import film.slides
from film.clips import Clip
from film.compile import excerpt
from film.deck import Deck, Slide, make_deck
from film.errors import LessonError
from film.lesson import LOOK
from film.pptx_deck import CLIP, published_deck_id, write_pptx
from film.pptx_timing import movie_timing
from film.setting import pages, text_height
from film.slides import deck_clips, deck_id, refuse_open
from film.store import Replacement
from film.theme import Theme, load_theme

from .cutter import Cutter

LONG = "Which of all these many machines waits for which of the others, and why does nobody tell it not to? "


@pytest.fixture(scope="module")
def theme(cutter: Cutter) -> Theme:
    return load_theme(cutter.lesson.root / LOOK)


@pytest.fixture(scope="module")
def deck(cutter: Cutter) -> Deck:
    return make_deck(cutter.plan)


@pytest.fixture(scope="module")
def clips(cutter: Cutter, deck: Deck) -> list[Clip]:
    return cut(cutter, deck)[0]


@pytest.fixture(scope="module")
def written(deck: Deck, clips: list[Clip], theme: Theme, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("pptx") / "deck.pptx"
    write_pptx(deck, clips, target, theme, autoplay=False, deck_id="made so")
    return target


@pytest.fixture(scope="module")
def file(written: Path) -> OpenFile:
    return Presentation(str(written))


@pytest.fixture(scope="module")
def crowded(deck: Deck, clips: list[Clip], theme: Theme, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck with much more to say."""
    slides = tuple(replace(slide, title=LONG, subtitle=" · ".join(["backward into rows"] * 6)) for slide in deck.slides)
    sources = tuple(f"{number}. {LONG * (1 + number % 4)}".strip() for number in range(60))
    target = tmp_path_factory.mktemp("pptx") / "crowded.pptx"
    write_pptx(Deck(LONG, ((LONG, LONG),) * 14, slides, sources), clips, target, theme, autoplay=True, deck_id="crowded")
    return target


def cut(cutter: Cutter, deck: Deck) -> tuple[list[Clip], list[str]]:
    """The clips of a deck, and the chapters and beats that had to be cut."""
    cuts: list[str] = []
    made = deck_clips(cutter.lesson, deck, cutter.plan, cutter.quality,
                      lambda plans: cuts.extend("+".join(beat.name for beat in plan.beats) for plan in plans), lambda line: None)
    return made, cuts


def clip_pages(file: OpenFile, deck: Deck) -> list[tuple[Page, Slide]]:
    return list(zip(list(file.slides)[1:], deck.slides))


def movie_of(page: Page):
    (movie,) = (shape for shape in page.shapes if shape.element.tag == qn("p:pic"))
    return movie


def related(page: Page, element, tag: str, attribute: str):
    """The part that the first `tag` inside an element names."""
    return page.part.related_part(next(element.iter(tag)).get(qn(attribute)))


def test_there_is_a_slide_for_every_clip_between_contents_and_sources(file: OpenFile, deck: Deck, written: Path) -> None:
    titles = [page.shapes.title.text_frame.text for page in file.slides]
    assert titles == ["A second lesson", *(slide.title for slide in deck.slides), "Sources"]
    first, *_, last = file.slides
    assert first.placeholders[1].text_frame.text.splitlines() == [
        "Squares appear", "How many squares are there?", "Squares leave", "Where do they go?"]
    assert last.placeholders[1].text_frame.text == "A primer on squares"
    assert [next(shape for shape in page.shapes if shape.name == "Subtitle").text_frame.text
            for page, _ in clip_pages(file, deck)] == [slide.subtitle for slide in deck.slides]
    assert file.slide_width * 9 == file.slide_height * 16


@pytest.mark.parametrize("which", ["written", "crowded"])
def test_nothing_leaves_its_slide_or_lies_on_anything_else(which: str, request: pytest.FixtureRequest) -> None:
    file = Presentation(str(request.getfixturevalue(which)))
    for page in file.slides:
        boxes = {shape.name: (shape.left, shape.top, shape.left + shape.width, shape.top + shape.height)
                 for shape in page.shapes}
        assert len(boxes) == len(page.shapes) >= 2
        for name, (left, top, right, bottom) in boxes.items():
            assert 0 < left < right < file.slide_width and 0 < top < bottom < file.slide_height, name
            for other, box in boxes.items():
                apart = right <= box[0] or box[2] <= left or bottom <= box[1] or box[3] <= top
                assert other == name or apart, (name, other)


@pytest.mark.parametrize("which", ["written", "crowded"])
def test_text_fits_its_box_and_can_be_read(which: str, request: pytest.FixtureRequest) -> None:
    for page in Presentation(str(request.getfixturevalue(which))).slides:
        for shape in page.shapes:
            if not shape.has_text_frame or shape.is_placeholder and shape.placeholder_format.type == PP_PLACEHOLDER.SLIDE_NUMBER:
                continue
            needed = 0.0
            for paragraph in shape.text_frame.paragraphs:
                (run,) = paragraph.runs
                assert run.font.size.pt >= (10 if shape.name == "Subtitle" else 12)
                needed += text_height(run.text, run.font.size.pt, shape.width.pt) + paragraph.space_after.pt
            assert needed <= shape.height.pt + 0.1, shape.text_frame.text


def test_what_does_not_fit_on_one_slide_goes_on_with_the_next(crowded: Path) -> None:
    file = Presentation(str(crowded))
    listed = [page for page in file.slides if len(page.placeholders) > 1 and page.shapes.title.text_frame.text.startswith("Sources")]
    assert len(listed) > 2 and listed[1].shapes.title.text_frame.text == f"Sources, 2 of {len(listed)}"
    numbers = [int(paragraph.text.split(".")[0]) for page in listed for paragraph in page.placeholders[1].text_frame.paragraphs]
    assert numbers == list(range(60))


def test_letters_count_as_wide_as_a_wide_fonts() -> None:
    assert text_height("word " * 20, 10, 600) == text_height("word", 10, 600)
    assert text_height("word " * 21, 10, 600) == 2 * text_height("word", 10, 600)
    assert pages([("a",)] * 4, (20, 10), 100, 70) == (10, [[("a",)] * 4])
    assert pages([("a",)] * 6, (20, 10), 100, 70) == (10, [[("a",)] * 4, [("a",)] * 2])
    assert pages([("a",)] * 6, (20, 11, 10), 100, 70)[0] == 11, "no smaller than need be"
    assert pages([], (20, 10), 100, 70)[1] == []


def test_the_movies_are_the_clips_byte_for_byte(file: OpenFile, deck: Deck, clips: list[Clip]) -> None:
    for (page, _), clip in zip(clip_pages(file, deck), clips, strict=True):
        movie = movie_of(page).element
        embedded = related(page, movie, "{http://schemas.microsoft.com/office/powerpoint/2010/main}media", "r:embed")
        linked = related(page, movie, qn("a:videoFile"), "r:link")
        assert embedded is linked and embedded.content_type == "video/mp4" and embedded.partname.ext == "mp4"
        assert embedded.blob == clip.video.read_bytes()


def test_the_posters_are_the_clips(file: OpenFile, deck: Deck, clips: list[Clip]) -> None:
    for (page, _), clip in zip(clip_pages(file, deck), clips, strict=True):
        poster = related(page, movie_of(page).element, qn("a:blip"), "r:embed")
        assert poster.blob == clip.poster.read_bytes()


def test_a_movie_has_the_pictures_shape_and_fills_most_of_its_slide(file: OpenFile, deck: Deck) -> None:
    for page, _ in clip_pages(file, deck):
        movie = movie_of(page)
        assert abs(movie.width / movie.height - 16 / 9) < 1e-4
        assert movie.width * movie.height > 0.7 * file.slide_width * file.slide_height


def test_a_movie_says_what_it_shows_to_those_who_cannot_see_it(file: OpenFile, deck: Deck) -> None:
    described = [movie_of(page).element.nvPicPr.cNvPr.get("descr") for page, _ in clip_pages(file, deck)]
    assert described == [slide.alt for slide in deck.slides] and all(described)


def test_every_word_of_the_film_is_in_the_notes_in_order(file: OpenFile, deck: Deck, cutter: Cutter) -> None:
    words = []
    for page, slide in clip_pages(file, deck):
        paragraphs = page.notes_slide.notes_text_frame.text.split("\n")
        assert paragraphs[len(slide.notes):] == (["Sources", *slide.sources] if slide.sources else [])
        words += " ".join(paragraphs[:len(slide.notes)]).split()
    assert words == [word.text for beat in cutter.plan.beats for word in beat.words]
    assert any(slide.sources for slide in deck.slides)


def test_slides_are_numbered_but_the_first(file: OpenFile) -> None:
    first, *others = (["slidenum" in (field.get("type") or "") for field in page.element.iter(qn("a:fld"))] for page in file.slides)
    assert first == [] and others == [[True]] * len(others)


def test_no_two_shapes_of_a_slide_share_a_number(file: OpenFile) -> None:
    for page in file.slides:
        numbers = [shape.shape_id for shape in page.shapes]
        assert len(set(numbers)) == len(numbers)


def test_it_has_the_films_colors(file: OpenFile, theme: Theme) -> None:
    colors = {}
    part = next(relation.target_part for relation in file.slide_master.part.rels.values() if relation.reltype.endswith("/theme"))
    for entry in next(etree.fromstring(part.blob).iter(qn("a:clrScheme"))):
        colors[etree.QName(entry).localname] = entry[0].get("val")
    roles = file.slide_master.element.find(qn("p:clrMap"))
    assert "#" + colors[roles.get("bg1")] == theme.color("background")
    assert "#" + colors[roles.get("tx1")] == theme.color("text")
    assert file.slide_master.element.find(f".//{qn('p:bgRef')}")[0].get("val") == "bg1"


@pytest.mark.parametrize("autoplay", [False, True])
def test_a_movie_plays_on_a_click_and_by_itself_if_asked(deck: Deck, clips: list[Clip], theme: Theme, tmp_path: Path,
                                                         autoplay: bool) -> None:
    write_pptx(deck, clips, tmp_path / "deck.pptx", theme, autoplay=autoplay, deck_id="")
    for (page, _), clip in zip(clip_pages(Presentation(str(tmp_path / "deck.pptx")), deck), clips, strict=True):
        (timing,) = page.element.findall(qn("p:timing"))
        assert [etree.QName(child).localname for child in page.element][-1] == "timing"
        numbers = [node.get("id") for node in timing.iter(qn("p:cTn"))]
        assert len(set(numbers)) == len(numbers)
        assert {target.get("spid") for target in timing.iter(qn("p:spTgt"))} == {str(movie_of(page).shape_id)}
        assert len(list(timing.iter(qn("p:cMediaNode")))) == 1
        kinds = [node.get("nodeType") for node in timing.iter(qn("p:cTn")) if node.get("nodeType")]
        calls = [call.get("cmd") for call in timing.iter(qn("p:cmd"))]
        by_itself = ["mainSeq", "afterEffect"] if autoplay else []
        assert kinds == ["tmRoot", *by_itself, "interactiveSeq", "clickEffect"]
        assert calls == (["playFrom(0.0)"] if autoplay else []) + ["togglePause"]
        lengths = [node.get("dur") for call in timing.iter(qn("p:cmd")) for node in call.iter(qn("p:cTn"))]
        assert lengths == ([str(round(clip.seconds * 1000))] if autoplay else []) + ["1"]


def test_playing_by_itself_begins_with_the_main_sequence() -> None:
    timing = movie_timing(7, 1000, autoplay=True)
    (main,) = (node for node in timing.iter(qn("p:cTn")) if node.get("nodeType") == "mainSeq")
    assert {node.get("val") for node in timing.iter(qn("p:tn"))} == {main.get("id")}


def test_its_id_is_read_back_unless_it_is_damaged(written: Path, tmp_path: Path) -> None:
    assert published_deck_id(written) == "made so"
    copy = tmp_path / "copy.pptx"
    assert published_deck_id(copy) is None
    whole = written.read_bytes()
    middle = len(whole) // 2
    for damaged in (b"", b"no deck", whole[:middle], whole[:middle] + bytes(64) + whole[middle + 64:]):
        copy.write_bytes(damaged)
        assert published_deck_id(copy) is None
    with zipfile.ZipFile(copy, "w") as other:
        other.writestr("a.txt", "another file")
    assert published_deck_id(copy) is None


def test_an_id_is_of_plan_quality_options_and_look(cutter: Cutter) -> None:
    lesson, plan = cutter.lesson, cutter.plan
    look = lesson.root / LOOK
    before = deck_id(lesson, plan, cutter.quality, "pptx", "False")
    assert before == deck_id(lesson, plan, cutter.quality, "pptx", "False")
    others = {deck_id(lesson, replace(plan, title="Other"), cutter.quality, "pptx", "False"),
              deck_id(lesson, plan, lesson.quality("h"), "pptx", "False"), deck_id(lesson, plan, cutter.quality, "pptx", "True")}
    text = look.read_text(encoding="utf-8")
    look.write_text(text.replace("#0F1117", "#000000"), encoding="utf-8")
    others.add(deck_id(lesson, plan, cutter.quality, "pptx", "False"))
    look.write_text(text, encoding="utf-8")
    assert len(others - {before}) == 4


@pytest.mark.parametrize("lock", [".~lock.deck.pptx#", "~$deck.pptx"])
def test_a_deck_that_is_open_elsewhere_is_left_alone(deck: Deck, clips: list[Clip], theme: Theme, tmp_path: Path,
                                                     lock: str) -> None:
    target = tmp_path / "deck.pptx"
    target.write_bytes(b"the old one")
    (tmp_path / lock).write_text("someone", encoding="utf-8")
    program = "LibreOffice" if "lock" in lock else "PowerPoint"
    with pytest.raises(LessonError, match=rf"deck\.pptx: is open in {program}; close it and run again"):
        write_pptx(deck, clips, target, theme, autoplay=False, deck_id="")
    assert target.read_bytes() == b"the old one" and len(list(tmp_path.iterdir())) == 2


def test_a_deck_that_may_not_be_written_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "deck.pptx"
    refuse_open(target)
    target.write_bytes(b"the old one")
    refuse_open(target)
    target.chmod(0o444)
    with pytest.raises(LessonError, match=r"deck\.pptx: is read-only; allow writing"):
        refuse_open(target)


def test_on_a_full_disk_the_old_deck_stays(deck: Deck, clips: list[Clip], theme: Theme, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "deck.pptx"
    target.write_bytes(b"the old one")
    made = Replacement.__init__

    def on_a_full_disk(self: Replacement, path: Path) -> None:
        made(self, path)
        self.temporary.symlink_to("/dev/full")

    monkeypatch.setattr(Replacement, "__init__", on_a_full_disk)
    with pytest.raises(LessonError, match=r"deck\.pptx: no space left on the disk"):
        write_pptx(deck, clips, target, theme, autoplay=False, deck_id="")
    assert target.read_bytes() == b"the old one" and list(tmp_path.iterdir()) == [target]


def test_a_deck_that_is_too_large_asks_for_a_lower_quality(deck: Deck, clips: list[Clip], theme: Theme, tmp_path: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film.pptx_deck, "MOST_BYTES", 50_000)
    with pytest.raises(LessonError, match=r"deck\.pptx: would have .* MB, more than the 0 MB .*; use a lower -q"):
        write_pptx(deck, clips, tmp_path / "deck.pptx", theme, autoplay=False, deck_id="")
    assert not list(tmp_path.iterdir())


def test_clips_are_cut_once(cutter: Cutter, deck: Deck, clips: list[Clip]) -> None:
    before = [clip.video.stat().st_ino for clip in clips]
    again, cuts = cut(cutter, deck)
    assert again == clips and cuts == [] and [clip.video.stat().st_ino for clip in again] == before


def test_clips_cut_side_by_side_are_the_same(cutter: Cutter, deck: Deck, clips: list[Clip]) -> None:
    before = [[path.read_bytes() for path in (clip.video, clip.captions, clip.poster)] for clip in clips]
    for clip in clips:
        clip.video.unlink()
    assert film.slides._kept_at_once(cutter.lesson, [(excerpt(cutter.plan, slide.chapter, slide.beats), clip.video)
                                                     for slide, clip in zip(deck.slides, clips, strict=True)], cutter.quality, 2)
    assert [[path.read_bytes() for path in (clip.video, clip.captions, clip.poster)] for clip in clips] == before
    assert cut(cutter, deck)[1] == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_piece_that_is_missing_is_named(cutter: Cutter, deck: Deck, clips: list[Clip], jobs: int) -> None:
    piece = cutter.pieces["first/count"]
    whole = piece.read_bytes()
    piece.unlink()
    for clip in clips[:2]:
        clip.video.unlink()
    with pytest.raises(LessonError, match=rf"{piece.name}: is missing; run again to draw it"):
        deck_clips(cutter.lesson, deck, cutter.plan, cutter.quality, lambda plans: None, lambda line: None, jobs)
    assert clips[0].video.exists() and not clips[1].video.exists()
    piece.write_bytes(whole)
    assert cut(cutter, deck)[1] == ["first/count"]


@pytest.mark.parametrize("damage", ["a byte", "cut", "gone", "poster", "captions"])
def test_a_damaged_clip_is_made_anew(cutter: Cutter, deck: Deck, clips: list[Clip], damage: str) -> None:
    clip = clips[1]
    path = {"poster": clip.poster, "captions": clip.captions}.get(damage, clip.video)
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + (b"" if damage == "cut" else bytes([whole[middle] ^ 1]) + whole[middle + 1:]))
    if damage == "gone":
        path.unlink()
    again, cuts = cut(cutter, deck)
    assert cuts == ["first/count"]
    assert again == clips and path.read_bytes() == whole
    assert cut(cutter, deck)[1] == []


def test_a_note_of_digests_can_be_checked_by_hand(clips: list[Clip]) -> None:
    for line in clips[0].video.with_suffix(".sha256").read_text(encoding="utf-8").splitlines():
        known, name = line.split("  ")
        assert hashlib.sha256(clips[0].video.with_name(name).read_bytes()).hexdigest() == known


@pytest.mark.slow
@pytest.mark.parametrize("which", ["written", "crowded"])
def test_another_program_shows_every_poster_and_all_text_on_its_page(which: str, request: pytest.FixtureRequest,
                                                                     clips: list[Clip], tmp_path: Path) -> None:
    deck = request.getfixturevalue(which)
    subprocess.run(["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", "pdf",
                    "--outdir", str(tmp_path), str(deck)], check=True, capture_output=True, timeout=180)
    pdf = pypdfium2.PdfDocument(tmp_path / f"{deck.stem}.pdf")
    file = Presentation(str(deck))
    assert len(pdf) == len(file.slides)
    posters = iter(clips)
    for page, drawn in zip(file.slides, pdf, strict=True):
        scale = drawn.get_width() / file.slide_width
        if any(shape.element.tag == qn("p:pic") for shape in page.shapes):
            poster = Image.open(next(posters).poster).convert("RGB")
            picture = drawn.render(scale=poster.width / (CLIP.width * scale)).to_pil().convert("RGB")
            corner = [round(length * picture.width / file.slide_width) for length in (CLIP.left, CLIP.top)]
            seen = picture.crop((*corner, corner[0] + poster.width, corner[1] + poster.height))
            assert np.abs(np.asarray(seen).astype(int) - np.asarray(poster)).mean() < 4
            assert np.abs(np.asarray(picture)[2, 2].astype(int) - (0x0F, 0x11, 0x17)).max() <= 2
        check_text(page, drawn, scale)
    assert next(posters, None) is None


def check_text(page: Page, drawn: pypdfium2.PdfPage, scale: float) -> None:
    """All that a slide says lies in its boxes."""
    text = drawn.get_textpage()
    said = " ".join(shape.text_frame.text for shape in page.shapes if shape.has_text_frame and not shape.name.startswith("Slide N"))
    assert not Counter(re.findall(r"\w", said)) - Counter(re.findall(r"\w", text.get_text_range()))
    boxes = [(shape.left, shape.top, shape.left + shape.width, shape.top + shape.height) for shape in page.shapes
             if shape.has_text_frame]
    slack = 2 / scale
    for place in range(text.count_chars()):
        if text.get_text_range(place, 1).isspace():
            continue
        left, bottom, right, top = text.get_charbox(place)
        top, bottom = drawn.get_height() - top, drawn.get_height() - bottom
        assert any(box[0] - slack <= left / scale and right / scale <= box[2] + slack and box[1] - slack <= top / scale
                   and bottom / scale <= box[3] + slack for box in boxes), text.get_text_range(max(0, place - 20), 40)
