"""From a lesson's settings to a voice."""

from __future__ import annotations

import sys

import pytest

from film.errors import LessonError
from film.voice import Lexicon, VoiceSettings, VoiceUnavailable, open_voice

OWN_VOICE = """
class Tone:
    def __init__(self, settings, lexicon):
        self.settings, self.lexicon = settings, lexicon
"""


@pytest.fixture
def manifest(tmp_path):
    """A file for the errors to name."""
    path = tmp_path / "lesson.toml"
    path.write_text('[voices.fast]\nengine = "hibari"\nspeed = 9\nvoice = 3\ntld = "com"\n', encoding="utf-8")
    return path


def test_settings_come_from_a_table(manifest):
    table = {"engine": "hibari", "speed": 0.85, "voice": "kore"}
    assert VoiceSettings.from_table(table, manifest) == VoiceSettings("hibari", speed=0.85, voice="kore")
    table = {"engine": "gtts", "language": "en", "tld": "co.uk"}
    assert VoiceSettings.from_table(table, manifest) == VoiceSettings("gtts", tld="co.uk")


@pytest.mark.parametrize(("table", "fault"), [
    ({}, "lacks the entry 'engine'"),
    ({"engine": "espeak"}, ":2: there is no engine 'espeak'; engines are hibari, gtts and module:Class"),
    ({"engine": ":Tone"}, ":2: there is no engine"),
    ({"engine": "hibari", "speed": 9}, ":3: 'speed' is 9.0; it should lie between 0.5 and 2.0"),
    ({"engine": "hibari", "speed": "slow"}, ":3: 'speed' is 'slow'"),
    ({"engine": "hibari", "voice": 3}, ":4: 'voice' is 3"),
    ({"engine": "hibari", "tld": "com"}, ":5: unknown entry 'tld'; known are engine, speed, voice"),
    ({"engine": "gtts", "speed": 0.9}, ":3: unknown entry 'speed'; known are engine, language, tld"),
])
def test_a_bad_table_is_named_with_its_file(manifest, table, fault):
    with pytest.raises(LessonError) as caught:
        VoiceSettings.from_table(table, manifest)
    assert str(caught.value).startswith(str(manifest))
    assert fault in str(caught.value)


def test_a_lesson_may_bring_its_own_voice(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "own_tone_voice.py").write_text(OWN_VOICE, encoding="utf-8")
    settings, lexicon = VoiceSettings("own_tone_voice:Tone"), Lexicon()
    voice = open_voice(settings, lexicon, tmp_path)
    assert (voice.settings, voice.lexicon) == (settings, lexicon)
    with pytest.raises(LessonError, match="own_tone_voice has no 'Bell'"):
        open_voice(VoiceSettings("own_tone_voice:Bell"), lexicon, tmp_path)


def test_a_voice_that_is_nowhere_is_named(tmp_path):
    with pytest.raises(LessonError, match="there is no module 'no_such_voice'"):
        open_voice(VoiceSettings("no_such_voice:Tone"), Lexicon(), tmp_path)


def test_a_voice_that_is_unavailable_is_an_error_of_the_lesson():
    assert issubclass(VoiceUnavailable, LessonError)
