"""The large graph's measures as the film speaks them: whole percentages."""

from __future__ import annotations

from dataclasses import dataclass

from training.large_graph import LargeGraphReport


@dataclass(frozen=True)
class BorderFacts:
    """Numbers of the synthetic graph; shares in percent, rounded to whole ones.

    Attributes:
        vertices, edges, communities, parts, seeds: counts.
        cut_share: edges METIS cuts, with one decimal; ``random_cut_share`` whole.
        one_hop_share, two_hops_share, three_hops_share: of what one seed needs, stored
            elsewhere, METIS; with ``random_`` before it, a random split.
        one_hop_need, two_hops_need, three_hops_need: seeds that need anything from elsewhere.
        copy_one_hop, copy_two_hops: copies beyond the border, in percent of a server's own.
        grown_one_hop, grown_two_hops: own and copies, in sizes of a server's own share, with
            one decimal; all of the graph is as many as there are parts.
        fanout_one, fanout_two, fanout_three: neighbors drawn at each hop.
    """

    vertices: int
    edges: int
    communities: int
    parts: int
    seeds: int
    cut_share: float
    random_cut_share: int
    one_hop_share: int
    two_hops_share: int
    three_hops_share: int
    random_one_hop_share: int
    random_two_hops_share: int
    random_three_hops_share: int
    one_hop_need: int
    two_hops_need: int
    three_hops_need: int
    copy_one_hop: int
    copy_two_hops: int
    grown_one_hop: float
    grown_two_hops: float
    fanout_one: int
    fanout_two: int
    fanout_three: int

    @classmethod
    def of(cls, report: LargeGraphReport) -> BorderFacts:
        """Round a report for speaking."""
        def percent(shares: tuple[float, ...]) -> list[int]:
            return [round(100 * share) for share in shares]

        options, metis, random = report.options, report.metis, report.random
        return cls(
            options.vertices, report.edges, options.communities, options.parts, options.seeds,
            round(100 * metis.cut, 1), round(100 * random.cut), *percent(metis.remote),
            *percent(random.remote), *percent(metis.in_need), *percent(metis.copies),
            *(round(1 + share, 1) for share in metis.copies), *options.fanouts)
