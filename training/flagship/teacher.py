"""The teacher in two halves: a clause's features, F0 and durations, and its samples."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.flagship.split import FEATURES, FRONT, PULSES, SOURCE
from training.teacher.kokoro import FILTERS, SAMPLES, Styles

#: Samples of a frame of features and F0; frame n covers samples FRAME * n to FRAME * (n + 1) - 1.
FRAME = 300
FEATURE_COUNT, STYLE_COUNT = 512, 256


@dataclass(frozen=True)
class Spoken:
    """`features` (frames, 512), `f0` (frames) in Hz, below 45 where unvoiced, `style` (256), `durations` (tokens) in frames of 600
    samples, `samples` (300 * frames) within -1 to 1."""
    features: np.ndarray
    f0: np.ndarray
    style: np.ndarray
    durations: np.ndarray
    samples: np.ndarray


class SplitTeacher:
    """Kokoro by onnxruntime, one thread; the generator's filters by OpenVINO."""

    def __init__(self, models: Path, styles: Path, precision: str = 'bf16'):
        import onnxruntime
        import openvino
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False
        open_one = lambda name: onnxruntime.InferenceSession(str(models / name), options, providers=['CPUExecutionProvider'])
        self._front, self._source, self._samples = open_one(FRONT), open_one(SOURCE), open_one(SAMPLES)
        core = openvino.Core()
        self._filters = core.compile_model(core.read_model(models / FILTERS), 'CPU', {
            'INFERENCE_PRECISION_HINT': precision, 'INFERENCE_NUM_THREADS': 1, 'NUM_STREAMS': '1',
            'PERFORMANCE_HINT': 'LATENCY', 'ENABLE_CPU_PINNING': 'NO'}).create_infer_request()
        self._wanted = self._samples.get_inputs()[0].name
        self.styles = Styles(styles)

    def speak(self, tokens: list[int], mixture: dict[str, float], speed: float = 1.0, pitch: float = 1.0) -> Spoken:
        style = self.styles.of(mixture, len(tokens))
        number = lambda value: np.array([value], np.float32)
        features, f0, durations = self._front.run([FEATURES, 'f0', 'durations'], {
            'tokens': np.array([tokens], np.int64), 'style': style, 'speed': number(speed), 'pitch': number(pitch)})
        pulses, = self._source.run([PULSES], {'f0': f0})
        filtered = self._filters.infer({FEATURES: features, PULSES: pulses, 'style': style})[0]
        samples = self._samples.run(None, {self._wanted: np.array(filtered)})[0].reshape(-1)
        return Spoken(features[0].T, f0.reshape(-1), style[0], durations, samples)
