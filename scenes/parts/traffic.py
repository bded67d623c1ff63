"""Things going back and forth between places, for as long as a play lasts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Animation, Mobject, VGroup, linear


class Traffic(Animation):
    """Each traveler goes from its start to its end, and again, `trips` times in all; unseen before, between and after.

    Parameters
    ----------
    travelers
        What goes; it must be built at its start, and is off the screen when the play is over.
    ends
        Where each goes to.
    trips
        How often each goes in the time of the play.
    """

    def __init__(self, travelers: Sequence[Mobject], ends: Sequence[np.ndarray], trips: float, **kwargs) -> None:
        self.starts = [traveler.get_center() for traveler in travelers]
        self.ends = [np.asarray(end) for end in ends]
        self.trips = trips
        super().__init__(VGroup(*travelers), remover=True, **{"rate_func": linear, **kwargs})

    def interpolate_mobject(self, alpha: float) -> None:
        count = len(self.starts)
        for index, (traveler, start, end) in enumerate(zip(self.mobject, self.starts, self.ends)):
            time = alpha * self.trips - index / count
            under_way = 0 <= time < np.floor(self.trips - index / count)
            share = time % 1 if under_way else 0.0
            traveler.move_to(start + (end - start) * share * share * (3 - 2 * share))
            self.show(index, float(np.clip(min(share, 1 - share) * 8, 0, 1)))

    def show(self, index: int, opacity: float) -> None:
        """Fade a traveler in after its start and out before its end."""
        family = zip(self.mobject[index].family_members_with_points(),
                     self.starting_mobject[index].family_members_with_points())
        for part, original in family:
            part.set_fill(opacity=original.get_fill_opacity() * opacity, family=False)
            part.set_stroke(opacity=original.get_stroke_opacity() * opacity, family=False)
