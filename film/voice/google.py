"""The second voice: gTTS, Google's, over the network. Word times are estimates; a sentence's start and end are not."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.metadata import version

import numpy as np

from film.clock import SAMPLE_RATE
from film.errors import LessonError
from film.speech import Speech, Word
from film.voice.lexicon import Lexicon, parts
from film.voice.settings import VoiceSettings, VoiceUnavailable
from film.voice.trimming import faded

RECIPE = 1
"""Raise it when a change here, or in the modules this one uses, changes the sound or the word times."""

TIMEOUT_SECONDS = (5.0, 15.0)
RETRY_AFTER_SECONDS = (1.0, 2.0, 4.0)
LONGEST_REQUEST = 95
_WAY_OUT = "run again with --fallback, or choose the default voice"
_GAP_SECONDS, _COMMA_SECONDS = 0.05, 0.2
_FULL_SCALE = 32_768


class GttsVoice:
    """Speaks through Google Translate.

    Parameters
    ----------
    settings
        `language` and `tld` are used.
    lexicon
        Its gtts entries are used.
    timeout
        Seconds to wait for a connection, and for an answer.
    retry_after
        Seconds to wait before each further try.
    """

    def __init__(self, settings: VoiceSettings, lexicon: Lexicon, timeout: tuple[float, float] = TIMEOUT_SECONDS,
                 retry_after: Sequence[float] = RETRY_AFTER_SECONDS) -> None:
        self._settings = settings
        self._lexicon = lexicon
        self._timeout = timeout
        self._retry_after = tuple(retry_after)

    @property
    def key(self) -> str:
        """Engine and its version, this module's recipe, language and domain."""
        engine = f"gtts {version('gTTS')} recipe {RECIPE}"
        return f"{engine} language {self._settings.language} tld {self._settings.tld}"

    def pronunciations(self, sentence: str) -> tuple[tuple[str, str], ...]:
        """The lexicon's entries that `sentence` uses."""
        return self._lexicon.of_sentence(sentence, "gtts")

    def say(self, sentence: str) -> Speech:
        """Speak one sentence.

        Google takes a hundred letters at a time: a longer sentence is asked for in pieces, which are trimmed and put
        together.

        Raises
        ------
        LessonError
            When there is nothing to say, or gTTS does not know the language.
        VoiceUnavailable
            When Google cannot be reached, refuses, or has not given a whole answer after several tries.
        """
        from film.voice import recorded

        written = sentence.split()
        spoken = [self._respelled(word) for word in written]
        if not any(recorded.weight(word) for word in spoken):
            raise LessonError(f"there is nothing to say in {sentence!r}")
        sounds: list[np.ndarray] = []
        places: list[tuple[int, int]] = []
        position = 0
        for piece in pieces(spoken):
            sound = self._fetched(" ".join(piece))
            places += [(position + start, position + end) for start, end in recorded.spread(piece, sound)]
            gap = _COMMA_SECONDS if parts(piece[-1]).after else _GAP_SECONDS
            sounds += [faded(sound / np.float32(_FULL_SCALE)), np.zeros(round(gap * SAMPLE_RATE), np.float32)]
            position += len(sound) + len(sounds[-1])
        return Speech(np.concatenate(sounds[:-1]),
                      tuple(Word(text, *place) for text, place in zip(written, places, strict=True)))

    def _respelled(self, word: str) -> str:
        """`word` as it is sent."""
        said = self._lexicon.look_up(word, "gtts")
        taken = parts(word)
        return word if said is None else f"{taken.before}{said}{taken.possessive}{taken.after}"

    def _fetched(self, text: str) -> np.ndarray:
        """What Google says for `text` (at most a hundred letters): int16 at 48 kHz, trimmed."""
        from film.voice import recorded
        from film.voice.request import Failure, ask

        for wait in (*self._retry_after, None):
            try:
                return recorded.trimmed(recorded.decode(ask(text, self._settings, self._timeout)))
            except recorded.NoSpeech:
                cause = "the answer holds no sound"
            except Failure as failure:
                cause = failure.cause
                if failure.final:
                    raise VoiceUnavailable(f"gTTS {cause}; {_WAY_OUT}") from failure
            if wait is not None:
                time.sleep(wait)
        raise VoiceUnavailable(f"gTTS gave up after {len(self._retry_after) + 1} tries: {cause}; {_WAY_OUT}")


def pieces(words: list[str]) -> list[list[str]]:
    """`words` in runs of at most 95 letters and spaces, each with something to say.

    A run ends after punctuation where that makes it at least half as long as it could be.
    """
    from film.voice.recorded import weight

    result: list[list[str]] = []
    rest = list(words)
    while len(" ".join(rest)) > LONGEST_REQUEST:
        cuts = [cut for cut in range(1, len(rest)) if len(" ".join(rest[:cut])) <= LONGEST_REQUEST
                and any(map(weight, rest[:cut])) and any(map(weight, rest[cut:]))]
        if not cuts:
            break
        cut = max((cut for cut in cuts if cut > cuts[-1] // 2 and parts(rest[cut - 1]).after), default=cuts[-1])
        result.append(rest[:cut])
        rest = rest[cut:]
    return [*result, rest]
