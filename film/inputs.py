"""Which files a chapter was made from, and their digests."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

MACHINERY = Path(__file__).resolve().parent
"""film/ itself, wherever the lesson lies."""

_MADE_BY_US = ("build", "output", ".venv", ".git", "__pycache__", "node_modules")
_PACKAGES = ("manim", "pycairo", "manimpango", "numpy", "av", "hibari-tts")


class FileWatch:
    """Notes every file below a folder that this process opens from now on (there is no way to stop it)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.opened: set[Path] = set()
        sys.addaudithook(self._see)

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


def path_of(name: str, root: Path) -> Path:
    """The file with this name."""
    path = root / name
    return path if path.exists() or not name.startswith(f"{MACHINERY.name}/") else MACHINERY.parent / name


def digests(paths: Iterable[Path], root: Path) -> dict[str, str]:
    """Name to digest of each file's bytes, sorted by name; a missing file has an empty digest."""
    return dict(sorted((name_of(path, root), file_digest(path)) for path in paths))


def unchanged(known: Mapping[str, str], root: Path) -> bool:
    """Whether every file still has the digest it is known by."""
    return all(file_digest(path_of(name, root)) == digest for name, digest in known.items())


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
    python = ".".join(map(str, sys.version_info[:3]))
    return ", ".join([f"python {python}", *(f"{package} {version(package)}" for package in _PACKAGES)])


def _is_project_file(path: Path, root: Path) -> bool:
    if not path.is_relative_to(root):
        return False
    return not any(part in _MADE_BY_US for part in path.relative_to(root).parts)
