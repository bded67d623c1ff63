"""What the user can mend is said in one line with file and line; nothing is overwritten, nothing is left behind."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from lab import REPOSITORY, LessonCopy
from stage import stage

from film.compile import lesson_voice, read_sources
from film.errors import LessonError
from film.lesson import Lesson, load_lesson
from film.planner import PlanDirector, Turns, run_scene
from film.renderer import PieceRenderer
from film.script import read_script
from film.theme import load_theme
from film.timing import time_chapter

Break = Callable[[LessonCopy], None]


def edited(file: str, old: str, new: str) -> Break:
    return lambda lesson: lesson.edit(file, old, new)


def written(file: str, content: str | bytes) -> Break:
    return lambda lesson: (lesson.root / file).write_bytes(content if isinstance(content, bytes) else content.encode())


def unchanged(lesson: LessonCopy) -> None:
    pass


def fault(name: str, breaks: Break, message: str, *arguments: str) -> object:
    return pytest.param(breaks, message, arguments or ("video", "-ql"), id=name)


FIRST, SECOND, LESSON, LOOK = "narration/first.md", "scenes/second.py", "config/lesson.toml", "config/look.toml"
TOLD = [  # before a scene has run
    fault("chapter", unchanged, "there is no chapter 'thrid'; the chapters are first, second", "video", "-ql", "thrid"),
    fault("previewed chapter", unchanged, "there is no chapter 'thrid'; the chapters are", "preview", "thrid"),
    fault("chapter on paper", unchanged, "there is no chapter 'thrid'; the chapters are first, second", "sheet", "-ql", "thrid"),
    fault("quality", unchanged, "there is no quality 'z'; the qualities are l, h", "video", "-qz"),
    fault("clip", unchanged, "there is no 'first/cuont' in the film; is it first/count", "clips", "first/cuont"),
    fault("clip of a beat", unchanged, "there is no 'still' in the film; is it first/still?", "clips", "still"),
    fault("clip like nothing", unchanged, "there is no 'xyz' in the film; say a chapter (first, second), a beat", "clips", "xyz"),
    fault("clip of several", edited("narration/second.md", "step-2", "step-1"),
          "'step-1' is several parts of the film: first/step-1, second/step-1", "clips", "step-1"),
    fault("clip format", unchanged, "argument --format: invalid choice: 'avi'", "clips", "--format", "avi"),
    fault("clip quality", unchanged, "there is no quality 'z'; the qualities are l, h", "clips", "-qz"),
    fault("deck format", unchanged, "argument --format: invalid choice: 'odp'", "slides", "--format", "odp"),
    fault("deck quality", unchanged, "there is no quality 'z'; the qualities are l, h", "slides", "-qz"),
    fault("voice", unchanged, "there is no voice 'tenor'; the voices are tones, gtts", "video", "-ql", "--voice", "tenor"),
    fault("command", unchanged, "argument command: invalid choice: 'vidoe'", "vidoe"),
    fault("option", unchanged, "unrecognized arguments: --fast; see render.py", "-ql", "--fast"),
    fault("number of jobs", unchanged, "argument --jobs: '0' is not a whole number above 0", "video", "--jobs", "0"),
    fault("placeholder", edited(FIRST, "{squares.count}", "{squares.cuont}"), f"{FIRST}:10: placeholder {{squares.cuont}}"),
    fault("tag", edited(FIRST, "reveal, step-1", "revael"), f"{FIRST}:8: unknown tag 'revael'"),
    fault("source", edited(FIRST, "[^primer]", "[^prime]"), f"{FIRST}:10: unknown source 'prime'"),
    fault("repeated beat", edited(FIRST, "## still", "## count"), f"{FIRST}:13: a second beat 'count'"),
    fault("empty script", written(FIRST, ""), f"{FIRST}:1: has no title"),
    fault("script of spaces", written(FIRST, " \n\n"), f"{FIRST}:1: has no title"),
    fault("script that is not UTF-8", written(FIRST, b"# Title\n\xff\n"), f"{FIRST}:2: is not UTF-8"),
    fault("no script", lambda lesson: (lesson.root / FIRST).unlink(), f"{LESSON}:4: chapter 'first' needs the file {FIRST}"),
    fault("no scene", lambda lesson: (lesson.root / SECOND).unlink(), f"{LESSON}:4: chapter 'second' needs the file {SECOND}"),
    fault("no lesson", lambda lesson: (lesson.root / LESSON).unlink(), f"{LESSON}: is missing"),
    fault("bad TOML", edited(LESSON, 'voice = "tones"', "voice = tones"), f"{LESSON}:6: is not valid TOML"),
    fault("unknown entry", edited(LESSON, "preview_quality", "preveiw_quality"), f"{LESSON}:8: unknown entry 'preveiw_quality'"),
    fault("wrong kind", edited(LESSON, "sentence = 0.1", 'sentence = "long"'), f"{LESSON}:12: 'sentence' is 'long'"),
    fault("negative pause", edited(LESSON, "sentence = 0.1", "sentence = -1"), f"{LESSON}:12: the pause 'sentence' is -1"),
    fault("chapter twice", edited(LESSON, '["first", "second"]', '["first", "first"]'), f"{LESSON}:4: lists a chapter twice"),
    fault("no chapters", edited(LESSON, '["first", "second"]', "[]"), f"{LESSON}:4: lists no chapters"),
    fault("fps off the clock", edited(LESSON, "fps = 15", "fps = 25"), f"{LESSON}: quality 'l': fps must be a multiple of 15"),
    fault("no such facts", edited(LESSON, "counting:facts", "counting:fact"), f"{LESSON}:3: facts: counting has no 'fact'"),
    fault("no such module", edited(LESSON, "counting:facts", "cuonting:facts"), f"{LESSON}:3: facts: there is no module"),
    fault("facts that fail", written("counting.py", "\nfacts = 1 / 0\n"), "counting.py:2: ZeroDivisionError"),
    fault("facts with a slip", written("counting.py", "facts = (\n"), "counting.py:1: SyntaxError"),
    fault("source that is no text", written("narration/sources.toml", "\nprimer = 3\n"), "narration/sources.toml:2: the source"),
    fault("folder as a script", lambda lesson: (lesson.root / "narration/sources.toml").unlink() or
          (lesson.root / "narration/sources.toml").mkdir(), "narration/sources.toml: cannot be read"),
    fault("file as output folder", written("output", "mine"), "output: a file stands where a folder is needed"),
    fault("file as build folder", written("build", "mine"), "build: a file stands where a folder is needed"),
]
SHOWN = [  # when its scene runs
    fault("beat not in the script", edited(SECOND, '"end"', '"ned"'), f"{SECOND}:17: the scene narrates 'ned'"),
    fault("beat not spoken", edited(FIRST, "## still", "## still-more\nMore.\n\n## still"),
          "scenes/first.py:13: the scene narrates 'still' before 'still-more'"),
    fault("beat never narrated", edited("narration/second.md", "That is all.", "That is all.\n\n## last\nNo more."),
          "narration/second.md:12: the scene never narrates 'last'"),
    fault("beats out of order", edited("scenes/first.py", "self.appear()\n        self.count()", "self.count()"),
          "scenes/first.py:23: the scene narrates 'count' before 'appear'"),
    fault("beat twice", edited("scenes/first.py", "self.appear()\n", "self.appear()\n        self.appear()\n"),
          "scenes/first.py:18: the scene narrates 'appear' a second time"),
    fault("mark", edited(SECOND, 'until("fade")', 'until("fode")'), f"{SECOND}:13: beat 'fade' has no mark 'fode'"),
    fault("mark nobody waits for", edited("narration/second.md", "Now they", 'Now <bookmark mark="they"/>they'),
          f"{SECOND}:10: nobody waits for the mark 'they'"),
    fault("color", edited(SECOND, 'color("second")', 'color("third")'), f"{SECOND}:11: color 'third' is not in {LOOK}"),
    fault("size", edited(SECOND, 'size="label"', 'size="lable"'), f"{SECOND}:19: text size 'lable' is not in {LOOK}"),
    fault("color that is none", edited(LOOK, "#7DD3FC", "blue"), f"{LOOK}:5: color 'second' is 'blue'"),
    fault("font package", edited(LOOK, "font_source_sans_pro", "font_comic_sans"), f"{LOOK}:14: the font package"),
    fault("font family", edited(LOOK, "Source Sans Pro", "Comic Sans Pro"), f"{LOOK}:15: the font 'Comic Sans Pro' is missing"),
    fault("exception", edited(SECOND, 'self.label("here"))', 'self.label("here"))\n            squares[7]'),
          f"{SECOND}:13: IndexError: "),
    fault("exception below Manim", edited(SECOND, 'self.label("here")', '"here"'), f"{SECOND}:12: AttributeError: 'str' object"),
    fault("syntax error", edited(SECOND, "def construct(self):", "def construct(self:"), f"{SECOND}:9: SyntaxError"),
    fault("playing outside a beat", edited(SECOND, "    def construct(self):", "    def construct(self):\n        self.wait()"),
          f"{SECOND}:10: something is played outside a beat"),
    fault("no scene class", edited(SECOND, "class Second(LessonScene)", "class Second(Scene)"), f"{SECOND}: defines 0 LessonScene"),
    fault("unknown beat", unchanged, "chapter 'first' has no beat 'cuont'; its beats are appear, count, still",
          "preview", "first", "--beat", "cuont"),
]


WHOLE = ("mark", "font family", "exception", "syntax error", "beat never narrated", "unknown beat")
"""Those of SHOWN that the whole program is run for: loading Manim takes its time."""


@pytest.mark.parametrize(("breaks", "message", "arguments"), [
    *TOLD, *(pytest.param(*case.values, id=case.id, marks=pytest.mark.slow) for case in SHOWN if case.id in WHOLE)])
def test_a_fault_takes_one_line_and_touches_nothing(lesson: LessonCopy, breaks: Break, message: str,
                                                    arguments: tuple[str, ...]) -> None:
    breaks(lesson)
    if not (lesson.root / "output").exists():
        keep_a_film(lesson)
    before = contents(lesson.root / "output")
    done = lesson.run(*arguments)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 2 and done.stdout == "", done.stderr
    assert last.startswith(f"error: {message}"), done.stderr
    assert "Traceback" not in done.stderr and done.stderr.count("error: ") == 1
    assert contents(lesson.root / "output") == before
    assert not lesson.pieces


@pytest.mark.parametrize(("breaks", "message", "arguments"), [case for case in SHOWN if case.id != "unknown beat"])
def test_a_fault_of_a_scene_is_named_with_its_line(lesson: LessonCopy, tmp_path: Path, breaks: Break, message: str,
                                                   arguments: tuple[str, ...]) -> None:
    breaks(lesson)
    with stage(15, tmp_path / "media"), pytest.raises(LessonError) as caught:
        plan_here(load_lesson(lesson.root))
    assert str(caught.value).replace(f"{lesson.root}/", "").startswith(message)


def plan_here(lesson: Lesson) -> None:
    """Plan the lesson as its worker would, in this process."""
    theme = load_theme(lesson.root / LOOK)
    voice = lesson_voice(lesson, lesson.default_voice)
    for chapter in lesson.chapters:
        script = read_script(chapter.script, lesson.facts, read_sources(lesson), lesson.tags)
        turns = Turns(time_chapter(script, voice, lesson.pauses), chapter.script)
        run_scene(lesson, chapter, PlanDirector(theme, lesson.facts, turns), PieceRenderer())
        turns.close()


def keep_a_film(lesson: LessonCopy) -> None:
    lesson.film.parent.mkdir()
    for path in (lesson.film, lesson.film.with_suffix(".vtt")):
        path.write_text("as it was", encoding="utf-8")


def contents(place: Path) -> dict[str, bytes] | bytes:
    if place.is_file():
        return place.read_bytes()
    return {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()}


def test_debug_shows_where_an_error_came_from(lesson: LessonCopy) -> None:
    lesson.edit(FIRST, "[^primer]", "[^prime]")
    done = lesson.run("video", "-ql", "--debug")
    assert done.returncode == 2 and "Traceback" in done.stderr and "script.py" in done.stderr


@pytest.mark.slow
def test_a_fault_of_one_beat_keeps_the_beats_that_were_finished(lesson: LessonCopy) -> None:
    lesson.edit(SECOND, "Rotate(dot, PI, about_point=ORIGIN)",
                "UpdateFromFunc(dot, lambda dot: 1 / 0 if not self.renderer.skip_animations else None)")
    done = lesson.run("video", "-ql")
    assert done.returncode == 2 and done.stderr.splitlines()[-1].startswith(f"error: {SECOND}:23: ZeroDivisionError")
    assert len(lesson.pieces) == 4 and not lesson.film.exists()


@pytest.mark.slow
def test_a_drawing_process_that_is_killed_is_an_error_not_a_hang(lesson: LessonCopy) -> None:
    lesson.edit(SECOND, 'self.add(squares, self.label("here"))', "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    done = lesson.run("video", "-ql")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "error: chapter 'second' was killed (signal 9)"


@pytest.mark.slow
def test_a_worker_that_cannot_start_says_why(lesson: LessonCopy) -> None:
    (lesson.root / "manim.py").write_text("raise ImportError('libcairo is not here')", encoding="utf-8")
    done = lesson.run("video", "-ql")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "error: the drawing process ended with code 1: ImportError: libcairo is not here"


FULL_DISK = """
from film.store import Replacement

made = Replacement.__init__

def on_a_full_disk(self, path):
    made(self, path)
    if path.parent.match({folder!r}):
        self.temporary.symlink_to("/dev/full")

Replacement.__init__ = on_a_full_disk
"""


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["build/voice", "build/plans", "build/pieces", "output"])
def test_a_full_disk_overwrites_nothing(warm: LessonCopy, tmp_path: Path, folder: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(FULL_DISK.format(folder=folder), encoding="utf-8")
    warm.edit(FIRST, "the right side", "the left side")
    before = {name: contents(warm.root / name) for name in ("output", folder)}
    done = warm.run("video", "-ql", PYTHONPATH=f"{tmp_path}{os.pathsep}{REPOSITORY}")
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 2 and last.startswith(f"error: {folder}/") and "no space left on the disk" in last, done.stderr
    assert {name: contents(warm.root / name) for name in before} == before
    assert not [path for path in warm.root.rglob(".*") if path.name != ".gitignore"]
