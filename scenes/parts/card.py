"""The film's title, as it stands on its first and last card."""

from __future__ import annotations

import numpy as np
from manim import ORIGIN, VGroup

from film.lettering import Label
from film.theme import Theme

TITLE = ("Distributed GNN training,", "and what learnable embeddings add")
_LINE = 0.72


def title_lines(theme: Theme, place: np.ndarray, align: np.ndarray = ORIGIN) -> VGroup:
    """The title in two lines; `place` is where the first one stands."""
    place = np.asarray(place, dtype=float)
    return VGroup(*[Label(words, theme, size="title").place(place - (0, _LINE * line, 0), align) for line, words in enumerate(TITLE)])
