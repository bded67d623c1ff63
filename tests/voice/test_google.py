"""gTTS against a server on this machine: whole answers, tries again, gives up with one line."""

from __future__ import annotations

import socket
import subprocess
import sys

import gtts.tts
import numpy as np
import pytest

from film.clock import SAMPLE_RATE
from film.errors import LessonError
from film.voice import CachedVoice, Lexicon, VoiceSettings, VoiceUnavailable
from film.voice.google import GttsVoice, pieces
from film.voice.recorded import weight
from tests.voice.translate import Translate

SENTENCE = "Rows travel, then wait."
LONG = ("Every trainer, on its own, picks a seed and keeps at most two neighbors, then two of each of those; "
        "the subgraph it has sampled lifts out — and still crosses borders.")


def beeps(text):
    """Three tenths of a second of tone a word, pauses after punctuation, silence around."""
    time = np.arange(SAMPLE_RATE * 3 // 10) / SAMPLE_RATE
    sounds = [np.zeros(SAMPLE_RATE // 5)]
    for word in text.split():
        sounds += [0.3 * np.sin(2 * np.pi * 300 * time), np.zeros(SAMPLE_RATE // (4 if word[-1] in ",;:" else 50))]
    return np.concatenate([*sounds, np.zeros(SAMPLE_RATE // 3)])


@pytest.fixture
def google(monkeypatch):
    """The server, in Google's place."""
    server = Translate(beeps)
    monkeypatch.setattr(gtts.tts, "_translate_url", server.url)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def voice():
    """gTTS that loses patience soon."""
    return GttsVoice(VoiceSettings("gtts"), Lexicon(), timeout=(0.6, 0.6), retry_after=(0.01, 0.02))


def test_a_sentence_is_trimmed_and_every_word_has_its_place(google, voice):
    speech = voice.say(SENTENCE)
    assert google.texts == [SENTENCE]
    assert [word.text for word in speech.words] == SENTENCE.split()
    edges = [edge for word in speech.words for edge in (word.start, word.end)]
    assert edges == sorted(edges) and all(word.start < word.end for word in speech.words)
    assert (speech.words[0].start, speech.words[-1].end) == (0, len(speech.samples))
    assert len(speech.samples) / SAMPLE_RATE == pytest.approx(4 * 0.3 + 0.25 + 2 * 0.02, abs=0.05)
    assert np.abs(speech.samples[:SAMPLE_RATE // 25]).max() > 0.1
    assert speech.samples.dtype == np.float32


def test_words_lie_on_both_sides_of_a_silence(google, voice):
    rows, travel, then, _ = voice.say(SENTENCE).words
    assert (then.start - travel.end) / SAMPLE_RATE == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize("fault", [429, 500, 503, "stall", "cut", "unended", "silent"])
def test_a_fault_that_passes_is_waited_out(google, voice, fault):
    unharmed = voice.say(SENTENCE)
    google.faults = [fault, fault]
    assert voice.say(SENTENCE).samples.tobytes() == unharmed.samples.tobytes()
    assert len(google.texts) == 4


@pytest.mark.parametrize(("fault", "cause"), [
    (429, "429 Too Many Requests"), ("stall", "did not answer in time"), ("cut", "cut off"), ("unended", "cut off"),
    ("silent", "no sound")])
def test_a_fault_that_stays_makes_the_voice_unavailable_and_keeps_nothing(google, voice, fault, cause, tmp_path):
    google.faults = [fault] * 3
    with pytest.raises(VoiceUnavailable, match=f"gave up after 3 tries.*{cause}.*--fallback") as caught:
        CachedVoice(voice, tmp_path).say(SENTENCE)
    assert len(google.texts) == 3
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_is_not_asked_about_again(google, voice):
    google.faults = [403]
    with pytest.raises(VoiceUnavailable, match="refused: Google answered 403 Forbidden"):
        voice.say(SENTENCE)
    assert len(google.texts) == 1


def test_without_a_network_it_says_so_at_once(google, monkeypatch):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setattr(gtts.tts, "_translate_url", lambda **_: f"http://127.0.0.1:{closed.getsockname()[1]}/")
        with pytest.raises(VoiceUnavailable, match="gTTS could not be reached.*network.*--fallback"):
            GttsVoice(VoiceSettings("gtts"), Lexicon(), retry_after=(60,)).say(SENTENCE)


def test_a_long_sentence_is_asked_for_in_pieces_and_put_together(google, voice):
    speech = voice.say(LONG)
    assert google.texts == [
        "Every trainer, on its own, picks a seed and keeps at most two neighbors,",
        "then two of each of those; the subgraph it has sampled lifts out — and still crosses borders."]
    assert [word.text for word in speech.words] == LONG.split()


@pytest.mark.parametrize("text", [LONG, "a " * 200, "—, " * 40 + "end", "start" + " —" * 60, "x" * 300])
def test_pieces_lose_nothing_and_each_has_something_to_say(text):
    found = pieces(text.split())
    assert [word for piece in found for word in piece] == text.split()
    assert all(any(map(weight, piece)) for piece in found)


def test_words_are_respelled_for_google(google):
    lexicon = Lexicon({"METIS": {"hibari": "mˈiTɪs", "gtts": "Meetis"}})
    voice = GttsVoice(VoiceSettings("gtts"), lexicon)
    assert [word.text for word in voice.say("“METIS's” parts.").words] == ["“METIS's”", "parts."]
    assert google.texts == ["“Meetis's” parts."]
    assert voice.pronunciations("METIS's parts.") == (("METIS", "Meetis"),)


def test_the_key_holds_language_and_domain():
    keys = {GttsVoice(VoiceSettings("gtts", language=language, tld=tld), Lexicon()).key
            for language in ("en", "de") for tld in ("com", "co.uk")}
    assert len(keys) == 4


def test_a_language_that_gtts_does_not_know_is_refused(google):
    with pytest.raises(LessonError, match="does not know the language 'xx'"):
        GttsVoice(VoiceSettings("gtts", language="xx"), Lexicon()).say(SENTENCE)


def test_a_sentence_without_words_is_refused(voice):
    with pytest.raises(LessonError, match="nothing to say"):
        voice.say("— …")


def test_estimated_word_times_are_near_the_exact_ones(google, voice, hibari):
    spoken = {sentence: hibari.say(sentence) for sentence in (
        "The trainer now fetches seven rows.", "Local rows drop straight down; remote rows cross first.",
        "If we split the graph, why must servers still talk?")}
    google.speak = lambda text: np.pad(spoken[text].samples, SAMPLE_RATE // 4)
    errors = [estimate.start - exact.start for sentence, speech in spoken.items()
              for estimate, exact in zip(voice.say(sentence).words, speech.words, strict=True)]
    assert np.abs(errors).mean() / SAMPLE_RATE < 0.12


def test_importing_pydub_warns_of_nothing(root):
    run = subprocess.run([sys.executable, "-W", "error", "-c", "import film.voice.recorded"],
                         cwd=root, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
