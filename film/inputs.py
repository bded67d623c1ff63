"""Which files a chapter was made from, and their digests."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

MACHINERY = Path(__file__).resolve().parent
"""film/ itself, wherever the lesson lies."""

_NOT_WRITTEN = ("build", "output", "media", "__pycache__", "node_modules")
"""Folders of things that were made, not written; nor are hidden ones."""

_PACKAGES = ("manim", "manim-voiceover", "numpy", "scipy", "networkx", "Pillow", "svgelements", "skia-pathops")


class Snapshot:
    """The digests of all files of a lesson and of film/, as they are now.

    Taken before anything is read: a file edited while it is in use then counts as changed, not as what was used.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        paths = {*_project_files(root), *MACHINERY.rglob("*.py")}
        self._known = {name_of(path, root): file_digest(path) for path in paths}

    def digests(self, paths: Iterable[Path]) -> dict[str, str]:
        """Name to digest of each file, sorted by name; a file that was not there has an empty digest."""
        return {name: self._known.get(name, "") for name in sorted(name_of(path, self.root) for path in paths)}

    def changed(self, known: Mapping[str, str]) -> list[str]:
        """The names whose digest is no longer the one in `known`."""
        return [name for name, digest in known.items() if self._known.get(name, "") != digest]

    @property
    def machinery(self) -> str:
        """One digest of all of film/."""
        return digest(*sorted(f"{name} {known}" for name, known in self._known.items()
                              if name.startswith(f"{MACHINERY.name}/")))


class FileWatch:
    """Notes every file of a lesson that this process opens from now on (there is no way to stop it)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.opened: set[Path] = set()
        self.before = Snapshot(root)
        sys.addaudithook(self._see)

    def used(self) -> dict[str, str]:
        """Files opened and modules imported so far, with their digests from before."""
        return self.before.digests(self.opened | project_modules(self.root))

    def _see(self, event: str, args: tuple) -> None:
        if event == "open" and isinstance(args[0], (str, bytes, os.PathLike)):
            path = Path(os.path.abspath(os.fsdecode(args[0])))
            if _is_project_file(path, self.root) and path.suffix not in (".py", ".pyc"):
                self.opened.add(path)


def project_modules(root: Path) -> set[Path]:
    """The files of all modules loaded in this process that lie in the lesson or in film/."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    paths = {Path(os.path.abspath(file)) for file in files if file}
    return {path for path in paths if _is_project_file(path, root) or path.is_relative_to(MACHINERY)}


def name_of(path: Path, root: Path) -> str:
    """A file's name that is the same on every machine."""
    base = root if path.is_relative_to(root) else MACHINERY.parent
    return path.relative_to(base).as_posix()


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes, or nothing when it is not there."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def digest(*parts: str) -> str:
    """SHA-256 of several texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def versions() -> str:
    """What, besides the project's own files, decides the picture."""
    import cairo  # not at the top: most modules that import this one never ask
    import manimpango

    libraries = f"python {platform.python_version()}, cairo {cairo.cairo_version_string()}, pango {manimpango.pango_version()}"
    return ", ".join([libraries, *(f"{package} {version(package)}" for package in _PACKAGES)])


def _project_files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if _is_written(name)]
        yield from (Path(folder, file) for file in files)


def _is_project_file(path: Path, root: Path) -> bool:
    if not path.is_relative_to(root):
        return False
    return all(_is_written(part) for part in path.relative_to(root).parts)


def _is_written(name: str) -> bool:
    return not name.startswith(".") and name not in _NOT_WRITTEN
