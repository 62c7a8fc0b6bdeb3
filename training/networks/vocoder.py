"""Log mel, pitch and voicing -> samples: pulses and noise are made by formulas, a network says how to filter them.

The network is causal but for LOOK_AHEAD frames. Per frame it gives a gain and a turn of phase for the harmonics and a
gain for the noise in each bin, how the noise swells with the glottis, and an envelope of the noise within the frame.
All are corrections to an envelope read off the mel.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.mel import BANDS, BINS, HOP, RATE_HZ, TRANSFORM, band_edges_hz, band_matrix
from training.networks.blocks import ChannelNorm, Linear

#: The first layer sees so many frames back and ahead.
LOOK_BACK, LOOK_AHEAD = 4, 2
#: How the noise swells with the fundamental is told at so many frequencies, for so many of its harmonics.
_SWELL_POINTS, SWELL_ORDER = 16, 2
#: Points of the noise's envelope within a frame.
ENVELOPE_POINTS = 16
_MEL_MEAN, _MEL_DEVIATION = -5.0, 2.5
_REFERENCE_HZ = 160.0
_HIGHEST_HARMONIC_HZ = 11_800.0
_ENVELOPE_WIDTH_HZ = 200.0


def _envelope_matrix() -> tuple[torch.Tensor, torch.Tensor]:
    """(BINS, BANDS) weights that spread band powers over bins, and the logarithm of each band's sum of weights."""
    edges = band_edges_hz()
    centres, bins = edges[1:-1], np.linspace(0, RATE_HZ / 2, BINS)
    spacing = np.gradient(centres)
    rows = np.zeros((BINS, BANDS), np.float32)
    for i, hz in enumerate(bins):
        below = np.clip(np.searchsorted(centres, hz) - 1, 0, BANDS - 2)
        width = max(_ENVELOPE_WIDTH_HZ, spacing[below])
        weights = np.maximum(0, 1 - np.abs(centres - np.clip(hz, centres[0], centres[-1])) / width) * spacing
        rows[i] = weights / weights.sum()
    return torch.from_numpy(rows), torch.log(band_matrix().sum(1))


def triangles(places: np.ndarray, count: int) -> torch.Tensor:
    """(places, count) weights of linear interpolation between `count` points at 0, 1, 2..."""
    return torch.from_numpy(np.maximum(0, 1 - np.abs(places[:, None] - np.arange(count))).astype(np.float32))


