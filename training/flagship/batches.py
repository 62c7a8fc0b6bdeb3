"""Clauses of about the same length -> batches: the adapter sees each clause whole, or nearly so."""
from __future__ import annotations

import random
from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch

from training.flagship.clauses import Clause, Shard
from training.flagship.student import HOP, TIMBRE_COUNT
from training.flagship.tally import shard_folders
from training.flagship.voices import UNHEARD
from training.mel import RATE_HZ, TRANSFORM

#: What is shorter is not trained on, in frames. Clauses are drawn from among so many neighbours in length.
SHORTEST, _NEIGHBOURS = 24, 48
_LOWEST_HZ, _NO_HZ = 45.0, 160.0
#: Samples before a frame's centre that its spectrum sees, less those of the frame itself.
_LEAD = TRANSFORM // 2 - HOP // 2


@dataclass(frozen=True)
class Batch:
    """features (b, t, 512), hz and voicing (b, t), timbre (b, 128), means and deviations (b, 512); and at samples, from
    TRANSFORM / 2 before the first frame's centre to as much after the last one's: audio, phase of the fundamental, hz, voicing."""
    features: torch.Tensor
    hz: torch.Tensor
    voicing: torch.Tensor
    timbre: torch.Tensor
    means: torch.Tensor
    deviations: torch.Tensor
    audio: torch.Tensor
    phase: torch.Tensor
    hz_at: torch.Tensor
    voicing_at: torch.Tensor

    @property
    def frames(self) -> int:
        return self.hz.shape[1]


def through_unvoiced(f0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """F0 of the teacher -> hz, in unvoiced frames between its neighbours, and voicing, 0 or 1."""
    is_voiced = f0 > _LOWEST_HZ
    if not is_voiced.any():
        return np.full(len(f0), _NO_HZ, np.float32), np.zeros(len(f0), np.float32)
    hz = np.interp(np.arange(len(f0)), np.flatnonzero(is_voiced), f0[is_voiced])
    return hz.astype(np.float32), is_voiced.astype(np.float32)


def phase_of(f0: np.ndarray, samples: np.ndarray) -> np.ndarray:
    """The phase of the teacher's own fundamental at these samples of the clause; its export adds no random phase."""
    at_centres = 2 * np.pi * HOP / RATE_HZ * np.cumsum(f0, dtype=np.float64)
    return np.mod(np.interp((samples - (HOP - 1) / 2) / HOP, np.arange(len(f0)), at_centres), 2 * np.pi).astype(np.float32)


def batch_of(clauses: list[Clause], chance: random.Random) -> Batch:
    """Longer ones are cut to the shortest one's length."""
    frames = min(clause.frames for clause in clauses)
    made = [_arrays(clause, chance.randint(0, clause.frames - frames), frames) for clause in clauses]
    return Batch(*(torch.from_numpy(np.stack(values)) for values in zip(*made)))


def _arrays(clause: Clause, first: int, frames: int) -> tuple[np.ndarray, ...]:
    f0 = np.asarray(clause.f0)
    hz, voicing = through_unvoiced(f0)
    part = slice(first, first + frames)
    start, count = HOP * first - _LEAD, HOP * (frames - 1) + TRANSFORM
    samples = np.arange(start, start + count)
    of_clause = clause.samples
    audio = np.zeros(count, np.float32)
    is_inside = slice(max(0, -start), min(count, len(of_clause) - start))
    audio[is_inside] = of_clause[start + is_inside.start:start + is_inside.stop] / np.float32(32767)
    at = (samples - HOP // 2) / HOP
    between = lambda values: np.interp(at, np.arange(len(values)), values).astype(np.float32)
    return (np.asarray(clause.features[part], np.float32), hz[part], voicing[part],
            np.asarray(clause.whole('styles')[:TIMBRE_COUNT]), np.asarray(clause.whole('means')),
            np.asarray(clause.whole('deviations')), audio, phase_of(f0, samples), between(hz), between(voicing))


class Corpus:
    """All shards; those that are written meanwhile come in by `refresh`."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._read: set[Path] = set()
        self._train: list[Clause] = []
        self._held_out: list[Clause] = []
        self.refresh()

    def refresh(self) -> None:
        for folder in shard_folders(self._folder):
            if folder not in self._read:
                self._read.add(folder)
                for clause in Shard(folder).clauses:
                    if clause.frames >= SHORTEST:
                        (self._train if clause.row['split'] == 'train' else self._held_out).append(clause)
        self._train.sort(key=lambda clause: clause.frames)
        self._until = list(accumulate(clause.frames for clause in self._train))

    @property
    def minutes(self) -> float:
        """Of training."""
        return self._until[-1] * HOP / RATE_HZ / 60 if self._until else 0.0

    def draw(self, frames: int, chance: random.Random) -> Batch:
        """About so many frames in all; any frame as likely as any other."""
        at = bisect(self._until, chance.random() * self._until[-1])
        count = max(1, round(frames / self._train[at].frames))
        first = max(0, min(at - _NEIGHBOURS // 2, len(self._train) - _NEIGHBOURS))
        near = self._train[first:first + max(_NEIGHBOURS, count)]
        return batch_of([self._train[at], *chance.sample(near, min(count, len(near)) - 1)], chance)

    def some_features(self, clauses: int, chance: random.Random) -> np.ndarray:
        """(frames, 512)."""
        drawn = chance.sample(self._train, min(clauses, len(self._train)))
        return np.concatenate([np.asarray(clause.features, np.float32) for clause in drawn])

    def held_out(self, are_unheard: bool, most: int) -> list[Clause]:
        """Held-out texts in voices that were trained on, or in those that were not; the same while the data is."""
        found = [clause for clause in self._held_out if (clause.row['voice'] in UNHEARD) == are_unheard]
        return random.Random(11).sample(found, min(most, len(found)))
