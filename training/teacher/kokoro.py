"""The teacher, Kokoro-82M: sounds -> samples and how long each token lasts.

Its ONNX file of 8-bit weights is widened to 32 bits and cut in three (`widen.py`): what makes the pulses has to be exact,
the filters between take most of the time and bear bfloat16.
"""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np

RATE_HZ = 24_000
#: Samples of a frame, in which durations are counted.
FRAME = 600
_ROWS = 510
SOURCES, FILTERS, SAMPLES = 'sources.onnx', 'filters.onnx', 'samples.onnx'


class Styles:
    """The teacher's voices: a row of 256 numbers for each number of tokens."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._rows: dict[str, np.ndarray] = {}

    def of(self, mixture: dict[str, float], tokens: int) -> np.ndarray:
        """(1, 256) for so many tokens, both ends counted. `mixture`: weights of voices."""
        row = min(max(tokens - 2, 0), _ROWS - 1)
        for name in mixture.keys() - self._rows.keys():
            self._rows[name] = np.fromfile(self._folder / f'{name}.bin', '<f4').reshape(_ROWS, 256)
        return sum(weight * self._rows[name][row] for name, weight in mixture.items())[None].astype(np.float32)


class Kokoro:
    def __init__(self, models: Path, styles: Path, precision: str = 'bf16', threads: int = 1):
        import onnxruntime
        import openvino
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.enable_mem_pattern = False
        open_one = lambda name: onnxruntime.InferenceSession(str(models / name), options,
                                                             providers=['CPUExecutionProvider'])
        self._sources, self._samples = open_one(SOURCES), open_one(SAMPLES)
        core = openvino.Core()
        self._filters = core.compile_model(core.read_model(models / FILTERS), 'CPU', {
            'INFERENCE_PRECISION_HINT': precision, 'INFERENCE_NUM_THREADS': threads, 'NUM_STREAMS': '1',
            'PERFORMANCE_HINT': 'LATENCY', 'ENABLE_CPU_PINNING': 'NO'}).create_infer_request()
        self._made = [output.name for output in self._sources.get_outputs()]
        self._wanted = self._samples.get_inputs()[0].name
        self._styles = Styles(styles)

    def speak(self, tokens: list[int], mixture: dict[str, float], speed: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
        style = self._styles.of(mixture, len(tokens))
        made = dict(zip(self._made, self._sources.run(None, {
            'tokens': np.array([tokens], np.int64), 'style': style, 'speed': np.array([speed], np.float32)})))
        durations = made.pop('durations')
        filtered = self._filters.infer({**made, 'style': style})[0]
        return self._samples.run(None, {self._wanted: np.array(filtered)})[0], durations


def read_vocabulary(path: Path) -> dict[str, int]:
    """Symbol -> id, from the package's `vocab.json`."""
    stored = json.loads(path.read_text(encoding='utf-8'))
    return stored.get('vocab', stored)
