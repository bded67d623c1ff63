"""The small graph and its mini-batches teach what the lesson says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from training import layout, lesson, lesson_graph, lesson_run, story
from training.graph import Graph
from training.lesson import ALTERNATIVE_SEED, FOUND, SEED, LessonFacts

BOTH = pytest.mark.parametrize("seed", [SEED, ALTERNATIVE_SEED])


@BOTH
def test_metis_finds_three_equal_connected_parts(seed):
    made = lesson_graph.make_lesson_graph(seed)
    assert made.graph.num_vertices == 36
    assert made.book.sizes().tolist() == [12, 12, 12]
    assert all(made.graph.is_connected(made.book.vertices_of(p)) for p in range(3))
    assert made.book.owner.tolist() == made.groups.tolist()


@BOTH
def test_eight_to_twelve_cut_edges_join_every_pair_of_servers(seed):
    graph = LessonFacts(seed).graph
    assert 8 <= graph.cut <= 12
    assert min(graph.cut_a_b, graph.cut_b_c, graph.cut_a_c) >= 1
    assert graph.cut_a_b + graph.cut_b_c + graph.cut_a_c == graph.cut
    assert graph.inner + graph.cut == graph.edges
    assert graph.cut < graph.random_cut


@BOTH
def test_the_cut_edges_drawn_are_the_edges_that_join_two_owners(seed):
    graph = LessonFacts(seed).graph
    drawn = {(e.u, e.v) for e in graph.cut_edges}
    joined = {(u, w) for u in range(graph.vertices) for w in graph.neighbors[u]
              if u < w and graph.owner[u] != graph.owner[w]}
    assert {tuple(sorted(pair)) for pair in drawn} == joined


@BOTH
def test_v_lies_on_a_with_neighbors_on_all_three_servers(seed):
    facts = LessonFacts(seed)
    assert facts.graph.owner[facts.v.vertex] == 0
    assert facts.v.one_hop_by_server == (2, 1, 1)
    assert facts.v.two_hops_remote > facts.v.one_hop_remote
    assert sum(facts.v.two_hops_by_server) == facts.v.two_hops


@BOTH
def test_v_is_a_seed_on_a_and_a_neighbor_on_b_only(seed):
    facts = LessonFacts(seed)
    v = facts.v.vertex
    assert facts.batch.seed == v
    assert [v in b.vertices for b in facts.batches] == [True, True, False]
    assert facts.batch_b.seed != v


@BOTH
def test_each_trainer_draws_its_seed_from_its_own_partition(seed):
    facts = LessonFacts(seed)
    for batch in (*facts.batches, *facts.next_batches):
        assert facts.graph.owner[batch.seed] == batch.rank


@BOTH
def test_each_batch_has_seven_distinct_rows_because_the_seed_draws_the_same_again(seed):
    for batch in LessonFacts(seed).batches:
        assert batch.rows == len(set(batch.vertices)) == 7
        first = {(a.source, a.target) for a in batch.arcs if a.hop == 1}
        again = {(a.source, a.target) for a in batch.arcs if a.hop == 2 and a.target == batch.seed}
        assert first == again
        assert {a.repeats for a in batch.arcs if a.hop == 2 and a.target == batch.seed} == {True}


@BOTH
def test_counts_between_pairs_take_three_values_one_of_them_zero(seed):
    counts = np.array(LessonFacts(seed).exchange.counts)
    between = counts[~np.eye(3, dtype=bool)].tolist()
    assert len(set(between)) >= 3
    assert between.count(0) == 1


@BOTH
def test_at_most_half_of_all_rows_are_touched(seed):
    states = LessonFacts(seed).states
    assert states.touched <= states.rows / 2
    assert states.touched + states.untouched == states.rows


@BOTH
def test_v_is_needed_again_by_its_own_trainer_in_the_next_iteration(seed):
    facts = LessonFacts(seed)
    assert facts.v.vertex in facts.next_batches[0].vertices


@BOTH
def test_no_condition_is_broken(seed):
    facts = LessonFacts(seed)
    assert lesson_graph.partition_faults(facts.story.lesson) == []
    assert lesson_graph.drawing_faults(facts.story.lesson) == []
    assert lesson_graph.best_vertex(facts.story.lesson) == facts.v.vertex
    batches = facts.story.batches(1)[0]
    assert story.batch_faults(facts.story.lesson, facts.v.vertex, batches) == []
    assert lesson_run.run_faults(facts.story, facts.run) == []


@BOTH
def test_cut_edges_run_apart_and_clear_of_vertices(seed):
    drawing = lesson_graph.measure_drawing(LessonFacts(seed).story.lesson)
    assert drawing.edge_clearance >= 0.2
    assert drawing.cut_gap >= 0.25
    assert drawing.cut_crossings == 0


@BOTH
def test_arrows_at_v_are_spread_over_the_circle(seed):
    facts = LessonFacts(seed)
    assert layout.least_angle(facts.story.lesson.angles_at(facts.v.vertex)) >= 40


@BOTH
def test_vertices_lie_inside_their_boxes_and_curves_inside_the_frame(seed):
    graph = LessonFacts(seed).graph
    for (x, y), owner in zip(graph.positions, graph.owner):
        assert abs(x - layout.BOX_X[owner]) + layout.VERTEX_RADIUS < layout.BOX_WIDTH / 2
        assert abs(y) + layout.VERTEX_RADIUS < layout.BOX_HEIGHT / 2
    for edge in graph.cut_edges:
        assert np.abs(edge.curve[:, 1]).max() < layout.BOX_HEIGHT / 2
        assert np.abs(edge.curve[:, 0]).max() < 14.22 / 2
        assert edge.controls[0] == graph.positions[edge.u]
        assert edge.controls[-1] == graph.positions[edge.v]


def test_a_lost_cut_edge_is_noticed():
    made = lesson_graph.make_lesson_graph(SEED)
    far = [e for e in made.cut if (made.groups[e.u], made.groups[e.v]) == (0, 2)]
    kept = [p for p in made.graph.edges.tolist() if tuple(p) not in {(e.u, e.v) for e in far}]
    broken = replace(made, graph=Graph.from_edges(36, np.array(kept)))
    assert "two servers share no cut edge" in lesson_graph.partition_faults(broken)


def test_a_vertex_moved_onto_an_edge_is_noticed():
    made = lesson_graph.make_lesson_graph(SEED)
    a, b = made.inner_edges()[0]
    places = made.positions.copy()
    other = next(u for u in range(12) if u not in (a, b))
    places[other] = (places[a] + places[b]) / 2
    faults = lesson_graph.drawing_faults(replace(made, positions=places))
    assert "an edge passes a vertex too closely" in faults


def test_a_batch_without_v_is_noticed():
    facts = LessonFacts()
    first, second = facts.story.batches(2)
    faults = story.batch_faults(facts.story.lesson, facts.v.vertex, (first[0], second[1], first[2]))
    assert faults


def test_an_unfit_seed_says_what_it_lacks():
    with pytest.raises(story.LessonConditionError, match="graph seed 3: METIS does not find"):
        LessonFacts(3).graph  # noqa: B018


@pytest.mark.slow
def test_the_search_finds_the_committed_seeds():
    found = story.next_story(0)
    assert found.lesson.seed == SEED
    assert (found.v, found.sampling_seeds) == (FOUND[SEED].v, FOUND[SEED].sampling)
    assert lesson_run.find_model_seed(found) == FOUND[SEED].model


def test_the_alternatives_seeds_are_what_the_search_finds(monkeypatch):
    monkeypatch.setattr(lesson, "FOUND", {})
    found, kept = LessonFacts(ALTERNATIVE_SEED).story, FOUND[ALTERNATIVE_SEED]
    assert (found.v, found.sampling_seeds) == (kept.v, kept.sampling)
    assert lesson_run.find_model_seed(found) == kept.model
