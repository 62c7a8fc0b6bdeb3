"""The features of all takes as tensors, and batches of them."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from training.symbols import FIRST_PHONE

LOWEST_LEVEL, HIGHEST_LEVEL = -5.0, 3.0


@dataclass(frozen=True)
class Statistics:
    """What values are normalized by: of the trained takes alone. Part of every checkpoint."""
    #: Natural logarithm of frames + 1.
    duration_mean: float
    duration_deviation: float
    #: Octaves above 1 Hz.
    pitch_mean: float
    pitch_deviation: float
    #: Natural logarithm of magnitude.
    level_mean: float
    level_deviation: float
    mel_mean: list[float]
    mel_deviation: list[float]

    def to_dict(self) -> dict:
        return asdict(self)


@dataclass(frozen=True)
class TokenBatch:
    """(batch, tokens) each, zero where `mask` is; pitch and level in deviations from the mean."""
    tokens: torch.Tensor
    counts: torch.Tensor
    mask: torch.Tensor
    durations: torch.Tensor
    pitch_start: torch.Tensor
    pitch_middle: torch.Tensor
    level: torch.Tensor
    #: Share of voiced frames of each token.
    voiced: torch.Tensor

    @property
    def is_phone(self) -> torch.Tensor:
        return (self.tokens[..., 0] >= FIRST_PHONE).float() * self.mask


@dataclass(frozen=True)
class FrameBatch:
    """(batch, frames, BANDS) and (batch, frames), zero after each take's `lengths`."""
    mel: torch.Tensor
    voicing: torch.Tensor
    lengths: list[int]


class Corpus:
    def __init__(self, path: Path, device: torch.device | str = 'cpu'):
        stored = np.load(path)
        self.device = torch.device(device)
        self.ids = [str(i) for i in stored['ids']]
        self.split = stored['split']
        self.head = stored['head']
        self.token_counts = stored['tokens'].astype(np.int64)
        self.frame_counts = stored['frames'].astype(np.int64)
        self.token_ends = np.concatenate([[0], np.cumsum(self.token_counts)])
        self.frame_ends = np.concatenate([[0], np.cumsum(self.frame_counts)])
        self.hz = stored['hz']
        mel = stored['mel']
        self.statistics = self._measured(stored, mel)
        s = self.statistics
        level = np.clip((stored['level'] - s.level_mean) / s.level_deviation, LOWEST_LEVEL, HIGHEST_LEVEL)
        on_device = lambda values: torch.from_numpy(np.ascontiguousarray(values)).to(self.device)
        self._tokens = {
            'tokens': on_device(stored['rows'].astype(np.int64)),
            'durations': on_device(stored['durations'].astype(np.int64)),
            'pitch_start': on_device(((stored['pitch_start'] - s.pitch_mean) / s.pitch_deviation).astype(np.float32)),
            'pitch_middle': on_device(((stored['pitch_middle'] - s.pitch_mean) / s.pitch_deviation).astype(np.float32)),
            'level': on_device(level.astype(np.float32)),
            'voiced': on_device(self._voiced_shares(stored['durations'])),
        }
        self._mel = on_device(mel)
        self._voicing = on_device((self.hz > 0).astype(np.float32))

    def takes(self, split: str) -> np.ndarray:
        return np.flatnonzero(self.split == split)

    def _measured(self, stored, mel: np.ndarray) -> Statistics:
        trained = self.split == 'train'
        frames, tokens = np.repeat(trained, self.frame_counts), np.repeat(trained, self.token_counts)
        octaves = np.log2(self.hz[frames & (self.hz > 0)])
        phones = tokens & (stored['rows'][:, 0] >= FIRST_PHONE)
        duration, level = np.log1p(stored['durations'][phones].astype(np.float64)), stored['level'][phones]
        rows = mel[frames].astype(np.float32)
        return Statistics(float(duration.mean()), float(duration.std()), float(octaves.mean()), float(octaves.std()), float(level.mean()), float(level.std()),
                          rows.mean(0).tolist(), rows.std(0).tolist())

    def _voiced_shares(self, durations: np.ndarray) -> np.ndarray:
        """Takes' durations add up to their frames, so tokens of all takes lie end to end."""
        sums = np.concatenate([[0], np.cumsum(self.hz > 0)])
        ends = np.cumsum(durations.astype(np.int64))
        return ((sums[ends] - sums[ends - durations]) / np.maximum(durations, 1)).astype(np.float32)

    def token_batch(self, takes: np.ndarray) -> TokenBatch:
        counts = self.token_counts[takes]
        index, mask = self._index(self.token_ends[takes], counts)
        parts = {name: values[index] * (mask if values.ndim == 1 else mask.unsqueeze(-1))
                 for name, values in self._tokens.items()}
        return TokenBatch(counts=torch.from_numpy(counts).to(self.device), mask=mask.float(), **parts)

    def frame_batch(self, takes: np.ndarray) -> FrameBatch:
        lengths = self.frame_counts[takes]
        index, mask = self._index(self.frame_ends[takes], lengths)
        return FrameBatch(self._mel[index].float() * mask.unsqueeze(-1), self._voicing[index] * mask, lengths.tolist())

    def mel_of(self, take: int) -> torch.Tensor:
        """(frames, BANDS) of the recording."""
        return self._mel[self.frame_ends[take]:self.frame_ends[take + 1]].float()

    def _index(self, starts: np.ndarray, counts: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Made where the counts are, so that the device is never waited for."""
        at = np.arange(counts.max())[None]
        mask = at < counts[:, None]
        index = np.where(mask, starts[:, None] + at, 0)
        return torch.from_numpy(index).to(self.device), torch.from_numpy(mask).to(self.device)

    def epochs(self, random: np.random.Generator, most_frames: int) -> Iterator[np.ndarray]:
        """Batches of takes of about the same length, without end."""
        takes = self.takes('train')
        while True:
            lengths = self.frame_counts[takes]
            order = takes[np.argsort(lengths * (1 + 0.06 * random.standard_normal(len(takes))))]
            batches, current, longest = [], [], 0
            for take in order:
                longest = max(longest, self.frame_counts[take])
                if current and longest * (len(current) + 1) > most_frames:
                    batches.append(np.array(current))
                    current, longest = [], self.frame_counts[take]
                current.append(take)
            batches.append(np.array(current))
            random.shuffle(batches)
            yield from batches
