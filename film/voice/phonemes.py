"""From a sentence to phonemes, each knowing the word of the sentence it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from hibari.g2p import G2P
from hibari.g2p.normalize import normalize
from hibari.g2p.token import Tok

from film.voice.lexicon import Lexicon, parts

PAUSES = frozenset(';:,.!?—…"()“”')
_ENDS = ".!?…"
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Phoneme:
    """One symbol of hibari's alphabet.

    Attributes
    ----------
    symbol
        A single character: a sound, a stress mark, a space or a punctuation mark.
    word
        Index of the sentence's word (what white space separates) it belongs to.
    """

    symbol: str
    word: int

    @property
    def sounds(self) -> bool:
        """Whether it is part of a word's sound: neither a space nor punctuation."""
        return self.symbol != " " and self.symbol not in PAUSES


def phonemes_of(sentence: str, g2p: G2P, lexicon: Lexicon, alphabet: frozenset[str]) -> list[Phoneme]:
    """What hibari reads for `sentence`; symbols outside `alphabet` are left out, as hibari itself does.

    Three readings of hibari's own are set right: a minus sign is spoken; a capital A inside a sentence is a letter,
    not an article; and a full stop after a single letter ("the row of v.") still ends the sentence.
    """
    words = sentence.split()
    spoken = normalize(" ".join(words).replace(_MINUS, "-"))
    owners = owners_of(words, spoken.split())
    tokens = g2p.tokenize(spoken)
    _pronounce(tokens, words, owners, lexicon)
    result: list[Phoneme] = []
    position = 0
    for token in g2p.phonemize_tokens(tokens):
        owner = owners[min(position, len(owners) - 1)]
        text = (token.phonemes or "") + (" " if token.whitespace else "")
        result += [Phoneme(symbol, owner) for symbol in text if symbol in alphabet]
        position += bool(token.whitespace)
    while result and result[0].symbol == " ":
        del result[0]
    while result and result[-1].symbol == " ":
        del result[-1]
    if result and result[-1].sounds and words[-1][-1] in _ENDS:
        result.append(Phoneme(words[-1][-1], result[-1].word))
    return result


def owners_of(words: list[str], spoken: list[str]) -> list[int]:
    """For each spoken word (after numbers, units and dates are written out) the index of the word it stands for.

    The indices never fall. What normalizing changed is shared out in proportion; what it added goes to the word
    before.
    """
    owners: list[int] = []
    matches = SequenceMatcher(None, words, spoken, autojunk=False).get_opcodes()
    for kind, first, last, spoken_first, spoken_last in matches:
        count = spoken_last - spoken_first
        if kind == "insert":
            owners += [max(first - 1, 0)] * count
        else:
            owners += [first + index * (last - first) // count for index in range(count)]
    return owners


def possessive(phonemes_of_word: str) -> str:
    """The phonemes of a word with 's."""
    last = phonemes_of_word[-1]
    if last in "szʃʒʧʤ":
        return phonemes_of_word + "ᵻz"
    return phonemes_of_word + ("s" if last in "ptkfθ" else "z")


def _pronounce(tokens: list[Tok], words: list[str], owners: list[int], lexicon: Lexicon) -> None:
    """Set the phonemes of the tokens whose word the lexicon knows, or that is the letter A."""
    groups: list[list[Tok]] = [[]]
    for token in tokens:
        groups[-1].append(token)
        if token.whitespace:
            groups.append([])
    for position, group in enumerate(group for group in groups if group):
        word = words[owners[position]]
        if "".join(token.text for token in group) != word.replace(_MINUS, "-").replace("’", "'"):
            continue  # a number, unit or date that normalizing wrote out: hibari reads it rightly
        said = _said(word, owners[position], words, lexicon)
        if said is None:
            continue
        core = [token for token in group if any(character.isalnum() for character in token.text)]
        first, last = group.index(core[0]), group.index(core[-1])
        for token in group[first:last + 1]:
            token.phonemes = ""
        group[first].phonemes = said


def _said(word: str, index: int, words: list[str], lexicon: Lexicon) -> str | None:
    """Phonemes of this word, possessive ending included, if hibari is not to choose them itself."""
    taken = parts(word)
    said = lexicon.look_up(word, "hibari")
    if said is None and taken.core == "A" and not taken.before and index > 0 and not words[index - 1].endswith(":"):
        said = "ˈA"
    if said is not None and taken.possessive.endswith("s"):
        return possessive(said)
    return said
