"""From a lesson's settings to a voice."""

from __future__ import annotations

import importlib
from pathlib import Path

from film.errors import LessonError
from film.lesson import make_importable
from film.speech import Voice
from film.voice.lexicon import Lexicon
from film.voice.settings import VoiceSettings


def open_voice(settings: VoiceSettings, lexicon: Lexicon, root: Path) -> Voice:
    """The voice that `settings` describe.

    Parameters
    ----------
    settings, lexicon
        Handed to the voice.
    root
        Where a lesson's own voice (`module:Class`) is imported from.

    Raises
    ------
    LessonError
        When a lesson's own voice cannot be found, or the engine does not know the speaker.
    """
    if settings.engine == "hibari":
        from film.voice.hibari import HibariVoice

        return HibariVoice(settings, lexicon)
    if settings.engine == "gtts":
        from film.voice.google import GttsVoice

        return GttsVoice(settings, lexicon)
    return _own_voice(settings.engine, root)(settings, lexicon)


def _own_voice(engine: str, root: Path) -> type:
    """The class that `module:Class` names."""
    module_name, _, class_name = engine.partition(":")
    make_importable(root)
    try:
        return getattr(importlib.import_module(module_name), class_name)
    except ModuleNotFoundError as error:
        raise LessonError(f"the voice {engine!r}: there is no module {error.name!r} in {root}") from error
    except AttributeError:
        raise LessonError(f"the voice {engine!r}: {module_name} has no {class_name!r}") from None
