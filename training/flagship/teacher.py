"""The teacher in two halves: a clause's features, F0 and durations, and its samples."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from training.flagship.split import FEATURES, FRONT, PULSES, SOURCE
from training.teacher.kokoro import FILTERS, SAMPLES, Styles

#: Samples of a frame of features and F0; frame n covers samples FRAME * n to FRAME * (n + 1) - 1.
FRAME = 300
FEATURE_COUNT, STYLE_COUNT = 512, 256
#: Steady tones in all that it says, multiples of the rate of its generator's frames (5 samples), as KOKORO_TONES_HZ of the product.
TONES_HZ, TONE_WIDTH_HZ = (4800.0, 9600.0), 40.0
_RATE_HZ = 24_000


def without_tones(samples: np.ndarray) -> np.ndarray:
    """Samples at 24 kHz without the teacher's tones."""
    spectrum = np.fft.rfft(samples)
    hz = np.fft.rfftfreq(len(samples), 1 / _RATE_HZ)
    for tone in TONES_HZ:
        away = (hz - tone) / (TONE_WIDTH_HZ / 2)
        spectrum *= away ** 2 / (1 + away ** 2)
    return np.fft.irfft(spectrum, len(samples))


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
    """Kokoro by onnxruntime, one thread; the generator's filters by OpenVINO, in 32 bits or in bfloat16."""

    def __init__(self, models: Path, styles: Path):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = options.enable_cpu_mem_arena = False  # clauses differ in length; the longest would stay
        open_one = lambda name: onnxruntime.InferenceSession(str(models / name), options, providers=['CPUExecutionProvider'])
        self._front, self._source, self._samples = open_one(FRONT), open_one(SOURCE), open_one(SAMPLES)
        self._models = models
        self._filters: dict[str, Any] = {}
        self._wanted = self._samples.get_inputs()[0].name
        self.styles = Styles(styles)

    def _filter(self, inputs: dict[str, np.ndarray], precision: str) -> np.ndarray:
        if precision not in self._filters:
            import openvino
            core = openvino.Core()
            self._filters[precision] = core.compile_model(core.read_model(self._models / FILTERS), 'CPU', {
                'INFERENCE_PRECISION_HINT': precision, 'INFERENCE_NUM_THREADS': 1, 'NUM_STREAMS': '1',
                'PERFORMANCE_HINT': 'LATENCY', 'ENABLE_CPU_PINNING': 'NO'}).create_infer_request()
        return np.array(self._filters[precision].infer(inputs)[0])

    def release_memory(self) -> None:
        """What the longest clause took stays taken otherwise, half a gigabyte."""
        for request in self._filters.values():
            request.get_compiled_model().release_memory()

    def speak(self, tokens: list[int], mixture: dict[str, float], speed: float = 1.0, pitch: float = 1.0,
              is_exact: bool = True) -> Spoken:
        """`is_exact`: in 32 bits. bfloat16 is 0.07 neper of mel away and takes two thirds of the time."""
        style = self.styles.of(mixture, len(tokens))
        number = lambda value: np.array([value], np.float32)
        features, f0, durations = self._front.run([FEATURES, 'f0', 'durations'], {
            'tokens': np.array([tokens], np.int64), 'style': style, 'speed': number(speed), 'pitch': number(pitch)})
        pulses, = self._source.run([PULSES], {'f0': f0})
        filtered = self._filter({FEATURES: features, PULSES: pulses, 'style': style}, 'f32' if is_exact else 'bf16')
        samples = self._samples.run(None, {self._wanted: filtered})[0].reshape(-1)
        return Spoken(features[0].T, f0.reshape(-1), style[0], durations, samples)
