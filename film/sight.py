"""Looking while a chapter is planned: what is on screen at each beat's end, in every hold, and within each play."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from film.clock import nearest_tick, seconds
from film.geometry import Outline, apart, gap
from film.looks import SAMPLES, Album, Ink, Look, Meeting, SeenBeat, State, Thing, Waiver

_LEAST_LOOKS = 5
"""Within a play, however still."""

_MANY = 512
"""Curves: what has more is a crowd, and one look in passing sees some of it wherever it flies."""

_LONGEST_BLINK = 5
"""Ticks between two looks within a play."""

_FAR = 0.3
"""Frame units that something may move between two looks."""

_SMALLEST_VERTEX = 0.05
"""Frame units: smaller dots are a texture; nobody looks at one of them."""

_NEAR = 0.3
"""Frame units within which something counts as near a text."""

_FAINT = 0.02
"""Ink below this opacity is no ink."""

_COLUMNS, _ROWS = 8, 3
assert _COLUMNS * _ROWS == SAMPLES

STROKE_UNIT = 0.01
"""Frame units a stroke of Manim's width 1 measures."""


class Eye:
    """Looks at a scene while it is planned, and fills an album.

    Parameters
    ----------
    chapter
        The chapter's id.
    file
        Its scene file: lines noted are lines of it.
    """

    def __init__(self, chapter: str, file: Path) -> None:
        self.chapter, self.file = chapter, str(file)
        self.register = _Register(file.parent)
        self.looks: list[Look] = []
        self.beats: list[SeenBeat] = []
        self.waivers: list[Waiver] = []
        self._opening: tuple[tuple[int, ...], int] = ((), 0)
        self._before: frozenset[int] = frozenset()
        self._moved = 0.0

    # What the scene tells.

    def begin_beat(self, scene: Any) -> None:
        """A beat is about to start."""
        visible = frozenset(self._visible(scene))
        self._opening = (tuple(sorted(visible ^ self._before)), self._line())

    def moments(self, run_time: float) -> Iterator[float]:
        """When to look within a play; the last moment is its end.

        The faster something moves, the sooner the next look, or it would pass over a label unseen.
        """
        length = nearest_tick(run_time)
        longest = min(max(1, length // (_LEAST_LOOKS + 1)), _LONGEST_BLINK)
        tick = blink = 1
        while tick < length:
            self._moved = 0.0
            yield seconds(tick)
            blink = min(max(1, int(blink * _FAR / max(self._moved, 1e-9))), longest, 2 * blink)
            tick += blink
        yield run_time

    def glance(self, scene: Any, beat: Any, time: float) -> None:
        """Look within a play, `time` seconds into it."""
        if time < scene.duration:
            self._look(scene, beat.now + nearest_tick(time), still=False)

    def after_play(self, scene: Any, beat: Any) -> None:
        """A play or a wait has ended."""
        waited = scene.is_current_animation_frozen_frame()
        tick = beat.now - (nearest_tick(scene.duration) if waited else 0)
        self._look(scene, tick, still=waited)

    def end_beat(self, scene: Any, beat: Any) -> None:
        """A beat is over."""
        things = self._visible(scene)
        self._before = frozenset(things)
        declared = {id(part) for mobject in beat.left or () for part in mobject.get_family()}
        extra = [thing for thing, leaf in things.items() if id(leaf) not in declared]
        shown = {id(part) for leaf in things.values() for part in (leaf, *leaf.get_family())}
        missing = [self.register.thing(mobject) for mobject in beat.left or ()
                   if mobject.family_members_with_points() and not any(id(part) in shown for part in mobject.get_family())]
        changed, line = self._opening
        self.waivers += [self._waiver(*waiver) for waiver in beat.waivers]
        self.beats.append(SeenBeat(beat.timing.id, beat.timing.ticks, beat.now, tuple(beat.late.items()),
                                   beat.left is not None, tuple(extra), tuple(missing), changed, line))

    def _waiver(self, check: str, of: Any, because: str, line: int) -> Waiver:
        thing, name = (-1, of) if isinstance(of, str) else (self.register.thing(of), "")
        return Waiver(check, thing, name, because, len(self.beats), line)

    def album(self) -> Album:
        """Everything seen."""
        register = self.register
        return Album(self.chapter, tuple(register.things), tuple(register.states), tuple(register.meetings),
                     tuple(self.looks), tuple(self.beats), tuple(self.waivers))

    # Looking.

    def _look(self, scene: Any, tick: int, still: bool) -> None:
        frames = self._frames()
        self.register.names_from(scene, frames)
        states = self.register.states_of(scene.mobjects)
        if not still and self.looks:
            self._moved = self.register.way_between(self.looks[-1].states, states)
        if self.looks and (self.looks[-1].beat, self.looks[-1].tick) == (len(self.beats), tick):
            self.looks.pop()  # that picture was never drawn
        line = frames[0].f_lineno if frames else 0
        self.looks.append(Look(len(self.beats), tick, still, line, states, self.register.meetings_in(states)))

    def _visible(self, scene: Any) -> dict[int, Any]:
        self.register.names_from(scene, self._frames())
        return {self.register.thing(ink.mobject, ink.ancestors): ink.mobject for ink in inked(scene.mobjects)}

    def _frames(self) -> list[FrameType]:
        """The running calls of the scene's own file, innermost first."""
        frame, found = sys._getframe(1), []
        while frame is not None:
            if frame.f_code.co_filename == self.file:
                found.append(frame)
            frame = frame.f_back
        return found

    def _line(self) -> int:
        frames = self._frames()
        return frames[0].f_lineno if frames else 0


Inks = tuple[tuple[Ink, ...], tuple[Ink, ...]]
"""Fills and strokes."""

_NONE: Inks = ((), ())


@dataclass(frozen=True, slots=True)
class _Inked:
    """Something visible; a text counts as one, with all its letters.

    Attributes
    ----------
    parts
        What has ink of its own: the mobject itself, or the letters of a text; with their inks.
    """

    mobject: Any
    ancestors: tuple[Any, ...]
    parts: tuple[tuple[Any, Inks], ...]


def inked(mobjects: Sequence[Any]) -> list[_Inked]:
    """Everything visible, in drawing order."""
    found: list[_Inked] = []
    for mobject in mobjects:
        _gather((), mobject, found)
    return sorted(found, key=lambda entry: getattr(entry.mobject, "z_index", 0))


def _gather(ancestors: tuple[Any, ...], mobject: Any, found: list[_Inked]) -> None:
    if _is_text(mobject):
        parts = tuple((part, inks) for part in mobject.get_family() if (inks := _inks(part)) != _NONE)
        if parts:
            found.append(_Inked(mobject, ancestors, parts))
        return
    inks = _inks(mobject)
    if inks != _NONE:
        found.append(_Inked(mobject, ancestors, ((mobject, inks),)))
    if mobject.submobjects:
        ancestors = (*ancestors, mobject)
        for part in mobject.submobjects:
            _gather(ancestors, part, found)


def _is_text(mobject: Any) -> bool:
    return hasattr(mobject, "font") and hasattr(mobject, "initial_height") and isinstance(getattr(mobject, "text", None), str)


def _inks(mobject: Any) -> Inks:
    """What a mobject itself is painted with: fills and strokes that can be seen."""
    if len(mobject.points) == 0 or not hasattr(mobject, "fill_rgbas"):
        return _NONE
    return _colors(mobject.fill_rgbas), _colors(mobject.stroke_rgbas) if mobject.stroke_width > 0 else ()


_COLORS: dict[bytes, tuple[Ink, ...]] = {}


def _colors(rgbas: np.ndarray) -> tuple[Ink, ...]:
    key = rgbas.tobytes()
    if key not in _COLORS:
        _COLORS[key] = tuple(sorted({("#{:02X}{:02X}{:02X}".format(*(round(255 * min(max(float(part), 0), 1)) for part in rgba[:3])),
                                      round(float(rgba[3]), 3)) for rgba in rgbas if rgba[3] > _FAINT}))
    return _COLORS[key]


class _Register:
    """Gives numbers to things, states and meetings, and names to things."""

    def __init__(self, folder: Path) -> None:
        self.things: list[Thing] = []
        self.states: list[State] = []
        self.meetings: list[Meeting] = []
        self.folder = folder
        self._mobjects: list[Any] = []  # held, so that no other mobject gets the same id
        self._thing_ids: dict[int, int] = {}
        self._state_ids: dict[tuple, int] = {}
        self._outlines: dict[int, Outline | None] = {}
        self._outlines_by_points: dict[int, Outline] = {}
        self._discs: dict[int, np.ndarray] = {}
        self._meeting_ids: dict[tuple[int, int, bool], int | None] = {}
        self._scene: Any = None
        self._frames: Sequence[FrameType] = ()
        self._names: dict[int, str] | None = None

    # Things.

    def names_from(self, scene: Any, frames: Sequence[FrameType]) -> None:
        """Where names for new things are to be found now."""
        self._scene, self._frames, self._names = scene, frames, None

    def thing(self, mobject: Any, ancestors: Sequence[Any] = ()) -> int:
        """The number of a mobject."""
        known = self._thing_ids.get(id(mobject))
        ancestors = [ancestor for ancestor in ancestors if type(ancestor).__name__ != "Group"]  # what FadeIn and others wrap
        if known is not None:
            if ancestors and self.things[known].parent < 0:  # so far it had been seen only by itself
                self.things[known] = replace(self.things[known], parent=self.thing(ancestors[-1], ancestors[:-1]))
            return known
        parent = self.thing(ancestors[-1], ancestors[:-1]) if ancestors else -1
        name = self._name(mobject, ancestors[-1] if ancestors else None, parent)
        number = self._thing_ids[id(mobject)] = len(self.things)
        self._mobjects.append(mobject)
        text = getattr(mobject, "words", mobject.text) if _is_text(mobject) else None
        facts = tuple(getattr(mobject, "values", {}).items()) if text is not None else ()
        self.things.append(Thing(name, type(mobject).__name__, parent, text, facts, getattr(mobject, "template", None)))
        return number

    def _name(self, mobject: Any, parent: Any, number: int) -> str:
        if self._names is None:
            self._names = _names(self._scene, self._frames, self.folder)
        if id(mobject) in self._names:
            return self._names[id(mobject)]
        if parent is None:
            return type(mobject).__name__
        index = next((k for k, part in enumerate(parent.submobjects) if part is mobject), 0)
        return f"{self.things[number].name}[{index}]"

    # States.

    def states_of(self, mobjects: Sequence[Any]) -> tuple[int, ...]:
        """The states of all that is visible, in drawing order."""
        return tuple(self._state(self.thing(entry.mobject, entry.ancestors), entry) for entry in inked(mobjects))

    def _state(self, thing: int, entry: _Inked) -> int:
        key = (thing, *((_form(part.points), part.stroke_width, inks) for part, inks in entry.parts))
        known = self._state_ids.get(key)
        if known is None:
            known = self._state_ids[key] = len(self.states)
            state, outline = self._measure(thing, entry)
            self.states.append(state)
            self._outlines[known] = outline
        return known

    def way_between(self, before: Sequence[int], after: Sequence[int]) -> float:
        """How far anything has moved from one look to the next, in frame units."""
        known, now = set(before), set(after)
        old = {self.states[state].thing: state for state in before if state not in now}
        pairs = [(old[self.states[state].thing], state) for state in after if state not in known and self.states[state].thing in old]
        return max((self._way(*pair) for pair in pairs), default=0.0)

    def _way(self, before: int, after: int) -> float:
        one, other = self._outlines[before], self._outlines[after]
        if one is other and one is not None:
            return 0.0
        if one is not None and other is not None and len(one) == len(other):
            return float(np.abs(one.curves - other.curves).max()) if len(one) <= _MANY else 0.0
        return max(abs(a - b) for a, b in zip(self.states[before].box, self.states[after].box))

    def _measure(self, thing: int, entry: _Inked) -> tuple[State, Outline | None]:
        fills = tuple(sorted({ink for _, (filled, _) in entry.parts for ink in filled}))
        strokes = tuple(sorted({ink for _, (_, stroked) in entry.parts for ink in stroked}))
        width = max((STROKE_UNIT * float(part.stroke_width) for part, (_, stroked) in entry.parts if stroked), default=0.0)
        points = np.concatenate([part.points for part, _ in entry.parts]) if len(entry.parts) > 1 else entry.parts[0][0].points
        outline = self._outlines_by_points.setdefault(_form(points), Outline(points))  # shared by all states of a fade
        box = outline.box if len(outline) else (*entry.mobject.get_center()[:2],) * 2
        box = tuple(round(float(edge + side * width / 2), 4) for edge, side in zip(box, (-1, -1, 1, 1)))
        if self.things[thing].text is not None:
            from film.lettering import cap_height_of

            return State(thing, box, fills, strokes, width, round(cap_height_of(entry.mobject), 4)), None
        if fills:
            self._discs[len(self.states)] = outline.discs + (0, 0, width / 2)
        dots = tuple((round(float(x), 4), round(float(y), 4), round(float(radius), 4))
                     for x, y, radius in self._discs.get(len(self.states), ()) if radius >= _SMALLEST_VERTEX)
        return State(thing, box, fills, strokes, width, 0.0, dots), outline

    # Meetings.

    def meetings_in(self, states: Sequence[int]) -> tuple[int, ...]:
        """Every text with all that is near it."""
        found = []
        for place, text in enumerate(states):
            if self.things[self.states[text].thing].text is None:
                continue
            for other_place, other in enumerate(states):
                if self._outlines.get(other) is not None and not apart(self.states[text].box, self.states[other].box, _NEAR):
                    meeting = self._meeting(text, other, other_place > place)
                    if meeting is not None:
                        found.append(meeting)
        return tuple(found)

    def _meeting(self, text: int, other: int, above: bool) -> int | None:
        key = (text, other, above)
        if key not in self._meeting_ids:
            meeting = self._meet(text, other, above)
            self._meeting_ids[key] = None if meeting is None else len(self.meetings)
            if meeting is not None:
                self.meetings.append(meeting)
        return self._meeting_ids[key]

    def _meet(self, text: int, other: int, above: bool) -> Meeting | None:
        box, state, outline = self.states[text].box, self.states[other], self._outlines[other]
        assert outline is not None
        crossing = outline.length_in(box, state.width / 2) if state.strokes else 0.0
        distance = gap(box, self._discs.get(other, np.zeros((0, 3))))
        covered = 0
        if state.fills and not apart(box, state.box, 0):
            for bit in np.nonzero(outline.covers(_samples(box)))[0]:
                covered |= 1 << int(bit)
        if not crossing and not covered and distance > _NEAR:
            return None
        return Meeting(text, other, above, round(crossing, 4), round(min(distance, 1.0), 4), covered)


def _form(points: np.ndarray) -> int:
    """A number for these points; the same when they differ by rounding alone."""
    return hash((points[:, :2] * 1e4).round().astype(np.int32).tobytes())


def _samples(box: tuple[float, float, float, float]) -> np.ndarray:
    across = box[0] + (box[2] - box[0]) * (np.arange(_COLUMNS) + 0.5) / _COLUMNS
    up = box[1] + (box[3] - box[1]) * (np.arange(_ROWS) + 0.5) / _ROWS
    return np.array([(x, y) for y in up for x in across])


# Names: what the scene's own code calls a mobject.

_DEEPEST = 2
_MOST_ITEMS = 400


def _names(scene: Any, frames: Sequence[FrameType], folder: Path) -> dict[int, str]:
    """Names of mobjects by id: local variables of the running calls before attributes of the scene."""
    found: dict[int, str] = {}
    for frame in frames:
        found = {**_names_in({name: value for name, value in frame.f_locals.items() if name != "self"}), **found}
    own = {name: value for name, value in vars(scene).items() if name not in _MANIM_S and not name.startswith("_")}
    return {**_names_in(own), **found}


_MANIM_S = frozenset(("mobjects", "foreground_mobjects", "moving_mobjects", "static_mobjects", "animations", "renderer", "camera",
                      "director", "meshes", "point_lights", "shown_facts", "submobjects", "saved_state", "target"))


def _names_in(values: dict[str, Any]) -> dict[int, str]:
    found: dict[int, str] = {}
    _collect(values, "", found, 0)
    return found


def _collect(values: dict[str, Any], prefix: str, found: dict[int, str], depth: int) -> None:
    later = []
    for name, value in values.items():
        name = f"{prefix}{name}"
        if hasattr(value, "submobjects"):
            found.setdefault(id(value), name)
            if not _is_text(value):
                later.append(({**_attributes(value), **_items(value.submobjects)}, name))
        elif isinstance(value, (list, tuple)):
            later.append((_items(value), name))
        elif isinstance(value, dict):
            later.append(({f"[{key!r}]": item for key, item in value.items()}, name))
        else:
            later.append((_attributes(value), name))
    if depth < _DEEPEST:
        for inner, name in later:
            if len(inner) <= _MOST_ITEMS:
                _collect(inner, name, found, depth + 1)


def _items(values: Sequence[Any]) -> dict[str, Any]:
    return {f"[{index}]": item for index, item in enumerate(values)}


def _attributes(value: Any) -> dict[str, Any]:
    """What a lesson's own object keeps under names of its own."""
    if not type(value).__module__.startswith("scenes.") or not hasattr(value, "__dict__"):
        return {}
    return {f".{name}": item for name, item in vars(value).items() if name not in _MANIM_S and not name.startswith("_")}
