"""With another graph seed, what is seen, what is said and what is captioned change together; what was published does not change."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest
from drawing import REPOSITORY

from film.captions import cues
from film.facts import fact, shown
from film.plan import Plan, PlannedBeat
from film.tables import read_table
from scenes.parts.graph_map import BOX_CENTERS, apart
from scenes.partitioned_graph import MIDDLE
from training.lesson import ALTERNATIVE_SEED, SEED, LessonFacts

pytestmark = pytest.mark.slow

CHAPTERS = [name for name in ("partitioned_graph", "conventional_pipeline")
            if name in read_table(REPOSITORY / "config" / "lesson.toml")["chapters"]]
FROM_THE_GRAPH = ("graph.", "v.", "batch", "load.", "all_reduce.")
"""Beginnings of the names of facts that follow from the graph seed."""
KEPT = ("voice", "training")
"""Caches under names that hold all they depend on; a copy may use them."""


@dataclass(frozen=True)
class Told:
    """One plan, and the facts it should agree with."""

    plan: Plan
    facts: LessonFacts

    def beat(self, name: str) -> PlannedBeat:
        """One beat by `chapter/beat`."""
        return next(beat for beat in self.plan.beats if beat.name == name)

    @property
    def spoken(self) -> Iterator[tuple[str, str]]:
        """`(fact, value)` of everything said."""
        return (pair for beat in self.plan.beats for sentence in beat.sentences for pair in sentence.facts)

    @property
    def seen(self) -> dict[str, str]:
        """Fact to value of everything shown."""
        return {name: value for beat in self.plan.beats for name, value in beat.facts}

    @cached_property
    def captioned(self) -> str:
        """All captions, one after another."""
        return " ".join(line for cue in cues(self.plan) for line in cue.lines)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The film's own plan."""
    return planned(tmp_path_factory.mktemp("film") / "project", SEED)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The plan with the other graph."""
    return planned(tmp_path_factory.mktemp("other") / "project", ALTERNATIVE_SEED)


def planned(root: Path, seed: int) -> Told:
    """A copy of the project in which `seed` is the graph's, planned."""
    shutil.copytree(REPOSITORY, root, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "output", "tests", "benchmarks"))
    for cache in KEPT:
        if (REPOSITORY / "build" / cache).is_dir():
            shutil.copytree(REPOSITORY / "build" / cache, root / "build" / cache, ignore=shutil.ignore_patterns(".*"))
    replace(root / "training" / "lesson.py", r"^SEED = \d+$", f"SEED = {seed}")
    replace(root / "config" / "lesson.toml", r"^chapters = .*$", f"chapters = {CHAPTERS}".replace("'", '"'))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "render.py", "plan", "--json"], cwd=root, env=environment, capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr.decode()
    return Told(Plan.from_json(done.stdout), LessonFacts(seed))


def replace(path: Path, pattern: str, line: str) -> None:
    """Put `line` in the place of the one line that matches."""
    text, count = re.subn(pattern, line, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert count == 1, f"{path.name}: {count} lines match {pattern}"
    path.write_text(text, encoding="utf-8")


def follows_from_the_graph(name: str) -> bool:
    """Whether a fact may change with the graph seed."""
    return name.startswith(FROM_THE_GRAPH)


def differing(facts: LessonFacts, others: LessonFacts, names: set[str]) -> set[str]:
    """Those of the facts whose values differ."""
    return {name for name in names if fact(facts, name) != fact(others, name)}


def test_the_seeds_make_two_graphs_that_the_film_tells_apart(film: Told, other: Told) -> None:
    named = {name for name, _ in film.spoken} | film.seen.keys()
    changed = differing(film.facts, other.facts, named)
    assert {"graph.cut", "graph.edges", "v.two_hops", "v.two_hops_remote"} <= changed
    assert all(follows_from_the_graph(name) for name in changed)


def test_every_number_said_is_the_one_its_graph_has(film: Told, other: Told) -> None:
    for told in (film, other):
        assert [(name, value) for name, value in told.spoken if value != shown(fact(told.facts, name))] == []


def test_every_number_shown_is_the_one_its_graph_has(film: Told, other: Told) -> None:
    for told in (film, other):
        assert {name: value for name, value in told.seen.items() if value != shown(fact(told.facts, name))} == {}


def test_both_films_say_and_show_the_same_facts(film: Told, other: Told) -> None:
    assert [name for name, _ in film.spoken] == [name for name, _ in other.spoken]
    assert list(film.seen) == list(other.seen)
    assert [beat.name for beat in film.plan.beats] == [beat.name for beat in other.plan.beats]


def test_published_and_synthetic_figures_stay(film: Told, other: Told) -> None:
    for one, two in ((dict(film.spoken), dict(other.spoken)), (film.seen, other.seen)):
        kept = {name: value for name, value in one.items() if not follows_from_the_graph(name)}
        assert kept and kept == {name: two[name] for name in kept}


def test_captions_change_in_the_sentences_whose_numbers_change_and_in_no_other(film: Told, other: Told) -> None:
    for one, two in zip(film.plan.beats, other.plan.beats, strict=True):
        for before, after in zip(one.sentences, two.sentences, strict=True):
            assert (before.text != after.text) == (before.facts != after.facts)
            assert before.text in film.captioned and after.text in other.captioned


def test_vertices_lie_where_their_graph_has_them(film: Told, other: Told) -> None:
    for told in (film, other):
        graph, layout, owner = told.facts.graph, apart(MIDDLE), np.array(told.facts.graph.owner)
        places = layout.centers[owner] + layout.scale * (np.array(graph.positions) - BOX_CENTERS[owner])
        seen = np.array(list(dots(told.beat("partitioned_graph/edges-survive"))))
        apart_by = np.linalg.norm(places[:, None] - seen[None], axis=2)
        assert apart_by.min(axis=0).max() < 1e-3 and apart_by.min(axis=1).max() < 1e-3


def test_as_many_arrows_run_to_v_as_its_graph_has(film: Told, other: Told) -> None:
    for told in (film, other):
        v = told.facts.v
        heads = [shape for shape in told.beat("partitioned_graph/one-vertex").screen if shape.name.endswith("CurveArrow/1:VMobject")]
        assert len(heads) == len(v.one_hop_arrows) + len(v.second_hop_arrows)


def test_the_picture_changes_where_it_shows_the_graph_and_stays_where_it_does_not(film: Told, other: Told) -> None:
    changed = {one.id for one, two in zip(film.plan.chapters[0].beats, other.plan.chapters[0].beats) if one.screen != two.screen}
    assert changed == {beat.id for beat in film.plan.chapters[0].beats} - {"not-unlucky", "copy-the-border"}


def dots(beat: PlannedBeat) -> Iterator[tuple[float, float]]:
    """Middles of the graph's dots on screen at a beat's end."""
    for shape in beat.screen:
        if "GraphMap" in shape.name and shape.name.endswith(":Dot"):
            left, bottom, right, top = shape.numbers[:4]
            yield ((left + right) / 2, (bottom + top) / 2)
