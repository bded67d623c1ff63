"""Clips: some beats of the film as a file of its own, with its own captions and poster; complete, or not at all.

A clip has the film's frames, none drawn for it, and its own sentences at the film's loudness. It has no chapter marks:
players keep those in a stream of their own, which slides stumble over.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from film.captions import cues, to_vtt
from film.clock import samples, seconds
from film.gif import write_gif
from film.inputs import digest
from film.join import AAC_FRAME, join
from film.lesson import Lesson, Quality
from film.looping import WAY_BACK_TICKS, write_way_back
from film.plan import Plan, PlannedBeat
from film.posters import last_picture
from film.stitch import film_id, published_id, sound_track, text_of
from film.store import replacing, workplace
from film.timing import SpokenSentence
from film.webm import write_webm

_POSTER_COMMENT = "Comment"


@dataclass(frozen=True)
class Clip:
    """A finished clip: its files, and its length in seconds."""

    video: Path
    captions: Path
    poster: Path
    seconds: float

    @staticmethod
    def at(target: Path, ticks: int) -> Clip:
        """The clip whose video is `target`."""
        return Clip(target, target.with_suffix(".vtt"), target.with_suffix(".png"), seconds(ticks))


def make_clip(lesson: Lesson, plan: Plan, quality: Quality, pieces: Sequence[Path], target: Path, *, silent: bool = False,
              loop: bool = False) -> Clip:
    """Make `target`, its captions and its poster be those of `plan`; what is so already is left alone.

    All is written before anything is replaced, and the clip is replaced last.

    Parameters
    ----------
    plan
        What to show: `film.compile.excerpt` of the film's plan.
    pieces
        The drawn piece of each of its beats.
    target
        Its ending names the format, mp4, webm or gif; captions and poster lie beside it. A GIF is always silent.
    silent
        Leave the sound stream out.
    loop
        Let it end with the picture it began with: see `film.looping`.

    Raises
    ------
    LessonError
        When a piece is missing or damaged, or a file cannot be written; `film.gif.TooLarge` for a GIF.
    """
    clip = Clip.at(target, plan.ticks + (WAY_BACK_TICKS if loop else 0))
    content = _content(lesson, plan, quality, silent or target.suffix == ".gif", loop)
    if content.is_in(target):
        return clip
    with ExitStack() as whole:
        video = whole.enter_context(replacing(clip.video))
        whole.enter_context(replacing(clip.captions)).write_text(content.captions, encoding="utf-8")
        _write_poster(content, pieces, whole.enter_context(replacing(clip.poster)))
        folder = whole.enter_context(workplace(lesson.build))
        shown = list(pieces)
        if loop:
            shown.append(folder / "back.mp4")
            write_way_back(pieces, quality, shown[-1])
        track = None if content.silent else _track(lesson, content.plan, loop)
        metadata = {"title": plan.title, "comment": content.id}
        if target.suffix == ".mp4":
            join(shown, track, video, fps=quality.fps, metadata=metadata)
        else:
            pictures = folder / "pictures.mp4"
            join(shown, None, pictures, fps=quality.fps)
            if target.suffix == ".webm":
                write_webm(pictures, track, video, fps=quality.fps, metadata=metadata)
            else:
                write_gif(pictures, video, loop=loop, comment=content.id)
    return clip


def is_made(lesson: Lesson, plan: Plan, quality: Quality, target: Path, *, silent: bool = False, loop: bool = False) -> bool:
    """Whether `make_clip` has nothing to do."""
    return _content(lesson, plan, quality, silent or target.suffix == ".gif", loop).is_in(target)


@dataclass(frozen=True)
class _Content:
    """What a clip's three files hold: their ids, or all of it."""

    plan: Plan
    silent: bool
    id: str
    captions: str
    poster_id: str

    def is_in(self, target: Path) -> bool:
        """Whether `target` and the files beside it hold this."""
        return (published_id(target) == self.id and text_of(target.with_suffix(".vtt")) == self.captions
                and _id_of_poster(target.with_suffix(".png")) == self.poster_id)


def _content(lesson: Lesson, plan: Plan, quality: Quality, silent: bool, loop: bool) -> _Content:
    alone = _by_itself(plan)
    made = film_id(lesson, alone, quality)
    clip_id = f"{alone.id}-{digest(made, repr((silent, loop)))[:16]}"
    return _Content(alone, silent, clip_id, to_vtt(cues(alone), alone), poster_id=made)


def _write_poster(content: _Content, pieces: Sequence[Path], target: Path) -> None:
    """The last picture of the last beat that leaves something on screen."""
    telling = [piece for beat, piece in zip(content.plan.beats, pieces, strict=True) if beat.screen]
    comment = PngInfo()
    comment.add_text(_POSTER_COMMENT, content.poster_id)
    last_picture((telling or pieces)[-1]).save(target, pnginfo=comment, compress_level=1)


def _id_of_poster(poster: Path) -> str | None:
    try:
        with Image.open(poster) as picture:
            return picture.info.get(_POSTER_COMMENT)
    except OSError:
        return None


def _track(lesson: Lesson, alone: Plan, loop: bool) -> np.ndarray:
    """The clip's sentences, and silence on its way back."""
    return np.pad(sound_track(lesson, alone), (0, samples(WAY_BACK_TICKS) if loop else 0))


def _by_itself(plan: Plan) -> Plan:
    """The plan without what no clip shows: sources it does not cite, and where its words stand in their script.

    AAC cannot keep a film's first 1,024 samples (`film.join`), and a beat inside a chapter speaks from its first one on:
    there the first sentence starts those 21 ms later, which the silence after it gives back.
    """
    cited = {source for beat in plan.beats for sentence in beat.sentences for source in sentence.sources}
    chapters = [replace(chapter, beats=tuple(_without_lines(beat) for beat in chapter.beats)) for chapter in plan.chapters]
    first = chapters[0].beats[0]
    chapters[0] = replace(chapters[0], beats=(_begun_in_silence(first), *chapters[0].beats[1:]))
    return replace(plan, chapters=tuple(chapters), sources=tuple(source for source in plan.sources if source.id in cited))


def _without_lines(beat: PlannedBeat) -> PlannedBeat:
    return replace(beat, line=0, sentences=tuple(replace(sentence, line=0) for sentence in beat.sentences))


def _begun_in_silence(beat: PlannedBeat) -> PlannedBeat:
    """The beat with its first sentence starting no earlier than AAC can keep it, if there is room for that."""
    first, *others = beat.sentences
    room = (others[0].start if others else samples(beat.ticks)) - first.end
    late = min(max(0, AAC_FRAME - first.start), room)
    return replace(beat, sentences=(_later(first, late), *others))


def _later(sentence: SpokenSentence, by: int) -> SpokenSentence:
    words = tuple(replace(word, start=word.start + by, end=word.end + by) for word in sentence.words)
    return replace(sentence, start=sentence.start + by, end=sentence.end + by, words=words)
