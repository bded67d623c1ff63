"""The traces add up, and say what depends on what."""

from __future__ import annotations

import numpy as np
import pytest

from training.steps import EMBEDDING_BRANCH, MODEL_BRANCH, describe, earliest_slots
from training.trace import Dependency, Kind, Payload

from training.accounts import moved_for_row


def ancestors(workflow: str, iterations: int = 3) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """For each (iteration, step): every step that must have ended before."""
    before: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for iteration in range(iterations):
        for number, step in describe(workflow).items():
            found = set()
            for d in step.depends_on:
                earlier = (iteration - d.iterations_back, d.step)
                if earlier in before:
                    found |= {earlier} | before[earlier]
            before[iteration, number] = found
    return before


@pytest.mark.parametrize("workflow", ["conventional", "learnable"])
def test_whatever_a_step_reads_was_written_by_a_step_it_waits_for(workflow):
    before = ancestors(workflow)
    steps = describe(workflow)
    last_writer: dict[str, tuple[int, int]] = {}
    for iteration in range(3):
        for number, step in steps.items():
            for name in step.reads:
                if name in last_writer:
                    assert last_writer[name] in before[iteration, number], (number, name)
            for name in step.writes:
                last_writer[name] = (iteration, number)


def test_conventionally_only_the_model_ties_one_iteration_to_the_next():
    waits = {n: s.depends_on for n, s in describe("conventional").items()}
    back = {(n, d.step) for n, ds in waits.items() for d in ds if d.iterations_back}
    assert back == {(3, 6)}


def test_with_learnable_rows_the_next_load_waits_for_the_update_of_the_rows():
    waits = {n: s.depends_on for n, s in describe("learnable").items()}
    back = {(n, d.step) for n, ds in waits.items() for d in ds if d.iterations_back}
    assert back == {(2, 9), (3, 6)}


@pytest.mark.parametrize("workflow", ["conventional", "learnable"])
def test_sampling_waits_for_nothing(workflow):
    assert describe(workflow)[1].depends_on == ()


def test_after_step_3_the_two_branches_are_independent():
    before = ancestors("learnable")
    for number in MODEL_BRANCH:
        assert not {(2, n) for n in EMBEDDING_BRANCH} & before[2, number]
    for number in EMBEDDING_BRANCH:
        assert not {(2, n) for n in MODEL_BRANCH} & before[2, number]


def test_the_next_load_slides_under_this_iteration_only_with_fixed_rows(facts):
    def start(schedule, iteration, step):
        return next(s.start for s in schedule if (s.iteration, s.step) == (iteration, step))

    fixed, learning = facts.schedule_conventional, facts.schedule_learnable
    assert start(fixed, 1, 2) < start(fixed, 0, 4)
    assert start(learning, 1, 1) < start(learning, 0, 4)
    assert start(learning, 1, 2) == start(learning, 0, 9) + 1


def test_three_iterations_can_be_scheduled():
    assert {s.iteration for s in earliest_slots("learnable", 3)} == {0, 1, 2}


def test_steps_1_2_and_4_use_the_network_and_7_is_added(facts):
    assert facts.conventional.network_steps() == (1, 2, 4)
    assert facts.learnable.network_steps() == (1, 2, 4, 7)


def test_local_steps_move_nothing_between_servers(facts):
    for number in (3, 5, 6, 8, 9):
        assert facts.learnable.bytes(step=number, kind=Kind.NETWORK) == 0
    assert facts.learnable.bytes(step=5, kind=Kind.CPU_GPU) == 0
    assert facts.learnable.step(3).transfers == ()


def test_the_kind_of_a_transfer_follows_from_its_ends(facts):
    for trace in (facts.conventional, facts.learnable):
        for _, t in trace.transfers():
            if t.source.server != t.target.server:
                assert t.kind is Kind.NETWORK
            elif t.source.device != t.target.device:
                assert t.kind is Kind.CPU_GPU
            else:
                assert t.kind is Kind.LOCAL


