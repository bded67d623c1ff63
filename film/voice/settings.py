"""What a lesson says about a voice, and the error of a voice that cannot speak."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from film.errors import LessonError
from film.tables import line_of, refuse_unknown, require

SLOWEST, FASTEST = 0.5, 2.0
_OF_ENGINE = {"hibari": ("speed", "voice"), "gtts": ("language", "tld")}
_OF_OWN_VOICE = ("speed", "voice", "language", "tld")


class VoiceUnavailable(LessonError):
    """The engine cannot be reached or gives up; another voice could take over."""


@dataclass(frozen=True)
class VoiceSettings:
    """One voice of a lesson.

    Attributes
    ----------
    engine
        `hibari` (offline), `gtts` (needs a network) or `module:Class`, a lesson's own voice.
    speed
        1.0 is the engine's own pace, smaller is slower (hibari): about 197 words a minute times the speed.
    voice
        Name of the speaker (hibari).
    language, tld
        Language, and the domain whose accent is wanted (gtts).
    """

    engine: str
    speed: float = 1.0
    voice: str = "heart"
    language: str = "en"
    tld: str = "com"

    @classmethod
    def from_table(cls, table: dict[str, Any], path: Path) -> VoiceSettings:
        """The settings in a TOML table of the file at `path`.

        Raises
        ------
        LessonError
            For an entry that is unknown, not of this engine, of the wrong kind or out of range.
        """
        engine = require(table, "engine", str, path)
        module, colon, name = engine.partition(":")
        if engine not in _OF_ENGINE and not (module and colon and name):
            raise LessonError(f"there is no engine {engine!r}; engines are {', '.join(_OF_ENGINE)} and module:Class",
                              path, line_of(path, "engine"))
        refuse_unknown(table, ("engine", *_OF_ENGINE.get(engine, _OF_OWN_VOICE)), path)
        texts = {key: require(table, key, str, path) for key in ("voice", "language", "tld") if key in table}
        speed = float(require(table, "speed", (int, float), path)) if "speed" in table else cls.speed
        if not SLOWEST <= speed <= FASTEST:
            raise LessonError(f"'speed' is {speed}; it should lie between {SLOWEST} and {FASTEST}",
                              path, line_of(path, "speed"))
        return cls(engine=engine, speed=speed, **texts)
