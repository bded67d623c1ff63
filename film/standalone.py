"""Running a chapter with plain `manim`: it finds its lesson, speaks, and plays its beats' sound as Manim does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from manim_voiceover.services.base import SpeechService

from film.clock import SAMPLE_RATE, samples
from film.compile import lesson_voice, read_sources
from film.lesson import LOOK, find_root, load_lesson
from film.lettering import register_fonts
from film.planner import Turns
from film.scene import BeatClock, LessonScene
from film.script import read_script
from film.sound import Placement, mix
from film.store import replacing
from film.theme import load_theme
from film.timing import BeatTiming, time_chapter


class LessonSpeech(SpeechService):
    """Gives manim-voiceover a beat's sound, already spoken and laid out, under the beat's id."""

    def __init__(self, folder: Path) -> None:
        super().__init__(cache_dir=str(folder))
        self.folder = folder
        self.timings: dict[str, tuple[BeatTiming, np.ndarray]] = {}

    def add(self, timing: BeatTiming, track: np.ndarray) -> None:
        """Have `track` ready for the beat of `timing`."""
        self.timings[timing.id] = (timing, track)

    def generate_from_text(self, text: str, cache_dir: str | None = None, path: str | None = None, **_: Any) -> dict:
        """The sound of the beat whose id is `text`."""
        timing, track = self.timings[text]
        file = self.folder / f"{timing.id}.wav"
        _write_wav(file, track)
        return {"input_text": text, "input_data": {"input_text": text, "service": "lesson"}, "original_audio": file.name}


class Standalone:
    """Directs a scene that plain Manim runs."""

    def __init__(self, scene: LessonScene) -> None:
        file = Path(sys.modules[type(scene).__module__].__file__ or "")
        lesson = load_lesson(find_root(file.parent))
        chapter = lesson.chapter(file.stem)
        self.theme = load_theme(lesson.root / LOOK)
        self.facts = lesson.facts
        register_fonts(self.theme)
        scene.camera.background_color = self.theme.color("background")
        voice = lesson_voice(lesson, lesson.default_voice)
        script = read_script(chapter.script, lesson.facts, read_sources(lesson), lesson.tags)
        timings = time_chapter(script, voice, lesson.pauses)
        self.turns = Turns(timings, chapter.script)
        self.speech = LessonSpeech(lesson.build / "media" / "voiceover" / chapter.id)
        for timing in timings:
            placements = [Placement(voice.say(sentence.text).samples, sentence.start) for sentence in timing.sentences]
            self.speech.add(timing, mix(placements, samples(timing.ticks)))
        scene.set_speech_service(self.speech, create_subcaption=False)

    def begin(self, scene: LessonScene, beat_id: str) -> BeatTiming:
        """Start the beat's sound."""
        timing = self.turns.take(beat_id)
        scene.add_voiceover_text(beat_id)
        return timing

    def end(self, scene: LessonScene, beat: BeatClock) -> None:
        """Nothing to do: the sound has its own length."""


def _write_wav(path: Path, track: np.ndarray) -> None:
    import wave

    with replacing(path) as temporary, wave.open(str(temporary), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((np.clip(track, -1, 1) * 32767).astype("<i2").tobytes())
