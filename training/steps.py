"""The nine steps: names, what each reads and writes, and what each must wait for.

Numbers and names are those of Figure 1 of "GLPilot: Efficient Distributed GNN Training With
Learnable Embeddings" as its description gives them.  The numbers are labels: after step 3
the model's branch (4, 5, 6) and the embeddings' branch (7, 8, 9) do not wait for each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from training.trace import Dependency, Step

CONVENTIONAL = (1, 2, 3, 4, 5, 6)
LEARNABLE = (1, 2, 3, 4, 5, 6, 7, 8, 9)
MODEL_BRANCH = (4, 5, 6)
EMBEDDING_BRANCH = (7, 8, 9)
ADDED = EMBEDDING_BRANCH

_BOTH = {
    1: ("sample", "sample a mini-batch subgraph", "CPU",
        ("graph structure",), ("mini-batch",), ()),
    2: ("load", "load the rows of its vertices", "CPU memory to GPU",
        ("mini-batch", "rows"), ("loaded rows",), (1,)),
    3: ("forward, backward", "forward and backward", "GPU",
        ("mini-batch", "loaded rows", "model"), ("model gradient",), (2,)),
    4: ("all-reduce", "all-reduce of model gradients", "GPU",
        ("model gradient",), ("average gradient",), (3,)),
    5: ("states", "load model optimizer states", "GPU",
        ("model states",), ("loaded model states",), (4,)),
    6: ("update", "update model parameters", "GPU",
        ("average gradient", "loaded model states", "model"), ("model", "model states"), (5,)),
}
_EMBEDDINGS = {
    7: ("all-to-all", "all-to-all of embedding gradients", "GPU",
        ("row gradients",), ("combined row gradients",), (3,)),
    8: ("row states", "load embedding optimizer states", "CPU memory to GPU",
        ("combined row gradients", "row states"), ("loaded row states",), (7,)),
    9: ("update rows", "update embeddings and their states", "GPU to CPU memory",
        ("combined row gradients", "loaded row states"), ("rows", "row states"), (8,)),
}


def describe(workflow: str) -> dict[int, Step]:
    """The steps of "conventional" or "learnable", still without transfers, by number.

    Across iterations, step 3 waits for the model that step 6 updated; with learnable rows,
    step 2 waits for the rows that step 9 wrote.  Step 1 reads only structure.

    Raises:
        ValueError: for any other workflow.
    """
    if workflow not in ("conventional", "learnable"):
        raise ValueError(f"no workflow {workflow!r}")
    learnable = workflow == "learnable"
    table = _BOTH | _EMBEDDINGS if learnable else _BOTH
    steps = {}
    for number, (name, title, device, reads, writes, after) in table.items():
        waits = [Dependency(step) for step in after]
        if number == 3:
            waits.append(Dependency(6, iterations_back=1))
        if number == 3 and learnable:
            writes += ("row gradients",)
        if number == 2 and learnable:
            waits.append(Dependency(9, iterations_back=1))
        steps[number] = Step(number, name, title, device, reads, writes, tuple(waits))
    return steps


@dataclass(frozen=True)
class StepFacts:
    """Counts and names of the steps.

    Attributes:
        conventional, learnable, added: how many.
        first_added, last_added: numbers of the first and the last that learnable inputs add.
        names, titles: by number, ``names[0]`` of step 1.
    """

    conventional: int
    learnable: int
    added: int
    first_added: int
    last_added: int
    names: tuple[str, ...]
    titles: tuple[str, ...]

    @classmethod
    def read(cls) -> StepFacts:
        """From the table above."""
        steps = describe("learnable").values()
        return cls(len(CONVENTIONAL), len(LEARNABLE), len(ADDED), ADDED[0], ADDED[-1],
                   tuple(s.name for s in steps), tuple(s.title for s in steps))


@dataclass(frozen=True)
class Slot:
    """A step in a chart of two iterations where each step takes one unit ("not to scale").

    Attributes:
        iteration: 0 for this one, 1 for the next.
        step: its number.
        start: units after the first step of the first iteration.
    """

    iteration: int
    step: int
    start: int


def earliest_slots(workflow: str, iterations: int = 2) -> tuple[Slot, ...]:
    """Each step as early as what it waits for allows.

    Besides its dependencies, a step waits for the same step of the iteration before: there is
    one sampler, one loader, one GPU.
    """
    start: dict[tuple[int, int], int] = {}
    for iteration in range(iterations):
        for number, step in describe(workflow).items():
            waits = [(iteration - d.iterations_back, d.step) for d in step.depends_on]
            waits.append((iteration - 1, number))
            start[iteration, number] = max((start[w] + 1 for w in waits if w in start), default=0)
    return tuple(Slot(i, n, s) for (i, n), s in start.items())
