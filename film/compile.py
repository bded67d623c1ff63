"""Scripts, voice and scenes to one plan; what has not changed is not planned again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from film.crew import ChapterJob, ChapterRun, Crew, Job
from film.inputs import MACHINERY, Snapshot, digest, project_modules, versions
from film.lesson import PRONUNCIATIONS, SOURCES, Chapter, Lesson
from film.looks import album_path
from film.plan import Plan, PlannedBeat, PlannedChapter, Source
from film.script import Script, read_script
from film.store import write_bytes
from film.tables import line_of, read_table
from film.errors import LessonError
from film.timing import BeatTiming, time_chapter
from film.voice import CachedVoice, VoiceSettings, VoiceUnavailable, open_voice, read_lexicon


@dataclass(frozen=True)
class Kept:
    """A chapter's plan, and what it was made from.

    Attributes
    ----------
    files
        Name to digest of every file that had a part in it.
    settings
        Digest of everything else: pauses, voice, versions.
    chapter
        The chapter as if it began the film.
    """

    files: dict[str, str]
    settings: str
    chapter: PlannedChapter


@dataclass(frozen=True)
class Spoken:
    """A chapter with its words in time, not yet seen."""

    chapter: Chapter
    script: Script
    voice: str
    voice_key: str
    timings: tuple[BeatTiming, ...]


def make_plan(lesson: Lesson, voice: str, crew: Crew, *, fallback: bool = False, chapters: Sequence[str] = (),
              look: bool = False, tell: Callable[[str], None] = lambda message: None) -> Plan:
    """Plan the film, or only some of its chapters.

    Parameters
    ----------
    voice
        Name of a voice in lesson.toml.
    crew
        Runs the scenes of chapters that are not planned yet.
    fallback
        When `voice` fails, let the default voice speak the whole chapter instead of stopping.
    look
        Have an album of every chapter, too: see `film.looks`.
    tell
        Called with a line for the user when something is about to take time or was decided for them.

    Raises
    ------
    LessonError
        For every fault that can be known before drawing; `VoiceUnavailable` when the voice fails.
    """
    return _Compiler(lesson, voice, crew, fallback, look, tell).plan([lesson.chapter(name) for name in chapters]
                                                               or list(lesson.chapters))


def lesson_voice(lesson: Lesson, name: str) -> CachedVoice:
    """The voice with this name, speaking from its cache where it can."""
    settings = VoiceSettings.from_table(lesson.voice_table(name), lesson.manifest)
    voice = open_voice(settings, read_lexicon(lesson.root / PRONUNCIATIONS), lesson.root)
    return CachedVoice(voice, lesson.build / "voice")


def read_sources(lesson: Lesson) -> dict[str, str]:
    """narration/sources.toml: source id to its text."""
    path = lesson.root / SOURCES
    sources = read_table(path) if path.exists() else {}
    for name, text in sources.items():
        if not isinstance(text, str) or not text.strip():
            raise LessonError(f"the source {name!r} should be a text", path, line_of(path, name))
    return sources


class _Compiler:
    def __init__(self, lesson: Lesson, voice: str, crew: Crew, fallback: bool, look: bool,
                 tell: Callable[[str], None]) -> None:
        self.lesson, self.voice, self.crew, self.fallback, self.look, self.tell = lesson, voice, crew, fallback, look, tell
        self.files = Snapshot(lesson.root)
        self.sources = read_sources(lesson)
        self.voices = {name: lesson_voice(lesson, name) for name in {voice, lesson.default_voice}}

    def plan(self, chapters: list[Chapter]) -> Plan:
        kept = {chapter.id: self.read(chapter) for chapter in chapters}
        stale = [chapter for chapter in chapters if kept[chapter.id] is None]
        if stale:
            self.crew.start()  # it gets ready while the voice speaks
            for chapter in self.see([self.speak(chapter) for chapter in stale]):
                kept[chapter.id] = chapter
        planned = _end_to_end([kept[chapter.id] for chapter in chapters])
        return Plan(self.lesson.slug, self.lesson.title, self.voice, planned, self.cited(planned))

    def cited(self, chapters: Sequence[PlannedChapter]) -> tuple[Source, ...]:
        ids = dict.fromkeys(source for chapter in chapters for beat in chapter.beats for sentence in beat.sentences
                            for source in sentence.sources)
        return tuple(Source(name, self.sources[name]) for name in ids)

    # What was planned before.

    def place(self, chapter: Chapter) -> Path:
        return self.lesson.build / "plans" / f"{chapter.id}.{self.voice}.json"

    def settings(self, chapter: Chapter) -> str:
        lesson = self.lesson
        return digest(repr(lesson.pauses), repr(lesson.tags), lesson.facts_name, self.voice, self.voices[self.voice].key,
                      versions())

    def read(self, chapter: Chapter) -> PlannedChapter | None:
        """The chapter as planned before, if nothing it was made from has changed since."""
        try:
            kept = _KEPT.validate_json(self.place(chapter).read_bytes())
        except (OSError, ValidationError):
            return None
        if kept.settings != self.settings(chapter) or kept.chapter.voice != self.voice:
            return None
        if self.files.changed(kept.files):
            return None
        if self.look and not album_path(self.lesson.build, kept.chapter).exists():
            return None
        spoken = (sentence.text for beat in kept.chapter.beats for sentence in beat.sentences)
        voice = self.voices[self.voice]
        return kept.chapter if all(voice.path(text).exists() for text in spoken) else None

    # Planning anew: first what is heard, then what is seen.

    def speak(self, chapter: Chapter) -> Spoken:
        script = read_script(chapter.script, self.lesson.facts, self.sources, self.lesson.tags)
        self.tell(f"speaking {chapter.id}")
        name = self.voice
        try:
            timings = time_chapter(script, self.voices[name], self.lesson.pauses)
        except VoiceUnavailable as error:
            if not self.fallback or name == self.lesson.default_voice:
                raise
            name = self.lesson.default_voice
            self.tell(f"{error}; {name} speaks all of {chapter.id} instead")
            timings = time_chapter(script, self.voices[name], self.lesson.pauses)
        return Spoken(chapter, script, name, self.voices[name].key, timings)

    def see(self, spoken: list[Spoken]) -> list[PlannedChapter]:
        self.tell("planning " + ", ".join(item.chapter.id for item in spoken))
        quality = self.lesson.quality(self.lesson.preview_quality)
        longest_first = sorted(spoken, key=lambda item: -sum(timing.ticks for timing in item.timings))  # so that none is left alone
        job = Job(quality, tuple(ChapterJob(item.chapter.id, item.timings, look=self.look) for item in longest_first))
        by_id = {item.chapter.id: item for item in spoken}
        planned = []
        for event in self.crew.run(job):
            if event.chapter is not None:
                planned.append(self.keep(by_id[event.chapter.id], event.chapter))
        return planned

    def keep(self, spoken: Spoken, seen: ChapterRun) -> PlannedChapter:
        """Put together what was heard and seen, and keep it for the next run."""
        beats, start = [], 0
        for timing, beat, fingerprint in zip(spoken.timings, seen.beats, seen.fingerprints):
            beats.append(PlannedBeat(spoken.chapter.id, timing.id, timing.tags, timing.line, start, beat.ticks,
                                     timing.sentences, timing.marks, beat.facts, beat.screen, fingerprint))
            start += beat.ticks
        chapter = PlannedChapter(spoken.chapter.id, spoken.script.title, spoken.script.question, spoken.voice,
                                 spoken.voice_key, tuple(beats), seen.files)
        kept = Kept({**seen.files, **self.heard_files(spoken.chapter)}, self.settings(spoken.chapter), chapter)
        write_bytes(self.place(spoken.chapter), _KEPT.dump_json(kept))
        return chapter

    def heard_files(self, chapter: Chapter) -> dict[str, str]:
        """Files that decide what is said and when."""
        root = self.lesson.root
        lessons = {path for path in project_modules(root) if not path.is_relative_to(MACHINERY)}
        narration = {chapter.script, root / SOURCES, root / PRONUNCIATIONS}
        return self.files.digests(lessons | narration | set(MACHINERY.rglob("*.py")))


def _end_to_end(chapters: Sequence[PlannedChapter]) -> tuple[PlannedChapter, ...]:
    """The chapters moved to their places in the film."""
    placed, start = [], 0
    for chapter in chapters:
        beats = tuple(replace(beat, start=start + beat.start) for beat in chapter.beats)
        placed.append(replace(chapter, beats=beats))
        start = placed[-1].end
    return tuple(placed)


def excerpt(plan: Plan, chapter_id: str, beat_ids: Collection[str] = ()) -> Plan:
    """One chapter, or some beats of it that follow each other, as a film of its own."""
    chapter = next(chapter for chapter in plan.chapters if chapter.id == chapter_id)
    known = [beat.id for beat in chapter.beats]
    if unknown := [beat_id for beat_id in beat_ids if beat_id not in known]:
        raise LessonError(f"chapter {chapter_id!r} has no beat {unknown[0]!r}; its beats are {', '.join(known)}")
    beats = [beat for beat in chapter.beats if not beat_ids or beat.id in beat_ids]
    moved = tuple(replace(beat, start=beat.start - beats[0].start) for beat in beats)
    return replace(plan, chapters=(replace(chapter, beats=moved),))


def with_only(plan: Plan, names: Collection[str]) -> Plan:
    """The plan without the beats that are not called so (`chapter/beat`), the others where they were: to draw those."""
    chapters = (replace(chapter, beats=tuple(beat for beat in chapter.beats if beat.name in names))
                for chapter in plan.chapters)
    return replace(plan, chapters=tuple(chapter for chapter in chapters if chapter.beats))


_KEPT = TypeAdapter(Kept)
