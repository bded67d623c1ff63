"""Both iterations do what their traces say."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from training.collectives import bytes_between
from training.iteration import Combine, ConventionalIteration, LearnableIteration
from training.optim import adam_change
from training.trace import Device, Kind, Payload


def touched(batches) -> set[int]:
    return {u for b in batches for u in b.input_vertices.tolist()}


def replicas_are_equal(cluster) -> bool:
    first = cluster.servers[0]
    return all(s.replica.flat().tobytes() == first.replica.flat().tobytes()
               and s.adam.mean.tobytes() == first.adam.mean.tobytes()
               and s.adam.square.tobytes() == first.adam.square.tobytes()
               for s in cluster.servers)


@pytest.mark.parametrize("kind", [ConventionalIteration, LearnableIteration])
def test_replicas_are_equal_after_every_iteration(setting, kind):
    iteration = kind(setting.cluster)
    start = setting.cluster.servers[0].replica.flat()
    for _ in range(8):
        iteration.run(setting.batches())
        assert replicas_are_equal(setting.cluster)
    assert (setting.cluster.servers[0].replica.flat() != start).any()


def test_conventional_training_never_writes_a_row(setting):
    rows = setting.cluster.all_rows()
    iteration = ConventionalIteration(setting.cluster)
    for _ in range(5):
        iteration.run(setting.batches())
    assert (setting.cluster.all_rows() == rows).all()


def test_learnable_training_writes_exactly_the_loaded_rows(setting):
    before, states = setting.cluster.all_rows(), setting.cluster.all_states()
    batches = setting.batches()
    LearnableIteration(setting.cluster).run(batches)
    after, new = setting.cluster.all_rows(), setting.cluster.all_states()
    used = sorted(touched(batches))
    rest = sorted(set(range(36)) - set(used))
    assert rest, "the batches must leave rows untouched for this test to say anything"
    assert (before[used] != after[used]).any(axis=1).all()
    assert before[rest].tobytes() == after[rest].tobytes()
    for old_state, new_state in zip(states, new):
        assert old_state[rest].tobytes() == new_state[rest].tobytes()
    assert new[2][used].tolist() == [1] * len(used)


def test_each_gradient_row_goes_to_its_one_owner(setting):
    iteration, batches = LearnableIteration(setting.cluster), setting.batches()
    iteration.run(batches)
    for rank, arrived in enumerate(iteration.arrived):
        assert (setting.book.partid(arrived.vertices) == rank).all()
    every = np.concatenate([a.vertices for a in iteration.arrived])
    sent = np.concatenate([b.input_vertices for b in batches])
    assert sorted(every.tolist()) == sorted(sent.tolist())


def test_a_row_used_by_two_trainers_gets_both_contributions_once(facts):
    run, v = facts.run, facts.v.vertex
    batches = facts.story.batches(1)[0]
    a, b = (g.rows[batch.input_vertices.tolist().index(v)]
            for g, batch in zip(run.learnable_iteration.gradients[:2], batches))
    assert (a != b).any()
    combined = (a + b) / np.float32(3)
    state = (run.before.mean[v], run.before.square[v], run.before.steps[v] + 1)
    change, mean, square = adam_change(combined, state[0], state[1],
                                       np.array(state[2], float), run.options.row_adam)
    assert run.after.rows[v] == pytest.approx(run.before.rows[v] - change, abs=1e-6)
    assert run.after.mean[v] == pytest.approx(mean, abs=1e-6)
    assert run.after.square[v] == pytest.approx(square, abs=1e-6)
    assert run.after.steps[v] == run.before.steps[v] + 1


def test_bytes_sent_are_bytes_received_and_the_trace_says_so(setting):
    iteration = LearnableIteration(setting.cluster)
    trace = iteration.run(setting.batches())
    sent = bytes_between(iteration.world.sent, 3)
    assert (sent == bytes_between(iteration.world.received, 3)).all()
    told = np.zeros((3, 3), dtype=int)
    for number in (4, 7):
        for _, t in trace.transfers(step=number):
            told[t.source.server, t.target.server] += t.bytes
    assert (told == sent).all()


def test_after_step_3_the_branches_may_run_in_either_order(setting):
    other = deepcopy(setting.cluster)
    batches = setting.batches()
    first = LearnableIteration(setting.cluster).run(batches, LearnableIteration.MODEL_FIRST)
    second = LearnableIteration(other).run(batches, LearnableIteration.EMBEDDINGS_FIRST)
    assert first == second
    assert setting.cluster.all_rows().tobytes() == other.all_rows().tobytes()
    assert (setting.cluster.servers[0].replica.flat().tobytes()
            == other.servers[0].replica.flat().tobytes())


def test_steps_1_to_6_are_the_same_in_both_workflows(facts):
    for number in range(1, 7):
        assert (facts.conventional.step(number).transfers
                == facts.learnable.step(number).transfers)
    assert facts.conventional.losses == facts.learnable.losses


def test_a_load_before_step_9_reads_v_stale_and_after_it_fresh(setting):
    """Why the loop goes to the next step 2: the same load, a moment early."""
    batches, later = setting.batches(), setting.batches()
    again = np.array(sorted(touched(batches) & touched(later)))
    assert len(again)
    stale = setting.cluster.load(again)
    LearnableIteration(setting.cluster).run(batches)
    fresh = setting.cluster.load(again)
    assert (stale != fresh).any(axis=1).all()


def test_fixed_rows_can_be_loaded_early(setting):
    batches, later = setting.batches(), setting.batches()
    early = [setting.cluster.load(b.input_vertices) for b in later]
    ConventionalIteration(setting.cluster).run(batches)
    assert all((setting.cluster.load(b.input_vertices) == rows).all()
               for b, rows in zip(later, early))


def test_v_is_rewritten_in_place_and_the_strip_shows_it(facts):
    v, strips = facts.v.vertex, facts.strips
    assert v in strips.changed
    assert strips.before[v] != strips.after[v]
    assert strips.changed == tuple(sorted(sum(facts.states.touched_vertices, ())))


def test_batches_in_the_wrong_order_are_refused(setting):
    a, b, c = setting.batches()
    with pytest.raises(ValueError, match="one mini-batch for each trainer"):
        LearnableIteration(setting.cluster).run((b, a, c))


def test_other_rules_of_combining_train_too(setting):
    other = deepcopy(setting.cluster)
    batches = setting.batches()
    LearnableIteration(setting.cluster, Combine.MEAN).run(batches)
    LearnableIteration(other, Combine.SUM).run(batches)
    assert np.isfinite(setting.cluster.all_rows()).all()
    assert np.isfinite(other.all_rows()).all()


def test_states_stay_on_the_owners_server(facts):
    for number in (8, 9):
        for _, t in facts.learnable.transfers(step=number):
            assert t.source.server == t.target.server
            assert {t.source.device, t.target.device} == {Device.CPU, Device.GPU}
            assert all(facts.graph.owner[u] == t.source.server for u in t.vertices)


def test_no_row_goes_straight_into_another_servers_gpu(facts):
    for trace in (facts.conventional, facts.learnable):
        for _, t in trace.transfers(step=2, kind=Kind.NETWORK):
            assert (t.source.device, t.target.device) == (Device.CPU, Device.CPU)


def test_a_remote_row_takes_two_legs_and_a_local_row_one(facts):
    for batch in facts.batches:
        for vertex in batch.vertices:
            legs = [t for s, t in facts.conventional.journey(vertex)
                    if s.number == 2 and t.trainer == batch.rank]
            remote = facts.graph.owner[vertex] != batch.rank
            kinds = [Kind.NETWORK, Kind.CPU_GPU] if remote else [Kind.CPU_GPU]
            assert [t.kind for t in legs] == kinds
            assert legs[0].source.server == facts.graph.owner[vertex]
            assert legs[-1].target.server == batch.rank


def test_sampling_sends_ids_only(facts):
    sent = [t for _, t in facts.conventional.transfers(step=1, kind=Kind.NETWORK)]
    assert sent and {t.payload for t in sent} <= {Payload.IDS, Payload.SAMPLED_EDGES}
    assert sum(t.row_lengths for t in sent) == 0
    for t in sent:
        asked = t.target if t.payload is Payload.IDS else t.source
        assert all(facts.graph.owner[u] == asked.server for u in t.vertices)
