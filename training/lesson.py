"""The lesson's one source of numbers: ``facts``.

Scripts name leaves of it (``{published.papers_gb}``), scenes read richer things from it
(positions, batches, traces).  Nothing is computed when this module is imported; each
attribute is computed when first asked for and kept.
"""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace

from training import published


class LessonFacts:
    """Every number of the film."""

    @cached_property
    def published(self) -> SimpleNamespace:
        """Cited figures as plain numbers, by the names in :data:`published.FIGURES`."""
        return SimpleNamespace(**{name: f.value for name, f in published.FIGURES.items()})

    @cached_property
    def figures(self) -> SimpleNamespace:
        """The same figures with unit, label, source and note (:class:`published.Figure`)."""
        return SimpleNamespace(**published.FIGURES)


facts = LessonFacts()
