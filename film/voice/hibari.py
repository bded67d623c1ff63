"""The default voice: hibari, offline, with exact word times."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from film.clock import SAMPLE_RATE
from film.errors import LessonError
from film.speech import Speech, Word
from film.voice.lexicon import Lexicon, hibari_phonemes
from film.voice.settings import VoiceSettings, VoiceUnavailable
from film.voice.trimming import MARGIN, faded

RECIPE = 2
"""Raise it when a change here, or in the modules this one uses, changes the sound or the word times."""

LONGEST = 400


class HibariVoice:
    """Speaks American (or British) English without a network.

    Parameters
    ----------
    settings
        `voice` and `speed` are used.
    lexicon
        Its hibari entries are used.

    Raises
    ------
    LessonError
        When hibari has no such speaker.
    """

    def __init__(self, settings: VoiceSettings, lexicon: Lexicon) -> None:
        self._settings = settings
        self._lexicon = lexicon
        speakers = json.loads((_assets() / "voices.json").read_text(encoding="utf-8"))
        if settings.voice not in speakers:
            raise LessonError(f"hibari has no voice {settings.voice!r}; its voices are {', '.join(speakers)}")
        self._speaker = speakers[settings.voice]

    @property
    def key(self) -> str:
        """Engine and its version, this module's recipe, model, speaker and speed."""
        engine = f"hibari {version('hibari-tts')} onnxruntime {version('onnxruntime')} recipe {RECIPE}"
        return f"{engine} model {self._speaker['sha256']} voice {self._settings.voice} speed {self._settings.speed}"

    def pronunciations(self, sentence: str) -> tuple[tuple[str, str], ...]:
        """The lexicon's entries that `sentence` uses."""
        return self._lexicon.of_sentence(sentence, "hibari")

    def phonemes(self, sentence: str) -> str:
        """What hibari reads for `sentence`, for people."""
        return "".join(phoneme.symbol for phoneme in self._engine.phonemes(sentence))

    def say(self, sentence: str) -> Speech:
        """Speak one sentence: the same samples every time, in every process.

        Raises
        ------
        LessonError
            When the sentence is too long for the model, or has nothing to say.
        VoiceUnavailable
            When the speaker's model has to be fetched and cannot be.
        """
        return self._engine.say(sentence, self._settings.speed)

    @cached_property
    def _engine(self) -> _Engine:
        return _Engine(self._settings.voice, self._speaker["british"], self._lexicon)


class _Engine:
    """The loaded model. Everything heavy is imported here, when the first sentence has to be made."""

    def __init__(self, speaker: str, british: bool, lexicon: Lexicon) -> None:
        from hibari.g2p import G2P
        from hibari.voices import voice_path

        from film.voice.model import Network

        try:
            path = Path(voice_path(speaker))
        except RuntimeError as error:
            raise VoiceUnavailable(f"the hibari voice {speaker!r} could not be fetched: {error}") from error
        self._network = Network(path)
        self._g2p = G2P(british=british)
        self._ids: dict[str, int] = json.loads((_assets() / "vocab.json").read_text(encoding="utf-8"))
        self._lexicon = lexicon

    def phonemes(self, sentence: str) -> list[Any]:
        from film.voice.phonemes import phonemes_of

        return phonemes_of(sentence, self._g2p, self._lexicon, hibari_phonemes())

    def say(self, sentence: str, speed: float) -> Speech:
        from hibari import dsp

        from film.voice.placing import place

        spoken = self.phonemes(sentence)
        if not any(phoneme.sounds for phoneme in spoken):
            raise LessonError(f"there is nothing to say in {sentence!r}")
        if len(spoken) > LONGEST:
            raise LessonError(f"a sentence is too long for the voice ({len(spoken)} phonemes of at most {LONGEST}); "
                              f"split it: “{sentence[:60]}…”")
        prediction = self._network.predict([0, *(self._ids[phoneme.symbol] for phoneme in spoken), 0], speed)
        noise = np.random.default_rng(int.from_bytes(hashlib.sha256(sentence.encode("utf-8")).digest()[:8]))
        samples = dsp.synth(*prediction.spectrum, noise)
        words = sentence.split()
        return _trimmed(samples, words, place(spoken, prediction.durations, samples, len(words)))


def _trimmed(samples: np.ndarray, words: list[str], places: list[tuple[int, int]]) -> Speech:
    """The sound from first word to last at 48 kHz."""
    from scipy.signal import resample_poly

    from film.voice.model import RATE

    factor = SAMPLE_RATE // RATE
    begin = max(places[0][0] - MARGIN // factor, 0)
    end = min(places[-1][1] + MARGIN // factor, len(samples))
    sound = faded(resample_poly(samples[begin:end], factor, 1))
    edges = [[(place - begin) * factor for place in interval] for interval in places]
    edges[0][0] = 0
    edges[-1][1] = len(sound)
    return Speech(sound, tuple(Word(text, *edge) for text, edge in zip(words, edges, strict=True)))


def _assets() -> Path:
    """hibari's data files, found without importing it."""
    return Path(find_spec("hibari").submodule_search_locations[0]) / "assets"
