"""Fundamental frequency, voicing, and the phase of the fundamental, by which pulses can be laid under natural speech.

Correlation of a 25 ms window with itself one period later, on a copy of 12 kHz without what lies above 1 kHz; then the
likeliest path through a grid of 40 steps an octave.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from scipy import signal

from training.mel import HOP, RATE_HZ

STEPS_AN_OCTAVE = 40
_HALF_RATE_HZ = RATE_HZ // 2
_WINDOW = 300


@dataclass(frozen=True)
class Range:
    """Where a speaker's pitch is looked for: too wide a range finds octaves that are none."""
    lowest_hz: float = 70.0
    highest_hz: float = 450.0

    @cached_property
    def grid_hz(self) -> np.ndarray:
        count = int(np.log2(self.highest_hz / self.lowest_hz) * STEPS_AN_OCTAVE) + 1
        return self.lowest_hz * 2 ** (np.arange(count) / STEPS_AN_OCTAVE)

    @property
    def longest_lag(self) -> int:
        return int(_HALF_RATE_HZ / self.lowest_hz) + 2

    @property
    def transform(self) -> int:
        """What is correlated must not come round."""
        return 512 if _WINDOW + self.longest_lag <= 512 else 640


WOMAN, MAN = Range(90.0, 500.0), Range(50.0, 330.0)
_LOW_PASS = signal.firwin(63, 1000, fs=_HALF_RATE_HZ)

_UNVOICED_COST = 0.5
_SWITCH_COST = 0.25
_COST_AN_OCTAVE = 3.0
_FARTHEST_STEP = 12
#: Long lags correlate as well as short ones; this much less is wanted of them.
_LONG_LAG_COST, _LONG_LAG_HZ = 0.12, 70.0
_SILENCE = 0.002
_SHORTEST_RUN = 4


def track(takes: list[np.ndarray], within: Range = Range()) -> list[np.ndarray]:
    """Hz of each frame of each take, 0 where unvoiced; frame n is centred on sample n * HOP."""
    correlations = [_correlations(samples, within) for samples in takes]
    return [_without_short_runs(hz) for hz in _likeliest_paths(correlations, within)]


