"""Files appear whole or not at all, and what killed runs left is swept away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lab import REPOSITORY

from film.errors import LessonError
from film.store import Replacement, full_disk, make_folder, replacing, replacing_folder, sweep, workplace, write_text


def test_a_file_appears_under_its_name_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "film.mp4"
    with replacing(path) as temporary:
        temporary.write_text("half")
        assert temporary.parent == path.parent and temporary.suffix == ".mp4" and not path.exists()
    assert os.listdir(path.parent) == ["film.mp4"]


@pytest.mark.parametrize("error", [OSError(28, "No space"), LessonError("no"), KeyboardInterrupt()])
def test_after_an_error_the_old_file_is_what_it_was(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "film.mp4"
    path.write_text("old")
    with pytest.raises((LessonError, KeyboardInterrupt)), replacing(path) as temporary:
        temporary.write_text("half")
        raise error
    assert os.listdir(tmp_path) == ["film.mp4"] and path.read_text() == "old"


def test_an_error_names_the_file_that_was_wanted(tmp_path: Path) -> None:
    with pytest.raises(LessonError) as caught, replacing(tmp_path / "film.mp4") as outer, replacing(outer) as inner:
        inner.symlink_to("/dev/full")
        inner.write_text("more than fits")
    assert caught.value.path == tmp_path / "film.mp4" and "no space left" in caught.value.message
    assert os.listdir(tmp_path) == []


def test_a_file_in_a_folder_s_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("mine")
    with pytest.raises(LessonError, match="a file stands where a folder is needed") as caught:
        write_text(tmp_path / "output" / "previews" / "film.vtt", "")
    assert caught.value.path == tmp_path / "output"
    with pytest.raises(LessonError, match="a file stands"):
        make_folder(tmp_path / "output")


def test_a_folder_in_a_file_s_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "film.vtt" / "inside").mkdir(parents=True)
    with pytest.raises(LessonError, match="a folder stands where a file is needed"):
        write_text(tmp_path / "film.vtt", "")
    assert os.listdir(tmp_path) == ["film.vtt"]


def test_what_dead_processes_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    mine = Replacement(tmp_path / "film.180p15.mp4").temporary.name
    zombie = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    zombie.stdout.read()  # it has ended, and has not been waited for
    own = str(os.getpid())
    swept = [mine.replace(own, str(zombie.pid)), mine.replace(f".{own}.", f".{own}.1"), ".film.999999999.5.1.mp4"]
    kept = [".gitignore", ".film.notes.v1.mp4", "film.1.1.1.mp4", mine]
    for name in kept + swept:
        (tmp_path / name).touch()
    (tmp_path / ".work.999999999.5.1.d" / "text").mkdir(parents=True)
    sweep(tmp_path)
    assert sorted(os.listdir(tmp_path)) == sorted(kept)
    sweep(tmp_path / "not there")
    zombie.wait()


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "film.slides"
    for name in ("old", "new"):
        with replacing_folder(path) as temporary:
            (temporary / name).touch()
            assert temporary.parent == tmp_path and temporary.suffix == ".slides" and not (path / name).exists()
    assert os.listdir(tmp_path) == ["film.slides"] and os.listdir(path) == ["new"]


@pytest.mark.parametrize("error", [OSError(28, "No space"), LessonError("no"), KeyboardInterrupt()])
def test_after_an_error_the_old_folder_is_what_it_was(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "film.slides"
    (path / "old").mkdir(parents=True)
    with pytest.raises((LessonError, KeyboardInterrupt)), replacing_folder(path) as temporary:
        (temporary / "half").touch()
        raise error
    assert os.listdir(tmp_path) == ["film.slides"] and os.listdir(path) == ["old"]


def test_a_file_in_place_of_a_replaced_folder_is_named_and_kept(tmp_path: Path) -> None:
    (tmp_path / "film.slides").write_text("mine")
    with pytest.raises(LessonError, match="a file stands"), replacing_folder(tmp_path / "film.slides"):
        pass
    assert os.listdir(tmp_path) == ["film.slides"]


@pytest.mark.parametrize("replaced", [False, True])
def test_a_folder_that_a_killed_run_had_set_aside_comes_back(tmp_path: Path, replaced: bool) -> None:
    last = "shutil.rmtree" if replaced else "Path.rename"
    program = ("import os, shutil, sys; from pathlib import Path; from film.store import replacing_folder\n"
               "rename = Path.rename\n"
               f"def aside(*paths): rename(*paths); {last} = lambda *paths, **how: os._exit(9)\n"
               "Path.rename = aside\n"
               "with replacing_folder(Path(sys.argv[1])) as folder: (folder / 'new').touch()")
    path = tmp_path / "film.slides"
    (path / "old").mkdir(parents=True)
    assert subprocess.run([sys.executable, "-c", program, str(path)], cwd=REPOSITORY, timeout=60).returncode == 9
    assert path.exists() == replaced and len(os.listdir(tmp_path)) == 2
    sweep(tmp_path)
    assert os.listdir(tmp_path) == ["film.slides"] and os.listdir(path) == ["new" if replaced else "old"]


def test_a_workplace_is_gone_afterwards(tmp_path: Path) -> None:
    with workplace(tmp_path / "build") as work:
        (work / "text").write_text("svg")
        sweep(work.parent)
        assert (work / "text").exists()
    assert os.listdir(tmp_path / "build") == []


def test_there_is_room_on_this_disk(tmp_path: Path) -> None:
    assert full_disk(tmp_path) is None
