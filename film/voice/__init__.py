"""Voices: engines that turn one sentence into sound with word times, behind the protocol in film.speech.

`open_voice` makes the voice a lesson asks for; `CachedVoice` keeps what it said. No engine is imported before a
sentence has to be made, so a film whose sentences are all kept never pays for one.
"""

from film.voice.cache import CachedVoice
from film.voice.lexicon import Lexicon, read_lexicon
from film.voice.opening import open_voice
from film.voice.settings import VoiceSettings, VoiceUnavailable

__all__ = ["CachedVoice", "Lexicon", "VoiceSettings", "VoiceUnavailable", "open_voice", "read_lexicon"]
