"""How fast the default voice speaks, as ratios to real time: cold, warm, and from the cache.

Run with `python benchmarks/voice.py`. One process, one core; all numbers come from one run.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from film.voice import CachedVoice, VoiceSettings, open_voice, read_lexicon  # noqa: E402 (after the path)

SENTENCES = (
    "Graph neural networks compute a vertex from its neighbors.",
    "One layer reaches one hop, and two layers reach two.",
    "So trainer A, on its own, picks a seed and keeps at most two neighbors, then two of each of those.",
    "Local rows drop straight down from the server's own memory.",
    "Remote rows have to cross the network first, then wait in CPU memory, and only then reach the GPU.",
    "METIS cuts about 7.6 percent of the edges, where a random split would cut 67.",
    "The gradients of the model are small, so all-reduce sends one megabyte.",
    "Embedding gradients go to their owners instead, with all-to-all.",
    "The owner loads Adam's two numbers for every row that was touched, and rewrites the row in place.",
    "The next iteration must wait for the new value, or it would read a stale one.",
)
SPEEDS = (0.75, 0.8, 0.85, 0.9, 1.0)
EMPTY = "pass"
FIRST = "from benchmarks.voice import voice; voice(0.8).say('Rows.')"


def voice(speed: float):
    """The default voice with the lesson's lexicon."""
    return open_voice(VoiceSettings("hibari", speed), read_lexicon(ROOT / "narration" / "pronunciations.toml"), ROOT)


def seconds(work) -> float:
    """How long `work()` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def python(program: str) -> float:
    """How long a Python program takes, start to end."""
    return seconds(lambda: subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True))


def main() -> None:
    """Print the table."""
    print(f"start of Python, import, load and one word: {python(FIRST) - python(EMPTY):.2f} s more than Python alone")
    words = sum(len(sentence.split()) for sentence in SENTENCES)
    speaker = voice(0.8)
    speaker.say("Warm.")
    with tempfile.TemporaryDirectory() as folder:
        kept = CachedVoice(speaker, Path(folder))
        length = sum(len(speaker.say(sentence).samples) for sentence in SENTENCES) / 48_000
        for name, work in (("made", speaker.say), ("made and kept", kept.say), ("read back", kept.say)):
            ratio = length / seconds(lambda say=work: [say(sentence) for sentence in SENTENCES])
            print(f"{name:>14}: {ratio:7.0f} × real time")
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
        print(f"{'on disk':>14}: {size / length / 1000:7.0f} kB a second of speech")
    for speed in SPEEDS:
        speaker = voice(speed)
        length = sum(len(speaker.say(sentence).samples) for sentence in SENTENCES) / 48_000
        print(f"  speed {speed:4.2f}: {60 * words / length:7.0f} words a minute, first to last word of each sentence")


if __name__ == "__main__":
    main()
