"""A film of the second lesson, made without drawing, for tests of what is cut out of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from film.clips import Clip, make_clip
from film.compile import excerpt, lesson_voice
from film.lesson import Lesson, Quality
from film.plan import Plan, PlannedBeat, PlannedChapter, Shape, Source
from film.script import read_script
from film.timing import time_chapter

SOURCES = {"primer": "A primer on squares"}


@dataclass(frozen=True)
class Cutter:
    """A film of the second lesson with pieces of other pictures, and what cuts clips out of it."""

    lesson: Lesson
    quality: Quality
    plan: Plan
    pieces: dict[str, Path]
    film: Path

    def part(self, *beats: str) -> Plan:
        return excerpt(self.plan, "first", beats)

    def cut(self, plan: Plan, target: Path, **options: bool) -> Clip:
        return make_clip(self.lesson, plan, self.quality, self.pieces_of(plan), target, **options)

    def pieces_of(self, plan: Plan) -> list[Path]:
        return [self.pieces[beat.name] for beat in plan.beats]

    def frames_of(self, plan: Plan) -> slice:
        """Where the film shows what the clip does; at this quality a frame is a tick."""
        places = [beat for beat in self.plan.beats if beat.name in {shown.name for shown in plan.beats}]
        return slice(places[0].start, places[-1].end)


def planned(lesson: Lesson) -> Plan:
    """The lesson's plan as if its scenes showed a square."""
    chapters, start = [], 0
    for chapter in lesson.chapters:
        script = read_script(chapter.script, lesson.facts, SOURCES, lesson.tags)
        beats = []
        for timing in time_chapter(script, lesson_voice(lesson, "tones"), lesson.pauses):
            square = Shape("0:Square", (0.0, 0.0, 1.0, 1.0))
            beats.append(PlannedBeat(chapter.id, timing.id, timing.tags, timing.line, start, timing.ticks, timing.sentences,
                                     timing.marks, (), (square,), f"print of {timing.id}"))
            start = beats[-1].end
        chapters.append(PlannedChapter(chapter.id, script.title, script.question, "tones", "tones-1", tuple(beats)))
    return Plan(lesson.slug, lesson.title, "tones", tuple(chapters), (Source("primer", SOURCES["primer"]),))
