"""A row: the numbers of one vertex, as a strip of cells in its owner's color; and a row on its way."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, DashedVMobject, RoundedRectangle, Square, VGroup

from film.theme import Theme
from scenes.parts.strips import CELLS, SHADES


class Row(VGroup):
    """One vertex's numbers.

    Parameters
    ----------
    shades
        One of the four shades a cell: equal shades, equal numbers.
    """

    def __init__(self, theme: Theme, role: str, shades: Sequence[int], width: float = 0.68, height: float = 0.15) -> None:
        side = width / CELLS
        cells = [Square(side, stroke_width=0, fill_color=theme.color(role), fill_opacity=SHADES[shade]) for shade in shades]
        super().__init__(*(cell.stretch_to_fit_height(height).stretch_to_fit_width(side * 0.88) for cell in cells))
        self.arrange(RIGHT, buff=side * 0.12)


class Packet(VGroup):
    """A row on its way: boxed in the color of what it does, such as being loaded."""

    def __init__(self, theme: Theme, row: Row, role: str = "load") -> None:
        self.row = row
        frame = RoundedRectangle(corner_radius=0.07, width=row.width + 0.1, height=row.height + 0.09, stroke_width=2.5,
                                 color=theme.color(role), fill_color=theme.color("background"), fill_opacity=1)
        super().__init__(frame.move_to(row), row)


class RowCopy(VGroup):
    """A row's values kept somewhere else than at home: in a dashed frame."""

    def __init__(self, theme: Theme, row: Row) -> None:
        frame = RoundedRectangle(corner_radius=0.09, width=row.width + 0.2, height=row.height + 0.2, stroke_width=4,
                                 color=theme.color("text")).move_to(row)
        super().__init__(DashedVMobject(frame, num_dashes=40), row.copy())

    def aged(self) -> RowCopy:
        """The row at home has changed since."""
        self[1].fade(0.45)
        return self
