"""``facts`` is lazy, plain, adds up, and follows its seed."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from training import lesson
from training.lesson import ALTERNATIVE_SEED, SEED, LessonFacts
from training.published import FIGURES

ROOT = Path(__file__).resolve().parents[2]
SPOKEN = ("graph", "v", "batch", "batch_b", "batch_c", "steps", "load", "all_reduce", "exchange",
          "states", "model", "one_row", "v_row", "v_row_all", "added", "border")


def leaves(part) -> dict[str, object]:
    """Leaves a script may name: numbers and text, not the tuples that scenes draw."""
    assert is_dataclass(part)
    values = {f.name: getattr(part, f.name) for f in fields(part)}
    return {k: v for k, v in values.items() if not isinstance(v, tuple) and not is_dataclass(v)}


def test_the_module_offers_the_films_facts():
    assert isinstance(lesson.facts, LessonFacts)
    assert lesson.facts.seed == SEED


def test_nothing_is_computed_or_read_at_import():
    code = ("import training.lesson as l; assert vars(l.facts) == {'seed': l.SEED}, vars(l.facts);"
            "import sys; assert 'manim' not in sys.modules and 'rich' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("name", SPOKEN)
def test_leaves_are_plain_numbers_or_text(facts, name):
    part = getattr(facts, name)
    assert leaves(part)
    for leaf, value in leaves(part).items():
        assert type(value) in (int, float, str), (name, leaf, type(value))


def test_published_leaves_are_plain_and_have_a_figure_behind_them(facts):
    assert vars(facts.published).keys() == vars(facts.figures).keys() == FIGURES.keys()
    for name, value in vars(facts.published).items():
        assert type(value) in (int, float, str), name
        assert facts.figures.__dict__[name].value == value


def test_everything_drawn_is_plain_python_too(facts):
    """No NumPy number hides in what scenes read; they compare and print as expected."""
    def walk(value):
        if isinstance(value, (tuple, list)):
            for item in value:
                walk(item)
        elif is_dataclass(value):
            for f in fields(value):
                walk(getattr(value, f.name))
        else:
            assert type(value).__module__ != "numpy", value

    for name in (*SPOKEN, "batches", "next_batches", "strips", "v_gradients", "conventional",
                 "learnable", "schedule_learnable"):
        walk(getattr(facts, name))


def test_the_averaged_weight_adds_up_as_shown(facts):
    shown = facts.all_reduce
    def tenths(x):
        return round(10 * x)

    a, b, c = (tenths(x) for x in (shown.gradient_a, shown.gradient_b, shown.gradient_c))
    assert [tenths(x) for x in (shown.sum_a, shown.sum_b, shown.sum_c)] == [a, a + b, a + b + c]
    assert 3 * tenths(shown.average) == a + b + c
    assert len({a, b, c, tenths(shown.average)}) == 4 and min(a, b, c) < 0


def test_the_averaged_weight_is_one_of_the_models(facts):
    true = [float(g.model.flat()[facts.all_reduce.index])
            for g in facts.run.learnable_iteration.gradients]
    shown = facts.all_reduce
    assert true == pytest.approx([shown.gradient_a, shown.gradient_b, shown.gradient_c], abs=0.05)
    assert sum(true) / 3 == pytest.approx(shown.average, abs=0.05)


def test_shown_numbers_add_up(facts):
    v, load, states, graph = facts.v, facts.load, facts.states, facts.graph
    assert v.one_hop_local + v.one_hop_remote == v.one_hop
    assert v.two_hops_local + v.two_hops_remote == v.two_hops
    assert v.one_hop_by_server[0] == v.one_hop_local
    assert v.two_hops_by_server[0] == v.two_hops_local != v.two_hops_remote
    assert len(v.one_hop_vertices) + len(v.second_hop_vertices) == v.two_hops
    assert load.local + load.remote == load.rows == sum(b.rows for b in facts.batches)
    assert load.remote == sum(b.remote_rows for b in facts.batches)
    assert load.rows_bytes == load.rows * load.row_bytes
    assert load.distinct == states.touched
    assert states.touched_a + states.touched_b + states.touched_c == states.touched
    assert states.rows == graph.vertices == graph.parts * graph.part_size
    assert facts.exchange.total - facts.exchange.merged == states.touched
    assert facts.steps.conventional + facts.steps.added == facts.steps.learnable


def test_the_arrows_of_one_vertex_point_towards_v(facts):
    v, neighbors = facts.v, facts.graph.neighbors
    assert {u for u, _ in v.one_hop_arrows} == set(neighbors[v.vertex])
    for w, u in v.second_hop_arrows:
        assert u in v.one_hop_vertices and w in v.second_hop_vertices and w in neighbors[u]
    assert {w for w, _ in v.second_hop_arrows} == set(v.second_hop_vertices)


def test_the_fold_holds_the_sampled_edges(facts):
    for batch in (*facts.batches, *facts.next_batches):
        fold = batch.fold
        assert sorted(fold.left) == sorted(batch.vertices)
        assert fold.right == (batch.seed,)
        unfolded = ([(fold.left[i], fold.middle[j], 2) for i, j in fold.outer]
                    + [(fold.middle[i], fold.right[j], 1) for i, j in fold.inner])
        assert sorted(unfolded) == sorted((a.source, a.target, a.hop) for a in batch.arcs)
        assert all(fold.left[i] == fold.middle[j] for i, j in fold.outer_self)
        assert all(fold.middle[i] == fold.right[j] for i, j in fold.inner_self)


def test_the_folds_arrows_from_new_vertices_do_not_cross(facts):
    for batch in facts.batches:
        fold = batch.fold
        new = [(i, j) for i, j in fold.outer if fold.left[i] not in fold.middle]
        own = list(fold.outer_self)
        pairs = sorted(new + own)
        assert [j for _, j in pairs] == sorted(j for _, j in pairs)


def test_v_gradients_are_those_of_the_trainers_that_loaded_v(facts):
    v = facts.v.vertex
    users = tuple(b.rank for b in facts.batches if v in b.vertices)
    assert facts.v_gradients.trainers == users
    assert len(facts.v_gradients.cells) == len(users)


def test_strips_have_four_cells_of_four_levels(facts):
    strips = facts.strips
    for table in (strips.before, strips.after, strips.mean_before, strips.mean_after,
                  strips.square_before, strips.square_after):
        assert len(table) == facts.graph.vertices
        assert all(len(row) == 4 and set(row) <= {0, 1, 2, 3} for row in table)
    rest = set(range(facts.graph.vertices)) - set(strips.changed)
    assert all(strips.before[u] == strips.after[u] for u in rest)


def test_with_another_seed_picture_and_numbers_change_together(facts):
    other = LessonFacts(ALTERNATIVE_SEED)
    assert other.graph.positions != facts.graph.positions
    assert other.graph.edges != facts.graph.edges
    assert other.v.two_hops != facts.v.two_hops
    assert other.exchange.counts != facts.exchange.counts
    assert other.states.touched != facts.states.touched
    assert other.all_reduce != facts.all_reduce
    assert other.strips != facts.strips
    assert other.added.cpu_gpu_added == 5 * other.states.touched
    assert len(other.graph.cut_edges) == other.graph.cut
    assert other.exchange.network == other.load.remote
    assert other.published == facts.published, "what others published does not change"


def test_two_computations_of_one_seed_agree(facts):
    again = LessonFacts(SEED)
    for name in ("graph", "batches", "all_reduce", "exchange", "strips", "conventional",
                 "learnable", "learnable_next"):
        assert getattr(again, name) == getattr(facts, name), name


@pytest.mark.parametrize("seed", [SEED, ALTERNATIVE_SEED])
def test_the_drawn_weights_are_a_sample_that_visibly_changes(seed):
    weights = LessonFacts(seed).weights
    assert [len(block) for block in weights.before + weights.after] == [weights.CELLS] * 4
    for before, after in zip(weights.before, weights.after):
        changed = [a for a, b in zip(before, after) if a != b]
        assert 2 <= len(changed) <= weights.CHANGED + 2
    assert 0 <= weights.example < weights.CELLS
