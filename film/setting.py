"""Setting text on slides: how large it may be, and what fits on one.

Nobody knows what font a lecturer's machine puts in place of one it lacks. So every letter counts as wide as an average one
of a wide font; and what fits by that count, fits.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

LETTER = 0.6
"""Average width of a letter, of its size: 0.49 in Calibri, 0.59 in DejaVu Sans."""
LINE = 1.22
"""Height of a line."""
GAP = 0.5
"""Space after an item."""
LESSER = 0.8
"""Size of an item's second paragraph."""

Item = tuple[str, ...]
"""A paragraph, or a heading and what goes below."""


def text_height(text: str, size: float, width: float) -> float:
    """How high a paragraph is; sizes and lengths are in points, here and below."""
    return LINE * size * max(1, len(textwrap.wrap(text, max(1, int(width / (LETTER * size))))))


def largest_size(text: str, sizes: Sequence[int], width: float, height: float) -> int:
    """The first of `sizes`, which fall, at which a paragraph fits, or else the last."""
    return next((size for size in sizes if text_height(text, size, width) <= height), sizes[-1])


def pages(items: Sequence[Item], sizes: Sequence[int], width: float, height: float) -> tuple[int, list[list[Item]]]:
    """The items page by page and their size: the first of `sizes`, which fall, that takes no more pages than the last."""
    tried = [(size, _parted(items, size, width, height)) for size in sizes]
    return next((size, parted) for size, parted in tried if len(parted) == len(tried[-1][1]))


def _parted(items: Sequence[Item], size: int, width: float, height: float) -> list[list[Item]]:
    parted: list[list[Item]] = []
    left = 0.0
    for item in items:
        needed = _item_height(item, size, width)
        if not parted or needed > left:
            parted.append([])
            left = height
        parted[-1].append(item)
        left -= needed + GAP * size
    return parted


def _item_height(item: Item, size: int, width: float) -> float:
    first, *others = item
    return text_height(first, size, width) + sum(text_height(text, LESSER * size, width) for text in others)
