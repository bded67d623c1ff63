"""``python -m training``: one iteration of each kind, as readable tables."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from training import report
from training.lesson import ALTERNATIVE_SEED, SEED, LessonFacts
from training.story import LessonConditionError


def main(arguments: list[str] | None = None) -> int:
    """Print the story; returns the exit code (2 if the seed tells none)."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Runs one conventional and one learnable training iteration on the lesson's "
        "graph and prints what moved where.")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N",
                        help=f"graph seed (default {SEED}, the film's; try {ALTERNATIVE_SEED})")
    parser.add_argument("--no-large-graph", action="store_true",
                        help="leave out the graph of 16,000 vertices")
    options = parser.parse_args(arguments)
    facts = LessonFacts(options.seed)
    console = Console()
    if not console.is_terminal:
        console = Console(width=100)
    try:
        conventional, learnable = facts.conventional, facts.learnable
    except LessonConditionError as error:
        print(error, file=sys.stderr)
        return 2
    console.print(report.iteration_table(
        conventional, "Conventional: rows are fixed features, six steps"))
    console.print(report.iteration_table(
        learnable, "Learnable: the rows are trained too, nine steps, the same mini-batches"))
    console.print(report.exchange_table(facts))
    for line in report.sums(facts):
        console.print(line, highlight=False)
    if not options.no_large_graph:
        console.print(report.border_table(facts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
