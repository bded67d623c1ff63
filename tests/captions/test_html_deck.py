"""Slides in a browser: all in one folder, every word and cue in it, whole or not at all."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

import film.html_deck
from film.captions import cues, to_vtt
from film.clips import Clip
from film.clock import SAMPLE_RATE, seconds
from film.compile import excerpt
from film.deck import make_deck
from film.errors import LessonError
from film.html_deck import write_html
from film.plan import Plan, Source
from film.theme import Theme, load_theme

from .plans import Part, film as plan_of, steady

NASTY = "Is 3 < 4 & 5 > 4? </script> <b>\"Yes\"</b>, it's {{ so }}."
PLAN = plan_of(
    Part([[steady(NASTY, sources=["one"])],
          [steady("This beat says more than one caption can hold at once, so it is cut in two.")]],
         title="First & foremost", question="Is <it> so?"),
    Part([[steady("Another chapter.", sources=["two", "one"])]], title="Then", question="Then"),
    sources=[Source("one", "A book & <its> page, https://example.org/one."), Source("two", "Another.")], title="Less < more")
REFERRING = {"link": "href", "script": "src", "video": "data-src", "img": "src", "source": "src", "iframe": "src"}


@dataclass
class Page(HTMLParser):
    """What a page holds: every tag with its attributes, and the text inside."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    open: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.texts.append("")
        if tag not in ("meta", "link", "br"):
            self.open.append(len(self.tags) - 1)

    def handle_endtag(self, tag: str) -> None:
        assert self.tags[self.open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for place in self.open:
            self.texts[place] += data

    def all(self, tag: str, **attributes: str) -> list[tuple[dict[str, str | None], str]]:
        """The attributes and text of each such tag."""
        return [(found, text) for (name, found), text in zip(self.tags, self.texts)
                if name == tag and attributes.items() <= found.items()]


def read(folder: Path) -> Page:
    page = Page()
    page.feed((folder / "index.html").read_text(encoding="utf-8"))
    assert not page.open
    return page


@dataclass(frozen=True)
class Desk:
    """A deck's clips and what it is written with."""

    folder: Path
    theme: Theme
    plan: Plan
    clips: tuple[Clip, ...]

    def write(self, autoplay: bool = False, plan: Plan | None = None) -> bool:
        return write_html(make_deck(plan or self.plan), self.clips, self.folder, self.theme, autoplay=autoplay)

    @property
    def contents(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A deck to be written, with files that stand for reveal.js's and for clips."""
    for name in film.html_deck._FROM_REVEAL.values():
        path = tmp_path / "reveal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"/* {name} */")
    monkeypatch.setattr(film.html_deck, "REVEAL", tmp_path / "reveal")
    theme = load_theme(Path(__file__).parents[1] / "lesson_two" / "config" / "look.toml")
    clips = []
    for slide in make_deck(PLAN).slides:
        part, video = excerpt(PLAN, slide.chapter, slide.beats), tmp_path / f"{slide.stem}.mp4"
        video.write_text(slide.stem)
        clip = Clip(video, video.with_suffix(".vtt"), video.with_suffix(".png"), seconds(part.ticks))
        clip.captions.write_text(to_vtt(cues(part), part), encoding="utf-8")
        Image.new("RGB", (320, 180)).save(clip.poster)
        clips.append(clip)
    return Desk(tmp_path / "output" / "film.slides", theme, PLAN, tuple(clips))


def test_all_that_the_page_loads_lies_in_its_folder_and_nothing_else_does(desk: Desk) -> None:
    assert desk.write()
    page = read(desk.folder)
    named = {found[REFERRING[tag]] for tag, found in page.tags if found.get(REFERRING.get(tag, ""))}
    named |= {found["poster"] for found, _ in page.all("video")}
    styles = [(desk.folder / name).read_text() for name in named if name.endswith(".css")]
    styles += [text for _, text in page.all("style")]
    named |= {address for style in styles for address in re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')\s;]+)", style)}
    named -= {"data:,"}
    licenses = {name for name in desk.contents if "LICENSE" in name}
    assert licenses == {"reveal/LICENSE", "font/LICENSE.txt"}
    assert named | licenses | {"index.html"} == set(desk.contents)
    assert sum(name.endswith(".mp4") for name in named) == len(desk.clips)


def test_addresses_are_only_followed_when_clicked(desk: Desk) -> None:
    desk.write()
    tags = {tag for tag, found in read(desk.folder).tags if any("://" in (value or "") for value in found.values())}
    assert tags == {"a"}
    for name in ("deck.css", "deck.js"):
        assert b"://" not in desk.contents[name]


def test_the_cues_in_the_page_are_the_clips_cues(desk: Desk) -> None:
    desk.write()
    embedded = [json.loads(text) for _, text in read(desk.folder).all("script", type="application/json")]
    expected = [[[cue.start / SAMPLE_RATE, cue.end / SAMPLE_RATE, html.escape("\n".join(cue.lines), quote=False)]
                 for cue in cues(excerpt(PLAN, slide.chapter, slide.beats))] for slide in make_deck(PLAN).slides]
    assert embedded == expected and sum(map(len, expected)) > len(expected)


def test_every_word_of_the_film_is_in_the_notes_with_its_sources(desk: Desk) -> None:
    desk.write()
    said = " ".join(sentence.text for beat in PLAN.beats for sentence in beat.sentences)
    notes = [text for _, text in read(desk.folder).all("aside")]
    assert " ".join(" ".join(note.partition("Sources:")[0] for note in notes).split()) == said
    assert [source.text in notes[-1] for source in PLAN.sources] == [True, True]


def test_the_contents_lead_to_the_chapters(desk: Desk) -> None:
    desk.write()
    page = read(desk.folder)
    slides = [found["id"] for found, _ in page.all("section") if found.get("id")]
    assert slides == ["contents", "01-chapter-0-beat-0", "02-chapter-1-beat-0"]
    links = [(found["href"], text) for found, text in page.all("a") if found["href"].startswith("#")]
    assert links == [(f"#/{slides[1]}", "First & foremost"), (f"#/{slides[2]}", "Then")]
    contents = page.all("section", id="contents")[0][1]
    assert "Is <it> so?" in contents and contents.count("Then") == 1


def test_a_slide_says_what_it_shows(desk: Desk) -> None:
    desk.write()
    page = read(desk.folder)
    deck = make_deck(PLAN)
    assert [found["aria-label"] for found, _ in page.all("video")] == [slide.alt for slide in deck.slides]
    assert [text for _, text in page.all("header")] == [f"{slide.title}\n{slide.subtitle}" for slide in deck.slides]
    assert page.all("title")[0][1] == page.all("h1")[0][1] == "Less < more"


def test_clips_start_by_themselves_only_if_wanted(desk: Desk) -> None:
    for autoplay in (False, True):
        assert desk.write(autoplay=autoplay)
        assert ["data-autoplay" in found for found, _ in read(desk.folder).all("video")] == [autoplay] * len(desk.clips)


def test_many_sources_take_several_slides_and_are_counted_on(desk: Desk) -> None:
    sources = tuple(Source(f"s{number}", f"Source {number}. " + "word " * 30) for number in range(30))
    desk.write(plan=replace(PLAN, sources=(*PLAN.sources, *sources)))
    page = read(desk.folder)
    lists = page.all("ol", **{"class": "sources"})
    starts = [int(found["start"]) for found, _ in lists]
    numbers = [[int(number) for number in re.findall(r"Source (\d+)\.", text)] for _, text in lists]
    assert sum(numbers, []) == list(range(30)) and len(lists) > 2 and starts[0] == 1
    assert starts[1:] == [found[0] + len(PLAN.sources) + 1 for found in numbers[1:]]


def test_an_unchanged_deck_is_left_alone_and_a_changed_one_made_anew(desk: Desk) -> None:
    assert desk.write()
    before = (desk.folder / "index.html").stat()
    assert not desk.write()
    assert (desk.folder / "index.html").stat() == before
    desk.clips[0].video.write_text("other pictures")
    assert desk.write() and not desk.write()
    assert b"other pictures" in desk.contents.values()


def test_reveal_is_pinned_to_one_version_by_its_digest_wherever_it_comes_from() -> None:
    lock = (film.html_deck.ASSETS / "package-lock.json").read_text(encoding="utf-8")
    wanted = json.loads((film.html_deck.ASSETS / "package.json").read_text(encoding="utf-8"))["dependencies"]
    pinned = {name.removeprefix("node_modules/"): package for name, package in json.loads(lock)["packages"].items() if name}
    assert {name: package["version"] for name, package in pinned.items()} == wanted
    assert all(package["integrity"].startswith("sha512-") for package in pinned.values()) and "://" not in lock


def test_without_reveal_it_says_what_to_do_and_keeps_the_deck(desk: Desk) -> None:
    desk.write()
    before = desk.contents
    (film.html_deck.REVEAL / "dist" / "reveal.js").unlink()
    with pytest.raises(LessonError, match=r"^reveal\.js is not installed; run \./setup\.sh slides$"):
        desk.write(autoplay=True)
    assert desk.contents == before


@pytest.mark.parametrize("stops", [OSError(28, "No space left"), KeyboardInterrupt()])
def test_a_deck_that_could_not_be_written_leaves_the_old_one(desk: Desk, monkeypatch: pytest.MonkeyPatch,
                                                             stops: BaseException) -> None:
    desk.write()
    before = desk.contents
    copy: Callable = shutil.copyfile

    def copied(source: Path, target: Path) -> None:
        if target.suffix == ".png":
            raise stops
        copy(source, target)

    monkeypatch.setattr(shutil, "copyfile", copied)
    with pytest.raises((LessonError, KeyboardInterrupt)) as caught:
        desk.write(autoplay=True)
    if isinstance(caught.value, LessonError):
        assert caught.value.path == desk.folder and "no space left" in caught.value.message
    assert desk.contents == before
    assert os.listdir(desk.folder.parent) == [desk.folder.name]
