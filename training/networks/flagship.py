"""The flagship's vocoder: the features that the teacher gives its generator -> samples, at a fiftieth of the generator's cost.

It looks both ways, RANGE frames back and ahead, and has no padding of its own: given RANGE frames more on each side it makes the
same of a part as of the whole. Frame n is centred on sample HOP * n + HOP / 2.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.mel import BINS, RATE_HZ, TRANSFORM
from training.networks.blocks import ChannelNorm, Linear
from training.networks.vocoder import Spectra, triangles

#: Samples of a frame of features and F0.
HOP = 300
FEATURE_COUNT = 512
#: The half of a style that is timbre; the other half is for the teacher's prosody.
TIMBRE_COUNT = 128
#: What is the same for a whole clause: timbre, and mean and deviation of each feature.
CLAUSE_COUNT = TIMBRE_COUNT + 2 * FEATURE_COUNT
BLOCKS, CHANNELS, EXPANSION = 8, 448, 3
_FIRST_REACH, _BLOCK_REACH = 1, 2
RANGE = _FIRST_REACH + BLOCKS * _BLOCK_REACH
#: Points of the noise's gain over frequency, of its swelling with the fundamental, and of its envelope within a frame.
NOISE_POINTS, SWELL_POINTS, ENVELOPE_POINTS = 128, 16, 16
_REFERENCE_HZ = 160.0


class Block(nn.Module):
    """ConvNeXt without padding, whose normalization is scaled and shifted by what is known of the clause."""

    def __init__(self, context: int):
        super().__init__()
        self.along = nn.Conv1d(CHANNELS, CHANNELS, 2 * _BLOCK_REACH + 1, groups=CHANNELS)
        self.norm = ChannelNorm(CHANNELS)
        self.modulate = Linear(context, 2 * CHANNELS)
        self.widen = Linear(CHANNELS, CHANNELS * EXPANSION)
        self.narrow = Linear(CHANNELS * EXPANSION, CHANNELS)
        self.gain = nn.Parameter(torch.full((CHANNELS,), 0.5 / BLOCKS ** 0.5))
        with torch.no_grad():
            self.modulate.weight.mul_(0.1)
            self.modulate.bias.zero_()

    def forward(self, x: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        """x (batch, frames, channels) -> 2 * _BLOCK_REACH frames fewer."""
        scale, shift = self.modulate(context)[:, None].chunk(2, -1)
        y = self.norm(self.along(x.transpose(1, 2)).transpose(1, 2)) * (1 + scale) + shift
        return x[:, _BLOCK_REACH:-_BLOCK_REACH] + self.narrow(functional.gelu(self.widen(y))) * self.gain


@dataclass(frozen=True)
class Filters:
    """(batch, frames, BINS) each but `envelope`, (batch, frames, TRANSFORM). `harmonics` and `free` are complex."""
    harmonics: torch.Tensor
    free: torch.Tensor
    noise: torch.Tensor
    #: Cosine and sine of the fundamental.
    swells: list[torch.Tensor]
    envelope: torch.Tensor


def turned(log_size: torch.Tensor, real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    size = torch.exp(log_size.clamp(max=6)) * torch.rsqrt(real ** 2 + imaginary ** 2 + 1e-6)
    return torch.complex(real * size, imaginary * size)


class FlagshipVocoder(nn.Module):
    def __init__(self, context: int = 256):
        super().__init__()
        self.register_buffer('means', torch.zeros(FEATURE_COUNT))
        self.register_buffer('deviations', torch.ones(FEATURE_COUNT))
        self.context = nn.Sequential(Linear(CLAUSE_COUNT, 2 * context), nn.SiLU(), Linear(2 * context, context), nn.SiLU())
        self.first = nn.Conv1d(FEATURE_COUNT + 3, CHANNELS, 2 * _FIRST_REACH + 1)
        self.first_norm = ChannelNorm(CHANNELS)
        self.blocks = nn.ModuleList([Block(context) for _ in range(BLOCKS)])
        self.norm = ChannelNorm(CHANNELS)
        self.sizes = [BINS] * 6 + [NOISE_POINTS, 2 * SWELL_POINTS, ENVELOPE_POINTS]
        self.head = Linear(CHANNELS, sum(self.sizes))
        on_mel = np.log1p(np.linspace(0, 1, BINS) * RATE_HZ / 2 / 700)
        self.register_buffer('noise_weights', triangles(np.linspace(0, NOISE_POINTS - 1, BINS), NOISE_POINTS), False)
        self.register_buffer('swell_weights', triangles(on_mel / on_mel[-1] * (SWELL_POINTS - 1), SWELL_POINTS), False)
        within = np.clip((np.arange(TRANSFORM) + 0.5) / TRANSFORM * ENVELOPE_POINTS - 0.5, 0, ENVELOPE_POINTS - 1)
        self.register_buffer('envelope_weights', triangles(within, ENVELOPE_POINTS), False)
        with torch.no_grad():
            self.head.weight.mul_(0.3)
            bias = self.head.bias.zero_().split(self.sizes)
            bias[0].fill_(-4.5)  # harmonics
            bias[1].fill_(1.0)
            bias[3].fill_(-4.0)  # free
            bias[6].fill_(-6.0)  # noise

    def normalize_by(self, features: torch.Tensor) -> None:
        """(frames, FEATURE_COUNT) of many clauses."""
        self.means.copy_(features.mean(0))
        self.deviations.copy_(features.std(0) + 1e-3)

    def context_of(self, timbre: torch.Tensor, means: torch.Tensor, deviations: torch.Tensor) -> torch.Tensor:
        """(batch, TIMBRE_COUNT) and mean and deviation of each feature over the clause (batch, FEATURE_COUNT) -> (batch, n)."""
        return self.context(torch.cat([timbre, (means - self.means) / self.deviations,
                                       torch.log(deviations / self.deviations + 1e-2)], -1))

    def hidden(self, features, hz, voicing, inside, context) -> torch.Tensor:
        """features (batch, frames, FEATURE_COUNT), hz, voicing, inside (batch, frames), RANGE frames more on each side than are
        wanted; `inside` is 0 where a frame is not of the clause -> what the head reads (batch, frames - 2 * RANGE, CHANNELS)."""
        x = torch.cat([(features - self.means) / self.deviations * inside[..., None],
                       (torch.log(hz / _REFERENCE_HZ) * 2 * voicing)[..., None], (voicing * 2 - 1)[..., None],
                       inside[..., None]], -1)
        x = self.first_norm(self.first(x.transpose(1, 2)).transpose(1, 2))
        for block in self.blocks:
            x = block(x, context)
        return self.norm(x)

    def filters(self, hidden: torch.Tensor) -> Filters:
        size, real, imaginary, free, free_real, free_imaginary, noise, swells, envelope = self.head(hidden).split(self.sizes, -1)
        return Filters(
            harmonics=turned(size, real, imaginary), free=turned(free + 3, free_real, free_imaginary),
            noise=torch.exp(functional.linear(noise, self.noise_weights).clamp(max=6)),
            swells=[functional.linear(part, self.swell_weights) for part in torch.tanh(swells * 0.5).split(SWELL_POINTS, -1)],
            envelope=functional.linear(torch.exp(2 * torch.tanh(envelope)), self.envelope_weights))


def shape(filters: Filters, pulses: torch.Tensor, noises: list[list[torch.Tensor]]) -> list[Spectra]:
    """`pulses`: (batch, frames, BINS) spectra. `noises`: for each draw the spectra of the noise and of the noise times each swell.
    -> the spectra of each draw."""
    certain = filters.harmonics * pulses + filters.free
    return [Spectra(certain, filters.noise * (plain + sum(swell * part for swell, part in zip(filters.swells, swelling))),
                    filters.envelope)
            for plain, *swelling in noises]
