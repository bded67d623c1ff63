"""Figures the film cites from others, each with its unit, its label and its source.

A figure is either *read* (the number stands in the source), taken from a public *log*
(the number is real, its meaning comes from the log's own field names), or *derived*
(our arithmetic on read numbers, written out in ``note`` and executed below).

The film must never set figures of different systems or data sets side by side as if one
explained the other; ``note`` says what a figure may not be used for.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One published number.

    Attributes:
        value: the number as spoken and shown (already rounded).
        unit: its unit, "" for a plain count.
        label: the short text that stands beside it on screen.
        source: its id in narration/sources.toml, which says where it was found.
        kind: "read", "log" or "derived".
        note: arithmetic, exact value or limits of use.
    """

    value: int | float | str
    unit: str
    label: str
    source: str
    kind: str = "read"
    note: str = ""


# What the derived figures are derived from.
_PAPERS100M_VERTICES = 111_059_956
_ROW_NUMBERS = 128
_BYTES_PER_NUMBER = 4
_MODEL_WIDTHS = (128, 256, 256, 172)
_INPUT_ROWS_PER_BATCH = 450_000
_EPOCH_S, _EMBEDDING_UPDATE_S, _MODEL_UPDATE_S = 81.37, 45.3, 0.07
_OGBN_MAG_EMBEDDING, _OGBN_MAG_MODEL = 154_029_312, 337_460


def sage_parameters(widths: tuple[int, ...]) -> int:
    """Number of parameters of a GraphSAGE (mean) stack.

    Each layer has one matrix for the vertex itself, one for the mean of its neighbors
    and one bias (DGL ``SAGEConv``, ``python/dgl/nn/pytorch/conv/sageconv.py``).

    Args:
        widths: numbers a vertex has before the first layer and after each layer.
    """
    return sum(2 * a * b + b for a, b in zip(widths, widths[1:]))


def _gigabytes(size: float) -> int:
    return round(size / 1e9)


def _megabytes(size: float) -> float:
    return size / 1e6


_TABLE_BYTES = _PAPERS100M_VERTICES * _ROW_NUMBERS * _BYTES_PER_NUMBER
_MODEL_BYTES = sage_parameters(_MODEL_WIDTHS) * _BYTES_PER_NUMBER
_BATCH_BYTES = _INPUT_ROWS_PER_BATCH * _ROW_NUMBERS * _BYTES_PER_NUMBER

