"""The transcript: what the film says, to be read like an article, with its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from film.chapters import clock_time
from film.plan import Plan
from film.timing import SpokenSentence

ADDRESS = re.compile(r"(https?://[^\s<>]*[^\s<>.,;:!?)\]'\"”’])")
_EATEN = re.compile(r"[\\`*_\[\]<>#~|$]|&(?=#?\w+;)")
_EATEN_AT_START = re.compile(r"^(\d{0,9})(?=[-+]|[.)](?:\s|$))")


def transcript(plan: Plan) -> str:
    """The plan's words as Markdown: a heading a chapter, a paragraph a beat, the sources numbered at the end.

    Raises
    ------
    KeyError
        When a sentence cites a source that the plan does not have.
    """
    return "\n\n".join(_blocks(plan)) + "\n"


def _blocks(plan: Plan) -> Iterator[str]:
    numbers = {source.id: number for number, source in enumerate(plan.sources, start=1)}
    yield f"# {_escaped(plan.title)}"
    for chapter in plan.chapters:
        yield f"## {_escaped(chapter.title)}"
        yield f"**{clock_time(chapter.start)}** · {_escaped(chapter.question)}"
        for beat in chapter.beats:
            yield " ".join(_cited(sentence, numbers) for sentence in beat.sentences)
    if plan.sources:
        yield "## Sources"
        yield "\n".join(f"{numbers[source.id]}. {_escaped(source.text)}" for source in plan.sources)
    yield f"<!-- plan {plan.id} -->"


def _cited(sentence: SpokenSentence, numbers: Mapping[str, int]) -> str:
    """The sentence, and the numbers of its sources."""
    text = _escaped(sentence.text)
    if not sentence.sources:
        return text
    return f"{text} [{', '.join(str(numbers[source]) for source in sentence.sources)}]"


def _escaped(text: str) -> str:
    """`text` on one line, so that Markdown shows it as it is; addresses become links."""
    shown = [
        f"<{part}>" if index % 2 else _EATEN.sub(r"\\\g<0>", part)
        for index, part in enumerate(ADDRESS.split(" ".join(text.split())))
    ]
    return _EATEN_AT_START.sub(r"\1\\", "".join(shown))
