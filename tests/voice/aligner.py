"""An independent judge of word times: pocketsphinx's forced aligner, which knows nothing of hibari."""

from __future__ import annotations

import re

import numpy as np
from pocketsphinx import Decoder
from scipy.signal import resample_poly

from film.clock import SAMPLE_RATE
from film.speech import Speech

RATE = 16_000
FRAME_SECONDS = 0.01
PADDING = np.zeros(RATE * 3 // 10)

# Terms that are not in the aligner's dictionary, or that are spoken as several words.
SPELLED = {
    "gpu": ("g.", "p.", "u."), "gpus": ("g.", "p.", "u.'s"), "gpu's": ("g.", "p.", "u.'s"), "gnn": ("g.", "n.", "n."),
    "7": ("seven",), "187": ("one", "hundred", "eighty", "seven"), "16,000": ("sixteen", "thousand"),
    "7.6": ("seven", "point", "six"), "0.3": ("zero", "point", "three"), "all-reduce": ("all", "reduce"),
    "all-to-all": ("all", "to", "all"), "mini-batch": ("mini", "batch"),
}
ADDED = {"optimizer": "AA P T AH M AY Z ER"}


class Aligner:
    """Finds the words of a known sentence in its sound."""

    def __init__(self) -> None:
        self._decoder = Decoder(loglevel="FATAL")
        for word, phones in ADDED.items():
            self._decoder.add_word(word, phones)

    def align(self, sentence: str, speech: Speech) -> list[tuple[float, float] | None]:
        """Start and end of each word of `sentence`, in seconds; None for a word without sound."""
        spoken = [_spoken(word) for word in sentence.split()]
        flat = [part for word in spoken for part in word]
        assert all(self._decoder.lookup_word(part) for part in flat), flat
        sound = np.concatenate([PADDING, resample_poly(speech.samples, RATE, SAMPLE_RATE), PADDING])
        self._decoder.set_align_text(" ".join(flat))
        self._decoder.start_utt()
        self._decoder.process_raw((np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes(), full_utt=True)
        self._decoder.end_utt()
        found = [(segment.start_frame, segment.end_frame + 1) for segment in self._decoder.seg()
                 if segment.word[0] not in "<[("]
        assert len(found) == len(flat), (flat, [segment.word for segment in self._decoder.seg()])
        lead = len(PADDING) / RATE
        places = iter(found)
        result = []
        for word in spoken:
            parts = [next(places) for _ in word]
            result.append((parts[0][0] * FRAME_SECONDS - lead, parts[-1][1] * FRAME_SECONDS - lead) if parts else None)
        return result


def _spoken(word: str) -> tuple[str, ...]:
    bare = re.sub(r"^\W+|\W+$", "", word.lower())
    return SPELLED.get(bare, (bare,) if bare else ())
