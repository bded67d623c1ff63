"""``training`` stands alone, and its tables can be read."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import training
from training.__main__ import main

FOLDER = Path(training.__file__).parent
MODULES = sorted(FOLDER.glob("*.py"))
ALLOWED = {"training", "numpy", "networkx", "pymetis", "rich"} | set(sys.stdlib_module_names)


def imported(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or ".")
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("module", MODULES, ids=lambda p: p.name)
def test_a_module_imports_nothing_of_the_project_outside_training(module):
    assert imported(ast.parse(module.read_text(encoding="utf-8"))) <= ALLOWED


@pytest.mark.parametrize("module", MODULES, ids=lambda p: p.name)
def test_a_module_is_small_and_its_public_parts_are_explained(module):
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 400
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < 60, node.name
            if not node.name.startswith("_"):
                inside = any(node in ast.walk(f) and node is not f for f in ast.walk(tree)
                             if isinstance(f, ast.FunctionDef))
                assert inside or ast.get_docstring(node), f"{module.name}: {node.name}"


@pytest.mark.parametrize("module", MODULES, ids=lambda p: p.name)
def test_sources_are_named_in_full_not_by_a_private_number(module):
    text = module.read_text(encoding="utf-8")
    assert not re.search(r"\b[FRE]\d\d\b", text)
    assert "http" not in text


def test_the_tables_tell_both_iterations(capsys):
    assert main(["--no-large-graph"]) == 0
    printed = capsys.readouterr().out
    conventional, learnable = printed.split("Learnable: ")
    for name in ("1 sample", "2 load", "3 forward, backward", "4 all-reduce", "5 states",
                 "6 update"):
        assert name in conventional and name in learnable
    for name in ("7 all-to-all", "8 row states", "9 update rows"):
        assert name in learnable and name not in conventional
    assert "after 9 of the last iteration" in learnable
    assert max(map(len, printed.splitlines())) <= 100


def test_the_tables_hold_the_traces_bytes(capsys, facts):
    main(["--no-large-graph"])
    printed = capsys.readouterr().out
    for trace in (facts.conventional, facts.learnable):
        for kind in ("network", "CPU–GPU"):
            assert f"{trace.bytes(kind=kind):,}" in printed


def test_a_seed_without_a_story_is_one_clear_line(capsys):
    assert main(["--seed", "3"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("graph seed 3: METIS") and captured.err.count("\n") == 1


@pytest.mark.slow
def test_python_m_training_runs_from_the_projects_folder():
    done = subprocess.run([sys.executable, "-m", "training"], cwd=FOLDER.parent, text=True,
                          capture_output=True, check=True)
    assert "METIS" in done.stdout and "random" in done.stdout
