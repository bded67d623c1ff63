"""Claims about sound: where it lies and how loud it is, before and after it went through the film."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyloudnorm
import pytest
from scipy.signal import butter, correlate, resample, sosfilt

from film.clock import SAMPLE_RATE, SAMPLES_PER_TICK
from film.media import decoded_sound
from film.sound import Placement, master, mix

from .small_films import still_film

FRAME_AT_60 = SAMPLE_RATE // 60
LENGTH = 120 * SAMPLES_PER_TICK


def sentence(seed: int, seconds: float = 1.5) -> np.ndarray:
    """Noise with the band, the syllables and the peaks of a voice; starts and ends with sound."""
    noise = np.random.default_rng(seed)
    count = int(seconds * SAMPLE_RATE)
    spiky = noise.normal(size=count) * noise.gamma(1.0, size=count)
    voiced = sosfilt(butter(2, [150, 4000], "band", fs=SAMPLE_RATE, output="sos"), spiky)
    syllables = 0.15 + np.abs(np.sin(np.pi * 4 * np.arange(count) / SAMPLE_RATE + seed)) ** 2
    return (0.05 * voiced * syllables).astype(np.float32)


def tone(count: int, frequency: float = 440, amplitude: float = 0.3) -> np.ndarray:
    return (amplitude * np.sin(2 * np.pi * frequency * np.arange(count) / SAMPLE_RATE)).astype(np.float32)


PLACEMENTS = [Placement(sentence(seed), 7_001 + seed * 90_007) for seed in range(4)]


@pytest.fixture(scope="module")
def narration() -> np.ndarray:
    """A track of 8 s with four sentences."""
    return mix(PLACEMENTS, LENGTH)


@pytest.fixture(scope="module")
def mastered(narration: np.ndarray) -> np.ndarray:
    return master(narration)


@pytest.fixture(scope="module")
def delivered(mastered: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The mastered narration as decoded from a film."""
    return decoded_sound(still_film(mastered, tmp_path_factory.mktemp("delivered")))


def loudness(track: np.ndarray) -> float:
    """LUFS by an independent meter, the track on both channels."""
    return pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness(np.stack([track, track], axis=1))


def true_peak_db(track: np.ndarray) -> float:
    """dBTP by another way than the limiter's: one Fourier transform, eight times oversampled."""
    return 20 * np.log10(np.abs(resample(track, 8 * len(track))).max())


def place_of(needle: np.ndarray, track: np.ndarray, around: int, reach: int = 4_000) -> tuple[int, float]:
    """Where within `reach` of `around` the needle correlates best with the track, and how well."""
    first = max(0, around - reach)
    hay = track[first : around + reach + len(needle)].astype(float)
    products = correlate(hay, needle.astype(float), "valid", method="fft")
    squares = np.concatenate([[0], np.cumsum(hay**2)])
    energy = squares[len(needle) :] - squares[: -len(needle)]
    scores = products / np.sqrt(np.maximum(energy, 1e-12) * np.sum(needle.astype(float) ** 2))
    best = int(np.argmax(scores))
    return first + best, float(scores[best])


def test_sentences_lie_at_their_own_samples_and_add_up_where_they_overlap() -> None:
    ones = np.ones(10, np.float32)
    track = mix([Placement(ones, 0), Placement(ones, 5), Placement(ones, 90)], 100)
    assert track.dtype == np.float32
    assert track.tolist() == [1] * 5 + [2] * 5 + [1] * 5 + [0] * 75 + [1] * 10


@pytest.mark.parametrize("start", [-1, 91])
def test_a_sentence_outside_the_track_is_an_error_not_a_cut(start: int) -> None:
    with pytest.raises(ValueError, match="outside a track of 100"):
        mix([Placement(np.ones(10, np.float32), start)], 100)


def test_the_master_is_at_minus_16_lufs_and_still_is_after_aac(mastered: np.ndarray, delivered: np.ndarray) -> None:
    assert loudness(mastered) == pytest.approx(-16, abs=0.3)
    assert loudness(delivered) == pytest.approx(-16, abs=0.3)


def test_the_true_peak_after_aac_is_under_minus_1_dbtp(narration: np.ndarray, delivered: np.ndarray) -> None:
    assert true_peak_db(narration) + (-16 - loudness(narration)) > 0, "this narration has no peaks to limit"
    assert true_peak_db(delivered) <= -1


@pytest.mark.parametrize("level", [0.01, 3.0])
def test_quiet_and_loud_sources_come_out_alike(narration: np.ndarray, mastered: np.ndarray, level: float) -> None:
    assert np.abs(master(narration * np.float32(level)) - mastered).max() < 0.01


