"""One request to Google through gTTS: a whole answer or a reason."""

from __future__ import annotations

from film.errors import LessonError
from film.voice.settings import VoiceSettings

_AGAIN_LATER = frozenset({408, 425, 429})


class Failure(Exception):
    """No whole answer.

    Attributes
    ----------
    cause
        In the user's words.
    final
        Whether asking again is useless.
    """

    def __init__(self, cause: str, final: bool) -> None:
        super().__init__(cause)
        self.cause = cause
        self.final = final


def ask(text: str, settings: VoiceSettings, timeout: tuple[float, float]) -> bytes:
    """The MP3 that Google speaks `text` with.

    Raises
    ------
    Failure
        For no connection, an error status, a stall, or an answer that is cut off or empty.
    LessonError
        For a language that gTTS does not know.
    """
    from gtts import gTTS, gTTSError

    try:
        # Its own pre-processing takes the full stop from sentences that end in "first." (as if it were "st.").
        speech = gTTS(text, lang=settings.language, tld=settings.tld, timeout=timeout, pre_processor_funcs=[])
    except ValueError:
        raise LessonError(f"gTTS does not know the language {settings.language!r}") from None
    try:
        answer = b"".join(speech.stream())
    except gTTSError as error:
        raise _failure(error) from error
    except ValueError as error:
        raise Failure("the answer is damaged", final=False) from error
    if not answer:
        raise Failure("the answer holds no sound", final=False)
    return answer


def _failure(error: Exception) -> Failure:
    """What lies behind a gTTSError, which itself only guesses."""
    import requests
    from urllib3.exceptions import NewConnectionError

    response, cause = error.rsp, error.__context__
    if response is not None and response.status_code != requests.codes.ok:
        final = response.status_code < 500 and response.status_code not in _AGAIN_LATER
        refused = f"Google answered {response.status_code} {response.reason}"
        return Failure(f"was refused: {refused}" if final else refused, final)
    if isinstance(cause, requests.Timeout):
        return Failure("Google did not answer in time", final=False)
    reason = getattr(cause.args[0], "reason", None) if cause is not None and cause.args else None
    if isinstance(reason, NewConnectionError):
        return Failure("could not be reached (is there a network?)", final=True)
    return Failure("the answer was cut off", final=False)