FIGURES: dict[str, Figure] = {
    # Opening: why the graph leaves one machine, and the picture the film explains.
    "workflow": Figure(
        "Figure 1", "", "GLPilot: Efficient Distributed GNN Training With Learnable Embeddings",
        "glpilot", note="the steps follow its description"),
    "fetch_share": Figure(
        75, "%", "MAG240M, link prediction · GraphStorm docs", "graphstorm-wholegraph",
        note="share of epoch time spent moving features from remote machines, before their "
        "remedy; another system and data set than 'update_share': never side by side",
    ),
    "papers_gb": Figure(
        187, "GB", "features of MAG240M's papers", "dgl-mag240m",
        note="the file of the papers alone; authors and institutions have no features",
    ),
    "paper_width": Figure(768, "numbers", "numbers per paper", "dgl-mag240m"),
    "paper_bytes": Figure(
        2, "bytes", "bytes per number", "dgl-mag240m", "derived",
        note="187 GB / (121,751,666 papers × 768 numbers): half precision"),
    "papers_millions": Figure(
        122, "million", "papers in MAG240M", "ogb-mag240m", note="121,751,666"),
    "authors_millions": Figure(
        122, "million", "authors in MAG240M, no features", "ogb-mag240m", note="122,383,112"),
    "mag240m_millions": Figure(
        244, "million", "vertices in MAG240M", "ogb-mag240m", "derived",
        note="121,751,666 + 122,383,112 + 25,721 = 244,160,499"),
    "gpu_gb": Figure(80, "GB", "one H100 GPU", "rapids-aws"),
    # A real run of the kind the figure describes.
    "real_hops": Figure(3, "hops", "a real run: 3 hops", "glpilot-log-papers100m", "log"),
    "real_seeds": Figure(
        1000, "seeds", "seeds in one mini-batch", "glpilot-log-papers100m", "log",
        note="per trainer and iteration"),
    "real_rows_thousands": Figure(
        round(_INPUT_ROWS_PER_BATCH / 1000), "thousand rows", "rows one trainer loads",
        "glpilot-log-papers100m", "log", note="for a mini-batch of 1,000 seeds"),
    "inputs_per_seed": Figure(
        450, "vertices", "a real run: 1,000 seeds, about 450 input vertices for each",
        "glpilot-log-papers100m", "log",
        note="distinct input vertices, 370 to 484 thousand per batch of 1,000 seeds"),
    # The table against the model.
    "table_vertices_millions": Figure(
        round(_PAPERS100M_VERTICES / 1e6), "million", "vertices in papers100M",
        "graphstorm-papers100m",
        note="the source says 111 million; 111,059,956 is the count generally given"),
    "table_width": Figure(
        _ROW_NUMBERS, "numbers", "numbers per row", "glpilot-log-papers100m", "log"),
    "table_gb": Figure(
        _gigabytes(_TABLE_BYTES), "GB", "papers100M, 128 numbers a vertex",
        "graphstorm-papers100m", "derived", note="111,059,956 × 128 × 4 bytes = 56.9 GB"),
    "states_gb": Figure(
        _gigabytes(2 * _TABLE_BYTES), "GB", "Adam's states of that table",
        "graphstorm-papers100m", "derived", note="two more numbers for every number: 113.7 GB"),
    "table_and_states_gb": Figure(
        _gigabytes(3 * _TABLE_BYTES), "GB", "table and Adam's states",
        "graphstorm-papers100m", "derived", note="170.6 GB"),
    "model_mb": Figure(
        round(_megabytes(_MODEL_BYTES)), "MB", "the model", "glpilot-log-papers100m", "derived",
        note="GraphSAGE 128-256-256-172: 285,356 parameters × 4 bytes = 1.14 MB"),
    "rows_mb": Figure(
        round(_megabytes(_BATCH_BYTES)), "MB", "rows, one trainer, one iteration",
        "glpilot-log-papers100m", "derived",
        note="about 450,000 rows × 512 bytes = 230 MB; local and remote together"),
    "model_gradient_mb": Figure(
        round(_megabytes(_MODEL_BYTES)), "MB", "model gradient, one trainer",
        "glpilot-log-papers100m", "derived", note="as large as the model: 1.14 MB"),
    "rows_to_model": Figure(
        int(round(_BATCH_BYTES / _MODEL_BYTES, -2)), "to 1", "rows to model gradient",
        "glpilot-log-papers100m", "derived", note="230 MB / 1.14 MB, about 200"),
    "ogbn_mag_ratio": Figure(
        round(_OGBN_MAG_EMBEDDING / _OGBN_MAG_MODEL), "to 1",
        "ogbn-mag: a small public example, under 1 GB", "dgl-ogbn-mag", "derived",
        note="154,029,312 learnable row numbers to 337,460 model parameters"),
    "ogbn_mag_mb": Figure(
        round(_megabytes(_OGBN_MAG_EMBEDDING * _BYTES_PER_NUMBER)), "MB",
        "learnable rows of ogbn-mag", "dgl-ogbn-mag", "derived",
        note="154,029,312 × 4 bytes"),
    # The one timing.
    "update_share": Figure(
        round(100 * _EMBEDDING_UPDATE_S / _EPOCH_S), "%",
        "authors' public logs · DGL baseline · papers100M · 4×8 GPUs",
        "glpilot-log-papers100m", "log",
        note="steps 7 to 9, waiting included: 45.2–45.4 s of an epoch of 81.37 s; a raw log, "
        "not a result of the paper; no conventional run on the same cluster is known"),
    "rest_share": Figure(
        100 - round(100 * _EMBEDDING_UPDATE_S / _EPOCH_S), "%", "all else",
        "glpilot-log-papers100m", "log",
        note="waiting for others is hidden inside backward"),
    "model_update_share": Figure(
        round(100 * _MODEL_UPDATE_S / _EPOCH_S, 2), "%", "the model's update",
        "glpilot-log-papers100m", "log",
        note="at most 0.07 s of 81.37 s: under a tenth of a percent"),
    "timing_machines": Figure(
        4, "machines", "4 machines of 8 GPUs", "glpilot-log-papers100m", "log"),
    "timing_gpus": Figure(32, "GPUs", "32 GPUs", "glpilot-log-papers100m", "log"),
    "products_share": Figure(
        round(100 * 8.39 / 14.85), "%", "ogbn-products, DGL baseline",
        "glpilot-log-products", "log", note="8.35–8.43 s of 14.85 s"),
    "other_share_low": Figure(
        round(100 * 11.7 / 35.4), "%", "other runs", "glpilot-log-other", "log",
        note="MAG240M, another configuration: 11.7 s of 35.4 s"),
    "other_share_high": Figure(
        70, "%", "other runs", "glpilot-log-other", "log",
        note="papers100M, embedding and model update together: 137–140 s of 197–199 s; another "
        "papers100M log has 43–44 s of 60–61 s, so 'over 70'"),
}
