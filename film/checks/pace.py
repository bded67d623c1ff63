"""NAR-1: words a minute. NAR-4: how long sentences are."""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity
from film.plan import PlannedChapter, words_per_minute

AIM = (130, 165)
BOUNDS = (115, 175)
"""Words a minute of speech."""

MEAN = 18
LONGEST = 32
"""Words in a sentence."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """Chapter by chapter, and every sentence."""
    for chapter in evidence.plan.chapters:
        yield from _chapter(evidence, chapter)
        for beat in chapter.beats:
            for sentence in beat.sentences:
                if len(sentence.words) > LONGEST:
                    yield evidence.about_words("NAR-4", Severity.FAIL, beat, f"a sentence of {len(sentence.words)} words; {LONGEST} is the most",
                                               sentence.text, line=sentence.line)


def _chapter(evidence: Evidence, chapter: PlannedChapter) -> Iterator[Finding]:
    sentences = tuple(sentence for beat in chapter.beats for sentence in beat.sentences)
    file = evidence.script_files[chapter.id]
    rate = words_per_minute(sentences)
    if not AIM[0] <= rate <= AIM[1]:
        severity = Severity.WARN if BOUNDS[0] <= rate <= BOUNDS[1] else Severity.FAIL
        yield Finding("NAR-1", severity, f"{rate:.0f} words a minute; aim at {AIM[0]} to {AIM[1]}, within {BOUNDS[0]} and {BOUNDS[1]}",
                      chapter.id, chapter.id, file=file, tick=chapter.start)
    mean = sum(len(sentence.words) for sentence in sentences) / len(sentences)
    if mean > MEAN:
        yield Finding("NAR-4", Severity.WARN, f"its sentences have {mean:.1f} words on average; {MEAN} are enough",
                      chapter.id, chapter.id, file=file, tick=chapter.start)
