"""The one exception a user of the tool sees: what is wrong, in which file, at which line."""

from __future__ import annotations

import traceback
from pathlib import Path


class LessonError(Exception):
    """A fault in the lesson's own files, or in the world around them, that the user can mend.

    Parameters
    ----------
    message
        One sentence in the user's words: what is wrong and what to do.
    path
        The file at fault, if there is one.
    line
        Its line number, counted from 1.
    """

    def __init__(self, message: str, path: Path | str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = Path(path) if path is not None else None
        self.line = line

    def __str__(self) -> str:
        if self.path is None:
            return self.message
        place = str(self.path) if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"

    def __reduce__(self):
        return type(self), (self.message, self.path, self.line)


def blamed(error: Exception, folder: Path, otherwise: Path | None = None) -> LessonError:
    """`error` as the fault of the innermost line of a file in `folder` that it passed, or of the file `otherwise`."""
    if isinstance(error, LessonError) and error.path is not None:
        return error
    if isinstance(error, SyntaxError) and error.filename:
        return LessonError(f"{type(error).__name__}: {error.msg}", error.filename, error.lineno)
    passed = [frame for frame in traceback.extract_tb(error.__traceback__)
              if Path(frame.filename).is_relative_to(folder) and "site-packages" not in frame.filename]
    message = error.message if isinstance(error, LessonError) else f"{type(error).__name__}: {error}"
    return LessonError(message, passed[-1].filename, passed[-1].lineno) if passed else LessonError(message, otherwise)
