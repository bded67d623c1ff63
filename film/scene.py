"""What a chapter is written in: a scene that is narrated beat by beat.

::

    class PartitionedGraph(LessonScene):
        def construct(self):
            with self.narrate("too-big") as beat:
                beat.until("gauge")
                self.play(gauge.fill(), run_time=beat.lasting_until("full"))
                beat.leaves(gauge)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from manim import Animation, Mobject, config
from manim_voiceover import VoiceoverScene
from tqdm import tqdm

from film.clock import frames, nearest_tick, seconds
from film.errors import LessonError
from film.lettering import Label, Number
from film.sight import Eye
from film.theme import Theme
from film.timing import BeatTiming


class Director(Protocol):
    """Whoever runs a scene: the planner, a drawer, or plain Manim."""

    theme: Theme
    facts: Any

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """A beat starts; its timing, or an error if it is not this beat's turn."""

    def end(self, scene: LessonScene, beat: BeatClock) -> None:
        """A beat is over; the scene shows its last state."""


class LessonScene(VoiceoverScene):
    """A chapter. Subclasses write `construct`, and play only inside `with self.narrate(...)`."""

    director: Director

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tick = 0
        self.shown_facts: dict[str, str] = {}
        self.eye: Eye | None = None
        self._beat: BeatClock | None = None

    def setup(self) -> None:
        """Under plain Manim there is no director yet: this scene finds its own lesson and speaks for itself."""
        if not hasattr(self, "director"):
            from film.standalone import Standalone

            self.director = Standalone(self)

    @property
    def facts(self) -> Any:
        """The lesson's facts: what the scripts' placeholders read."""
        return self.director.facts

    @property
    def theme(self) -> Theme:
        """The lesson's look."""
        return self.director.theme

    def number(self, *facts: str, template: str = "{}", **style: Any) -> Number:
        """Facts as text, such as `number("published.papers_gb", template="{} GB", size="title")`."""
        number = Number(self.facts, facts, self.theme, template, **style)
        self.shown_facts.update(number.values)
        return number

    def label(self, text: str, **style: Any) -> Label:
        """Words in the lesson's font: `size` and `role` by their names in look.toml."""
        return Label(text, self.theme, **style)

    @contextmanager
    def narrate(self, beat_id: str) -> Iterator[BeatClock]:
        """Play one beat: what happens inside is drawn while the beat's words are spoken.

        At the end the picture holds until the words and their pause are over.
        """
        if self._beat is not None:
            raise LessonError(f"beat {beat_id!r} starts inside beat {self._beat.timing.id!r}")
        beat = self._beat = BeatClock(self, self.director.begin(self, beat_id))
        yield beat
        beat.finish()
        self._beat = None
        self.director.end(self, beat)

    def play(self, *args: Any, **kwargs: Any) -> None:
        """Manim's `play`, on the film's clock, inside a beat."""
        if self._beat is None:
            raise LessonError("something is played outside a beat; move it into a 'with self.narrate(...)' block")
        super().play(*args, **kwargs)
        self.tick += nearest_tick(self.duration)
        if self.eye is not None:
            self.eye.after_play(self, self._beat)

    def get_run_time(self, animations: Sequence[Animation]) -> float:
        """Every play lasts whole ticks; an animation that ends within the play ends on a tick, too."""
        for animation in animations:
            length = self.validate_run_time(animation.run_time, self.play, "total run_time")
            animation.run_time = seconds(max(1, nearest_tick(length)))
        return max(animation.run_time for animation in animations)

    def get_time_progression(self, run_time: float, description: str, *args: Any, **kwargs: Any) -> tqdm:
        """The moments drawn in a play: exactly its frames.

        Manim's own `arange` yields one too many for some lengths.
        """
        if self.renderer.skip_animations:
            moments: Iterable[float] = [run_time] if self.eye is None else self.eye.moments(run_time)
        else:
            fps = int(config.frame_rate)
            moments = [frame / fps for frame in range(frames(nearest_tick(run_time), fps))]
        return tqdm(moments, desc=description, leave=False, disable=config.progress_bar == "none")

    def update_to_time(self, t: float) -> None:
        """Manim's; whoever looks at the scene while it is planned gets a glance within the play."""
        super().update_to_time(t)
        if self.eye is not None:
            self.eye.glance(self, self._beat, t)

    def play_internal(self, skip_rendering: bool = False) -> None:
        """Manim's, but updaters get their last call in a skipped play as well."""
        super().play_internal(skip_rendering)
        if self.renderer.skip_animations:
            self.update_mobjects(0)


class BeatClock:
    """The time inside one beat."""

    def __init__(self, scene: LessonScene, timing: BeatTiming) -> None:
        self.scene = scene
        self.timing = timing
        self.start = scene.tick
        self.left: tuple[Mobject, ...] | None = None
        self.late: dict[str, int] = {}
        self.waivers: list[tuple[str, Mobject | str, str, int]] = []
        self._marks = dict(timing.marks)
        self._unheard = set(self._marks)

    @property
    def now(self) -> int:
        """Ticks since the beat began."""
        return self.scene.tick - self.start

    def until(self, mark: str) -> None:
        """Hold the picture until the marked word is spoken."""
        wait = self._ticks_to(mark)
        if wait > 0:
            self.scene.wait(seconds(wait))

    def lasting_until(self, mark: str) -> float:
        """Seconds from now to the marked word, for `run_time`; at least one tick."""
        return seconds(max(1, self._ticks_to(mark)))

    def leaves(self, *mobjects: Mobject) -> None:
        """Declare what is on screen when the beat ends; anything else there is a fault."""
        self.left = mobjects

    def waives(self, check: str, of: Mobject | str, *, because: str) -> None:
        """Accept what `render.py check` finds in this beat: one check, one object, for a reason.

        Parameters
        ----------
        of
            The mobject, or the name of what the finding is about when that is none (a mark, the beat).

        A waiver that hides nothing is itself a finding, and so is one without a reason.
        """
        self.waivers.append((check, of, because, sys._getframe(1).f_lineno))

    def finish(self) -> None:
        """Hold until the beat's end, at least one tick, so that the last movement is seen to arrive."""
        if self._unheard:
            mark = min(self._unheard, key=self._marks.__getitem__)
            raise LessonError(f"nobody waits for the mark {mark!r} of beat {self.timing.id!r}; use beat.until({mark!r}) "
                              "or take it out of the script")
        self.scene.wait(seconds(max(1, self.timing.ticks - self.now)))

    def _ticks_to(self, mark: str) -> int:
        if mark not in self._marks:
            known = ", ".join(self._marks) or "none"
            raise LessonError(f"beat {self.timing.id!r} has no mark {mark!r}; its marks are: {known}")
        self._unheard.discard(mark)
        wait = self._marks[mark] - self.now
        if wait < 0:
            self.late[mark] = -wait
        return wait
