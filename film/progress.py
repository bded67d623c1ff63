"""Progress on standard error: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PLAIN_EVERY = 10.0
"""Seconds between two plain lines."""


def say(message: str) -> None:
    """One line."""
    print(message, file=sys.stderr, flush=True)


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Count frames up to `total`; yields a function that adds to the count."""
    if total == 0:
        yield lambda count: None
    elif sys.stderr.isatty():
        with _bar(what, total) as advance:
            yield advance
    else:
        yield _lines(what, total)


@contextmanager
def _bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("frames"),
                  TimeRemainingColumn(), console=Console(stderr=True)) as bars:
        task = bars.add_task(what, total=total)
        yield lambda count: bars.advance(task, count)


def _lines(what: str, total: int) -> Callable[[int], None]:
    done, told = 0, time.monotonic()
    say(f"{what}: {total} frames")

    def advance(count: int) -> None:
        nonlocal done, told
        done += count
        if done >= total or time.monotonic() - told > _PLAIN_EVERY:
            told = time.monotonic()
            say(f"{what}: {done} of {total} frames")

    return advance
