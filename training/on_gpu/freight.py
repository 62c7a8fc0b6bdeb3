"""Files that travel to a lent GPU: arrays, compressed.

The teacher's weights have 8 bits: each column of a product has at most 256 different values. So places in sorted tables are
stored, which compress well.
"""
from __future__ import annotations

import json
import lzma
from pathlib import Path

import numpy as np

FRONT_WEIGHTS, GENERATOR, STYLES_FILE, CLAUSES, REFERENCES = 'front.xz', 'generator.xz', 'styles.xz', 'clauses.xz', 'references.xz'
#: For aria only: the vocoder that the training begins with; the files of its acoustic model and pitch network and what they are to say.
VOCODER, PREDICTIONS = 'vocoder.xz', 'predictions.xz'
#: Smaller weights travel as they are.
SMALLEST = 1000


def store(path: Path, arrays: dict[str, np.ndarray], preset: int = 6) -> None:
    """By `load`."""
    index, parts = {}, []
    for name, values in arrays.items():
        index[name] = [str(values.dtype), list(values.shape)]
        parts.append(np.ascontiguousarray(values).tobytes())
    head = json.dumps(index).encode()
    path.write_bytes(lzma.compress(len(head).to_bytes(4, 'little') + head + b''.join(parts), preset=preset))


def load(path: Path) -> dict[str, np.ndarray]:
    stored = lzma.decompress(path.read_bytes())
    at = 4 + int.from_bytes(stored[:4], 'little')
    arrays = {}
    for name, (kind, shape) in json.loads(stored[4:at]).items():
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        arrays[name] = np.frombuffer(stored[at:at + size], kind).reshape(shape)
        at += size
    return arrays


def _halved(table: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two values that are next to each other become their mean."""
    firsts, seconds = table[::2], table[1::2]
    means = firsts.copy()
    means[:len(seconds)] = (firsts[:len(seconds)] + seconds) / 2
    return means, places // 2


def _on_grid(column: np.ndarray) -> tuple[np.ndarray, float] | None:
    """Whole numbers and what they are multiples of, where there is such a number."""
    table = np.unique(column)
    step = np.diff(table).min() if len(table) > 1 else 1.0
    for finer in (1, 2, 3):  # the smallest distance may be several steps
        whole = np.round(column / step * finer)
        if np.ptp(whole) < 256 and whole.any():
            scale = float(np.vdot(whole, column) / np.vdot(whole, whole))
            if np.abs(whole * scale - column).max() < 1e-5 * np.abs(column).max():
                return whole, scale
    return None


def _rounded(column: np.ndarray) -> tuple[np.ndarray, float]:
    scale = max(float(np.abs(column).max()), 1e-8) / 127
    return np.round(column / scale), scale


def narrow(arrays: dict[str, np.ndarray], halve: bool = False, round_from: int | None = None) -> dict[str, np.ndarray]:
    """Weights as places in a table of their values, or as multiples of a number for each last column, where they are; else in halves.
    Back by `widen`. `halve`: half as many values, a bit less a weight. `round_from`: others of so many weights become multiples."""
    made = {}
    for name, values in arrays.items():
        table = np.unique(values)
        if values.size < SMALLEST or values.dtype != np.float32:
            made[name] = values
        elif len(table) <= 256:
            places = np.searchsorted(table, values)
            table, places = _halved(table, places) if halve else (table, places)
            made[f'{name} places'], made[f'{name} table'] = places.astype(np.uint8), table
            continue
        columns = np.moveaxis(values, -1, 0)
        grids = [_on_grid(column) for column in columns] if values.ndim == 2 else [None]
        if not all(grids) and round_from is not None and values.size >= round_from:
            grids = [_rounded(column) for column in columns]
        if all(grids):
            least = [whole.min() for whole, _ in grids]
            places = np.stack([whole - low for (whole, _), low in zip(grids, least)]).astype(np.uint8)
            table = np.array([[low, scale] for (_, scale), low in zip(grids, least)], np.float32)
            if halve:
                places, table = places // 2, (table + (0.5, 0)) * (0.5, 2)
            made[f'{name} places'], made[f'{name} table'] = places, table.astype(np.float32)
        else:
            made[name] = values.astype(np.float16)
    return made


def widen(stored: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    made = {}
    for name, values in stored.items():
        if name.endswith(' places'):
            table = stored[f'{name[:-7]} table']
            of_column = lambda i: table[:, i].reshape(-1, *[1] * (values.ndim - 1))
            made[name[:-7]] = table[values] if table.ndim == 1 else np.ascontiguousarray(
                np.moveaxis((values + of_column(0)) * of_column(1), 0, -1).astype(np.float32))
        elif not name.endswith(' table'):
            made[name] = values.astype(np.float32) if values.dtype == np.float16 else values
    return made


def across(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Products turned: `narrow` looks for a scale of each last column."""
    return {name: values.T if values.ndim == 2 else values for name, values in weights.items()}


def with_weights(graph: bytes, weights: dict[str, np.ndarray]) -> bytes:
    """The front again, for onnxruntime."""
    import onnx
    model = onnx.load_model_from_string(graph)
    for one in model.graph.initializer:
        if one.name in weights:
            one.raw_data = weights[one.name].astype('<f4').tobytes()
    return model.SerializeToString()
