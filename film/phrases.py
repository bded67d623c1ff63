"""Where a line of English may be broken: how tightly two neighboring words hold together."""

from __future__ import annotations

import re
from enum import IntEnum


class Hold(IntEnum):
    """How much is lost by a break between two words, from nothing to most; the numbers are relative costs."""

    SENTENCE = 0
    CLAUSE = 1
    COMMA = 2
    PHRASE = 4
    PLAIN = 7
    TIGHT = 24


_DETERMINERS = """a an the this these those my your his her its our their each every either neither some any no both
    many few several another which whose what such"""
_PREPOSITIONS = """of to in on at by for from with into onto over under between across through without within about
    after before during against among per via like toward towards beyond inside outside beside behind above below"""
_CONJUNCTIONS = """and or but nor so yet because although though while whereas if when where whether unless until since
    than as that who why how"""
_AUXILIARIES = """am is are was were be been being has have had do does did can could will would shall should may might
    must cannot"""
_PRONOUNS = "i you he she it we they there"
_DEGREES = "not very only also more most less least too almost nearly quite even just"
_NUMBERS = """one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand
    million billion half"""
_NUMBERED = "step steps chapter figure layer part table page section version number"

LEADING = frozenset(
    " ".join((_DETERMINERS, _PREPOSITIONS, _CONJUNCTIONS, _AUXILIARIES, _PRONOUNS, _DEGREES, _NUMBERS)).split()
)
"""Words that belong to the one after them: a line should not end in one."""
OPENING = frozenset(" ".join((_PREPOSITIONS, _CONJUNCTIONS, _AUXILIARIES, "which whose")).split())
"""Words that a phrase begins with: a line may well begin with one."""

_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*$")
_ENDS_CLAUSE = re.compile(r"(?:[;:][\"'”’)\]]*|[–—])$")
_ENDS_IN_COMMA = re.compile(r"(?:[,)]|[”\"])[\"'”’)\]]*$")
_CLOSING = re.compile(r"[,.;:!?…)\]”’–—%]")
_NUMBER = re.compile(r"[\d.,:/−–-]*\d[\d.,:/−–-]*\w?%?")
_QUOTES = "\"'“”‘’([])"


def hold(before: str, after: str) -> Hold:
    """How tightly two neighboring words, as written, hold together."""
    if _CLOSING.match(after):
        return Hold.TIGHT
    if _ENDS_SENTENCE.search(before):
        return Hold.SENTENCE
    if _ENDS_CLAUSE.search(before):
        return Hold.CLAUSE
    if _ENDS_IN_COMMA.search(before):
        return Hold.COMMA
    first, second = before.strip(_QUOTES), after.strip(_QUOTES + ".,;:!?…")
    if first.lower() in LEADING or _NUMBER.fullmatch(first):
        return Hold.PLAIN if _NUMBER.fullmatch(first) and second.lower() in OPENING else Hold.TIGHT
    if _names_its_number(first, second) or (first[:1].isupper() and second[:1].isupper() and second != "I"):
        return Hold.TIGHT
    return Hold.PHRASE if second.lower() in OPENING else Hold.PLAIN


def _names_its_number(first: str, second: str) -> bool:
    """Step 2, server A, vertex v: a thing and its number or letter."""
    if len(second) == 1 and second.isalpha() and second not in "aI":
        return True
    return first.lower() in _NUMBERED.split() and (_NUMBER.fullmatch(second) or second in _NUMBERS.split())