def test_row_lengths_of_every_row_follow_from_who_used_it(facts):
    """t trainers, r of them remote: network r, CPU–GPU t; learnable 2r and t + 5."""
    owner = facts.graph.owner
    users = {u: [b.rank for b in facts.batches if u in b.vertices] for u in range(36)}
    for vertex, ranks in users.items():
        t, r = len(ranks), sum(rank != owner[vertex] for rank in ranks)
        def moved(trace, kind, vertex=vertex):
            return moved_for_row(trace, vertex, None, kind)

        assert moved(facts.conventional, Kind.NETWORK) == r
        assert moved(facts.conventional, Kind.CPU_GPU) == t
        assert moved(facts.learnable, Kind.NETWORK) == 2 * r
        assert moved(facts.learnable, Kind.CPU_GPU) == (t + 5 if t else 0)


def test_one_remote_row_moves_1_and_1_then_2_and_6(facts):
    for row in (facts.one_row, facts.v_row):
        assert (row.network, row.cpu_gpu) == (1, 1)
        assert (row.network_learnable, row.cpu_gpu_learnable) == (2, 6)
        assert (row.gradient, row.states_down, row.back_up) == (1, 2, 3)
        assert row.owner != row.trainer


def test_the_bars_are_the_traces(facts):
    added, load, states = facts.added, facts.load, facts.states
    assert added.network == load.remote == added.network_added == facts.exchange.network
    assert added.cpu_gpu == load.rows
    assert added.cpu_gpu_added == 5 * states.touched
    assert added.network_total == added.network + added.network_added
    assert added.cpu_gpu_total == added.cpu_gpu + added.cpu_gpu_added
    for kind in (Kind.NETWORK, Kind.CPU_GPU):
        assert (facts.learnable.bytes(step=2, kind=kind)
                == facts.conventional.bytes(step=2, kind=kind)), "step 2 is never longer"
        extra = facts.learnable.bytes(kind=kind) - facts.conventional.bytes(kind=kind)
        told = added.network_added_bytes if kind is Kind.NETWORK else added.cpu_gpu_added_bytes
        assert extra == told


def test_bytes_of_rows_are_row_lengths_times_the_size_of_a_row(facts):
    row_bytes = facts.load.row_bytes
    assert row_bytes == facts.model.row_width * 4
    for _, t in facts.learnable.transfers():
        if t.row_lengths:
            assert t.bytes == t.row_lengths * row_bytes


def test_counts_of_the_exchange_mirror_the_loads(facts):
    """Every loaded row sends one gradient back to where it came from."""
    counts = np.array(facts.exchange.counts)
    assert counts.tolist() == [list(b.rows_by_server) for b in facts.batches]
    assert counts.sum() == facts.exchange.total == facts.load.rows
    assert facts.exchange.home + facts.exchange.network == facts.exchange.total


def test_an_id_travels_with_every_gradient(facts):
    def sent(payload):
        return {(t.source, t.target): t.vertices for _, t in
                facts.learnable.transfers(step=7, payload=payload)}

    assert sent(Payload.IDS) == sent(Payload.ROW_GRADIENTS)
    assert len(sent(Payload.COUNTS)) == 9


def test_row_gradients_outweigh_model_gradients_at_the_chosen_widths(facts):
    """For each trainer alone, and so for all together."""
    for result in facts.run.learnable_iteration.gradients:
        assert result.rows.nbytes > result.model.flat().nbytes
    assert facts.model.row_gradient_bytes > facts.model.gradient_bytes


def test_an_unknown_step_or_workflow_is_refused(facts):
    with pytest.raises(KeyError, match="no step 7"):
        facts.conventional.step(7)
    with pytest.raises(ValueError, match="asynchronous"):
        describe("asynchronous")


def test_dependencies_compare_by_value():
    assert Dependency(9, 1) == Dependency(9, iterations_back=1)
