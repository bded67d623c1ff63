"""A sentence is made once; what is read back is what was said."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass, field

import numpy as np
import pytest

from film.speech import Speech, Word
from film.voice import CachedVoice

SENTENCE = "Rows travel — fast."


@dataclass
class Murmur:
    """A voice that counts what it says, and says it differently every time."""

    key: str = "murmur 1"
    entries: dict = field(default_factory=dict)
    said: list = field(default_factory=list)

    def pronunciations(self, sentence):
        return tuple((word, self.entries[word]) for word in sentence.split() if word in self.entries)

    def say(self, sentence):
        self.said.append(sentence)
        words = sentence.split()
        samples = np.random.default_rng(len(self.said)).uniform(-1, 1, 480 * len(words)).astype(np.float32)
        return Speech(samples, tuple(Word(text, 480 * i, 480 * i + 470) for i, text in enumerate(words)))


def same(one, other):
    """Bit for bit."""
    return one.samples.tobytes() == other.samples.tobytes() and one.words == other.words and one.rate == other.rate


def test_a_sentence_is_made_once_and_read_back_bit_for_bit(tmp_path):
    voice = Murmur()
    fresh = CachedVoice(voice, tmp_path).say(SENTENCE)
    again = CachedVoice(voice, tmp_path).say(SENTENCE)
    assert voice.said == [SENTENCE]
    assert same(fresh, again)
    assert [word.text for word in again.words] == SENTENCE.split()


def test_the_default_voice_is_kept_bit_for_bit_and_to_16_bits(hibari, tmp_path):
    fresh = CachedVoice(hibari, tmp_path).say("The rows move.")
    assert same(fresh, CachedVoice(hibari, tmp_path).say("The rows move."))
    plain = hibari.say("The rows move.")
    assert fresh.words == plain.words
    assert np.abs(fresh.samples - plain.samples).max() <= 0.5 / 32_768


@pytest.mark.parametrize("change", [
    lambda voice: setattr(voice, "key", "murmur 2"),
    lambda voice: voice.entries.update(travel="trˈævᵊl"),
])
def test_another_voice_or_pronunciation_makes_the_sentence_again(tmp_path, change):
    voice = Murmur(entries={"Rows": "ɹˈOz"})
    CachedVoice(voice, tmp_path).say(SENTENCE)
    change(voice)
    CachedVoice(voice, tmp_path).say(SENTENCE)
    assert len(voice.said) == 2


def test_the_pronunciation_of_a_word_that_does_not_occur_changes_nothing(tmp_path):
    voice = Murmur()
    CachedVoice(voice, tmp_path).say(SENTENCE)
    voice.entries["METIS"] = "mˈiTɪs"
    CachedVoice(voice, tmp_path).say(SENTENCE)
    assert len(voice.said) == 1


@pytest.mark.parametrize("damage", [
    lambda data: b"",
    lambda data: data[:len(data) // 2],
    lambda data: data[:-1],
    lambda data: data[:200] + bytes(byte ^ 255 for byte in data[200:210]) + data[210:],
    lambda data: b"not at all what was here",
])
def test_a_damaged_file_is_made_again(tmp_path, damage):
    voice = Murmur()
    cached = CachedVoice(voice, tmp_path)
    cached.say(SENTENCE)
    path = cached.path(SENTENCE)
    path.write_bytes(damage(path.read_bytes()))
    fresh = cached.say(SENTENCE)
    assert len(voice.said) == 2
    assert same(fresh, CachedVoice(voice, tmp_path).say(SENTENCE))
    assert len(voice.said) == 2


def test_a_voice_that_fails_leaves_nothing_behind(tmp_path):
    class Mute(Murmur):
        def say(self, sentence):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        CachedVoice(Mute(), tmp_path).say(SENTENCE)
    assert list(tmp_path.iterdir()) == []


def _say_all(folder):
    cached = CachedVoice(Steady(), folder)
    return [cached.say(f"Sentence {index % 10}.").samples.sum() for index in range(100)]


class Steady(Murmur):
    """The same sound in every process."""

    def say(self, sentence):
        self.said.clear()
        return super().say(sentence)


@pytest.mark.slow
def test_several_processes_share_one_folder(tmp_path):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        sums = pool.map(_say_all, [tmp_path] * 3)
    assert sums[0] == sums[1] == sums[2]
    assert len(list(tmp_path.iterdir())) == 10
