"""What the checks judge: the plan, what was seen while planning, the look, the pauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from film.captions import Cue, cues
from film.checks.finding import Finding, Severity
from film.clock import SAMPLES_PER_TICK, samples, seconds
from film.looks import ALL_SAMPLES, Album, Look, Meeting, State, Thing
from film.plan import Plan, PlannedBeat, PlannedChapter
from film.theme import Theme

READABLE = 0.35
"""Ink below this opacity is on its way in or out, or set back: it is not read."""

SOLID = 0.9
"""Ink above this opacity hides what lies under it."""

SETTLED = 3
"""Ticks a picture must hold to count as one that is looked at."""


@dataclass(frozen=True)
class View:
    """One look, with everything it refers to.

    Attributes
    ----------
    start, end
        First tick of the film at which the picture looks like this, and the tick of the next look.
    """

    album: Album
    look: Look
    beat: PlannedBeat
    start: int
    end: int

    @property
    def still(self) -> bool:
        """Whether nothing moves, for long enough to be looked at."""
        return self.look.still and (self.end - self.start >= SETTLED or self.end >= self.beat.end)

    @cached_property
    def places(self) -> dict[int, int]:
        """State to its place in the drawing order."""
        return {state: place for place, state in enumerate(self.look.states)}

    @property
    def states(self) -> tuple[int, ...]:
        """All states, in drawing order."""
        return self.look.states

    def state(self, index: int) -> State:
        """A state by its index."""
        return self.album.states[index]

    def thing(self, state: int) -> Thing:
        """What is in that state."""
        return self.album.thing_of(state)

    @cached_property
    def meetings(self) -> dict[int, list[Meeting]]:
        """What is near each text, in drawing order."""
        found: dict[int, list[Meeting]] = {}
        for index in self.look.meetings:
            meeting = self.album.meetings[index]
            found.setdefault(meeting.text, []).append(meeting)
        for near in found.values():
            near.sort(key=lambda meeting: self.places[meeting.other])
        return found

    @cached_property
    def readable(self) -> tuple[int, ...]:
        """The states of the texts that can be read now: strong enough, and not hidden behind something."""
        return tuple(text for text in self.album.texts(self.look)
                     if self.state(text).opacity > READABLE and not any(
                         meeting.above and self._hides(meeting) for meeting in self.meetings.get(text, ())))

    def near(self, text: int) -> list[Meeting]:
        """What is near a text and not hidden behind the box it stands on, if it stands on one."""
        found: list[Meeting] = []
        for meeting in self.meetings.get(text, ()):
            if self._hides(meeting) and not meeting.above:
                found.clear()
            found.append(meeting)
        return found

    def backs(self, meeting: Meeting) -> bool:
        """Whether the text stands wholly on that fill."""
        return not meeting.above and meeting.covered == ALL_SAMPLES

    def _hides(self, meeting: Meeting) -> bool:
        fills = self.state(meeting.other).fills
        if meeting.covered != ALL_SAMPLES or not fills:
            return False
        strength = min(opacity for _, opacity in fills)
        return strength > SOLID or not self.look.still and strength >= self.state(meeting.text).opacity  # fading together


@dataclass(frozen=True)
class Evidence:
    """Everything the checks may look at.

    Attributes
    ----------
    scene_files, script_files
        Chapter to the files its findings point to, as they are shown to the user.
    look_file
        The file with the colors, likewise.
    """

    plan: Plan
    albums: dict[str, Album]
    theme: Theme
    scene_files: dict[str, str]
    script_files: dict[str, str]
    look_file: str

    @cached_property
    def views(self) -> dict[str, tuple[View, ...]]:
        """Every look of each chapter, in order."""
        return {chapter.id: tuple(_views(chapter, self.albums[chapter.id])) for chapter in self.plan.chapters}

    @property
    def all_views(self) -> Iterator[View]:
        """Every look of the film."""
        return (view for views in self.views.values() for view in views)

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The captions."""
        return cues(self.plan)

    @cached_property
    def speech(self) -> tuple[tuple[int, int], ...]:
        """First tick and the tick after the last of every sentence, in the film."""
        return tuple(((samples(beat.start) + sentence.start) // SAMPLES_PER_TICK,
                      -(-(samples(beat.start) + sentence.end) // SAMPLES_PER_TICK))
                     for beat in self.plan.beats for sentence in beat.sentences)

    def spoken(self, view: View) -> bool:
        """Whether somebody speaks while a picture is shown."""
        return any(start < view.end and end > view.start for start, end in self.speech)

    def about_beat(self, check: str, severity: Severity, beat: PlannedBeat, message: str, object: str = "", *,
                   line: int | None = None, tick: int | None = None, thing: int = -1) -> Finding:
        """A finding about a beat's picture; the line is one of its scene."""
        return Finding(check, severity, message, object, beat.chapter, beat.id, beat.start if tick is None else tick,
                       self.scene_files[beat.chapter], line, thing)

    def about_words(self, check: str, severity: Severity, beat: PlannedBeat, message: str, object: str = "", *,
                    line: int | None = None, tick: int | None = None) -> Finding:
        """A finding about what a beat says; the line is one of its script."""
        return Finding(check, severity, message, object, beat.chapter, beat.id, beat.start if tick is None else tick,
                       self.script_files[beat.chapter], beat.line if line is None else line)


@dataclass
class Incident:
    """Something wrong with one mobject in one look, before all looks of a beat are put together.

    Attributes
    ----------
    weight
        How bad it is, to choose the message of the worst look.
    """

    check: str
    severity: Severity
    view: View
    thing: int
    message: str
    weight: float = 0.0


def put_together(evidence: Evidence, incidents: Iterable[Incident]) -> list[Finding]:
    """One finding for each mobject and check, as bad as it gets, from when it first gets so bad.

    A fault that lasts from beat to beat is one finding, of the beat in which it first gets so bad. Three or more parts
    of one mobject with the same fault become a finding about that mobject.
    """
    groups: dict[tuple, list[Incident]] = {}
    for incident in incidents:
        groups.setdefault((incident.view.beat.chapter, incident.check, incident.thing), []).append(incident)
    findings = []
    for worst, first, ticks, parts in _by_parent([_worst(run) for group in groups.values() for run in _runs(group)]):
        album, thing, message = worst.view.album, worst.thing, worst.message
        if parts > 1:
            message = f"{parts} of its parts, such as {album.things[thing].label}: {message}"
            thing = album.things[thing].parent
        if ticks:
            message += f", for {seconds(ticks):.1f} s"
        findings.append(evidence.about_beat(worst.check, worst.severity, first.view.beat, message, album.things[thing].label,
                                            line=first.view.look.line, tick=first.view.start, thing=thing))
    return findings


Merged = tuple[Incident, Incident, int, int]
"""The worst of several, the first as bad, how many ticks they last, how many parts they are about."""


def _runs(group: list[Incident]) -> Iterator[list[Incident]]:
    """A mobject's incidents, cut where a whole beat lies between two."""
    run: list[Incident] = []
    for incident in group:
        if run and incident.view.look.beat - run[-1].view.look.beat > 1:
            yield run
            run = []
        run.append(incident)
    yield run


def _worst(group: list[Incident]) -> Merged:
    worst = min(group, key=lambda incident: (incident.severity.rank, -incident.weight))
    first = next(incident for incident in group if incident.severity == worst.severity)
    return worst, first, sum({incident.view.start: incident.view.end - incident.view.start for incident in group}.values()), 1


def _by_parent(merged: list[Merged]) -> list[Merged]:
    while True:
        families: dict[tuple, list[Merged]] = {}
        for entry in merged:
            incident = entry[0]
            thing = incident.view.album.things[incident.thing]
            alone = thing.parent < 0 or thing.text is not None
            key = (incident.check, incident.severity, entry[1].view.beat.name, incident.thing if alone else ("in", thing.parent))
            families.setdefault(key, []).append(entry)
        together = [family for family in families.values() if len(family) >= 3]
        if not together:
            return merged
        merged = [entry for family in families.values() if len(family) < 3 for entry in family]
        merged += [_family(family) for family in together]
        return merged


def _family(family: list[Merged]) -> Merged:
    worst = max((entry[0] for entry in family), key=lambda incident: incident.weight)
    first = min((entry[1] for entry in family), key=lambda incident: incident.view.start)
    return worst, first, max(entry[2] for entry in family), len(family)


def _views(chapter: PlannedChapter, album: Album) -> Iterator[View]:
    places = [(look, chapter.beats[look.beat]) for look in album.looks]
    starts = [beat.start + look.tick for look, beat in places] + [chapter.end]
    for (look, beat), start, end in zip(places, starts, starts[1:]):
        yield View(album, look, beat, start, end)
