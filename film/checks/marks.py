"""TMP-1: the picture is ready when its word is spoken. TMP-2: it does not keep the voice waiting."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity
from film.clock import seconds
from film.looks import Album

LATEST = 0.3
"""Seconds a picture may trail its word."""

LONGEST_WAIT = 1.5
"""Seconds a picture may go on after words and pause are over."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """Marks reached late, and beats that their picture made longer."""
    for chapter in evidence.plan.chapters:
        album = evidence.albums[chapter.id]
        for beat, seen in zip(chapter.beats, album.beats):
            marks = dict(beat.marks)
            for mark, late in seen.late:
                severity = Severity.FAIL if seconds(late) > LATEST else Severity.INFO
                tick = beat.start + marks[mark]
                yield evidence.about_beat("TMP-1", severity, beat, f"the picture reaches this mark {seconds(late):.1f} s late", mark,
                                          line=_line(album, chapter.beats.index(beat), marks[mark], seen.line), tick=tick)
            over = seconds(seen.ticks - seen.needs)
            if over > LONGEST_WAIT:
                yield evidence.about_beat("TMP-2", Severity.WARN, beat, f"the picture goes on for {over:.1f} s after the words",
                                          beat.id, line=seen.line, tick=beat.end - 1)


def _line(album: Album, beat: int, tick: int, otherwise: int) -> int:
    """The line that was playing when the mark came."""
    return next((look.line for look in album.looks if look.beat == beat and look.tick >= tick), otherwise)
