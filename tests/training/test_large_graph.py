"""The large graph: what a good split saves, and what it does not."""

from __future__ import annotations

import json

import numpy as np
import pytest

from training import large_graph_cache
from training.graph import Graph
from training.large_graph import (
    LargeGraphOptions,
    community_graph,
    measure_large_graph,
    sampled_neighborhood,
)

SMALL = LargeGraphOptions(vertices=900, communities=9, seeds=40)


@pytest.fixture(scope="module")
def small_report():
    return measure_large_graph(SMALL)


def test_the_graph_has_its_degree_and_its_communities():
    graph, community = community_graph(SMALL)
    inside = (community[graph.edges[:, 0]] == community[graph.edges[:, 1]]).mean()
    assert graph.num_edges == 900 * 20 // 2
    assert inside == pytest.approx(0.9)


def test_equal_options_give_an_equal_report(small_report):
    assert measure_large_graph(SMALL) == small_report


def test_a_good_split_helps_at_first_and_ever_less(small_report):
    metis, random = small_report.metis, small_report.random
    assert metis.cut < random.cut / 3
    assert list(metis.remote) == sorted(metis.remote)
    gain = [r - m for m, r in zip(metis.remote, random.remote)]
    assert gain[0] > gain[1] > gain[2] > 0


def test_sampled_neighborhoods_grow_and_stay_within_the_fanouts():
    graph, _ = community_graph(SMALL)
    rng = np.random.default_rng(0)
    for seed in range(20):
        one, two, three = sampled_neighborhood(graph, seed, (15, 10, 5), rng)
        assert seed in one and set(one) <= set(two) <= set(three)
        assert len(one) <= 16 and len(two) <= 16 * 11 and len(three) <= 16 * 11 * 6
        assert set(one) - {seed} <= set(graph.neighbors(seed).tolist())


def test_on_a_path_the_neighborhood_is_known():
    path = Graph.from_edges(5, np.array([[0, 1], [1, 2], [2, 3], [3, 4]]))
    hops = sampled_neighborhood(path, 2, (4, 4), np.random.default_rng(0))
    assert [h.tolist() for h in hops] == [[1, 2, 3], [0, 1, 2, 3, 4]]


def test_the_cloud_is_a_sample_of_the_graph(small_report):
    cloud = small_report.cloud
    assert len(cloud.positions) == len(cloud.parts)
    assert set(cloud.parts) == {0, 1, 2}
    for (x, y), part in zip(cloud.positions, cloud.parts):
        middle = cloud.centers[part]
        assert np.hypot(x - middle[0], y - middle[1]) < 1.05
    assert 0 < len(cloud.cut_edges) < len(cloud.edges) / 2


def test_the_seed_that_is_drawn_needs_about_what_a_seed_needs_on_average(small_report):
    cloud = small_report.cloud
    assert len(cloud.reached[0]) == 1 and cloud.reached_parts[0] == (0,)
    needed, elsewhere = 1, 0
    for hop, mean in zip(cloud.reached_parts[1:], small_report.metis.remote):
        needed, elsewhere = needed + len(hop), elsewhere + sum(part != 0 for part in hop)
        assert abs(elsewhere / needed - mean) < 0.05


def test_the_second_time_nothing_is_computed(tmp_path, monkeypatch):
    first = large_graph_cache.large_graph_report(SMALL, tmp_path)
    monkeypatch.setattr(large_graph_cache, "measure_large_graph", None)
    assert large_graph_cache.large_graph_report(SMALL, tmp_path) == first
    assert [p.suffix for p in tmp_path.iterdir()] == [".json"]


@pytest.mark.parametrize("damage", [
    lambda text: "", lambda text: text[: len(text) // 2], lambda text: "{}",
    lambda text: "[1, 2]", lambda text: text.replace("9000", "9001"),
    lambda text: json.dumps({"digest": "", "report": "{}"}),
])
def test_a_damaged_file_is_computed_anew(tmp_path, damage):
    first = large_graph_cache.large_graph_report(SMALL, tmp_path)
    path = large_graph_cache.cache_path(SMALL, tmp_path)
    whole = path.read_text()
    assert damage(whole) != whole
    path.write_text(damage(whole))
    assert large_graph_cache.large_graph_report(SMALL, tmp_path) == first
    assert path.read_text() == whole


def test_other_options_have_another_file(tmp_path):
    other = LargeGraphOptions(vertices=900, communities=9, seeds=40, sampling_seed=1)
    assert large_graph_cache.cache_path(SMALL) != large_graph_cache.cache_path(other)


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path, capsys):
    blocked = tmp_path / "a file"
    blocked.write_text("")
    report = large_graph_cache.large_graph_report(SMALL, blocked)
    assert report.edges == 9000
    assert "could not keep" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("graph_seed", range(3))
def test_the_measures_lie_in_the_ranges_first_found(graph_seed):
    """16,000 vertices; three graphs, two samplings each; METIS against a random split."""
    for sampling_seed in range(2):
        report = measure_large_graph(
            LargeGraphOptions(graph_seed=graph_seed, sampling_seed=sampling_seed))
        metis, random = report.metis, report.random
        assert 0.075 <= metis.cut <= 0.078
        assert 0.065 <= metis.remote[0] <= 0.084
        assert 0.144 <= metis.remote[1] <= 0.171
        assert 0.307 <= metis.remote[2] <= 0.332
        assert 0.62 <= metis.in_need[0] <= 0.72
        assert metis.in_need[1:] == (1.0, 1.0)
        assert 0.97 <= metis.copies[0] <= 1.06
        assert metis.copies[1] >= 1.99
        assert random.cut == pytest.approx(0.667, abs=0.005)
        assert random.remote == pytest.approx((0.625, 0.66, 0.665), abs=0.01)


@pytest.mark.slow
def test_the_film_says_locality_helps_and_wears_off(facts):
    border = facts.border
    assert border.one_hop_share < border.two_hops_share < border.three_hops_share
    assert border.three_hops_share < border.random_one_hop_share
    assert border.two_hops_need == border.three_hops_need == 100
    assert 95 <= border.copy_one_hop <= 106 and border.copy_two_hops >= 199
    assert border.grown_two_hops == border.parts
