"""Clauses in the GPU's memory, one after another on one line of frames, with silence between; and segments drawn from them."""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch

from training.mel import RATE_HZ, TRANSFORM
from training.networks.flagship import FEATURE_COUNT, HOP, RANGE, TIMBRE_COUNT
from training.on_gpu.fronts import Told

_LOWEST_HZ, _NO_HZ = 45.0, 160.0
#: Samples before a frame's centre that its spectrum sees, less those of the frame itself.
_LEAD = TRANSFORM // 2 - HOP // 2
#: Frames beyond the ends of a clause that a segment may hold.
_BEYOND = 3


def through_unvoiced(f0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """F0 of the teacher -> hz, in unvoiced frames between its neighbours, and voicing, 0 or 1."""
    is_voiced = f0 > _LOWEST_HZ
    if not is_voiced.any():
        return np.full(len(f0), _NO_HZ, np.float32), np.zeros(len(f0), np.float32)
    hz = np.interp(np.arange(len(f0)), np.flatnonzero(is_voiced), f0[is_voiced])
    return hz.astype(np.float32), is_voiced.astype(np.float32)


def to_device(values: np.ndarray, device: torch.device) -> torch.Tensor:
    """Without waiting for what the GPU does."""
    made = torch.from_numpy(values)
    return made.pin_memory().to(device, non_blocking=True) if device.type == 'cuda' else made


class Starts:
    """Where segments may begin. It grows while steps draw from it, on the device alone."""

    def __init__(self, device: torch.device, most: int):
        self._device = device
        self._places = torch.zeros(most, dtype=torch.int64, device=device)
        self._count = torch.ones((), dtype=torch.int64, device=device)
        self.count = 0

    def add(self, first: int, end: int) -> None:
        self._places[self.count:self.count + end - first] = torch.arange(first, end, device=self._device)
        self.count += end - first
        self._count.fill_(self.count)

    def draw(self, count: int) -> torch.Tensor:
        """Each is as likely."""
        return self._places[(torch.rand(count, device=self._device) * self._count).long()]


@dataclass(frozen=True)
class Sound:
    """(batch, samples): audio, phase of the fundamental as the teacher's source has it, hz, voicing."""
    audio: torch.Tensor
    phase: torch.Tensor
    hz_at: torch.Tensor
    voicing_at: torch.Tensor


@dataclass(frozen=True)
class Segments(Sound):
    """For FlagshipVocoder, frames with RANGE more on each side: features, hz_wide, voicing_wide, inside; timbre, means and deviations
    of the clause. voicing (batch, frames). The sound is from TRANSFORM / 2 before the first frame's centre to as much after the last
    one's."""
    features: torch.Tensor
    hz_wide: torch.Tensor
    voicing_wide: torch.Tensor
    inside: torch.Tensor
    timbre: torch.Tensor
    means: torch.Tensor
    deviations: torch.Tensor
    voicing: torch.Tensor


class SoundStore:
    """`frames`: of HOP samples, for how many there is room. Segments have so many `samples`; those of a shorter clause end in silence.
    `reach`: frames around a segment that are read too."""

    def __init__(self, device: torch.device, frames: int, samples: int, reach: int = 0):
        self._device, self._samples = device, samples
        self._length = (samples - TRANSFORM) // HOP + 1
        self._audio = torch.zeros(frames * HOP, dtype=torch.int16, device=device)
        self._phase, self._f0, self._voicing = (torch.zeros(frames, device=device) for _ in range(3))
        self._hz = torch.full((frames,), _NO_HZ, device=device)
        self._starts = Starts(device, frames)
        self._gap = reach + self._length + _BEYOND + TRANSFORM // HOP + 2
        self._end = self._gap
        self.clauses, self.spoken_frames = 0, 0
        self._held_starts: list[int] = []

    @property
    def is_full(self) -> bool:
        return self._end + 4000 > len(self._hz)

    @property
    def is_empty(self) -> bool:
        """Nothing can be drawn."""
        return self._starts.count == 0

    @property
    def minutes(self) -> float:
        return self.spoken_frames * HOP / RATE_HZ / 60

    def add(self, told: Told, samples: torch.Tensor, is_held_out: bool) -> tuple[int, int]:
        """`samples` (HOP * frames) on the device. -> the clause's first frame and the one after its last."""
        first, last = self._end, self._end + len(told.f0)
        hz, voicing = through_unvoiced(told.f0)
        turns = np.cumsum(told.f0, dtype=np.float64) * (HOP / RATE_HZ)
        self._audio[first * HOP:last * HOP] = (samples.clamp(-1, 1) * 32767).round().short()
        for place, values in ((self._phase, 2 * np.pi * np.mod(turns, 1)), (self._f0, told.f0), (self._voicing, voicing),
                              (self._hz, hz)):
            place[first:last] = to_device(np.ascontiguousarray(values, np.float32), self._device)
        begin, end = first - _BEYOND, max(first - _BEYOND + 1, last + _BEYOND - self._length)
        if is_held_out:
            self._held_starts += range(begin, end, self._length)
        else:
            self._starts.add(begin, end)
        self.clauses, self.spoken_frames = self.clauses + 1, self.spoken_frames + last - first
        self._end = last + self._gap
        return first, last

    def draw(self, count: int) -> torch.Tensor:
        return self._starts.draw(count)

    def held_out(self, count: int) -> torch.Tensor:
        """Starts, the same ones each time."""
        known = self._held_starts
        return torch.tensor(known[::max(1, len(known) // count)][:count], dtype=torch.int64, device=self._device)

    def sound_at(self, starts: torch.Tensor) -> Sound:
        samples = torch.arange(self._samples, device=self._device)
        at = (samples - _LEAD - (HOP - 1) / 2) / HOP
        left = torch.floor(at)
        share = at - left
        frames = starts[:, None] + left.long()
        between = lambda values: values[frames] * (1 - share) + values[frames + 1] * share
        return Sound(
            audio=self._audio[starts[:, None] * HOP - _LEAD + samples].float() / 32767,
            phase=self._phase[frames] + share * self._f0[frames + 1] * (2 * math.pi * HOP / RATE_HZ),
            hz_at=between(self._hz), voicing_at=between(self._voicing))


class ClauseStore(SoundStore):
    """With the teacher's features, for as many `clauses`; `length`: frames of a segment."""

    def __init__(self, device: torch.device, frames: int, clauses: int, length: int):
        super().__init__(device, frames, HOP * (length - 1) + TRANSFORM, RANGE)
        new = lambda *shape, kind=torch.float32: torch.zeros(shape, dtype=kind, device=device)
        self._features = new(frames, FEATURE_COUNT, kind=torch.float16)
        self._inside, self._clause = new(frames), new(frames, kind=torch.int64)
        self._timbre, self._means, self._deviations = new(clauses, TIMBRE_COUNT), new(clauses, FEATURE_COUNT), new(clauses, FEATURE_COUNT)

    def features(self) -> torch.Tensor:
        """(frames, FEATURE_COUNT) of all clauses until now."""
        return self._features[:self._end][self._inside[:self._end] > 0].float()

    def add_features(self, told: Told, features: torch.Tensor, samples: torch.Tensor, is_held_out: bool) -> None:
        """`features` (frames, FEATURE_COUNT) on the device."""
        clause = self.clauses
        first, last = self.add(told, samples, is_held_out)
        self._features[first:last] = features
        self._inside[first:last] = 1
        self._clause[first - _BEYOND:last] = clause
        self._timbre[clause] = to_device(np.ascontiguousarray(told.style[:TIMBRE_COUNT], np.float32), self._device)
        whole = features.float()
        self._means[clause], self._deviations[clause] = whole.mean(0), whole.std(0, unbiased=False)

    def at(self, starts: torch.Tensor) -> Segments:
        wide = starts[:, None] + torch.arange(-RANGE, self._length + RANGE, device=self._device)
        clause = self._clause[starts]
        return Segments(
            **vars(self.sound_at(starts)),
            features=self._features[wide].float(), hz_wide=self._hz[wide], voicing_wide=self._voicing[wide],
            inside=self._inside[wide], timbre=self._timbre[clause], means=self._means[clause],
            deviations=self._deviations[clause], voicing=self._voicing[wide[:, RANGE:-RANGE]])
