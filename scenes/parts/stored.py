"""A graph's rows in the memory of three servers: boxes filled with strips, a third of them in each."""

from __future__ import annotations

import numpy as np
from manim import DOWN, LEFT

from film.theme import Theme
from scenes.parts.server import ROLES, Server
from scenes.parts.strips import Strips, pile

STRIP = (0.175, 0.074)
_PITCH = (0.195, 0.1)
_COLUMNS = 20
_PLACES = ([-4.5, -0.9, 0], [0, -0.9, 0], [4.5, -0.9, 0])
_BOX = (4.1, 2.7)


class Stored:
    """The full servers.

    Parameters
    ----------
    shades
        What the rows hold; as many rows for each server.

    Attributes
    ----------
    servers, rows
        Boxes with their letters; the strips inside, one mobject a server.
    places
        Where each strip lies, shape (rows, 2); every third one belongs to the same server.
    """

    def __init__(self, theme: Theme, shades: np.ndarray) -> None:
        self.theme = theme
        self.servers = [Server(theme, rank, np.array(place), *_BOX) for rank, place in enumerate(_PLACES)]
        self.places = np.empty((len(shades), 2))
        for rank, server in enumerate(self.servers):
            left, bottom = server.box.get_corner(DOWN + LEFT)[:2] + ((server.box.width - _COLUMNS * _PITCH[0]) / 2, 0.1)
            self.places[rank::3] = pile(len(shades) // 3, _COLUMNS, left, bottom, _PITCH)
        self.rows = self.filled_with(shades)

    def filled_with(self, shades: np.ndarray) -> list[Strips]:
        """Strips with these shades in all places."""
        return [Strips(self.theme, self.places[rank::3], *STRIP, shades[rank::3], role=role) for rank, role in enumerate(ROLES)]