class CausalBlock(nn.Module):
    """ConvNeXt over (batch, channels, time) that looks back only; its state is the frames that the next call needs."""

    def __init__(self, channels: int, expansion: int, blocks: int, width: int = 7):
        super().__init__()
        self.kept = width - 1
        self.along = nn.Conv1d(channels, channels, width, groups=channels)
        self.norm = ChannelNorm(channels)
        self.widen = Linear(channels, channels * expansion)
        self.narrow = Linear(channels * expansion, channels)
        self.gain = nn.Parameter(torch.full((channels,), 0.5 / blocks ** 0.5))

    def forward(self, x: torch.Tensor, state: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        padded = functional.pad(x, (self.kept, 0)) if state is None else torch.cat([state, x], 2)
        y = self.norm(self.along(padded).transpose(1, 2))
        y = self.narrow(functional.gelu(self.widen(y))) * self.gain
        return x + y.transpose(1, 2), padded[:, :, -self.kept:]


class Trunk(nn.Module):
    def __init__(self, inputs: int, channels: int, blocks: int, expansion: int):
        super().__init__()
        self.first = nn.Conv1d(inputs, channels, LOOK_BACK + 1 + LOOK_AHEAD)
        self.first_norm = ChannelNorm(channels)
        self.blocks = nn.ModuleList([CausalBlock(channels, expansion, blocks) for _ in range(blocks)])
        self.norm = ChannelNorm(channels)

    def forward(self, x, state=None, more=None):
        """`more` (batch, frames, channels) is added to what the first layer makes of x. Without a state the whole is given and its ends are repeated; with one, x already holds LOOK_BACK frames
        before and LOOK_AHEAD frames after those that are wanted."""
        padded = functional.pad(x, (LOOK_BACK, LOOK_AHEAD), mode='replicate') if state is None else x
        h = self.first(padded).transpose(1, 2)
        h = self.first_norm(h if more is None else h + more).transpose(1, 2)
        states = []
        for i, block in enumerate(self.blocks):
            h, kept = block(h, None if state is None else state[i])
            states.append(kept)
        return self.norm(h.transpose(1, 2)), states


@dataclass(frozen=True)
class Filters:
    """(batch, frames, BINS) each but `envelope`, (batch, frames, ENVELOPE_POINTS)."""
    harmonic_gain: torch.Tensor
    noise_gain: torch.Tensor
    turn_real: torch.Tensor
    turn_imaginary: torch.Tensor
    #: Cosine and sine of the fundamental, then of twice it.
    swells: list[torch.Tensor]
    envelope: torch.Tensor


class Vocoder(nn.Module):
    def __init__(self, channels: int = 256, blocks: int = 6, expansion: int = 3):
        super().__init__()
        self.in_half = False
        self.trunk = Trunk(BANDS + 2, channels, blocks, expansion)
        self.head = Linear(channels, BINS * 4 + 2 * _SWELL_POINTS * SWELL_ORDER + ENVELOPE_POINTS)
        spread, band_sums = _envelope_matrix()
        self.register_buffer('spread', spread, False)
        self.register_buffer('band_sums', band_sums, False)
        on_mel = np.log1p(np.linspace(0, 1, BINS) * RATE_HZ / 2 / 700)
        self.register_buffer('swell_weights', triangles(on_mel / on_mel[-1] * (_SWELL_POINTS - 1), _SWELL_POINTS), False)
        within = np.clip((np.arange(TRANSFORM) + 0.5) / TRANSFORM * ENVELOPE_POINTS - 0.5, 0, ENVELOPE_POINTS - 1)
        self.register_buffer('envelope_weights', triangles(within, ENVELOPE_POINTS), False)
        with torch.no_grad():
            self.head.weight.mul_(0.3)
            self.head.bias.zero_()
            self.head.bias[2 * BINS:3 * BINS] = 1.0
            noise = np.interp(np.linspace(0, RATE_HZ / 2, BINS), [0, 1000, 4000, 8000, 12_000], [-2.5, -2.0, -0.7, 0, 0])
            self.head.bias[BINS:2 * BINS] = torch.from_numpy(noise.astype(np.float32))

    def filters(self, mel, hz, voicing, state=None, more=None) -> tuple[Filters, list[torch.Tensor]]:
        """mel (batch, BANDS, frames), hz and voicing (batch, frames); with a state also the frames around them;
        `more` as in Trunk."""
        inputs = torch.cat([(mel - _MEL_MEAN) / _MEL_DEVIATION, (torch.log(hz / _REFERENCE_HZ) * 2 * voicing)[:, None],
                            (voicing * 2 - 1)[:, None]], 1)
        with torch.autocast(mel.device.type, dtype=torch.bfloat16, enabled=self.in_half):
            hidden, states = self.trunk(inputs, state, more)
            out = self.head(hidden)
        out = out.float()
        inner = mel if state is None else mel[:, :, LOOK_BACK:mel.shape[2] - LOOK_AHEAD]
        power = functional.linear(torch.exp(2 * (inner.transpose(1, 2).float() - self.band_sums)), self.spread)
        base = 0.5 * torch.log(power + 1e-10) - math.log(19.6)
        # Stored in the order in which the parts were added to the first voice; a checkpoint's rows depend on it.
        first_order, second_order = 4 * BINS + 2 * _SWELL_POINTS, 4 * BINS + 2 * _SWELL_POINTS + ENVELOPE_POINTS
        swells = torch.tanh(torch.cat([out[..., 4 * BINS:first_order], out[..., second_order:]], -1) * 0.5)
        return Filters(
            harmonic_gain=base + out[..., :BINS], noise_gain=base + out[..., BINS:2 * BINS],
            turn_real=out[..., 2 * BINS:3 * BINS], turn_imaginary=out[..., 3 * BINS:4 * BINS],
            swells=[functional.linear(part, self.swell_weights) for part in swells.split(_SWELL_POINTS, -1)],
            envelope=torch.exp(2 * torch.tanh(out[..., first_order:second_order]))), states

    def shape(self, filters: Filters, harmonics: torch.Tensor, noises: list[list[torch.Tensor]]) -> list[Spectra]:
        """`harmonics`: (batch, frames, BINS) spectra of the pulses. `noises`: for each draw the spectra of the noise and
        of the noise times each swell. -> the spectra of each draw."""
        turn = torch.rsqrt(filters.turn_real ** 2 + filters.turn_imaginary ** 2 + 1e-6)
        voiced = (torch.exp(filters.harmonic_gain.clamp(max=6)) * harmonics
                  * torch.complex(filters.turn_real * turn, filters.turn_imaginary * turn))
        gain = torch.exp(filters.noise_gain.clamp(max=6))
        envelope = functional.linear(filters.envelope, self.envelope_weights)
        return [Spectra(voiced, gain * (plain + sum(swell * part for swell, part in zip(filters.swells, swelling))),
                        envelope)
                for plain, *swelling in noises]


@dataclass(frozen=True)
class Spectra:
    """Of each frame: what is predictable and the noise (batch, frames, BINS), and the noise's envelope (batch, frames, TRANSFORM)."""
    certain: torch.Tensor
    noise: torch.Tensor
    envelope: torch.Tensor


def at_samples(frames: torch.Tensor, count: int) -> torch.Tensor:
    """(batch, frames) values at samples 0, HOP, 2 HOP... -> (batch, count), interpolated."""
    at = torch.arange(count, device=frames.device) / HOP
    left = at.long().clamp(max=frames.shape[1] - 2)
    weight = (at - left).clamp(max=1.0)
    return frames[:, left] * (1 - weight) + frames[:, left + 1] * weight


def pulses(phase: torch.Tensor, hz: torch.Tensor, voicing: torch.Tensor) -> torch.Tensor:
    """All harmonics up to _HIGHEST_HARMONIC_HZ in cosine phase, of the same power density at any pitch."""
    count = torch.floor(_HIGHEST_HARMONIC_HZ / hz)
    sine = torch.sin(phase * 0.5)
    is_safe = sine.abs() > 1e-3
    divisor = 2 * torch.where(is_safe, sine, torch.ones_like(sine))
    kernel = torch.where(is_safe, torch.sin((count + 0.5) * phase) / divisor - 0.5, count)
    return kernel * 2 * torch.sqrt(hz / RATE_HZ) * voicing


def swelling_noise(noise: torch.Tensor, phase: torch.Tensor, voicing: torch.Tensor) -> list[torch.Tensor]:
    """The noise, and the noise times cosine and sine of each order of the fundamental's phase."""
    swells = [wave(phase * order) * voicing for order in range(1, SWELL_ORDER + 1) for wave in (torch.cos, torch.sin)]
    return [noise, *(noise * swell for swell in swells)]


def frame_spectra(samples: torch.Tensor, window: torch.Tensor, hop: int = HOP) -> torch.Tensor:
    """(batch, samples) -> (batch, frames, BINS), the first frame beginning at the first sample."""
    return torch.fft.rfft(samples.unfold(1, TRANSFORM, hop) * window, TRANSFORM)


class OverlapAdd:
    """Spectra of frames -> samples from the first frame's centre to the last one's."""

    def __init__(self, device: torch.device | str, hop: int = HOP):
        self._hop = hop
        self.window = torch.hann_window(TRANSFORM, device=device)

    def __call__(self, spectra: Spectra) -> torch.Tensor:
        frames = (torch.fft.irfft(spectra.certain, TRANSFORM)
                  + spectra.envelope * torch.fft.irfft(spectra.noise, TRANSFORM)) * self.window
        weight = (self.window ** 2)[None].expand(frames.shape[1], -1)[None]
        joined = self._add(frames) / (self._add(weight) + 1e-8)
        return joined[:, TRANSFORM // 2:TRANSFORM // 2 + (frames.shape[1] - 1) * self._hop]

    def _add(self, frames: torch.Tensor) -> torch.Tensor:
        """In parts of a hop: `fold` goes backwards one segment after another."""
        parts = -(-TRANSFORM // self._hop)
        batch, count, size = frames.shape
        split = functional.pad(frames, (0, parts * self._hop - size)).reshape(batch, count, parts, self._hop)
        joined = sum(functional.pad(split[:, :, i], (0, 0, i, parts - 1 - i)) for i in range(parts))
        return joined.reshape(batch, -1)[:, :(count - 1) * self._hop + size]
