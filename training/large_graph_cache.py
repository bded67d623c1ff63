"""Keeps the large graph's measures, so that they are computed once.

The file lies under ``build/`` and is named after everything the measures depend on: the
options, the source text of the modules that compute them, and the versions of NumPy and
pymetis.  It is written under a temporary name and renamed; one that cannot be read, or whose
digest does not fit, is computed anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from training import graph, large_graph, partition
from training.large_graph import (
    Cloud,
    LargeGraphOptions,
    LargeGraphReport,
    Progress,
    SplitMeasures,
    measure_large_graph,
)

BUILD = Path(__file__).resolve().parents[1] / "build" / "training"


def cache_path(options: LargeGraphOptions, folder: Path = BUILD) -> Path:
    """Where the measures for ``options`` are kept."""
    key = hashlib.sha256(json.dumps(asdict(options), sort_keys=True).encode())
    for module in (graph, large_graph, partition):
        key.update(Path(module.__file__).read_bytes())
    for package in ("numpy", "pymetis"):
        key.update(version(package).encode())
    return folder / f"large-graph-{key.hexdigest()[:16]}.json"


def encode(report: LargeGraphReport) -> str:
    """The report as JSON, with a digest of its contents."""
    contents = json.dumps(asdict(report), sort_keys=True)
    digest = hashlib.sha256(contents.encode()).hexdigest()
    return json.dumps({"digest": digest, "report": contents})


def decode(text: str) -> LargeGraphReport:
    """The report that :func:`encode` wrote.

    Raises:
        ValueError: if the text is not one, or has changed.
    """
    try:
        outer = json.loads(text)
        contents = outer["report"]
        if hashlib.sha256(contents.encode()).hexdigest() != outer["digest"]:
            raise ValueError("digest does not fit")
        data = json.loads(contents)
        return LargeGraphReport(
            LargeGraphOptions(**_tuples(data["options"])), data["edges"],
            SplitMeasures(**_tuples(data["metis"])), SplitMeasures(**_tuples(data["random"])),
            Cloud(**_tuples(data["cloud"])))
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"not a report: {error}") from error


def _tuples(fields: dict) -> dict:
    def deep(value: object) -> object:
        return tuple(map(deep, value)) if isinstance(value, list) else value

    return {name: deep(value) for name, value in fields.items()}


def large_graph_report(options: LargeGraphOptions = LargeGraphOptions(),
                       folder: Path = BUILD) -> LargeGraphReport:
    """The measures, read if they are there, computed (with a progress bar) if not."""
    path = cache_path(options, folder)
    try:
        return decode(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        pass  # not there, or damaged: computed below
    with _progress_bar(options.seeds, options.vertices) as advance:
        report = measure_large_graph(options, advance)
    _write_whole(path, encode(report))
    return report


def _write_whole(path: Path, text: str) -> None:
    """Write by temporary name and rename.  A cache that cannot be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent,
                                         suffix=".tmp", delete=False) as file:
            file.write(text)
        os.replace(file.name, path)
    except OSError as error:
        print(f"could not keep {path}: {error}", file=sys.stderr)


@contextmanager
def _progress_bar(total: int, vertices: int) -> Iterator[Progress]:
    """A bar on a terminal, else one plain line, both on standard error."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    text = f"Measuring a graph of {vertices:,} vertices (first time only)"
    if not console.is_terminal:
        print(text, file=sys.stderr)
        yield lambda _: None
        return
    with Bar(console=console, transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda _: bar.advance(task)
