"""A graph of a few dozen dots in three corners: whole at first, then split between three machines."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from manim import Animation, AnimationGroup, DashedLine, Dot, FadeIn, FadeOut, Line, VGroup, normalize

from film.theme import Theme
from scenes.parts.part import Part
from scenes.parts.rows import Packet, Row
from scenes.parts.traffic import Traffic

_INSIDE = ((0, 1), (1, 4), (3, 4), (4, 5), (4, 7), (6, 7), (7, 8), (2, 5), (3, 6), (0, 3), (5, 8))
_LINKS_A_PAIR = 2
_CLEARANCE = 0.13


class SmallGraph(Part):
    """Three groups of nine dots, linked inside and across.

    Parameters
    ----------
    centers
        Where the three groups lie.
    """

    def __init__(self, theme: Theme, centers: Sequence[np.ndarray]) -> None:
        self.theme = theme
        rng = np.random.default_rng(11)
        grid = np.array([[x, y, 0] for x in (-0.68, 0.0, 0.68) for y in (-0.46, 0.0, 0.46)])
        self.spots = [center + grid + np.column_stack([rng.uniform(-0.12, 0.12, (9, 2)), np.zeros(9)]) for center in centers]
        self.dots = [VGroup(*[Dot(spot, 0.075, color=theme.color("text")) for spot in spots]) for spots in self.spots]
        inside = [self.line(Line, spots[a], spots[b]) for spots in self.spots for a, b in _INSIDE]
        self.crossings = list(self.nearest_pairs())
        across = [self.line(Line, start, end) for _, _, start, end in self.crossings]
        self.inside, self.across = VGroup(*inside), VGroup(*across)
        super().__init__(self.inside, self.across, *self.dots)

    def line(self, kind: type, start: np.ndarray, end: np.ndarray) -> Line:
        """A line between two dots."""
        return kind(start, end, stroke_width=2.5, color=self.theme.color("quiet"))

    def nearest_pairs(self):
        """For each two groups, the shortest links that keep clear of other dots and of each other, no dot twice."""
        chosen = []
        for a, b in itertools.combinations(range(len(self.spots)), 2):
            used: set[tuple[int, int]] = set()
            pairs = sorted(itertools.product(range(9), range(9)),
                           key=lambda pair: np.linalg.norm(self.spots[a][pair[0]] - self.spots[b][pair[1]]))
            for i, j in pairs:
                start, end = self.spots[a][i], self.spots[b][j]
                if {(a, i), (b, j)} & used or not self.clear(start, end, chosen):
                    continue
                used |= {(a, i), (b, j)}
                chosen.append((start, end))
                yield a, b, start, end
                if len(used) == 2 * _LINKS_A_PAIR:
                    break

    def clear(self, start, end, links) -> bool:
        """Whether a link passes no dot closer than `_CLEARANCE` and crosses no other link."""
        along = np.linspace(start, end, 60)
        for spot in np.concatenate(self.spots):
            if min(np.linalg.norm(spot - start), np.linalg.norm(spot - end)) > 1e-6 and \
                    np.linalg.norm(along - spot, axis=1).min() < _CLEARANCE:
                return False
        return not any(_cross(start, end, *link) for link in links)

    def split(self, roles: Sequence[str]) -> Animation:
        """Each group takes its machine's color; the links across become dashed, but stay."""
        dashed = VGroup(*[self.line(DashedLine, start, end).set_stroke(self.theme.color("text"))
                          for _, _, start, end in self.crossings])
        solid, self.across = self.across, dashed
        self.remove(solid)
        self.add_to_back(dashed)
        colors = [dots.animate.set_color(self.theme.color(role)) for dots, role in zip(self.dots, roles)]
        return AnimationGroup(*colors, FadeOut(solid), FadeIn(dashed))

    def rows_across(self, roles: Sequence[str], trips: float) -> Animation:
        """Rows travel along every link, this way or that."""
        rng = np.random.default_rng(5)
        travelers, ends = [], []
        for index, (a, b, start, end) in enumerate(self.crossings):
            if index % 2:
                a, start, end = b, end, start
            row = Row(self.theme, roles[a], rng.integers(0, 4, 4), width=0.5, height=0.13)
            aside = 0.32 * normalize(end - start)  # clear of the dots at both ends
            travelers.append(Packet(self.theme, row).move_to(start + aside))
            ends.append(end - aside)
        return Traffic(travelers, ends, trips)


def _cross(a, b, c, d) -> bool:
    """Whether the segments ab and cd cross."""
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return bool(side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9)
