"""The default voice: what it says, when, and that it always says it the same way."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from film.clock import SAMPLE_RATE
from film.errors import LessonError
from film.voice import VoiceSettings, VoiceUnavailable, open_voice
from film.voice.lexicon import Lexicon
from film.voice.model import Network, whole_durations, widen_weights
from film.voice.phonemes import owners_of

HARD = (
    "The trainer now fetches 16,000 rows.",
    '"Remote" — that is, elsewhere — means 16,000 rows (or 7.6 percent).',
    "— It is 0.3, −0.1, then 0.4 —",
    "One GPU's memory – that's 80 GB – can't hold the trainers' rows.",
    "That isn’t all-to-all’s job; it’s METIS's, “mostly”.",
    "On 10/12/2019, at 9:30 am, $3.2 billion ± 5% bought 3 × 3 (three-by-three) grids...",
    "Steps 7–9 , and -- step 2 -- too",
    "A",
    "I O U.",
)


@pytest.fixture(scope="module")
def network():
    """hibari's network as this project loads it."""
    from hibari.voices import voice_path

    return Network(Path(voice_path("heart")))


def spread(words):
    """Start and end of each word, flat."""
    return [edge for word in words for edge in (word.start, word.end)]


@pytest.mark.parametrize("sentence", HARD)
def test_every_written_word_has_its_own_stretch_of_the_sound(hibari, sentence):
    speech = hibari.say(sentence)
    assert [word.text for word in speech.words] == sentence.split()
    assert all(word.start < word.end for word in speech.words)
    assert spread(speech.words) == sorted(spread(speech.words))
    assert (speech.words[0].start, speech.words[-1].end) == (0, len(speech.samples))


def test_a_number_lasts_as_long_as_its_spoken_words(hibari):
    digits = hibari.say("It holds 16,000 rows.").words[2]
    spelled = hibari.say("It holds sixteen thousand rows.").words[2:4]
    assert digits.end - digits.start == pytest.approx(spelled[1].end - spelled[0].start, abs=0.05 * SAMPLE_RATE)


def test_a_dash_alone_lies_in_the_pause_it_makes(hibari):
    speech = hibari.say("They stay put, and the rows — all of them — travel.")
    dash = next(word for word in speech.words if word.text == "—")
    sound = speech.samples[dash.start:dash.end]
    assert np.sqrt((sound ** 2).mean()) < 0.2 * np.sqrt((speech.samples ** 2).mean())


def test_a_sentence_starts_and_ends_with_sound_and_without_a_click(hibari):
    samples = hibari.say("For half of the vertices, this is free.").samples
    edge = SAMPLE_RATE // 20
    loudest = np.abs(samples).max()
    assert np.abs(samples[:edge]).max() > 0.003 * loudest
    assert np.abs(samples[-edge:]).max() > 0.003 * loudest
    assert max(abs(samples[0]), abs(samples[-1])) < 1e-4
    assert samples.dtype == np.float32 and loudest < 1


@pytest.mark.parametrize("speed", [0.78, 0.8, 0.82])
def test_the_pace_is_the_one_asked_for(network, speed):
    ids = [0, *range(43, 133), 0]
    plain = network.predict(ids, 1.0).durations.sum()
    assert network.predict(ids, speed).durations.sum() == pytest.approx(plain / speed, rel=0.02)


def test_durations_add_up_to_the_sound(network):
    from hibari import dsp

    prediction = network.predict([0, *range(43, 133), 0], 0.8)
    assert len(dsp.synth(*prediction.spectrum, np.random.default_rng(0))) == 600 * prediction.durations.sum()


def test_ends_of_phonemes_are_rounded_not_their_lengths(rng):
    wanted = rng.uniform(1, 4, 300)
    rounded = whole_durations(wanted)
    assert rounded.min() >= 1
    assert np.abs(np.cumsum(rounded) - np.cumsum(wanted)).max() <= 0.5
    assert whole_durations(np.full(4, 0.3)).tolist() == [1, 1, 1, 1]


@pytest.mark.slow
def test_every_process_says_it_with_the_same_bytes(hibari, root):
    digest = hashlib.sha256(hibari.say(HARD[1]).samples.tobytes()).hexdigest()
    program = ("import hashlib, sys; from pathlib import Path; from film.voice import *; "
               "voice = open_voice(VoiceSettings('hibari', 0.8), read_lexicon(Path(sys.argv[1])), Path()); "
               "voice.say('Something else first.'); "
               "print(hashlib.sha256(voice.say(sys.argv[2]).samples.tobytes()).hexdigest())")
    other = subprocess.run([sys.executable, "-c", program, root / "narration" / "pronunciations.toml", HARD[1]],
                           cwd=root, env=os.environ | {"PYTHONHASHSEED": "7"}, capture_output=True, text=True)
    assert other.stdout.strip() == digest, other.stderr


