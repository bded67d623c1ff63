"""Looking while a chapter is planned: what is on screen at each beat's end, in every hold, and within each play."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from film.clock import nearest_tick, seconds
from film.ink import inked
from film.looks import Album, Look, SeenBeat, Waiver
from film.meetings import Meetings
from film.states import States
from film.things import Things

_LEAST_LOOKS = 5
"""Within a play, however still."""

_LONGEST_BLINK = 5
"""Ticks between two looks within a play."""

_FAR = 0.3
"""Frame units that something may move between two looks."""


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
        self.things = Things()
        self.states = States(self.things)
        self.meetings = Meetings(self.states)
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
        missing = [self.things.number_of(mobject) for mobject in beat.left or ()
                   if mobject.family_members_with_points() and not any(id(part) in shown for part in mobject.get_family())]
        changed, line = self._opening
        self.waivers += [self._waiver(*waiver) for waiver in beat.waivers]
        self.beats.append(SeenBeat(beat.timing.id, beat.timing.ticks, beat.now, tuple(beat.late.items()),
                                   beat.left is not None, tuple(extra), tuple(missing), changed, line))

    def _waiver(self, check: str, of: Any, because: str, line: int) -> Waiver:
        thing, name = (-1, of) if isinstance(of, str) else (self.things.number_of(of), "")
        return Waiver(check, thing, name, because, len(self.beats), line)

    def album(self) -> Album:
        """Everything seen."""
        return Album(self.chapter, tuple(self.things.seen), tuple(self.states.seen), tuple(self.meetings.seen),
                     tuple(self.looks), tuple(self.beats), tuple(self.waivers))

    # Looking.

    def _look(self, scene: Any, tick: int, still: bool) -> None:
        frames = self._frames()
        self.things.names_from(scene, frames)
        states = self.states.of(scene.mobjects)
        if not still and self.looks:
            self._moved = self.states.way_between(self.looks[-1].states, states)
        if self.looks and (self.looks[-1].beat, self.looks[-1].tick) == (len(self.beats), tick):
            self.looks.pop()  # that picture was never drawn
        line = frames[0].f_lineno if frames else 0
        self.looks.append(Look(len(self.beats), tick, still, line, states, self.meetings.among(states)))

    def _visible(self, scene: Any) -> dict[int, Any]:
        self.things.names_from(scene, self._frames())
        return {self.things.number_of(ink.mobject, ink.ancestors): ink.mobject for ink in inked(scene.mobjects)}

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
