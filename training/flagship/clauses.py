"""Clauses of the teacher on disk: folders of arrays that are mapped into memory, so that a training reads what it needs only.

A shard holds about a minute and a half: `features` (frames, 512) in halves, `f0` (frames), `audio` (300 * frames) int16, `styles`
(clauses, 256), `means` and `deviations` (clauses, 512) of the features over each clause, and `index.json`. A second of speech
takes 130 kB.
"""
from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import numpy as np

from training.flagship.tally import FRAMES_A_SECOND, INDEX, read_index
from training.flagship.teacher import FRAME, Spoken

_ARRAYS = ('features', 'f0', 'audio', 'styles', 'means', 'deviations')  # of `arrays_of`


def arrays_of(spoken: list[Spoken]) -> dict[str, np.ndarray]:
    joined = lambda values: np.concatenate(list(values))
    stacked = lambda values: np.stack(list(values)).astype(np.float32)
    return {
        'features': joined(one.features for one in spoken).astype(np.float16),
        'f0': joined(one.f0 for one in spoken).astype(np.float32),
        'audio': joined(np.clip(np.round(one.samples * 32767), -32767, 32767) for one in spoken).astype(np.int16),
        'styles': stacked(one.style for one in spoken),
        'means': stacked(one.features.mean(0) for one in spoken),
        'deviations': stacked(one.features.std(0) for one in spoken)}


class ShardWriter:
    """Collects clauses and writes them whole or not at all."""

    def __init__(self, folder: Path, name: str):
        self._folder, self._name = folder, name
        self._clear()
        folder.mkdir(parents=True, exist_ok=True)

    def _clear(self) -> None:
        self._spoken: list[Spoken] = []
        self._rows: list[dict] = []

    @property
    def seconds(self) -> float:
        return sum(len(one.f0) for one in self._spoken) / FRAMES_A_SECOND

    def add(self, row: dict, spoken: Spoken) -> None:
        self._spoken.append(spoken)
        self._rows.append({**row, 'frames': len(spoken.f0), 'durations': spoken.durations.tolist()})

    def write(self) -> Path | None:
        if not self._rows:
            return None
        made = arrays_of(self._spoken)
        number = sum(path.name.startswith(f'{self._name}-') for path in self._folder.iterdir())
        whole = self._folder / f'{self._name}-{number:05d}'
        partial = whole.with_suffix('.part')
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        for name, values in made.items():
            np.save(partial / f'{name}.npy', values)
        (partial / INDEX).write_text(json.dumps(self._rows), encoding='utf-8')
        os.replace(partial, whole)
        self._clear()
        return whole


class HasArrays(Protocol):
    arrays: dict[str, np.ndarray]


@dataclass(frozen=True)
class Clause:
    """Where a clause is; its arrays are read when they are asked for."""
    shard: HasArrays
    row: dict
    number: int
    first: int

    @property
    def frames(self) -> int:
        return self.row['frames']

    def _of(self, name: str) -> np.ndarray:
        return self.shard.arrays[name][self.first:self.first + self.frames]

    @property
    def features(self) -> np.ndarray:
        return self._of('features')

    @property
    def f0(self) -> np.ndarray:
        return self._of('f0')

    @property
    def samples(self) -> np.ndarray:
        """int16."""
        return self.shard.arrays['audio'][self.first * FRAME:(self.first + self.frames) * FRAME]

    def whole(self, name: str) -> np.ndarray:
        """`styles`, `means` or `deviations`."""
        return self.shard.arrays[name][self.number]


class Shard:
    def __init__(self, folder: Path):
        self._folder = folder
        self.clauses: list[Clause] = []
        first = 0
        for number, row in enumerate(read_index(folder)):
            self.clauses.append(Clause(self, row, number, first))
            first += row['frames']

    @cached_property
    def arrays(self) -> dict[str, np.ndarray]:
        return {name: np.load(self._folder / f'{name}.npy', mmap_mode='r') for name in _ARRAYS}


def clause_of(spoken: Spoken) -> Clause:
    """Not on disk."""
    return Clause(SimpleNamespace(arrays=arrays_of([spoken])), {'frames': len(spoken.f0)}, 0, 0)