def test_products_of_widened_weights_are_exact_on_this_processor(rng):
    import onnxruntime

    inputs = rng.integers(0, 256, (4, 512), dtype=np.uint8)
    inputs[0] = 255  # 255 × −127, twice: overflows the 16-bit sums of processors without VNNI
    weights = rng.integers(-127, 128, (512, 8), dtype=np.int8)
    weights[:, 0], weights[:, 1] = -127, 127
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "w", "xz", "wz"], ["y"])], "product",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [4, 512])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, [4, 8])],
        [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(np.uint8(3), "xz"),
         numpy_helper.from_array(np.int8(0), "wz")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    widen_weights(model)
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    exact = (inputs.astype(np.int64) - 3) @ weights.astype(np.int64)
    assert (session.run(None, {"x": inputs})[0] == exact).all()


def test_a_sentence_too_long_for_the_model_is_refused(hibari):
    with pytest.raises(LessonError, match="too long.*split it: “Rows and rows"):
        hibari.say("Rows " + "and rows " * 60 + "end.")


@pytest.mark.parametrize("sentence", ["—", "..."])
def test_a_sentence_without_words_is_refused(hibari, sentence):
    with pytest.raises(LessonError, match="nothing to say"):
        hibari.say(sentence)


def test_an_unknown_speaker_is_refused_with_the_names_of_the_known(lexicon, root):
    with pytest.raises(LessonError, match="no voice 'hart'; its voices are heart"):
        open_voice(VoiceSettings("hibari", voice="hart"), lexicon, root)


def test_a_speaker_that_cannot_be_fetched_is_unavailable(lexicon, root, monkeypatch, tmp_path):
    monkeypatch.setenv("HIBARI_HOME", str(tmp_path))
    monkeypatch.setattr("hibari.voices.BASE_URL", "http://127.0.0.1:9/")
    with pytest.raises(VoiceUnavailable, match="hibari voice 'kore' could not be fetched"):
        open_voice(VoiceSettings("hibari", voice="kore"), lexicon, root).say("Rows.")


def test_opening_the_voice_imports_no_engine(root):
    program = ("import sys; from pathlib import Path; from film.voice import *; "
               "print(open_voice(VoiceSettings('hibari'), Lexicon(), Path()).key); "
               "print(sorted({'hibari', 'onnxruntime', 'onnx', 'scipy', 'gtts', 'pydub'} & set(sys.modules)))")
    run = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("words", "spoken", "owners"), [
    ("a b c", "a b c", [0, 1, 2]),
    ("it costs $3.2 billion now", "it costs 3.2 billion dollars now", [0, 1, 2, 3, 3, 4]),
    ("on 10/12/2019 we", "on October twelfth, 2019 we", [0, 1, 1, 1, 2]),
    ("word , then", "word, then", [0, 2]),
    ("™ x", "x", [1]),
])
def test_spoken_words_know_the_written_word_they_stand_for(words, spoken, owners):
    assert owners_of(words.split(), spoken.split()) == owners


# What a listener must hear. There is no ear in these tests: the phonemes were checked by hand.
@pytest.mark.parametrize(("sentence", "heard"), [
    ("METIS's parts", "mˈiTɪsᵻz pˈɑɹts"),
    ("GLPilot.", "ʤˌiˌɛl pˈIlət."),
    ("All-reduce averages; all-to-all sends.", "ˈɔl ɹədˈus ˈævəɹɪʤᵻz; ˈɔl tʊ ˈɔl sˈɛndz."),
    ("Two GPUs, one GPU's memory, a CPU.", "tˈu ʤˌipˌijˈuz, wˈʌn ʤˌipˌijˈuz mˈɛməɹi, ɐ sˌipˌijˈu."),
    ("Only ids travel.", "ˈOnli ˌIdˈiz tɹˈævᵊl."),
    ("Embeddings are learned.", "ɪmbˈɛdɪŋz ɑɹ lˈɜɹnd."),
    ("Trainer A picks v on A.", "tɹˈAnəɹ ˈA pˈɪks vˈi ˌɔn ˈA."),
    ("It reads v's row; the rows are read-only.", "ˌɪt ɹˈidz vˈiz ɹˈO; ðə ɹˈOz ɑɹ ɹˈid ˌOnli."),
    ("Each of these lives on another server.", "ˈiʧ ʌv ðiz lˈɪvz ˌɔn ənˈʌðəɹ sˈɜɹvəɹ."),
    ("A row of v.", "ɐ ɹˈO ʌv vˈi."),
    ("Here is why: A row waits.", "hˈɪɹ ɪz wˌI: ɐ ɹˈO wˈAts."),
    ("187 GB, 1 MB", "wˈʌn hˈʌndɹəd ˈATi sˈɛvən ɡˈɪɡəbˌIts, wˈʌn mˈɛɡəbˌIt"),
    ("16,000 of 111 million", "sˌɪkstˈin θˈWzᵊnd ʌv wˈʌn hˈʌndɹəd əlˈɛvᵊn mˈɪljᵊn"),
    ("7.6 percent", "sˈɛvən pYnt sˈɪks pəɹsˈɛnt"),
    ("0.3, −0.1", "zˈɪɹO pYnt θɹˈi, mˈInəs zˈɪɹO pYnt wˈʌn"),
    ("minus 0.1", "mˈInəs zˈɪɹO pYnt wˈʌn"),
    ("1,500 dots", "wˈʌn θˈWzᵊnd fˈIv hˈʌndɹəd dˈɑts"),
])
def test_terms_and_numbers_are_pronounced_in_american_english(hibari, sentence, heard):
    assert hibari.phonemes(sentence) == heard


def test_an_entry_changes_no_other_word(hibari, root):
    plain = open_voice(VoiceSettings("hibari", 0.8), Lexicon(), root)
    sentence = "Most METIS parts are read, and GLPilot separates three separate records."
    changed = [ours for ours, theirs in zip(hibari.phonemes(sentence).replace("l pˈI", "l_pˈI").split(),
                                            plain.phonemes(sentence).replace("l pˈɪ", "l_pˈɪ").split(), strict=True)
               if ours != theirs]
    assert changed == ["mˈiTɪs", "ʤˌiˌɛl_pˈIlət"]


def test_every_entry_of_the_lexicon_is_heard(hibari, lexicon):
    for word, entry in lexicon.entries.items():
        heard = hibari.phonemes(f"Here, {word}, and so.")
        assert f" {entry['hibari']}, " in heard, (word, heard)
