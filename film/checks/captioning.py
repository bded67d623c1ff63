"""CAP-1 to CAP-4 and CAP-7: captions can be read in time (Netflix, BBC and DCMP guides). CHP-1: players show the chapters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from film.captions import Cue
from film.chapters import chapter_faults
from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity
from film.clock import SAMPLE_RATE, SAMPLES_PER_TICK
from film.plan import PlannedBeat

READING = (17, 20)
"""CAP-1, characters a second: more than the first number is a warning, more than the second a failure."""
LINE = 42
LINES = 2
"""CAP-2."""
SHORTEST = (0.833, 1.2)
LONGEST = 7.0
"""CAP-3, seconds: shorter than the first number is a failure, than the second a warning."""
GAP = 2 / 15
"""CAP-4, seconds: two frames at the lowest rate."""
MEAN_RATE = 160
CUE_RATE = 200
"""CAP-7, words a minute."""

_ROUNDING = 1e-3


def check(evidence: Evidence) -> Iterator[Finding]:
    """The cues that the plan's words will be cut into, and the chapters' marks."""
    beats = list(evidence.plan.beats)
    for cue in evidence.cues:
        beat = next(beat for beat in reversed(beats) if beat.start * SAMPLES_PER_TICK <= cue.start)
        for rule, severity, message in _faults(cue):
            yield _finding(evidence, rule, severity, beat, cue, message)
    for cue, following in pairwise(evidence.cues):
        gap = (following.start - cue.end) / SAMPLE_RATE
        if gap < 0 or 0 < gap < GAP - _ROUNDING:
            beat = next(beat for beat in reversed(beats) if beat.start * SAMPLES_PER_TICK <= cue.start)
            yield _finding(evidence, "CAP-4", Severity.FAIL, beat, cue, f"{gap:.3f} s before the next caption; none, or {GAP:.3f}")
    yield from _rate(evidence)
    for fault in chapter_faults(evidence.plan):
        yield Finding("CHP-1", Severity.WARN, fault, "chapters")


def _faults(cue: Cue) -> Iterator[tuple[str, Severity, str]]:
    length = (cue.end - cue.start) / SAMPLE_RATE
    text = " ".join(cue.lines)
    speed = len(text) / length
    if speed > READING[0] + _ROUNDING:
        yield "CAP-1", Severity.FAIL if speed > READING[1] + _ROUNDING else Severity.WARN, f"{speed:.1f} characters a second; {READING[0]} are enough"
    longest = max(len(line) for line in cue.lines)
    if longest > LINE or len(cue.lines) > LINES:
        yield "CAP-2", Severity.FAIL, f"{len(cue.lines)} lines, the longest {longest} characters; {LINES} of {LINE} are the most"
    if length < SHORTEST[1] - _ROUNDING or length > LONGEST + _ROUNDING:
        severity = Severity.WARN if SHORTEST[0] - _ROUNDING <= length <= LONGEST else Severity.FAIL
        yield "CAP-3", severity, f"shown for {length:.2f} s; {SHORTEST[1]} to {LONGEST:.0f} are good"
    rate = 60 * len(cue.words) / length
    if rate > CUE_RATE:
        yield "CAP-7", Severity.WARN, f"{rate:.0f} words a minute in one caption; {CUE_RATE} are enough"


def _rate(evidence: Evidence) -> Iterator[Finding]:
    shown = sum(cue.end - cue.start for cue in evidence.cues) / SAMPLE_RATE
    rate = 60 * sum(len(cue.words) for cue in evidence.cues) / shown
    if rate > MEAN_RATE:
        yield Finding("CAP-7", Severity.FAIL, f"captions pass at {rate:.0f} words a minute on average; {MEAN_RATE} is the most", "captions")


def _finding(evidence: Evidence, check: str, severity: Severity, beat: PlannedBeat, cue: Cue, message: str) -> Finding:
    return evidence.about_words(check, severity, beat, message, " / ".join(cue.lines), tick=cue.start // SAMPLES_PER_TICK)
