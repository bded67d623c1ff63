"""What is drawn again after a change, and what is not."""

from __future__ import annotations

import json
import os

import pytest
from lab import LessonCopy

from film.draw import piece_path
from film.lesson import load_lesson

pytestmark = pytest.mark.slow

BEATS = {"first/appear", "first/count", "first/still", "second/fade", "second/end"}
WATCHED = """
import json, subprocess, sys
from pathlib import Path
from film.cli import main
started = []
real = subprocess.Popen.__init__
subprocess.Popen.__init__ = lambda self, *args, **kwargs: started.append(str(args)) or real(self, *args, **kwargs)
code = main(Path(sys.argv[1]), sys.argv[2:])
print(json.dumps({"started": started, "loaded": sorted(name.split(".")[0] for name in sys.modules)}))
sys.exit(code)
"""


def redrawn(lesson: LessonCopy) -> set[str]:
    """Render; the beats whose pieces were drawn by it."""
    before = set(lesson.pieces)
    lesson.video()
    drawn = set(lesson.pieces) - before
    return {beat for beat, key in piece_names(lesson).items() if key in drawn}


def piece_names(lesson: LessonCopy) -> dict[str, str]:
    """The piece of each beat at 180p15."""
    loaded = load_lesson(lesson.root)
    return {beat.name: piece_path(beat, loaded.quality("l"), loaded.build).name for beat in lesson.plan().beats}


def test_an_unchanged_lesson_draws_nothing_starts_nothing_and_leaves_its_film_alone(warm: LessonCopy) -> None:
    output = [(path, path.stat().st_ino, path.stat().st_mtime_ns) for path in sorted(warm.film.parent.iterdir())]
    pieces = warm.pieces
    done = warm.run("video", "-ql", program=WATCHED)
    assert done.returncode == 0 and done.stderr == ""
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["started"] == []
    assert not {"manim", "manim_voiceover", "scipy", "onnxruntime", "pydub"} & set(said["loaded"])
    assert [(path, path.stat().st_ino, path.stat().st_mtime_ns) for path in sorted(warm.film.parent.iterdir())] == output
    assert warm.pieces == pieces


def test_one_changed_word_redraws_one_beat_and_the_others_move(rendered: LessonCopy, warm: LessonCopy) -> None:
    warm.edit("narration/first.md", "the right side", "the righthand side")
    assert redrawn(warm) == {"first/count"}
    before, after = rendered.beat_md5s(), warm.beat_md5s()
    assert len(after.pop("first/count")) > len(before.pop("first/count"))
    assert after == before


def test_a_changed_scene_redraws_its_chapter(warm: LessonCopy) -> None:
    warm.edit("scenes/first.py", "scale(0.5)", "scale(0.6)")
    assert redrawn(warm) == {"first/appear", "first/count", "first/still"}


def test_a_changed_look_redraws_everything(warm: LessonCopy) -> None:
    warm.edit("config/look.toml", "#F0E442", "#F0E443")
    assert redrawn(warm) == BEATS


def test_a_touched_file_redraws_nothing(warm: LessonCopy) -> None:
    for path in warm.root.rglob("*.*"):
        if path.suffix in (".py", ".md", ".toml"):
            os.utime(path)
    assert redrawn(warm) == set()


def test_what_a_chapter_imports_or_reads_redraws_that_chapter(warm: LessonCopy) -> None:
    part, data = warm.root / "scenes" / "parts" / "sizes.py", warm.root / "assets" / "side.txt"
    for path, content in ((part, "COUNT = 3\n"), (data, "0.5")):
        path.parent.mkdir()
        path.write_text(content, encoding="utf-8")
    warm.edit("scenes/second.py", "from film.scene", "from scenes.parts.sizes import COUNT\nfrom film.scene")
    warm.edit("scenes/second.py", "[Square(0.5,", '[Square(float(open("assets/side.txt").read()),')
    warm.edit("scenes/second.py", "range(3)", "range(COUNT)")
    second = {"second/fade", "second/end"}
    assert redrawn(warm) == second
    part.write_text("COUNT = 4\n", encoding="utf-8")
    assert redrawn(warm) == second
    data.write_text("0.6", encoding="utf-8")
    assert redrawn(warm) == second


def test_a_changed_fact_redraws_every_beat_that_could_have_read_it(warm: LessonCopy) -> None:
    warm.edit("counting.py", "count=3", "count=4")
    assert redrawn(warm) == BEATS  # any scene may read any fact, and no one can tell which it did


def test_a_changed_pause_changes_lengths_alone(rendered: LessonCopy, warm: LessonCopy) -> None:
    warm.edit("config/lesson.toml", "reveal = 0.2", "reveal = 0.5")
    assert redrawn(warm) == {"first/count"}
    assert len(warm.beat_md5s()["first/count"]) > len(rendered.beat_md5s()["first/count"])


def test_a_changed_source_or_title_redraws_nothing_and_is_told(warm: LessonCopy) -> None:
    warm.edit("narration/sources.toml", "A primer on squares", "Another primer")
    warm.edit("narration/second.md", "# Squares leave", "# Squares go")
    assert redrawn(warm) == set()
    transcript = warm.film.with_suffix(".md").read_text(encoding="utf-8")
    assert "Another primer" in transcript and "Squares go" in transcript


def test_what_is_missing_beside_the_film_comes_back_without_a_new_film(warm: LessonCopy) -> None:
    film = warm.film.stat()
    captions = warm.film.with_suffix(".vtt")
    before = captions.read_bytes()
    captions.write_text("not these", encoding="utf-8")
    warm.film.with_suffix(".srt").unlink()
    warm.video()
    assert captions.read_bytes() == before and warm.film.with_suffix(".srt").exists()
    assert (warm.film.stat().st_ino, warm.film.stat().st_mtime_ns) == (film.st_ino, film.st_mtime_ns)


def test_something_else_under_the_film_s_name_is_replaced(warm: LessonCopy) -> None:
    good = warm.film.read_bytes()
    for other in (b"not a film", good[:500]):
        warm.film.write_bytes(other)
        assert redrawn(warm) == set() and warm.film.read_bytes() == good


def test_an_edit_while_the_film_is_drawn_is_never_kept_as_what_was_planned(warm: LessonCopy) -> None:
    """The scene changes its own source once it is loaded for drawing, as a quick editor would."""
    warm.edit("scenes/first.py", "class First", 'if "edited" in globals(): pass\n\n\nclass First')
    warm.video()
    pieces = set(warm.pieces)
    warm.edit("scenes/first.py", 'if "edited" in globals(): pass',
              "from pathlib import Path\nif config.frame_rate == 60: Path(__file__).open('a').write('# edited')")
    done = warm.run("video", "-qh")
    assert done.returncode == 2 and "scenes/first.py: was changed after the film was planned; run again" in done.stderr
    assert len(set(warm.pieces) - pieces) <= 2, "more than the second chapter was kept"
