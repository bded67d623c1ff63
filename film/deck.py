"""The film as slides: which beats stand together on one, and what is written there. How slides look is decided elsewhere.

A slide ends where a lecturer would stop to talk: after a beat tagged `reveal`, `predict` or `takeaway`, after a step, and
with the chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from film.clock import seconds
from film.plan import Plan, PlannedBeat, PlannedChapter

STOPS = frozenset({"reveal", "predict", "takeaway"})
_STEP = re.compile(r"step-(\d+)")
_ALT_WORDS = 24


@dataclass(frozen=True)
class Slide:
    """One slide with one clip.

    Attributes
    ----------
    chapter, beats
        What it shows, as `film.compile.excerpt` takes it.
    title, subtitle
        The chapter's question; step and beats.
    alt
        What stands for the clip where it cannot be seen.
    notes
        The narration, a paragraph a beat.
    sources
        Texts of the sources it cites, in order of citation.
    seconds
        How long its clip is.
    """

    chapter: str
    beats: tuple[str, ...]
    title: str
    subtitle: str
    alt: str
    notes: tuple[str, ...]
    sources: tuple[str, ...]
    seconds: float

    @property
    def stem(self) -> str:
        """A name for its files: the chapter, and the beat it begins with."""
        return f"{self.chapter}-{self.beats[0]}"


@dataclass(frozen=True)
class Deck:
    """All slides.

    Attributes
    ----------
    title, contents
        For the first slide: the film's title; every chapter's title with its question.
    slides
        Those with clips.
    sources
        For the last slides: every source, in order of first citation.
    """

    title: str
    contents: tuple[tuple[str, str], ...]
    slides: tuple[Slide, ...]
    sources: tuple[str, ...]


def make_deck(plan: Plan) -> Deck:
    """The slides of a film."""
    texts = {source.id: source.text for source in plan.sources}
    slides = tuple(_slide(chapter, group, texts) for chapter in plan.chapters for group in beat_groups(chapter))
    return Deck(plan.title, tuple((chapter.title, chapter.question) for chapter in plan.chapters), slides,
                tuple(source.text for source in plan.sources))


def beat_groups(chapter: PlannedChapter) -> Iterator[tuple[PlannedBeat, ...]]:
    """The chapter's beats, slide by slide."""
    group: list[PlannedBeat] = []
    for beat in chapter.beats:
        if group and _step(beat) != _step(group[-1]):
            yield tuple(group)
            group = []
        group.append(beat)
        if STOPS & set(beat.tags):
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _slide(chapter: PlannedChapter, beats: tuple[PlannedBeat, ...], texts: dict[str, str]) -> Slide:
    sentences = [sentence for beat in beats for sentence in beat.sentences]
    cited = dict.fromkeys(source for sentence in sentences for source in sentence.sources)
    length = seconds(sum(beat.ticks for beat in beats))
    return Slide(
        chapter.id, tuple(beat.id for beat in beats), chapter.question, _subtitle(beats),
        f"Animation, {length:.0f} seconds: {_shortened(sentences[0].text)}",
        tuple(" ".join(sentence.text for sentence in beat.sentences) for beat in beats),
        tuple(texts[source] for source in cited), length)


def _step(beat: PlannedBeat) -> str | None:
    """The number of the step that a beat belongs to."""
    return next((match[1] for tag in beat.tags if (match := _STEP.fullmatch(tag))), None)


def _subtitle(beats: tuple[PlannedBeat, ...]) -> str:
    step = _step(beats[0])
    names = [beat.id.replace("-", " ") for beat in beats]
    return " · ".join([f"step {step}", *names] if step else names)


def _shortened(sentence: str) -> str:
    words = sentence.split()
    return sentence if len(words) <= _ALT_WORDS else " ".join(words[:_ALT_WORDS]) + " …"
