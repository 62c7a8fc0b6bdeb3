"""Random segments of the recordings, with the pulses' phase under them, for the vocoder and the pitch network."""
from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.mel import BANDS, HOP, TRANSFORM
from training.pitch import through_unvoiced

#: Frames of pitch on either side of a segment's: its sound begins half a transform before its first frame.
_MARGIN = 2
_LOUDEST_DB, _SOFTEST_DB = 4.0, -6.0


@dataclass(frozen=True)
class Segment:
    """`samples` and `phase`: (batch, (frames - 1) * HOP + TRANSFORM). `hz` and `voicing`: (batch, frames + 2 * 2).
    `mel`: predicted, (batch, BANDS, frames), NaN where nothing is predicted; None where no mels are given."""
    samples: torch.Tensor
    phase: torch.Tensor
    hz: torch.Tensor
    voicing: torch.Tensor
    mel: torch.Tensor | None


class Waves:
    """All on the device; a segment is drawn there."""

    def __init__(self, path: Path, device: torch.device, frames: int, mels: Path | None = None):
        stored = np.load(path)
        lengths = stored['length'].astype(np.int64)
        self._frames = frames + 1
        self._device = device
        self._samples = torch.from_numpy(stored['samples']).to(device)
        self._phase = torch.from_numpy(stored['phase']).to(device)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        frame_starts = np.concatenate([[0], np.cumsum(lengths // HOP + 1)])
        hz = stored['hz']
        filled = np.concatenate([through_unvoiced(hz[a:b]) for a, b in zip(frame_starts, frame_starts[1:])])
        self._hz = torch.from_numpy(filled.astype(np.float32)).to(device)
        self._voicing = torch.from_numpy((hz > 0).astype(np.float32)).to(device)
        self._starts = torch.from_numpy(starts).to(device)
        self._frame_starts = torch.from_numpy(frame_starts).to(device)
        room = np.maximum(lengths // HOP - self._frames - 2 * _MARGIN, 0)
        self._room = {}
        for split in ('train', 'held-out'):
            takes = np.flatnonzero((stored['split'] == split) & (room > 0))
            sums = np.cumsum(room[takes])
            self._room[split] = torch.from_numpy(takes).to(device), torch.from_numpy(sums).to(device), int(sums[-1])
        self._mel = None if mels is None else _read_mels(mels, stored, frame_starts).to(device)

    def segments(self, split: str, count: int) -> Segment:
        takes, sums, total = self._room[split]
        drawn = (torch.rand(count, dtype=torch.float64) * total).long().to(self._device)
        which = torch.searchsorted(sums, drawn, right=True)
        first = drawn - torch.where(which > 0, sums[which - 1], torch.zeros_like(drawn)) + _MARGIN
        take = takes[which]
        at = (self._starts[take] + first * HOP - TRANSFORM // 2)[:, None] + torch.arange(
            (self._frames - 1) * HOP + TRANSFORM, device=self._device)
        frames = (self._frame_starts[take] + first - _MARGIN)[:, None] + torch.arange(
            self._frames + 2 * _MARGIN, device=self._device)
        gain_db = torch.rand(count, 1).to(self._device) * (_LOUDEST_DB - _SOFTEST_DB) + _SOFTEST_DB
        gain = 10 ** (gain_db / 20)
        mel = None
        if self._mel is not None:
            mel = self._mel[frames[:, _MARGIN:-_MARGIN]].transpose(1, 2).float() + torch.log(gain)[:, :, None]
        return Segment(self._samples[at].float() / 32767 * gain, self._phase[at].float() * (math.pi / 32767),
                       self._hz[frames], self._voicing[frames], mel)


def _read_mels(folder: Path, stored, frame_starts: np.ndarray) -> torch.Tensor:
    """Predicted mels of the trained takes, each at its place in its take."""
    mels = np.full((int(frame_starts[-1]), BANDS), np.nan, np.float16)
    for i, (take, head) in enumerate(zip(stored['ids'], stored['head'])):
        file = folder / f'{take}.npy'
        if file.exists():
            mel = np.load(file)
            start = int(frame_starts[i] + head)
            end = min(start + len(mel), int(frame_starts[i + 1]))
            mels[start:end] = mel[:end - start]
    return torch.from_numpy(mels)
