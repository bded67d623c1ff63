"""What turning frames into pieces costs, and what x264's settings cost and give.

    .venv/bin/python benchmarks/encode.py [--frames N] [--rounds N]

All is measured in one run, the candidates of a table in turns, and the best of the rounds counts: read the ratios.
Times are CPU milliseconds a frame, encoder thread and caller together. Likeness is the structural similarity of the
luma (SSIM) over 8x8 windows that show something: its mean, and what the worst 5 % stay under.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import uniform_filter

from film.encode import EncoderSettings, PieceWriter
from film.media import decoded_frames

QUALITIES = {"480p15": (854, 480, 15), "720p30": (1280, 720, 30), "1080p60": (1920, 1080, 60),
             "1440p60": (2560, 1440, 60), "2160p60": (3840, 2160, 60)}
COLORS = ("#F0E442", "#D55E00", "#009988", "#99DDFF")
SENTENCE = "The trainer fetches 1,000 rows over the wire"


@dataclass(frozen=True)
class Tried(EncoderSettings):
    """Settings that take some of x264's own options instead of ours."""

    x264_params: str = ""

    def x264_options(self) -> dict[str, str]:
        return {**super().x264_options(), "x264-params": f"stitchable=1:{self.x264_params}"}


SETTINGS = {
    "ours": EncoderSettings(),
    "crf 23": EncoderSettings(crf=23),
    "crf 22, b-adapt": Tried(crf=22, x264_params="mbtree=0:rc-lookahead=0"),
    "crf 20, b-adapt, mbtree": Tried(crf=20, x264_params="mbtree=1"),
    "medium, crf 23, its own": Tried(preset="medium", crf=23, x264_params="mbtree=1"),
    "superfast, crf 20": EncoderSettings(preset="superfast", crf=20),
    "ultrafast, crf 26": EncoderSettings(preset="ultrafast", crf=26),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        piece = Path(folder) / "piece.mp4"
        qualities(piece, options.frames, options.rounds)
        hand_over(options.rounds)
        settings(piece, options.frames, options.rounds)


def qualities(piece: Path, count: int, rounds: int) -> None:
    """A new frame against one that is shown again."""
    print(f"{'quality':10}{'new frame':>12}{'shown again':>14}{'ratio':>8}")
    for name, (width, height, fps) in QUALITIES.items():
        frames = [packets(width, height, index / count) for index in range(count)]
        costs = best(rounds, {
            "new": lambda: write(piece, frames, fps, EncoderSettings()),
            "again": lambda: write(piece, frames[:1], fps, EncoderSettings(), repeat=count),
        })
        new, again = costs["new"] / count, costs["again"] / count
        print(f"{name:10}{new:9.1f} ms{again:11.1f} ms{new / again:8.1f}")


def hand_over(rounds: int) -> None:
    """What it costs to give PyAV a frame that the caller will draw over."""
    pixels = packets(1920, 1080, 0.5)
    kept = np.empty_like(pixels)
    repeats = 20

    def copied_and_shared() -> None:
        np.copyto(kept, pixels)
        av.VideoFrame.from_numpy_buffer(kept, "rgba")

    ways = {"copy, from_numpy_buffer": copied_and_shared,
            "from_ndarray": lambda: av.VideoFrame.from_ndarray(pixels, "rgba")}
    costs = best(rounds, {name: lambda way=way: [way() for _ in range(repeats)] for name, way in ways.items()})
    print("\n1080p frame handed over")
    for name, cost in costs.items():
        print(f"{name:26}{cost / repeats:8.2f} ms{cost / min(costs.values()):8.1f}")


def settings(piece: Path, count: int, rounds: int) -> None:
    """Our x264 settings against others, on 1080p60; time and size as multiples of ours."""
    width, height, fps = QUALITIES["1080p60"]
    for picture in (packets, fade, dots):
        frames = [picture(width, height, index / count) for index in range(count)]
        costs = best(rounds, {
            name: lambda tried=tried: write(piece, frames, fps, tried) for name, tried in SETTINGS.items()
        })
        exact = lumas(piece, frames, fps, EncoderSettings(crf=0, profile="high444"))
        print(f"\n{picture.__name__:26}{'time':>11}{'':8}{'size':>10}{'':8}{'likeness':>14}")
        sizes = {}
        for name, tried in SETTINGS.items():
            shown = lumas(piece, frames, fps, tried)
            sizes[name] = piece.stat().st_size
            likeness = np.concatenate([similarity(a, b) for a, b in zip(exact[::6], shown[::6])])
            print(f"{name:26}{costs[name] / count:8.1f} ms{costs[name] / costs['ours']:8.2f}"
                  f"{sizes[name] / 1000:7.0f} kB{sizes[name] / sizes['ours']:8.2f}"
                  f"{likeness.mean():9.4f}/{np.percentile(likeness, 5):.4f}")


def best(rounds: int, candidates: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """The least CPU milliseconds each candidate took in `rounds` rounds, taking turns."""
    costs = dict.fromkeys(candidates, math.inf)
    for _ in range(rounds):
        for name, run in candidates.items():
            start = time.process_time()
            run()
            costs[name] = min(costs[name], (time.process_time() - start) * 1000)
    return costs


def write(piece: Path, frames: list[np.ndarray], fps: int, tried: EncoderSettings, repeat: int = 1) -> None:
    height, width, _ = frames[0].shape
    with PieceWriter(piece, width, height, fps, tried) as writer:
        for frame in frames:
            writer.write(frame, repeat)


def lumas(piece: Path, frames: list[np.ndarray], fps: int, tried: EncoderSettings) -> list[np.ndarray]:
    """The brightness planes that come back."""
    write(piece, frames, fps, tried)
    return [frame.planes[: frames[0].shape[0]].astype(float) for frame in decoded_frames(piece)]


def similarity(exact: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """SSIM of the windows in which `exact` is not flat."""
    def mean(plane: np.ndarray) -> np.ndarray:
        return uniform_filter(plane, 8)[::4, ::4]

    a, b = mean(exact), mean(shown)
    spread_a, spread_b, both = mean(exact**2) - a**2, mean(shown**2) - b**2, mean(exact * shown) - a * b
    values = (2 * a * b + 6.5) * (2 * both + 58.5) / ((a**2 + b**2 + 6.5) * (spread_a + spread_b + 58.5))
    return values[spread_a > 20]


def packets(width: int, height: int, progress: float) -> np.ndarray:
    """A graph over which packets travel."""
    picture = Picture(width, height)
    nodes = np.random.default_rng(1).uniform(0.08, 0.92, (42, 2))
    edges = [(i, j) for i in range(42) for j in range(i) if math.dist(nodes[i], nodes[j]) < 0.2]
    for i, j in edges:
        picture.line(nodes[i], nodes[j])
    for index, node in enumerate(nodes):
        picture.disc(node, 0.011, COLORS[index % 4])
    for i, j in edges[:30:5]:
        picture.disc(nodes[i] + (nodes[j] - nodes[i]) * progress, 0.016, "#EE3377")
    picture.text(0.03, "Which steps use the network?", "#FFFFFF")
    return picture.pixels()


def fade(width: int, height: int, progress: float) -> np.ndarray:
    """Six lines of text that appear."""
    picture = Picture(width, height)
    shade = tuple(round(dark + (255 - dark) * progress) for dark in (0x0F, 0x11, 0x17))
    for line in range(6):
        picture.text(0.1 + 0.13 * line, SENTENCE, shade)
    return picture.pixels()


def dots(width: int, height: int, progress: float) -> np.ndarray:
    """1,500 dots, all moving: the worst case."""
    picture = Picture(width, height)
    for index, place in enumerate(np.random.default_rng(1).uniform(0, 1, (1500, 2))):
        turn = 6 * progress + index
        picture.disc(place + 0.02 * np.array([math.cos(turn), math.sin(turn)]), 0.005, COLORS[index % 4])
    return picture.pixels()


class Picture:
    """Drawn at twice the size and averaged, for smooth edges; places are shares of width and height."""

    def __init__(self, width: int, height: int) -> None:
        self.size = width, height
        self.large = np.array([2 * width, 2 * height])
        self.image = Image.new("RGBA", tuple(self.large), "#0F1117")
        self.pen = ImageDraw.Draw(self.image)

    def line(self, start: np.ndarray, end: np.ndarray) -> None:
        self.pen.line([*(start * self.large), *(end * self.large)], "#888888", max(1, self.large[1] // 540))

    def disc(self, center: np.ndarray, radius: float, color: str) -> None:
        middle, reach = center * self.large, radius * self.large[1]
        self.pen.ellipse([*(middle - reach), *(middle + reach)], color)

    def text(self, top: float, words: str, color: str | tuple[int, ...]) -> None:
        font = ImageFont.load_default(self.large[1] * 0.06)
        self.pen.text((0.06 * self.large[0], top * self.large[1]), words, color, font)

    def pixels(self) -> np.ndarray:
        return np.array(self.image.resize(self.size, Image.Resampling.BOX))


if __name__ == "__main__":
    main()
