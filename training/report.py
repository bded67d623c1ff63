"""The story of one iteration of each kind as tables to read in a terminal."""

from __future__ import annotations

from collections import Counter

from rich.table import Table

from training.lesson import LessonFacts
from training.trace import SERVER_NAMES, Device, Kind, Payload, Step, Trace, Transfer


def iteration_table(trace: Trace, title: str) -> Table:
    """One entry a step: where, after which steps, what moved from where to where, bytes."""
    table = Table(title=title, title_justify="left", show_lines=True)
    table.add_column("step", no_wrap=True)
    table.add_column("what moved")
    table.add_column("network,\nbytes", justify="right", no_wrap=True)
    table.add_column("CPU–GPU,\nbytes", justify="right", no_wrap=True)
    for step in trace.steps:
        table.add_row(f"{step.number} {step.name}\n[dim]{step.device}\n{_waits(step)}[/dim]",
                      "\n".join(_moves(step)), _bytes(_total(step, Kind.NETWORK)),
                      _bytes(_total(step, Kind.CPU_GPU)))
    table.add_row("all steps", "", _bytes(trace.bytes(kind=Kind.NETWORK)),
                  _bytes(trace.bytes(kind=Kind.CPU_GPU)))
    return table


def _total(step: Step, kind: Kind) -> int:
    return sum(t.bytes for t in step.where(kind))


def _moves(step: Step) -> list[str]:
    """The step's transfers in words, one line for each way and payload."""
    found: dict[tuple[str, Payload], list[Transfer]] = {}
    for kind in Kind:
        for transfer in step.where(kind):
            found.setdefault((_way(transfer), transfer.payload), []).append(transfer)
    lines = [f"{way}, {payload}: {_pairs(moved)}" for (way, payload), moved in found.items()]
    return lines or ["stays in each GPU"]


def _way(transfer: Transfer) -> str:
    if transfer.kind is Kind.CPU_GPU:
        return "up" if transfer.source.device is Device.GPU else "down"
    return "network" if transfer.kind is Kind.NETWORK else "in place"


def _pairs(moved: list[Transfer]) -> str:
    """Servers, or pairs of servers, with the number of vertices concerned."""
    counts: Counter[str] = Counter()
    for t in moved:
        source, target = (SERVER_NAMES[p.server] for p in (t.source, t.target))
        counts[source if source == target else f"{source}→{target}"] += len(t.vertices)
    return ", ".join(f"{name}\N{NO-BREAK SPACE}{count}" if count else name
                     for name, count in sorted(counts.items()))


def _bytes(count: int) -> str:
    return f"{count:,}" if count else "–"


def _waits(step: Step) -> str:
    waits = [f"{d.step} of the last iteration" if d.iterations_back else str(d.step)
             for d in step.depends_on]
    return "\n".join(f"after {wait}" for wait in waits) or "waits for nothing"


def exchange_table(facts: LessonFacts) -> Table:
    """The 3 x 3 table of row gradients."""
    table = Table(title="Step 7: row gradients,\nfrom trainer (lines)\nto owner (columns)",
                  title_justify="left")
    table.add_column("")
    for name in SERVER_NAMES:
        table.add_column(name, justify="right")
    for name, counts in zip(SERVER_NAMES, facts.exchange.counts):
        table.add_row(name, *map(str, counts))
    return table


def sums(facts: LessonFacts) -> list[str]:
    """The numbers the film draws from these traces, one sentence a line."""
    graph, v, added, states = facts.graph, facts.v, facts.added, facts.states
    weight, row = facts.all_reduce, facts.one_row
    return [
        f"Graph: {graph.vertices} vertices, {graph.edges} edges; METIS cuts {graph.cut}, a random "
        f"split {graph.random_cut} on average.",
        f"Vertex v: {v.one_hop_remote} of {v.one_hop} neighbors on other servers, "
        f"{v.two_hops_remote} of {v.two_hops} within two hops.",
        f"Step 4, one weight: gradients {weight.gradient_a}, {weight.gradient_b}, "
        f"{weight.gradient_c}; running sums {weight.sum_a}, {weight.sum_b}, {weight.sum_c}; "
        f"average {weight.average}.",
        f"Rows touched: {states.touched} of {states.rows}; rows with more than one gradient: "
        f"{facts.exchange.merged}.",
        f"One remote row, in row-lengths: network {row.network} → {row.network_learnable}, "
        f"CPU–GPU {row.cpu_gpu} → {row.cpu_gpu_learnable}.",
        f"All rows, in row-lengths: network {added.network} + {added.network_added}, "
        f"CPU–GPU {added.cpu_gpu} + {added.cpu_gpu_added} (learnable rows add what follows +).",
    ]


def border_table(facts: LessonFacts) -> Table:
    """The large graph: what one seed needs from elsewhere."""
    border = facts.border
    table = Table(title=f"{border.vertices:,} vertices in {border.communities} communities, "
                        f"{border.parts} servers: of what one seed needs, stored elsewhere",
                  title_justify="left")
    for name in ("split", "edges cut", "1 hop", "2 hops", "3 hops"):
        table.add_column(name, justify="right")
    table.add_row("METIS", f"{border.cut_share} %", f"{border.one_hop_share} %",
                  f"{border.two_hops_share} %", f"{border.three_hops_share} %")
    table.add_row("random", f"{border.random_cut_share} %", f"{border.random_one_hop_share} %",
                  f"{border.random_two_hops_share} %", f"{border.random_three_hops_share} %")
    return table
