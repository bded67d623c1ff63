"""The nine steps: names, what each reads and writes, and what each must wait for.

Numbers and names are those of Figure 1 of "GLPilot: Efficient Distributed GNN Training With
Learnable Embeddings" as its description gives them.  The numbers are labels: after step 3
the model's branch (4, 5, 6) and the embeddings' branch (7, 8, 9) do not wait for each other.
"""

from __future__ import annotations

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
    8: ("states", "load embedding optimizer states", "CPU memory to GPU",
        ("combined row gradients", "row states"), ("loaded row states",), (7,)),
    9: ("update", "update embeddings and their states", "GPU to CPU memory",
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
