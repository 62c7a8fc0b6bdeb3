"""Processes that run the teacher's front on the CPU: rows of clauses -> features, F0 and style, as they are done. Before that, where
there is a text for it, they run aria's acoustic model."""
from __future__ import annotations

import json
import multiprocessing
import queue
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.flagship.split import FEATURES
from training.flagship.voices import STYLES
from training.on_gpu.freight import CLAUSES, FRONT_WEIGHTS, PREDICTIONS, STYLES_FILE, load, widen, with_weights

_FEWEST_TOKENS = 2


@dataclass(frozen=True)
class Told:
    """What the front tells the generator: `features` (frames, 512) in halves, `f0` (frames), `style` (256)."""
    number: int
    features: np.ndarray
    f0: np.ndarray
    style: np.ndarray


def read_rows(folder: Path) -> list[dict]:
    return json.loads(load(folder / CLAUSES)['rows'].tobytes())


def _work(number: int, count: int, model: str, folder: str, told: multiprocessing.Queue, predicted: multiprocessing.Queue) -> None:
    import onnxruntime
    if (Path(folder) / PREDICTIONS).exists():
        from training.on_gpu.predictions import predictions  # by torch, which the front runs without
        for one in predictions(Path(folder), number, count):
            predicted.put(one)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = options.enable_cpu_mem_arena = False
    session = onnxruntime.InferenceSession(model, options, providers=['CPUExecutionProvider'])
    styles = load(Path(folder) / STYLES_FILE)['styles']
    scalar = lambda value: np.array([value], np.float32)
    for i, row in list(enumerate(read_rows(Path(folder))))[number::count]:
        of_length = len(row['tokens']) - _FEWEST_TOKENS
        style = sum(weight * styles[STYLES.index(name), of_length].astype(np.float32) for name, weight in row['mixture'].items())[None]
        features, f0 = session.run([FEATURES, 'f0'], {
            'tokens': np.array([row['tokens']], np.int64), 'style': style.astype(np.float32), 'speed': scalar(row['speed']),
            'pitch': scalar(row['pitch'])})
        told.put(Told(i, features[0].T.astype(np.float16), f0.reshape(-1), style[0]))


def _taken(waiting: multiprocessing.Queue, most: int) -> Iterator:
    for _ in range(most):
        try:
            yield waiting.get_nowait()
        except queue.Empty:
            return


class Fronts:
    """`processes` of them; they are ended with this one."""

    def __init__(self, folder: Path, processes: int):
        context = multiprocessing.get_context('spawn')
        self._told: multiprocessing.Queue = context.Queue(maxsize=4000)
        self._predicted: multiprocessing.Queue = context.Queue()
        stored = load(folder / FRONT_WEIGHTS)
        graph = stored.pop('graph').tobytes()
        model = Path(tempfile.mkdtemp()) / 'front.onnx'
        model.write_bytes(with_weights(graph, widen(stored)))
        self._processes = [context.Process(target=_work, daemon=True, args=(
            i, processes, str(model), str(folder), self._told, self._predicted)) for i in range(processes)]
        for process in self._processes:
            process.start()

    @property
    def is_done(self) -> bool:
        return not any(process.is_alive() for process in self._processes) and self._told.empty()

    def told(self, most: int) -> Iterator[Told]:
        """What is there, at most so many."""
        return _taken(self._told, most)

    def predicted(self) -> Iterator:
        """What there is of `predictions`."""
        return _taken(self._predicted, self._predicted.qsize())

    def end(self) -> None:
        for process in self._processes:
            process.terminate()
