"""Sentences once spoken are kept: one file a sentence, safe for several programs at once."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from film.speech import Speech, Voice, Word
from film.store import replacing

FORMAT = 1
_FULL_SCALE = 32_768
_UNREADABLE = (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error)


@runtime_checkable
class Pronouncing(Protocol):
    """A voice that looks words up in the lesson's lexicon."""

    def pronunciations(self, sentence: str) -> tuple[tuple[str, str], ...]:
        """The entries that change how `sentence` sounds: (word, how this engine says it)."""


class CachedVoice:
    """A voice that says each sentence once.

    What it returns is always what the file holds (16-bit samples), so a sentence made now and the same sentence
    read back are equal bit for bit.

    Parameters
    ----------
    voice
        Speaks the sentences that are not kept yet.
    folder
        Where they are kept; may be deleted at any time.
    """

    def __init__(self, voice: Voice, folder: Path) -> None:
        self._voice = voice
        self._folder = folder

    @property
    def key(self) -> str:
        """The voice's own."""
        return self._voice.key

    def say(self, sentence: str) -> Speech:
        """Speak one sentence, or read what was spoken before."""
        path = self.path(sentence)
        kept = _read(path, sentence)
        if kept is not None:
            return kept
        samples, words = _packed(self._voice.say(sentence))
        with replacing(path) as temporary, temporary.open("wb") as file:
            np.savez(file, samples=samples, words=words)
        return _unpacked(samples, words)

    def path(self, sentence: str) -> Path:
        """The file of this sentence: its name changes with the voice, the words and how they are pronounced."""
        entries = self._voice.pronunciations(sentence) if isinstance(self._voice, Pronouncing) else ()
        parts = json.dumps([FORMAT, self._voice.key, sentence, entries], ensure_ascii=False)
        return self._folder / f"{hashlib.sha256(parts.encode('utf-8')).hexdigest()}.npz"


def _packed(speech: Speech) -> tuple[np.ndarray, np.ndarray]:
    """Samples as int16, shape (n,); words as the bytes of a JSON text, uint8."""
    scaled = np.rint(np.asarray(speech.samples, np.float64) * _FULL_SCALE)
    words = json.dumps([[word.text, word.start, word.end] for word in speech.words], ensure_ascii=False)
    return (np.clip(scaled, -_FULL_SCALE, _FULL_SCALE - 1).astype(np.int16),
            np.frombuffer(words.encode("utf-8"), np.uint8))


def _unpacked(samples: np.ndarray, words: np.ndarray) -> Speech:
    return Speech(samples.astype(np.float32) / np.float32(_FULL_SCALE),
                  tuple(Word(*entry) for entry in json.loads(words.tobytes().decode("utf-8"))))


def _read(path: Path, sentence: str) -> Speech | None:
    """What the file holds, or None if it is missing, damaged or not this sentence's."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            speech = _unpacked(kept["samples"], kept["words"])
    except _UNREADABLE:
        return None
    return speech if [word.text for word in speech.words] == sentence.split() else None
