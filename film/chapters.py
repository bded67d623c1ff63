"""Chapters for players: marks inside the MP4, a list for a YouTube description, and what YouTube would refuse."""

from __future__ import annotations

from collections.abc import Iterator

from film.clock import TICKS_PER_SECOND, seconds
from film.join import ChapterMark
from film.plan import Plan

FEWEST = 3
SHORTEST = 10
"""Seconds."""
SHOWN_TITLE = 49
"""Characters that fit when the pointer rests on the timeline."""
LONGEST_TITLE = 70


def chapter_marks(plan: Plan) -> list[ChapterMark]:
    """The plan's chapters, as `film.join` writes them."""
    return [ChapterMark(chapter.title, chapter.start, chapter.end) for chapter in plan.chapters]


def youtube_list(plan: Plan) -> str:
    """A line a chapter, such as `1:05 The graph`: pasted into a description, YouTube makes chapters of it."""
    return "".join(f"{clock_time(chapter.start)} {chapter.title}\n" for chapter in plan.chapters)


def clock_time(tick: int) -> str:
    """A place in the film as `m:ss` or `h:mm:ss`, in whole seconds, rounded down so that nothing is missed."""
    minutes, second = divmod(tick // TICKS_PER_SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{second:02}" if hours else f"{minutes}:{second:02}"


def chapter_faults(plan: Plan) -> list[str]:
    """What keeps YouTube from showing the chapters, or shows them badly; empty if nothing does."""
    return list(_faults(plan))


def _faults(plan: Plan) -> Iterator[str]:
    place = 0
    if len(plan.chapters) < FEWEST:
        yield f"YouTube shows chapters from {FEWEST} on; this film has {len(plan.chapters)}"
    for chapter in plan.chapters:
        if chapter.start != place:
            yield f"chapter {chapter.id!r} starts at {seconds(chapter.start):.2f} s, not at {seconds(place):.2f} s"
        place = chapter.end
        length = seconds(chapter.end - chapter.start)
        if length < SHORTEST:
            yield f"chapter {chapter.id!r} is {length:.1f} s long; YouTube takes no chapter under {SHORTEST} s"
        if len(chapter.title) > LONGEST_TITLE:
            yield f"the title of chapter {chapter.id!r} has {len(chapter.title)} characters; {LONGEST_TITLE} is the most"
        elif len(chapter.title) > SHOWN_TITLE:
            yield (f"the title of chapter {chapter.id!r} has {len(chapter.title)} characters; "
                   f"the timeline shows about {SHOWN_TITLE}")
