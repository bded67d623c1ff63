"""Files appear whole or not at all: a temporary name first, then a rename."""

from __future__ import annotations

import errno
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from film.errors import LessonError

_NO_SPACE = "no space left on the disk; free some and run again (nothing was overwritten)"
_FILE_IN_THE_WAY = "a file stands where a folder is needed; move it away"
_HARDLY_ANY = 2**18
_TEMPORARY = re.compile(r"\.(?P<name>.+)\.(?P<process>\d+)\.(?P<born>\d+)\.\d+\.(?P<ending>\w+)")
_ASIDE = ".aside"


class Replacement:
    """A file in the making: written under a temporary name beside `path`, then renamed over it or thrown away.

    The temporary name keeps `path`'s ending (encoders look at it) and carries the process, when that began, and the
    thread: two runs at once never share one, and one whose process is gone can be told from the others.

    Raises
    ------
    LessonError
        When the folder cannot be made or written: no space, no permission, a file in the way.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary = _temporary(path, path.stem, path.suffix)
        make_folder(path.parent)

    def publish(self) -> None:
        """Give the finished file its name, in one step."""
        try:
            os.replace(self.temporary, self.path)
        except OSError as error:
            self.discard()
            raise cannot_write(self.path, error) from error

    def discard(self) -> None:
        """Leave nothing behind."""
        self.temporary.unlink(missing_ok=True)


class FolderReplacement(Replacement):
    """A folder in the making.

    No folder can be renamed over another: the old one is set aside first. Should the run be killed right then, `sweep`
    gives it its name back.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        if path.is_file():
            raise LessonError(_FILE_IN_THE_WAY, path)
        make_folder(self.temporary)

    def publish(self) -> None:
        """Give the finished folder its name, and remove the old one."""
        aside = _temporary(self.path, self.path.name, _ASIDE)
        try:
            if self.path.exists():
                self.path.rename(aside)
            self.temporary.rename(self.path)
        except OSError as error:
            if aside.exists():
                aside.rename(self.path)
            self.discard()
            raise cannot_write(self.path, error) from error
        shutil.rmtree(aside, ignore_errors=True)

    def discard(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.temporary, ignore_errors=True)


def replacing(path: Path) -> AbstractContextManager[Path]:
    """Yield a temporary path beside `path`; on success it takes `path`'s name, on failure it is removed."""
    return _making(Replacement(path))


def replacing_folder(path: Path) -> AbstractContextManager[Path]:
    """Yield an empty temporary folder beside the folder `path`; on success it takes its place, on failure it is removed."""
    return _making(FolderReplacement(path))


@contextmanager
def _making(replacement: Replacement) -> Iterator[Path]:
    path = replacement.path
    try:
        yield replacement.temporary
    except BaseException as error:
        replacement.discard()
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        if isinstance(error, LessonError) and error.path == replacement.temporary:
            raise LessonError(error.message, path) from error
        raise
    replacement.publish()


@contextmanager
def workplace(parent: Path) -> Iterator[Path]:
    """Yield a folder in `parent` that only this run uses and that is gone afterwards."""
    folder = Replacement(parent / "work.d").temporary
    make_folder(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_folder(folder: Path) -> None:
    """Make sure that `folder` is there.

    Raises
    ------
    LessonError
        When a file is in the way, or it may not be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise LessonError(_FILE_IN_THE_WAY, _blocker(folder)) from None
    except OSError as error:
        raise cannot_write(folder, error) from error


def sweep(folder: Path) -> None:
    """Remove what killed runs left in `folder`: temporary files and folders whose process is gone.

    A folder that was set aside and never replaced gets its name back.
    """
    for leftover in folder.glob(".*"):
        owner = _TEMPORARY.fullmatch(leftover.name)
        if not owner or _born(int(owner["process"])) == owner["born"]:
            continue
        if owner["ending"] == _ASIDE[1:] and not (folder / owner["name"]).exists():
            leftover.rename(folder / owner["name"])
        elif leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8, whole or not at all."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data`, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def cannot_write(path: Path, error: OSError) -> LessonError:
    """The operating system's refusal in the user's words."""
    if error.errno == errno.ENOSPC:
        return LessonError(_NO_SPACE, path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return LessonError("may not be written; check its permissions", path)
    if error.errno == errno.EISDIR:
        return LessonError("a folder stands where a file is needed; move it away", path)
    return LessonError(f"cannot be written: {error.strerror or error}", path)


def full_disk(folder: Path) -> LessonError | None:
    """What to say instead of an error that came while the disk of `folder` was full: libraries report it oddly."""
    return LessonError(_NO_SPACE, folder) if shutil.disk_usage(folder).free < _HARDLY_ANY else None


def _temporary(path: Path, name: str, ending: str) -> Path:
    """A path beside `path` that no other run or thread uses, and whose process `sweep` can tell."""
    return path.with_name(f".{name}.{os.getpid()}.{_born(os.getpid())}.{threading.get_ident()}{ending}")


def _born(process: int) -> str | None:
    """When a process began, as the system counts time; None if it has ended. Its number alone is soon another's."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass  # it lives, and is someone else's
    try:
        state, *fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "0"  # a system without /proc
    return None if state == "Z" else fields[18]


def _blocker(folder: Path) -> Path:
    """The file among `folder` and its parents that is not a folder."""
    return next((part for part in (folder, *folder.parents) if part.exists() and not part.is_dir()), folder)
