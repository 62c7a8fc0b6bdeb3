"""Samples for the vocoder and the pitch network: random segments of utterances, with the pulses' phase under them."""
from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.mel import HOP, TRANSFORM
from training.pitch import through_unvoiced

#: Frames of pitch on either side of a segment's: its sound begins half a transform before its first frame.
_MARGIN = 2
LOUDEST_DB, SOFTEST_DB = 4.0, -6.0


@dataclass(frozen=True)
class Segment:
    """`samples` and `phase`: (batch, (frames - 1) * HOP + TRANSFORM). `hz` and `voicing`: (batch, frames + 2 * 2)."""
    samples: torch.Tensor
    phase: torch.Tensor
    hz: torch.Tensor
    voicing: torch.Tensor


class Waves:
    """All on the device; a segment is drawn there."""

    def __init__(self, path: Path, device: torch.device, frames: int):
        stored = np.load(path)
        lengths = stored['length'].astype(np.int64)
        self._frames = frames + 1
        self._device = device
        self._samples = torch.from_numpy(stored['samples']).to(device)
        self._phase = torch.from_numpy(stored['phase']).to(device)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        frame_starts = np.concatenate([[0], np.cumsum(lengths // HOP + 1)])
        hz = stored['tracked_hz']
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
        gain_db = torch.rand(count, 1).to(self._device) * (LOUDEST_DB - SOFTEST_DB) + SOFTEST_DB
        gain = 10 ** (gain_db / 20)
        return Segment(self._samples[at].float() / 32767 * gain, self._phase[at].float() * (math.pi / 32767),
                       self._hz[frames], self._voicing[frames])


def save_waves(path: Path, kept: list[dict]) -> None:
    """Takes of `utterance.sound_of`, with `id` and `split`, as `Waves` reads them."""
    listed = lambda name: np.array([one[name] for one in kept])
    joined = lambda name: np.concatenate([one[name] for one in kept])
    np.savez(path, ids=listed('id'), split=listed('split'), length=np.array([len(one['samples']) for one in kept]),
             **{name: joined(name) for name in ('samples', 'phase', 'tracked_hz')})
