"""The HTML deck in a real browser, opened as a file: keys walk the slides and play the clips, and nothing is missing."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from lab import LessonCopy
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from film.clips import make_clip
from film.compile import excerpt
from film.deck import Deck, make_deck
from film.draw import piece_path
from film.html_deck import write_html
from film.lesson import LOOK, load_lesson
from film.theme import load_theme

pytestmark = pytest.mark.slow

SIZES = ((1280, 720), (1920, 1080), (1024, 768))
NOW = """() => {
    const slide = Reveal.getCurrentSlide(), clip = slide.querySelector("video");
    return clip && { time: clip.currentTime, paused: clip.paused, caption: slide.querySelector(".caption").innerText,
                     cues: JSON.parse(slide.querySelector("script").textContent) };
}"""


@dataclass
class Show:
    """A deck in a browser, and all the browser had to complain about."""

    page: Page
    deck: Deck
    posters: list[Path]
    faults: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: message.type in ("error", "warning") and self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("requestfailed", lambda request: self.faults.append(f"failed: {request.url}"))
        page.on("request", lambda request: request.url.startswith(("file:", "data:")) or self.faults.append(request.url))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def now(self) -> dict:
        return self.page.evaluate(NOW)

    def until(self, condition: str) -> None:
        """Wait for something to be true of the slide's clip."""
        clip = "Reveal.getCurrentSlide().querySelector('video')"
        self.page.wait_for_function(f"() => {{ const clip = {clip}; return {condition}; }}", timeout=20_000)

    def picture_of(self, selector: str) -> Image.Image:
        return Image.open(io.BytesIO(self.page.locator(f"section.present {selector}").screenshot())).convert("RGB")


def pixels(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture, float)


@pytest.fixture(scope="module")
def written(rendered: LessonCopy, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Deck, list[Path]]:
    """The second lesson's deck, its slides and their posters."""
    copy = rendered.again(tmp_path_factory.mktemp("deck") / "lesson")
    lesson, plan = load_lesson(copy.root), copy.plan()
    deck, quality = make_deck(plan), lesson.quality("l")
    clips = []
    for slide in deck.slides:
        part = excerpt(plan, slide.chapter, slide.beats)
        pieces = [piece_path(beat, quality, lesson.build / "pieces") for beat in part.beats]
        clips.append(make_clip(lesson, part, quality, pieces, copy.root / f"{slide.stem}.mp4"))
    folder = copy.root / "output" / "lesson two.slides"
    write_html(deck, clips, folder, load_theme(copy.root / LOOK), autoplay=False)
    return folder, deck, [clip.poster for clip in clips]


@pytest.fixture
def show(written: tuple[Path, Deck, list[Path]]) -> Iterator[Show]:
    folder, deck, posters = written
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
        shown = Show(page, deck, posters)
        shown.watch(page)
        page.goto((folder / "index.html").as_uri())
        page.wait_for_function("() => Reveal.isReady() && document.fonts.check('20px film')")
        yield shown
        browser.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_keys_walk_through_all_slides_and_each_shows_its_poster(show: Show, width: int, height: int) -> None:
    show.page.set_viewport_size({"width": width, "height": height})
    alike = []
    for slide, poster in zip(show.deck.slides, show.posters, strict=True):
        show.press("ArrowRight")
        expect(show.page.locator("section.present h2")).to_have_text(slide.title)
        box = show.page.locator("section.present video").bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
        assert box["width"] > 0.8 * width
        show.until("clip.readyState > 1")
        shown = show.picture_of("video")
        wanted = pixels(Image.open(poster).convert("RGB").resize(shown.size))
        if np.ptp(wanted) > 150:  # a beat may leave nothing on screen
            alike.append(np.corrcoef(pixels(shown).ravel(), wanted.ravel())[0, 1])
    assert len(alike) > 2 and min(alike) > 0.9
    show.press("ArrowRight")
    expect(show.page.locator("section.present h2")).to_have_text("Sources")
    assert show.page.evaluate("Reveal.isLastSlide()")
    show.press("Home")
    expect(show.page.locator("section.present h1")).to_have_text(show.deck.title)
    assert show.faults == []


def test_a_key_plays_the_clip_with_its_captions_and_another_hides_them(show: Show) -> None:
    show.press("ArrowRight", "Enter")
    first = show.now()["cues"][0]
    show.until(f"clip.currentTime > {first[0] + 0.3}")
    show.press("Enter")
    show.until("clip.paused")
    now = show.now()
    assert first[0] < now["time"] < first[1] and now["caption"] == first[2]
    caption, picture = (show.page.locator(f"section.present {what}").bounding_box() for what in (".caption", "video"))
    assert caption["y"] > picture["y"] + (1 - 0.16) * picture["height"] - 1
    assert caption["y"] + caption["height"] < picture["y"] + picture["height"]
    with_it = pixels(show.picture_of("figure"))
    show.press("c")
    assert np.abs(pixels(show.picture_of("figure")) - with_it).max() > 150
    show.press("c")
    assert np.array_equal(pixels(show.picture_of("figure")), with_it)
    assert show.now()["time"] == now["time"]
    assert show.faults == []


def test_leaving_a_slide_pauses_its_clip(show: Show) -> None:
    show.press("ArrowRight", "Enter")
    show.until("clip.currentTime > 0.2")
    show.press("ArrowRight")
    assert show.page.evaluate("[...document.querySelectorAll('video')].every(clip => clip.paused)")
    assert show.now()["time"] == 0
    assert show.faults == []


def test_the_contents_lead_to_the_chapters_by_keyboard(show: Show) -> None:
    show.press("Tab", "Tab", "Enter")
    second = next(slide for slide in show.deck.slides if slide.chapter != show.deck.slides[0].chapter)
    expect(show.page.locator("section.present h2")).to_have_text(second.title)
    assert show.now()["paused"] and show.faults == []


def test_notes_open_in_a_window_of_their_own_and_follow(show: Show) -> None:
    with show.page.context.expect_page() as opened:
        show.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    for slide in show.deck.slides[:2]:
        show.press("ArrowRight")
        expect(notes).to_contain_text(slide.notes[0])
    assert show.faults == []
