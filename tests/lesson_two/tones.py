"""A voice for tests: each word is a tone of its own, with word times known by construction."""

from __future__ import annotations

import zlib

import numpy as np

from film.clock import SAMPLE_RATE
from film.speech import Speech, Word
from film.voice import Lexicon, VoiceSettings

GAP = SAMPLE_RATE // 50


class ToneVoice:
    """Words become tones: pitch from their letters, length from their number of letters."""

    def __init__(self, settings: VoiceSettings, lexicon: Lexicon) -> None:
        self.speed = settings.speed

    @property
    def key(self) -> str:
        """Engine and speed."""
        return f"tones-1-{self.speed}"

    def say(self, sentence: str) -> Speech:
        """Tones end to end, 20 ms apart."""
        pieces, words, now = [], [], 0
        for text in sentence.split():
            tone = self.tone(text)
            pieces += [tone, np.zeros(GAP, np.float32)]
            words.append(Word(text, now, now + len(tone)))
            now += len(tone) + GAP
        return Speech(np.concatenate(pieces[:-1]), tuple(words))

    def tone(self, text: str) -> np.ndarray:
        """One word."""
        length = int(SAMPLE_RATE * (0.06 + 0.02 * len(text)) / self.speed)
        pitch = 200 + zlib.crc32(text.encode()) % 1000
        envelope = np.sin(np.pi * np.arange(length) / length)
        return (0.5 * envelope * np.sin(2 * np.pi * pitch * np.arange(length) / SAMPLE_RATE)).astype(np.float32)
