"""What a voice gives back: one sentence as samples, and where each of its words lies in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from film.clock import SAMPLE_RATE


@dataclass(frozen=True)
class Word:
    """A word of the script as spoken.

    Attributes
    ----------
    text
        The word as written in the sentence, punctuation included; words are what white space separates.
    start, end
        First sample of its sound and the sample after its last, at 48 kHz, counted from the sentence's first sample.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Speech:
    """One spoken sentence, trimmed: it starts and ends with sound.

    Attributes
    ----------
    samples
        Mono, float32, shape (n,), within [-1, 1].
    words
        One entry a white-space-separated word of the sentence, in order, not overlapping.
    rate
        Samples a second; always 48,000.
    """

    samples: np.ndarray
    words: tuple[Word, ...]
    rate: int = SAMPLE_RATE


class Voice(Protocol):
    """A speech engine with its settings."""

    @property
    def key(self) -> str:
        """Everything that decides the sound besides the sentence: engine, version, voice, language, speed …"""

    def say(self, sentence: str) -> Speech:
        """Speak one sentence.

        Raises
        ------
        film.voice.VoiceUnavailable
            When the engine cannot be reached or gives up.
        """
