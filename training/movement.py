"""Transfers of the steps, from what each trainer needs and who owns it.

Every function returns the transfers of one step for one trainer or server; sizes are in
bytes.  Loading follows DGL's key-value store (``python/dgl/distributed/kvstore.py``): a
remote row comes over the network into the trainer's *own* server's CPU memory, then goes
down to its GPU.
"""

from __future__ import annotations

import numpy as np

from training.collectives import Message
from training.partition import PartitionBook
from training.sampling import MiniBatch
from training.trace import ID_BYTES, Device, Payload, Place, Transfer

EDGE_BYTES = 3 * ID_BYTES
"""Source, destination and edge id of a sampled edge (DGL ``SubgraphResponse`` in
``python/dgl/distributed/graph_services.py``)."""
STEP_COUNT_BYTES = 4


def cpu(server: int) -> Place:
    """CPU memory of a server."""
    return Place(server, Device.CPU)


def gpu(server: int) -> Place:
    """GPU of a server."""
    return Place(server, Device.GPU)


def piles(vertices: np.ndarray, book: PartitionBook) -> list[np.ndarray]:
    """Positions in ``vertices`` sorted by owner: one array for each server."""
    owner = book.partid(vertices)
    return [np.flatnonzero(owner == server) for server in range(book.num_parts)]


def _ids(vertices: np.ndarray) -> tuple[int, ...]:
    return tuple(np.asarray(vertices).tolist())


def sampling(batch: MiniBatch, book: PartitionBook) -> list[Transfer]:
    """Step 1: who was asked for whose neighbors; only ids travel.

    A vertex of the trainer's own server is read at home.  For others, their ids go to their
    server, which draws and answers with edges.  The finished mini-batch's edges go down.
    """
    here, moved = batch.rank, []
    for turn, block in enumerate(reversed(batch.blocks)):
        per_vertex = np.bincount(block.edge_dst, minlength=block.num_dst)
        for server, pile in enumerate(piles(block.dst, book)):
            if not len(pile):
                continue
            asked = _ids(block.dst[pile])
            if server != here:
                moved.append(Transfer(Payload.IDS, cpu(here), cpu(server), len(asked) * ID_BYTES,
                                      asked, trainer=here, round=turn))
            moved.append(Transfer(Payload.SAMPLED_EDGES, cpu(server), cpu(here),
                                  int(per_vertex[pile].sum()) * EDGE_BYTES, asked,
                                  trainer=here, round=turn))
    edges = sum(len(block.edge_src) for block in batch.blocks)
    moved.append(Transfer(Payload.SAMPLED_EDGES, cpu(here), gpu(here), edges * 2 * ID_BYTES,
                          trainer=here))
    return moved


def loading(batch: MiniBatch, book: PartitionBook, row_bytes: int) -> list[Transfer]:
    """Step 2: each distinct row once; remote rows take two legs, local rows one."""
    here, moved = batch.rank, []
    for server, pile in enumerate(piles(batch.input_vertices, book)):
        if not len(pile):
            continue
        needed = _ids(batch.input_vertices[pile])
        size = len(needed) * row_bytes
        if server != here:
            moved.append(Transfer(Payload.IDS, cpu(here), cpu(server), len(needed) * ID_BYTES,
                                  needed, trainer=here))
            moved.append(Transfer(Payload.ROWS, cpu(server), cpu(here), size, needed,
                                  len(needed), trainer=here))
        moved.append(Transfer(Payload.ROWS, cpu(here), gpu(here), size, needed, len(needed),
                              trainer=here))
    return moved


def reducing(messages: list[Message]) -> list[Transfer]:
    """Step 4: the ring's messages, GPU to GPU."""
    return [Transfer(Payload.MODEL_GRADIENT, gpu(m.source), gpu(m.target), m.nbytes,
                     trainer=m.source, round=m.round) for m in messages]


def exchanging(messages: list[Message], sent: list[list[np.ndarray]]) -> list[Transfer]:
    """Step 7: counts, ids and gradients of each pair, GPU to GPU; a home pile stays.

    Args:
        messages: of three all-to-alls named "counts", "ids" and "row gradients".
        sent: vertices by source and target.
    """
    moved = []
    for m in messages:
        vertices = _ids(sent[m.source][m.target])
        payload = {"counts": Payload.COUNTS, "ids": Payload.IDS}.get(
            m.collective, Payload.ROW_GRADIENTS)
        if not vertices and payload is not Payload.COUNTS:
            continue
        moved.append(Transfer(
            payload, gpu(m.source), gpu(m.target), m.nbytes,
            () if payload is Payload.COUNTS else vertices,
            len(vertices) if payload is Payload.ROW_GRADIENTS else 0, trainer=m.source))
    return moved


def model_states(rank: int, nbytes: int, payload: Payload = Payload.MODEL_STATES) -> Transfer:
    """Steps 5 and 6: read or written where it lies, beside the replica."""
    return Transfer(payload, gpu(rank), gpu(rank), nbytes, trainer=rank)


def loading_states(rank: int, vertices: np.ndarray, row_bytes: int) -> list[Transfer]:
    """Step 8: two states a row come down on the owner's own server."""
    return _states(cpu(rank), gpu(rank), _ids(vertices), row_bytes)


def writing_rows(rank: int, vertices: np.ndarray, row_bytes: int) -> list[Transfer]:
    """Step 9: two states and the row's change go back up on the owner's own server."""
    touched = _ids(vertices)
    return [
        *_states(gpu(rank), cpu(rank), touched, row_bytes),
        Transfer(Payload.ROW_CHANGES, gpu(rank), cpu(rank), len(touched) * row_bytes, touched,
                 len(touched), trainer=rank),
    ]


def _states(source: Place, target: Place, touched: tuple[int, ...],
            row_bytes: int) -> list[Transfer]:
    """Adam's two numbers for every number of these rows, and the rows' step counts."""
    rank = source.server
    return [
        Transfer(Payload.ROW_STATES, source, target, 2 * len(touched) * row_bytes, touched,
                 2 * len(touched), trainer=rank),
        Transfer(Payload.STEP_COUNTS, source, target, len(touched) * STEP_COUNT_BYTES, touched,
                 trainer=rank),
    ]
