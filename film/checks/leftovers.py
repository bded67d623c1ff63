"""LAY-4: what a beat leaves on screen is what it says it leaves. LAY-5: a chapter, and every beat, starts with just that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity
from film.looks import Album, SeenBeat
from film.plan import PlannedBeat


def check(evidence: Evidence) -> Iterator[Finding]:
    """Stale and missing mobjects, by identity: a ghost that looks like the real one is still stale."""
    for chapter in evidence.plan.chapters:
        album = evidence.albums[chapter.id]
        for index, (beat, seen) in enumerate(zip(chapter.beats, album.beats)):
            yield from _ends(evidence, album, beat, seen)
            for thing in _tops(album, seen.changed):
                where = "on screen before the chapter's first beat" if index == 0 else "came or went between two beats, unseen"
                yield evidence.about_beat("LAY-5", Severity.FAIL, beat, where, album.things[thing].label, line=seen.line,
                                          thing=thing)


def _ends(evidence: Evidence, album: Album, beat: PlannedBeat, seen: SeenBeat) -> Iterator[Finding]:
    if not seen.declares:
        yield evidence.about_beat("LAY-4", Severity.FAIL, beat, "does not say what it leaves on screen; end it with beat.leaves(...)",
                                  beat.id, line=seen.line)
        return
    for thing in _tops(album, seen.extra):
        yield evidence.about_beat("LAY-4", Severity.FAIL, beat, "is still on screen at the beat's end, undeclared",
                                  album.things[thing].label, line=seen.line, tick=beat.end - 1, thing=thing)
    for thing in seen.missing:
        yield evidence.about_beat("LAY-4", Severity.FAIL, beat, "is declared to stay, but is not on screen at the beat's end",
                                  album.things[thing].label, line=seen.line, tick=beat.end - 1, thing=thing)


def _tops(album: Album, things: Sequence[int]) -> list[int]:
    """Parts of one mobject count as that mobject, when there are several of them."""
    parents: dict[int, list[int]] = {}
    for thing in things:
        parents.setdefault(album.things[thing].parent, []).append(thing)
    found: list[int] = []
    for parent, parts in parents.items():
        found += parts if parent < 0 or len(parts) == 1 else [parent]
    return _tops(album, found) if len(found) < len(things) else found
