"""A two-layer GraphSAGE (mean) with its backward pass written by hand.

One layer computes, for each destination vertex of its block,
``own row @ w_self + mean of sampled neighbors' rows @ w_neigh + bias``
(Hamilton et al., "Inductive Representation Learning on Large Graphs", 2017; DGL
``SAGEConv`` with ``aggregator_type="mean"``).  Between the layers stands a leaky ReLU, not a
plain one: the lesson's vertices have only three hidden numbers, and a vertex with all three
below zero would pass no gradient to its rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.sampling import Block

LEAK = 0.1
"""Slope of the leaky ReLU below zero."""


@dataclass(frozen=True, eq=False)
class SAGELayer:
    """Parameters, or gradients, of one layer.

    Attributes:
        w_self, w_neigh: shape (in, out).
        bias: shape (out,).
    """

    w_self: np.ndarray
    w_neigh: np.ndarray
    bias: np.ndarray


@dataclass(frozen=True, eq=False)
class GraphSAGE:
    """A stack of layers; also used for its gradients, which have the same shapes."""

    layers: tuple[SAGELayer, ...]

    @classmethod
    def create(cls, widths: tuple[int, ...], rng: np.random.Generator,
               dtype: type = np.float32) -> GraphSAGE:
        """Random weights (Glorot uniform with ReLU gain, as DGL's SAGEConv), zero biases.

        Args:
            widths: numbers per vertex before the first layer and after each layer.
        """
        layers = []
        for fan_in, fan_out in zip(widths, widths[1:]):
            limit = np.sqrt(2) * np.sqrt(6 / (fan_in + fan_out))
            w_self, w_neigh = rng.uniform(-limit, limit, (2, fan_in, fan_out)).astype(dtype)
            layers.append(SAGELayer(w_self, w_neigh, np.zeros(fan_out, dtype)))
        return cls(tuple(layers))

    def flat(self) -> np.ndarray:
        """All numbers in one array, shape (parameters,): per layer own, neighbors, bias."""
        return np.concatenate([part.ravel() for layer in self.layers
                               for part in (layer.w_self, layer.w_neigh, layer.bias)])

    def with_flat(self, numbers: np.ndarray) -> GraphSAGE:
        """A model of the same shapes holding ``numbers``, shape (parameters,)."""
        layers, start = [], 0
        for layer in self.layers:
            parts = []
            for part in (layer.w_self, layer.w_neigh, layer.bias):
                parts.append(numbers[start : start + part.size].reshape(part.shape).copy())
                start += part.size
            layers.append(SAGELayer(*parts))
        return GraphSAGE(tuple(layers))

    @property
    def num_parameters(self) -> int:
        """How many numbers it has."""
        return sum(p.size for x in self.layers for p in (x.w_self, x.w_neigh, x.bias))


@dataclass(frozen=True, eq=False)
class Gradients:
    """What backward leaves.

    Attributes:
        loss: mean cross-entropy of the seeds.
        model: one gradient for each weight.
        rows: one gradient for each loaded row, shape (input vertices, width), in the order
            of ``blocks[0].src``.
    """

    loss: float
    model: GraphSAGE
    rows: np.ndarray


def mean_matrix(block: Block, dtype: type) -> np.ndarray:
    """Matrix that averages over sampled neighbors, shape (num_dst, num_src).

    A vertex without sampled neighbors gets zeros, as in DGL.
    """
    matrix = np.zeros((block.num_dst, len(block.src)), dtype)
    np.add.at(matrix, (block.edge_dst, block.edge_src), 1)
    return matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)


def forward(model: GraphSAGE, blocks: tuple[Block, ...],
            rows: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Scores of the seeds.

    Args:
        blocks: one for each layer, input first.
        rows: shape (input vertices, width), in the order of ``blocks[0].src``.

    Returns:
        Scores, shape (seeds, classes), and each layer's input (what backward needs).

    Raises:
        ValueError: if there is not one row for each input vertex.
    """
    if len(rows) != len(blocks[0].src):
        raise ValueError(f"{len(rows)} rows for {len(blocks[0].src)} input vertices")
    hidden, inputs = rows, []
    for depth, (layer, block) in enumerate(zip(model.layers, blocks, strict=True)):
        inputs.append(hidden)
        mean = mean_matrix(block, rows.dtype) @ hidden
        hidden = hidden[: block.num_dst] @ layer.w_self + mean @ layer.w_neigh + layer.bias
        if depth + 1 < len(blocks):
            hidden = np.where(hidden > 0, hidden, LEAK * hidden)
    return hidden, inputs


def cross_entropy(scores: np.ndarray, labels: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean cross-entropy and its gradient by the scores, shape (seeds, classes)."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    picked = np.arange(len(labels)), labels
    gradient = np.exp(log_p)
    gradient[picked] -= 1
    return float(-log_p[picked].mean()), gradient / len(labels)


def forward_backward(model: GraphSAGE, blocks: tuple[Block, ...], rows: np.ndarray,
                     labels: np.ndarray) -> Gradients:
    """Loss of the seeds, and its gradient by every weight and every loaded row.

    Args:
        model, blocks, rows: as in :func:`forward`.
        labels: class of each seed, shape (seeds,).
    """
    scores, inputs = forward(model, blocks, rows)
    loss, upstream = cross_entropy(scores, labels)
    layers: list[SAGELayer] = []
    for layer, block, hidden in zip(model.layers[::-1], blocks[::-1], inputs[::-1]):
        average = mean_matrix(block, rows.dtype)
        own = hidden[: block.num_dst]
        layers.insert(0, SAGELayer(own.T @ upstream, (average @ hidden).T @ upstream,
                                   upstream.sum(axis=0)))
        below = average.T @ (upstream @ layer.w_neigh.T)
        below[: block.num_dst] += upstream @ layer.w_self.T
        if layer is not model.layers[0]:
            below = np.where(hidden > 0, below, LEAK * below)
        upstream = below
    return Gradients(loss, GraphSAGE(tuple(layers)), upstream)


def joined_blocks(batches: list[tuple[Block, ...]]) -> tuple[tuple[Block, ...], np.ndarray]:
    """Blocks of several trainers put side by side, as one batch with the same sampled edges.

    Vertices are *not* merged: a vertex that two trainers loaded stands twice, so every
    trainer keeps the neighbors it drew.

    Returns:
        The joined blocks, and the vertex of each input row, shape (all input rows,).
    """
    sizes = [b[-1].num_dst for b in batches]
    ends = np.cumsum(sizes)
    places = [np.arange(end - size, end) for end, size in zip(ends, sizes)]
    joined: list[Block] = []
    for layer in list(zip(*batches))[::-1]:
        num_dst = total = sum(block.num_dst for block in layer)
        for i, block in enumerate(layer):
            extra = len(block.src) - block.num_dst
            places[i] = np.concatenate([places[i], np.arange(total, total + extra)])
            total += extra
        src = np.empty(total, dtype=np.int64)
        for block, place in zip(layer, places):
            src[place] = block.src
        joined.insert(0, Block(
            src, num_dst, np.concatenate([p[b.edge_src] for b, p in zip(layer, places)]),
            np.concatenate([p[b.edge_dst] for b, p in zip(layer, places)])))
    return tuple(joined), joined[0].src
