"""hibari's network, changed in three ways while it is loaded.

It tells how long each phoneme lasts; it takes a speed for each phoneme; and it is exact on every processor.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

DURATIONS = "/Clip_output_0"
WANTED = "/Sub_output_0"
"""Each phoneme's length at speed 1 before it is rounded."""

SAMPLES_PER_DURATION = 600
RATE = 24_000


@dataclass(frozen=True)
class Prediction:
    """What the network makes of a row of phoneme ids.

    Attributes
    ----------
    spectrum
        The six outputs that hibari's synthesis takes, in its order.
    durations
        One whole number a phoneme id, in units of 600 samples at 24 kHz; they add up to the sound's length.
    """

    spectrum: tuple[np.ndarray, ...]
    durations: np.ndarray


class Network:
    """The network of one speaker, on one thread.

    Parameters
    ----------
    path
        hibari's model file.
    """

    def __init__(self, path: Path) -> None:
        model = onnx.load(str(path))
        self._outputs = [output.name for output in model.graph.output]
        open_up(model)
        widen_weights(model)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # The highest level chooses memory layouts, and with them rounding, by processor.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                                     providers=["CPUExecutionProvider"])

    def predict(self, ids: list[int], speed: float) -> Prediction:
        """Spectrum and durations for phoneme ids (with a 0 at both ends) at this speed.

        Left to itself the network rounds each phoneme to 25 ms after dividing by the speed. Most are two long, so pace
        fell in a step from 173 to 146 words a minute around speed 0.8, where each of them went either way. Here the
        *ends* of the phonemes are rounded: any speed is the speed asked for, and ends are at most 12.5 ms from where
        they belong.
        """
        wanted = self._run([WANTED], ids, np.ones(1))[0].reshape(-1).astype(np.float64)
        units = whole_durations(wanted / speed)
        *spectrum, durations = self._run([*self._outputs, DURATIONS], ids, wanted / units)
        return Prediction(tuple(output[0] for output in spectrum), np.rint(durations.reshape(-1)).astype(np.int64))

    def _run(self, outputs: list[str], ids: list[int], speeds: np.ndarray) -> list[np.ndarray]:
        return self._session.run(outputs, {"ids": np.asarray([ids], np.int64), "speed": speeds.astype(np.float32)})


def whole_durations(wanted: np.ndarray) -> np.ndarray:
    """Whole numbers, at least 1, whose running sums are those of `wanted` (shape (n,)) to the nearest whole number."""
    ends = np.rint(np.cumsum(wanted)).astype(np.int64)
    result = []
    now = 0
    for end in ends.tolist():
        result.append(max(end - now, 1))
        now += result[-1]
    return np.array(result)


def open_up(model: onnx.ModelProto) -> None:
    """Add the durations, wanted and rounded, to the model's outputs; let its speed be one number a phoneme."""
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
                              for name in (WANTED, DURATIONS))
    speed = next(value for value in model.graph.input if value.name == "speed")
    speed.CopyFrom(helper.make_tensor_value_info("speed", TensorProto.FLOAT, ["phonemes"]))


def widen_weights(model: onnx.ModelProto) -> None:
    """Store every signed 8-bit weight as unsigned, 128 higher with a zero point 128 higher: the same numbers.

    Unsigned inputs times signed weights overflow 16 bits, and saturate, on x86 processors without VNNI, so the same
    sentence came out different on different machines. Unsigned times unsigned is exact on all of them.
    """
    initializers = {initializer.name: initializer for initializer in model.graph.initializer}
    signed = {name for node in model.graph.node if node.op_type == "MatMulInteger"
              for name in (node.input[1], node.input[3])}
    for name in signed:
        values = numpy_helper.to_array(initializers[name]).astype(np.int16) + 128
        initializers[name].CopyFrom(numpy_helper.from_array(values.astype(np.uint8), name))
