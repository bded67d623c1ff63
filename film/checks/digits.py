"""NUM-1: digits come from the facts, on screen and in the script."""

from __future__ import annotations

import re
from collections.abc import Iterator

from film.checks.evidence import Evidence, Incident, View, put_together
from film.checks.finding import Finding, Severity
from film.looks import Thing

_DIGIT = re.compile(r"\d")


def check(evidence: Evidence) -> list[Finding]:
    """Every look's texts, every sentence."""
    seen = put_together(evidence, (incident for view in evidence.all_views for incident in _look(view)))
    return [*seen, *_spoken(evidence)]


def _look(view: View) -> Iterator[Incident]:
    for text in view.readable:
        thing = view.thing(text)
        own = _own_words(thing)
        if _DIGIT.search(own):
            yield Incident("NUM-1", Severity.FAIL, view, view.state(text).thing,
                           f"has digits of its own in {own.strip()!r}; numbers on screen come from self.number(fact)")


def _own_words(thing: Thing) -> str:
    """A text without what its facts say."""
    return thing.template if thing.facts and thing.template is not None else thing.text or ""


def _spoken(evidence: Evidence) -> Iterator[Finding]:
    for beat in evidence.plan.beats:
        for sentence in beat.sentences:
            own = sentence.text
            for _, value in sentence.facts:
                own = own.replace(value, " ", 1)
            if _DIGIT.search(own):
                yield evidence.about_words("NUM-1", Severity.FAIL, beat, "has digits of its own; write {fact.name} instead",
                                           sentence.text, line=sentence.line)
