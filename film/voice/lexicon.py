"""How words are to be pronounced: narration/pronunciations.toml.

One line a word, with what each engine needs::

    METIS = { hibari = "mˈiTɪs", gtts = "Meetis" }

An entry stands for a whole word of the script (what white space separates), without the punctuation around it and
without a possessive ending. Capitals count; only an entry all in small letters also stands for its form with a
capital first letter, since any word may open a sentence.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from film.errors import LessonError
from film.tables import line_of, read_table

ENGINES = ("hibari", "gtts")
_WORD = re.compile(r"^(?P<before>[^\w]*)(?P<core>.*?)(?P<possessive>['’]s?)?(?P<after>[^\w]*)$", re.DOTALL)


@dataclass(frozen=True)
class Parts:
    """A word of the script taken apart: `before + core + possessive + after` is the word again."""

    before: str
    core: str
    possessive: str
    after: str


def parts(word: str) -> Parts:
    """Punctuation, word, possessive ending ('s, or ' after a plural) and punctuation of a word as written."""
    found = _WORD.match(word)
    return Parts(*(found.group(name) or "" for name in ("before", "core", "possessive", "after")))


@dataclass(frozen=True)
class Lexicon:
    """Pronunciations by word and engine.

    Attributes
    ----------
    entries
        word -> engine -> phonemes (hibari, misaki's alphabet) or a respelling (gtts).
    """

    entries: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def look_up(self, word: str, engine: str) -> str | None:
        """How `engine` is to say this word of the script (its possessive ending not included), if the lexicon knows."""
        core = parts(word).core
        entry = self.entries.get(core)
        if entry is None and core[:1].isupper() and core[1:] == core[1:].lower():
            entry = self.entries.get(core.lower())
        return None if entry is None else entry.get(engine)

    def of_sentence(self, sentence: str, engine: str) -> tuple[tuple[str, str], ...]:
        """The words of `sentence` that have an entry for `engine`, each once, in order, with what it says."""
        found = ((parts(word).core, self.look_up(word, engine)) for word in sentence.split())
        return tuple(dict((core, said) for core, said in found if said is not None).items())


def read_lexicon(path: Path) -> Lexicon:
    """The lexicon in the TOML file at `path`; an empty one if there is no such file.

    Raises
    ------
    LessonError
        For an entry that is no table of engines, has an unknown engine, an empty text, or a phoneme that hibari does
        not know (with the line).
    """
    if not path.exists():
        return Lexicon()
    table = read_table(path)
    phonemes = hibari_phonemes()
    for word, entry in table.items():
        _check(word, entry, phonemes, path)
    return Lexicon(table)


def hibari_phonemes() -> frozenset[str]:
    """Every symbol hibari's model knows, read without importing it."""
    package = importlib.util.find_spec("hibari")
    vocabulary = Path(package.submodule_search_locations[0]) / "assets" / "vocab.json"
    return frozenset(json.loads(vocabulary.read_text(encoding="utf-8")))


def _check(word: str, entry: object, phonemes: frozenset[str], path: Path) -> None:
    line = line_of(path, word)
    if not isinstance(entry, dict):
        raise LessonError(f"{word!r} should be a table such as {{ hibari = \"…\", gtts = \"…\" }}", path, line)
    if parts(word).core != word or len(word.split()) != 1:
        raise LessonError(f"{word!r} is not one plain word (leave out punctuation and possessive endings)", path, line)
    for engine, said in entry.items():
        if engine not in ENGINES:
            raise LessonError(f"{word!r}: there is no engine {engine!r}; known are {', '.join(ENGINES)}", path, line)
        if not isinstance(said, str) or not said.strip():
            raise LessonError(f"{word!r}: {engine} should be a text that can be spoken", path, line)
    unknown = sorted(set(entry.get("hibari", "")) - phonemes)
    if unknown:
        raise LessonError(f"{word!r}: hibari knows no phoneme {', '.join(map(repr, unknown))}", path, line)
