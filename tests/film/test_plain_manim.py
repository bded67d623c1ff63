"""A lesson's scenes are Manim scenes: plain `manim` renders them, with their sound."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lab import REPOSITORY, LessonCopy, environment_with

from film.clock import SAMPLE_RATE
from film.media import decoded_sound, read_mp4

pytestmark = pytest.mark.slow


def test_plain_manim_renders_a_chapter_as_long_as_it_is_planned(rendered: LessonCopy, warm: LessonCopy) -> None:
    (warm.root / "manim.cfg").write_text((REPOSITORY / "manim.cfg").read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "manim", "-ql", "scenes/first.py", "First"], cwd=warm.root,
                          env=environment_with(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    (film,) = (warm.root / "build" / "media" / "videos").rglob("First.mp4")
    facts, chapter = read_mp4(film), rendered.plan().chapters[0]
    slack = len(chapter.beats) / 15
    assert abs(facts.video.duration - (chapter.end - chapter.start) / 15) <= slack
    assert abs(facts.sound.duration - facts.video.duration) <= slack
    spoken = chapter.beats[0].sentences[0]
    sound = decoded_sound(film)
    assert abs(sound[: spoken.start]).max() < 0.01 < abs(sound[spoken.start : spoken.start + SAMPLE_RATE // 2]).max()
