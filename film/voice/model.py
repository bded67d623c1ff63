"""hibari's network, changed in two ways while it is loaded: it tells its durations and is exact on every processor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

DURATIONS = "/Clip_output_0"
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
        tell_durations(model)
        widen_weights(model)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # The highest level chooses memory layouts, and with them rounding, by processor.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                                     providers=["CPUExecutionProvider"])

    def predict(self, ids: list[int], speed: float) -> Prediction:
        """Spectrum and durations for phoneme ids (with a 0 at both ends) at this speed."""
        *spectrum, durations = self._session.run(
            [*self._outputs, DURATIONS],
            {"ids": np.asarray([ids], np.int64), "speed": np.asarray([speed], np.float32)})
        return Prediction(tuple(output[0] for output in spectrum), np.rint(durations.reshape(-1)).astype(np.int64))


def tell_durations(model: onnx.ModelProto) -> None:
    """Add the rounded phoneme durations to the model's outputs, last."""
    model.graph.output.append(helper.make_tensor_value_info(DURATIONS, TensorProto.FLOAT, None))


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