def test_mastering_moves_no_sentence_and_keeps_its_shape(mastered: np.ndarray) -> None:
    assert mastered.shape == (LENGTH,)
    assert mastered.dtype == np.float32
    for placement in PLACEMENTS:
        place, likeness = place_of(placement.samples, mastered, placement.start)
        assert place == placement.start
        assert likeness > 0.99


def test_away_from_peaks_the_master_is_the_source_times_one_number() -> None:
    track = tone(4 * SAMPLE_RATE, amplitude=0.05)
    track[2 * SAMPLE_RATE] = 0.9
    mastered = master(track)

    untouched = np.r_[1 : 1 * SAMPLE_RATE, 3 * SAMPLE_RATE : 4 * SAMPLE_RATE]
    untouched = untouched[np.abs(track[untouched]) > 0.001]
    factors = mastered[untouched] / track[untouched]
    assert np.ptp(factors) < 1e-5 * factors.max()
    assert mastered[2 * SAMPLE_RATE] / track[2 * SAMPLE_RATE] < factors.min()


def test_a_peak_beside_a_full_minute_is_limited_without_a_step() -> None:
    track = tone(62 * SAMPLE_RATE, amplitude=0.05) + np.float32(0.1)
    track[60 * SAMPLE_RATE + 100] = 0.9
    mastered = master(track)

    factors = mastered / track
    assert factors[60 * SAMPLE_RATE + 100] < 0.8 * factors[0]
    assert np.abs(np.diff(factors)).max() < 0.005 * factors[0]


def test_each_sentence_is_found_in_the_film_within_a_frame_of_its_place(delivered: np.ndarray) -> None:
    for placement in PLACEMENTS:
        place, likeness = place_of(placement.samples, delivered, placement.start)
        assert abs(place - placement.start) <= FRAME_AT_60
        assert likeness >= 0.9


def test_swapped_and_muted_sentences_are_not_found(tmp_path: Path) -> None:
    first, second, muted, fourth = PLACEMENTS
    swapped = [Placement(second.samples, first.start), Placement(first.samples, second.start), fourth]
    decoded = decoded_sound(still_film(master(mix(swapped, LENGTH)), tmp_path))

    for missing in (first, second, muted):
        assert place_of(missing.samples, decoded, missing.start)[1] < 0.5
    assert place_of(fourth.samples, decoded, fourth.start)[1] >= 0.9


@pytest.mark.parametrize("place", [1_024, 1_500, 48_000, 100_003, 143_900])
def test_a_click_is_heard_within_five_milliseconds_of_its_sample(tmp_path: Path, place: int) -> None:
    track = np.zeros(3 * SAMPLE_RATE, np.float32)
    track[place] = 0.5
    decoded = decoded_sound(still_film(track, tmp_path))

    assert abs(int(np.argmax(np.abs(decoded))) - place) <= 0.005 * SAMPLE_RATE


def test_what_a_film_plays_is_its_track_sample_by_sample(mastered: np.ndarray, delivered: np.ndarray) -> None:
    assert len(delivered) == len(mastered)
    noise = np.mean((delivered - mastered) ** 2) / np.mean(mastered**2)
    assert 10 * np.log10(noise) < -20


def test_sound_from_the_very_first_sample_is_not_lost(tmp_path: Path) -> None:
    track = tone(SAMPLE_RATE)
    decoded = decoded_sound(still_film(track, tmp_path))
    assert np.mean(decoded[:1_024] ** 2) > 0.3 * np.mean(track[:1_024] ** 2)


@pytest.mark.parametrize("seconds", [0.02, 0.2, 0.4, 1.0, 4.0])
def test_short_tracks_and_tones_are_mastered_too(seconds: float) -> None:
    mastered = master(tone(int(seconds * SAMPLE_RATE)))

    assert len(mastered) == int(seconds * SAMPLE_RATE)
    assert np.isfinite(mastered).all()
    assert true_peak_db(mastered) <= -1
    if seconds >= 0.4:
        assert loudness(mastered) == pytest.approx(-16, abs=0.3)


@pytest.mark.parametrize("count", [0, 1, 9_600, 480_000])
def test_silence_stays_silent(count: int) -> None:
    mastered = master(np.zeros(count, np.float32))
    assert mastered.shape == (count,)
    assert not mastered.any()


def test_a_track_of_one_click_is_not_blown_up() -> None:
    track = np.zeros(3 * SAMPLE_RATE, np.float32)
    track[70_000] = 0.1
    mastered = master(track)
    assert np.isfinite(mastered).all()
    assert true_peak_db(mastered) <= -1


def test_mastering_again_gives_the_same_samples(narration: np.ndarray, mastered: np.ndarray) -> None:
    assert np.array_equal(master(narration), mastered)
