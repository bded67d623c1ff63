"""A voice that fails stops the run before anything is drawn, or gives its whole chapter to the default voice."""

from __future__ import annotations

import pytest
from lab import LessonCopy

pytestmark = pytest.mark.slow


@pytest.fixture
def offline(lesson: LessonCopy) -> LessonCopy:
    """A lesson whose network voice can reach nobody: names under .invalid lead nowhere, on any machine."""
    lesson.edit("config/lesson.toml", 'engine = "gtts"', 'engine = "gtts"\ntld = "invalid"')
    return lesson


def test_without_a_network_nothing_is_drawn(offline: LessonCopy) -> None:
    done = offline.run("video", "-ql", "--voice", "gtts")
    assert done.returncode == 2 and "could not be reached" in done.stderr.splitlines()[-1]
    assert not offline.pieces and not offline.film.exists()


def test_with_fallback_the_default_voice_speaks_and_the_last_line_says_so(offline: LessonCopy) -> None:
    done = offline.video("--voice", "gtts", "--fallback")
    assert done.stdout.splitlines()[-1].endswith("(first, second: spoken by tones, since gtts failed)")
    assert len(offline.pieces) == 5


def test_one_sentence_that_fails_gives_away_its_whole_chapter_and_no_other(offline: LessonCopy) -> None:
    (offline.root / "moody.py").write_text(MOODY, encoding="utf-8")
    offline.edit("config/lesson.toml", 'engine = "gtts"\ntld = "invalid"', 'engine = "moody:MoodyVoice"')
    done = offline.video("--voice", "gtts", "--fallback")
    assert done.stdout.splitlines()[-1].endswith("(second: spoken by tones, since gtts failed)")
    again = offline.run("video", "-ql", "--voice", "gtts")
    assert again.returncode == 2, "without --fallback, a film of two voices must not pass for one of the voice asked for"


MOODY = '''
from film.voice import VoiceUnavailable
from tones import ToneVoice


class MoodyVoice(ToneVoice):
    key = "moody-1"

    def say(self, sentence):
        if sentence == "That is all.":
            raise VoiceUnavailable("the voice has gone")
        return super().say(sentence)
'''
