"""Finding sentences in a decoded sound track."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.signal import correlate

from film.clock import SAMPLE_RATE
from film.plan import Plan
from film.speech import Voice

ONE_FRAME = SAMPLE_RATE // 60
ALIKE = 0.9


@dataclass(frozen=True)
class Heard:
    """Where in a track a sentence fits best, and how well (normalized cross-correlation, at most 1)."""

    text: str
    wanted: int
    found: int
    likeness: float

    @property
    def in_place(self) -> bool:
        """Whether it is there: alike, within one frame of a film at 60 frames a second."""
        return self.likeness >= ALIKE and abs(self.found - self.wanted) <= ONE_FRAME


def listen(track: np.ndarray, plan: Plan, voice: Voice) -> list[Heard]:
    """Look for each of the plan's sentences in the whole track."""
    heard = []
    for beat in plan.beats:
        for sentence in beat.sentences:
            wanted = beat.start * SAMPLE_RATE // 15 + sentence.start
            heard.append(Heard(sentence.text, wanted, *_best_fit(track, voice.say(sentence.text).samples)))
    return heard


def _best_fit(track: np.ndarray, sound: np.ndarray) -> tuple[int, float]:
    track, sound = track.astype(np.float64), sound.astype(np.float64)
    matches = correlate(track, sound, mode="valid")
    energy = np.concatenate([[0], np.cumsum(track**2)])
    energies = np.maximum(energy[len(sound):] - energy[:-len(sound)], 1e-6)
    likeness = matches / np.sqrt(energies * np.sum(sound**2))
    best = int(likeness.argmax())
    return best, float(likeness[best])
