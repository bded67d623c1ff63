"""Who may import whom: the subject knows no film, the film knows no lesson, and only what draws knows Manim."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from lab import REPOSITORY

OURS = ("film", "scenes", "training", "benchmarks", "tests", "render")
DRAWING = {"scene", "lettering", "copying", "renderer", "planner", "drawer", "worker", "standalone"}
MANIM = ("manim", "manim_voiceover", "manimpango")
TIMID = {"inputs"}
"""May import manimpango inside a function: it asks Pango for its version, and Pango is not Manim."""


def imports(module: Path, at_load: bool = False) -> Iterator[str]:
    """Dotted names of the modules that `module` imports; only those imported when it is loaded, if `at_load`."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in _at_load(tree) if at_load else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _at_load(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child
            yield from _at_load(child)


def modules(folder: str) -> list[Path]:
    return sorted((REPOSITORY / folder).rglob("*.py"))


def breaches(folder: str, allowed: tuple[str, ...]) -> list[str]:
    """Imports of ours that the modules in `folder` may not have."""
    found = []
    for module in modules(folder):
        for name in imports(module):
            if name.split(".")[0] in (*OURS, *MANIM) and not f"{name}.".startswith(tuple(f"{start}." for start in allowed)):
                found.append(f"{module.relative_to(REPOSITORY)} imports {name}")
    return found


def test_the_subject_imports_nothing_of_ours_and_no_manim() -> None:
    assert modules("training") and breaches("training", ("training",)) == []


def test_the_film_imports_no_lesson() -> None:
    assert modules("film") and breaches("film", ("film", *MANIM)) == []


def test_scenes_import_what_scenes_are_written_in_their_parts_and_the_subject() -> None:
    allowed = ("film.scene", "film.lettering", "film.theme", "scenes.parts", "training", "manim")
    assert modules("scenes") and breaches("scenes", allowed) == []


def test_the_command_line_imports_the_film_alone() -> None:
    found = [name for name in imports(REPOSITORY / "render.py") if name.split(".")[0] in (*OURS, *MANIM)]
    assert found and all(name.startswith("film.") for name in found)


def test_only_what_draws_imports_manim() -> None:
    importing = {module.stem for module in modules("film") if any(name.split(".")[0] in MANIM for name in imports(module))}
    assert importing - TIMID <= DRAWING


def test_nothing_that_is_not_drawing_loads_what_draws() -> None:
    for module in modules("film"):
        if module.stem not in DRAWING:
            loaded = {name.split(".")[1] for name in imports(module, at_load=True) if name.startswith("film.")}
            assert not loaded & DRAWING, module
            assert not any(name.split(".")[0] in MANIM for name in imports(module, at_load=True)), module


def test_the_walk_sees_what_it_should(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("import a.b\nif a:\n    from c import d\ndef f():\n    import manim\n", encoding="utf-8")
    assert list(imports(module)) == ["a.b", "c.d", "manim"]
    assert list(imports(module, at_load=True)) == ["a.b", "c.d"]