def _correlations(samples: np.ndarray, within: Range) -> tuple[np.ndarray, np.ndarray]:
    """(frames, grid) normalized correlation, and the level of each frame."""
    low = np.convolve(signal.resample_poly(samples, 1, 2), _LOW_PASS, 'same')
    count = 1 + len(samples) // HOP
    longest, transform = within.longest_lag, within.transform
    length = _WINDOW + longest
    padded = np.pad(low, (length // 2, length))
    at = np.minimum((np.arange(count) * HOP // 2)[:, None] + np.arange(length), len(padded) - 1)
    frames = torch.from_numpy(padded[at].astype(np.float32))
    frames = frames - frames.mean(1, keepdim=True)
    here, later = torch.fft.rfft(frames[:, :_WINDOW], transform), torch.fft.rfft(frames, transform)
    products = torch.fft.irfft(here.conj() * later, transform)[:, :longest + 1]
    sums = torch.cat([torch.zeros(count, 1), (frames ** 2).cumsum(1)], 1)
    energy = sums[:, _WINDOW:_WINDOW + longest + 1] - sums[:, :longest + 1]
    normalized = (products / (torch.sqrt(energy[:, :1] * energy) + _WINDOW * 1e-6 + 1e-9)).numpy()
    lags = _HALF_RATE_HZ / within.grid_hz
    whole = np.floor(lags).astype(int)
    part = (lags - whole).astype(np.float32)
    on_grid = normalized[:, whole] * (1 - part) + normalized[:, whole + 1] * part
    return on_grid, np.sqrt(energy[:, 0].numpy() / _WINDOW)


def _likeliest_paths(takes: list[tuple[np.ndarray, np.ndarray]], within: Range) -> list[np.ndarray]:
    """All takes at once: a step in time is one operation on tensors."""
    grid_hz = within.grid_hz
    longest, size = max(len(correlation) for correlation, _ in takes), len(grid_hz)
    costs = np.ones((longest, len(takes), size), np.float32)
    wanted = (1 - _LONG_LAG_COST * _LONG_LAG_HZ / np.maximum(grid_hz, _LONG_LAG_HZ)).astype(np.float32)
    for i, (correlation, level) in enumerate(takes):
        costs[:len(correlation), i] = 1 - correlation * wanted + 0.3 * (level < _SILENCE)[:, None]
    cost = torch.from_numpy(costs)
    steps = torch.from_numpy(
        (_COST_AN_OCTAVE / STEPS_AN_OCTAVE * np.abs(np.arange(-_FARTHEST_STEP, _FARTHEST_STEP + 1))).astype(np.float32))
    voiced, unvoiced = cost[0].clone(), torch.full((len(takes),), 1 - _UNVOICED_COST)
    grid = torch.arange(size)[None]
    back_voiced, back_unvoiced = [], []
    for t in range(1, longest):
        windows = torch.nn.functional.pad(voiced, (_FARTHEST_STEP, _FARTHEST_STEP), value=1e9)
        best, at = (windows.unfold(1, 2 * _FARTHEST_STEP + 1, 1) + steps).min(2)
        starts = (unvoiced + _SWITCH_COST)[:, None]
        back_voiced.append(torch.where(starts < best, torch.full_like(at, -1), at + grid - _FARTHEST_STEP).numpy())
        lowest, lowest_at = voiced.min(1)
        stays = unvoiced < lowest + _SWITCH_COST
        back_unvoiced.append(torch.where(stays, torch.full_like(lowest_at, -1), lowest_at).numpy())
        unvoiced = torch.minimum(unvoiced, lowest + _SWITCH_COST) + 1 - _UNVOICED_COST
        voiced = torch.minimum(best, starts) + cost[t]
    return [_trace(i, correlation, voiced[i], unvoiced[i], back_voiced, back_unvoiced, grid_hz)
            for i, (correlation, _) in enumerate(takes)]


def _trace(take: int, correlation: np.ndarray, voiced: torch.Tensor, unvoiced: torch.Tensor,
           back_voiced: list[np.ndarray], back_unvoiced: list[np.ndarray], grid_hz: np.ndarray) -> np.ndarray:
    lowest, lowest_at = voiced.min(0)
    state = -1 if unvoiced < lowest else int(lowest_at)
    states = np.full(len(back_voiced) + 1, -1)
    for t in range(len(back_voiced), -1, -1):
        states[t] = state
        if t > 0:
            state = int(back_unvoiced[t - 1][take] if state < 0 else back_voiced[t - 1][take, state])
    states = states[:len(correlation)]
    rows, inner = np.arange(len(states)), np.clip(states, 1, len(grid_hz) - 2)
    left, middle, right = (correlation[rows, inner + k] for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    offset = np.where(bend < -1e-6, 0.5 * (left - right) / np.where(bend == 0, 1, bend), 0).clip(-1, 1)
    hz = grid_hz[0] * 2 ** ((inner + offset) / STEPS_AN_OCTAVE)
    return np.where(states >= 0, hz, 0).astype(np.float32)


def _runs(voiced: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], voiced.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist()))


def _without_short_runs(hz: np.ndarray) -> np.ndarray:
    kept = hz.copy()
    for start, end in _runs(hz > 0):
        if end - start < _SHORTEST_RUN:
            kept[start:end] = 0
    return kept


def through_unvoiced(hz: np.ndarray) -> np.ndarray:
    """Interpolated (in octaves) where unvoiced; 200 Hz where nothing is voiced."""
    voiced = np.flatnonzero(hz > 0)
    if len(voiced) == 0:
        return np.full_like(hz, 200.0)
    return np.exp(np.interp(np.arange(len(hz)), voiced, np.log(hz[voiced]))).astype(np.float32)


_PHASE_WINDOW = np.hanning(514)[1:-1]
_PHASE_HOP = 64


def fundamental_phase(samples: np.ndarray, hz: np.ndarray) -> np.ndarray:
    """Radians at each sample: the tracked frequency summed up, then corrected to what the fundamental in the signal
    does, in voiced runs; in between the correction is interpolated."""
    at = np.arange(len(samples))
    summed = 2 * np.pi * np.cumsum(np.interp(at, np.arange(len(hz)) * HOP, through_unvoiced(hz))) / RATE_HZ
    turned = np.pad(samples * np.exp(-1j * summed), (256, 256 + _PHASE_HOP))
    count = len(samples) // _PHASE_HOP + 1
    windows = np.lib.stride_tricks.sliding_window_view(turned, len(_PHASE_WINDOW))[::_PHASE_HOP][:count]
    differences = windows @ _PHASE_WINDOW
    voiced = np.repeat(hz > 0, HOP // _PHASE_HOP)[:count]
    voiced = np.roll(np.pad(voiced, (0, count - len(voiced))), 2)
    places, corrections, last = [], [], 0.0
    for start, end in _runs(voiced):
        angles = np.unwrap(np.angle(differences[start:end]))
        angles = angles + 2 * np.pi * np.round((last - angles[0]) / (2 * np.pi))
        if end - start > 8:
            angles = np.convolve(np.pad(angles, 2, 'edge'), [0.1, 0.2, 0.4, 0.2, 0.1], 'valid')
        places.append(np.arange(start, end))
        corrections.append(angles)
        last = angles[-1]
    if not places:
        return summed
    return summed + np.interp(at, np.concatenate(places) * _PHASE_HOP, np.concatenate(corrections))


#: Against the median of a take. Lower and higher runs are creak, or errors of an octave.
_PLAUSIBLE = (0.65, 2.0)


def without_creak(hz: np.ndarray) -> np.ndarray:
    """Unvoiced where a run's pitch is none that the speaker meant."""
    kept = hz.copy()
    median = np.median(hz[hz > 0]) if (hz > 0).any() else 0.0
    for start, end in _runs(hz > 0):
        ratio = np.median(hz[start:end]) / median
        if not _PLAUSIBLE[0] < ratio < _PLAUSIBLE[1]:
            kept[start:end] = 0
    return kept


_VOICE_BAND = signal.butter(4, [60, 1500], 'bandpass', fs=RATE_HZ, output='sos')


def likeness(samples: np.ndarray, hz: np.ndarray) -> np.ndarray:
    """Of each voiced frame: how well the signal up to 1.5 kHz correlates with itself one period later, right there. 0
    elsewhere; near 1 where a voice is clear, less where it is rough or breathy."""
    return _likeness(_voice_band(samples), hz)


#: Zeros before and after what is correlated, at the halved rate.
_MARGIN = 600


def _voice_band(samples: np.ndarray) -> np.ndarray:
    return np.pad(signal.sosfiltfilt(_VOICE_BAND, samples), 2 * _MARGIN)[::2]


def _likeness(low: np.ndarray, hz: np.ndarray) -> np.ndarray:
    found = np.zeros(len(hz))
    for t in np.flatnonzero(hz > 0):
        lag = round(_HALF_RATE_HZ / hz[t])
        length = max(lag, 50)
        start = _MARGIN + t * HOP // 2 - (length + lag) // 2
        here, later = low[start:start + length], low[start + lag:start + lag + length]
        found[t] = here @ later / np.sqrt((here @ here) * (later @ later) + 1e-20)
    return found


def tighten(samples: np.ndarray, hz: np.ndarray) -> np.ndarray:
    """The tracker's window lets voicing run two frames into neighbouring consonants: keeps a frame only where the
    signal resembles itself one period apart right there, and is not faint."""
    low = _voice_band(samples)
    sums = np.concatenate([[0.0], np.cumsum(low ** 2)])
    loud = np.percentile(np.sqrt(np.maximum(0, sums[60:] - sums[:-60]) / 60)[::64], 95)
    centres = np.minimum(_MARGIN + np.arange(len(hz)) * HOP // 2, len(low) - 60)
    level = np.sqrt((sums[centres + 60] - sums[centres - 60]) / 120)
    kept = np.where((_likeness(low, hz) > 0.55) & (level > 0.02 * loud), hz, 0).astype(hz.dtype)
    alone = np.convolve(kept > 0, np.ones(3), 'same')
    kept[(kept > 0) & (alone == 1)] = 0
    gap = (kept == 0) & (alone == 2) & (hz > 0)
    kept[gap] = hz[gap]
    return kept
