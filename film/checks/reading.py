"""DWL-1: every text stays long enough to be read. DWL-2, DWL-3: few words at once, few in one text.

Adults read 238 words a minute in silence (Brysbaert 2019), 160 to 180 beside a moving picture.
"""

from __future__ import annotations

from collections.abc import Iterator

from film.checks.evidence import Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity
from film.clock import seconds
from film.looks import Thing, count_words

SHORTEST = 1.5
START = 0.5
EACH_WORD = 0.375
"""Seconds."""

AT_ONCE = (12, 25)
IN_ONE = (6, 12)
"""More words than the first number is a warning, more than the second a failure."""

QUOTED = "takeaway"
"""A beat tagged so shows what it says, word for word."""
DEFINED = ("define", "definition", QUOTED)

_FIXTURE_BEATS = 3
"""A text on screen at so many beats' ends is part of the furniture."""


def check(evidence: Evidence) -> list[Finding]:
    """By the texts that can be read in each look."""
    return [*_dwell(evidence), *_at_once(evidence), *put_together(evidence, _in_one(evidence))]


def _dwell(evidence: Evidence) -> Iterator[Finding]:
    for chapter in evidence.plan.chapters:
        views = evidence.views[chapter.id]
        read: set[str] = set()
        for text, spans in _spans(views).items():
            needed = max(SHORTEST, START + EACH_WORD * count_words(text))
            for first, last in spans:
                shown = seconds(views[last].end - views[first].start)
                if shown + 1e-9 >= needed:
                    read.add(text)
                elif text not in read:
                    view = views[first]
                    state = next(state for state in view.readable if view.thing(state).text == text)
                    yield evidence.about_beat("DWL-1", Severity.FAIL, view.beat,
                                              f"shown for {shown:.1f} s; reading it takes {needed:.1f} s",
                                              view.thing(state).label, line=view.look.line, tick=view.start,
                                              thing=view.state(state).thing)


def _spans(views: tuple[View, ...]) -> dict[str, list[tuple[int, int]]]:
    """Each text's runs of looks in which it can be read, first and last look; equal words are one text."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for number, view in enumerate(views):
        for text in {view.thing(state).text or "" for state in view.readable}:
            runs = spans.setdefault(text, [])
            if runs and runs[-1][1] == number - 1:
                runs[-1] = (runs[-1][0], number)
            else:
                runs.append((number, number))
    return spans


def _at_once(evidence: Evidence) -> Iterator[Finding]:
    for chapter in evidence.plan.chapters:
        fixtures = _fixtures(evidence.views[chapter.id])
        worst: dict[str, tuple[int, View]] = {}
        told: set[frozenset[int]] = set()
        for view in evidence.views[chapter.id]:
            if view.still and QUOTED not in view.beat.tags:
                things = frozenset(view.state(state).thing for state in view.readable) - fixtures
                count = sum(view.album.things[thing].words for thing in things if not _is_letter(view.album.things[thing]))
                if count > worst.get(view.beat.id, (AT_ONCE[0], view))[0] and things not in told:
                    worst[view.beat.id] = (count, view)
                told.add(things)  # still there when the next beat begins: that is no finding of the next beat
        for count, view in worst.values():
            severity = Severity.FAIL if count > AT_ONCE[1] else Severity.WARN
            yield evidence.about_beat("DWL-2", severity, view.beat, f"{count} words on screen at once; {AT_ONCE[0]} are enough",
                                      view.beat.id, line=view.look.line, tick=view.start)


def _fixtures(views: tuple[View, ...]) -> set[int]:
    ends: dict[int, set[str]] = {}
    for view in views:
        if view.end >= view.beat.end:
            for state in view.readable:
                ends.setdefault(view.state(state).thing, set()).add(view.beat.id)
    return {thing for thing, beats in ends.items() if len(beats) >= _FIXTURE_BEATS}


def _is_letter(thing: Thing) -> bool:
    """A name such as A or v is seen, not read."""
    return len(thing.text or "") == 1


def _in_one(evidence: Evidence) -> Iterator[Incident]:
    for view in evidence.all_views:
        if view.still and not set(DEFINED) & set(view.beat.tags):
            for state in view.readable:
                words = view.thing(state).words
                if words > IN_ONE[0]:
                    severity = Severity.FAIL if words > IN_ONE[1] else Severity.WARN
                    yield Incident("DWL-3", severity, view, view.state(state).thing, f"a text of {words} words; {IN_ONE[0]} are enough",
                                   words)
