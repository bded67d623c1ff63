"""`render.py check`, as a user runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; from pathlib import Path; from film.cli import main; sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))"
NO_MANIM = ("import sys\nclass Refuse:\n    def find_spec(self, name, path=None, target=None):\n"
            "        assert name.split('.')[0] != 'manim', 'Manim was imported'\nsys.meta_path.insert(0, Refuse())\n")


class Copy:
    """The second lesson, spoken slowly enough to be clean."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(REPOSITORY / "tests" / "lesson_two", root, ignore=shutil.ignore_patterns("build", "output", "__pycache__"))
        self.edit("tones.py", "(0.06 + 0.02 * len(text))", "(0.15 + 0.05 * len(text))")
        look = root / "config" / "look.toml"
        look.write_text(look.read_text(encoding="utf-8") + '\n[meaning]\napart = ["first", "second"]\n', encoding="utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", before + PROGRAM, str(self.root), *arguments], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(REPOSITORY)}, timeout=300)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A clean lesson that was checked once. Nobody may change it."""
    lesson = Copy(tmp_path_factory.mktemp("checked") / "lesson")
    done = lesson.run("check")
    assert done.returncode == 0 and "FAIL" not in done.stdout, done.stdout + done.stderr
    return lesson


@pytest.fixture
def lesson(checked: Copy, tmp_path: Path) -> Copy:
    """A copy of it, to be changed."""
    copy = Copy.__new__(Copy)
    copy.root = tmp_path / "lesson"
    shutil.copytree(checked.root, copy.root)
    return copy


def test_a_second_run_is_quick_and_imports_no_manim(checked: Copy) -> None:
    start = time.monotonic()
    done = checked.run("check", before=NO_MANIM)
    assert done.returncode == 0 and "planning" not in done.stderr
    assert time.monotonic() - start < 15  # about 2 s with the machine to itself


def test_nothing_is_drawn(checked: Copy) -> None:
    assert not (checked.root / "output").exists() and not (checked.root / "build" / "pieces").exists()


def test_a_fault_gives_exit_code_1_and_names_rule_object_file_and_line(lesson: Copy) -> None:
    lesson.edit("scenes/second.py", 'self.label("dot", ', 'self.label("dot 2", ')
    done = lesson.run("check")
    assert done.returncode == 1
    assert "NUM-1" in done.stdout and "name (Label 'dot 2')" in done.stdout and "scenes/second.py:" in done.stdout


def test_json_says_the_same_to_programs(lesson: Copy) -> None:
    clean = json.loads(lesson.run("check", "--json").stdout)
    assert clean["ok"] and {finding["check"] for finding in clean["findings"]} == {"CHP-1"}
    lesson.edit("scenes/first.py", "beat.leaves(self.square)", "beat.leaves()")
    done = lesson.run("check", "--json")
    faulty = json.loads(done.stdout)
    (finding,) = [finding for finding in faulty["findings"] if finding["severity"] == "FAIL"]
    assert done.returncode == 1 and not faulty["ok"]
    assert (finding["check"], finding["chapter"], finding["beat"], finding["file"]) == ("LAY-4", "first", "appear", "scenes/first.py")


def test_a_waiver_in_the_scene_lets_the_film_pass(lesson: Copy) -> None:
    lesson.edit("scenes/second.py", 'self.label("dot", ', 'self.label("dot 2", ')
    lesson.edit("scenes/second.py", "beat.leaves(dot, name)", 'beat.leaves(dot, name)\n            beat.waives("NUM-1", name, because="it is its name")')
    done = lesson.run("check")
    assert done.returncode == 0 and "it is its name" in " ".join(done.stdout.split())


def test_one_chapter_can_be_checked(lesson: Copy) -> None:
    lesson.edit("scenes/second.py", 'self.label("dot", ', 'self.label("dot 2", ')
    assert lesson.run("check", "first").returncode == 0
    assert lesson.run("check", "second").returncode == 1
    assert lesson.run("check", "third").returncode == 2


def test_the_plan_is_the_same_whether_it_was_looked_at_or_not(lesson: Copy) -> None:
    looked_at = lesson.run("plan", "--json").stdout
    shutil.rmtree(lesson.root / "build" / "plans")
    shutil.rmtree(lesson.root / "build" / "looks")
    unseen = lesson.run("plan", "--json").stdout
    assert looked_at == unseen and not (lesson.root / "build" / "looks").exists()


def test_a_broken_album_is_made_again(lesson: Copy) -> None:
    (album, *_) = sorted((lesson.root / "build" / "looks").glob("*.json"))
    album.write_text("{", encoding="utf-8")
    assert lesson.run("check").returncode == 2
    assert lesson.run("check").returncode == 0
