"""The student: what the teacher tells its generator -> samples, at a hundredth of the generator's cost.

An adapter reads the mel off the features of a whole clause, and tells aria's vocoder more than the mel. Frames are those of the
teacher, HOP samples each; frame n is centred on sample HOP * n + HOP / 2.
"""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.flagship.teacher import FEATURE_COUNT
from training.flagship.teacher import FRAME as HOP
from training.mel import BANDS, log_mel_of_frames
from training.networks.blocks import ChannelNorm, Linear
from training.networks.vocoder import Filters, Vocoder

#: The half of a style that is timbre; the other half is for the teacher's prosody.
TIMBRE_COUNT = 128
#: Mean and deviation of each feature over the clause.
WHOLE_COUNT = 2 * FEATURE_COUNT
_MEL_MEAN, _MEL_DEVIATION = -5.0, 2.5
_PULSE_MEL_MEAN, _PULSE_MEL_DEVIATION, _PULSE_MEL_FLOOR = 1.5, 1.5, -2.0
_REFERENCE_HZ = 160.0
_WIDTH = 7


def pulse_mel(spectra: torch.Tensor) -> torch.Tensor:
    """Spectra of the pulses (batch, frames, BINS) -> (batch, frames, BANDS), roughly -1 to 1: where harmonics lie in the bands."""
    mel = log_mel_of_frames(spectra.abs().transpose(1, 2)).clamp(min=_PULSE_MEL_FLOOR).transpose(1, 2)
    return (mel - _PULSE_MEL_MEAN) / _PULSE_MEL_DEVIATION


def over_time(x: torch.Tensor) -> torch.Tensor:
    """(batch, frames, n) -> (batch, 2 n): mean and deviation over the clause."""
    mean = x.mean(1, keepdim=True)
    return torch.cat([mean[:, 0], torch.sqrt((x - mean).square().mean(1) + 1e-5)], 1)


class ClauseBlock(nn.Module):
    """ConvNeXt that looks both ways and over the clause: the teacher's generator normalizes over the clause in each layer."""

    def __init__(self, channels: int, expansion: int, context: int, gain: float):
        super().__init__()
        self.along = nn.Conv1d(channels, channels, _WIDTH, groups=channels, padding=_WIDTH // 2)
        self.norm = ChannelNorm(channels)
        self.pooled = Linear(2 * channels, context)
        self.modulate = Linear(context, 2 * channels)
        self.widen = Linear(channels, channels * expansion)
        self.narrow = Linear(channels * expansion, channels)
        self.gain = nn.Parameter(torch.full((channels,), gain))
        with torch.no_grad():
            for layer in (self.pooled, self.modulate):
                layer.weight.mul_(0.1)
                layer.bias.zero_()

    def forward(self, x: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        """x (batch, frames, channels), context (batch, n)."""
        along = self.along(x.transpose(1, 2)).transpose(1, 2)
        scale, shift = self.modulate(context + self.pooled(over_time(along)))[:, None].chunk(2, -1)
        y = self.norm(along) * (1 + scale) + shift
        return x + self.narrow(functional.gelu(self.widen(y))) * self.gain


class Adapter(nn.Module):
    def __init__(self, channels: int = 320, blocks: int = 4, expansion: int = 3, context: int = 128):
        super().__init__()
        self.register_buffer('means', torch.zeros(FEATURE_COUNT))
        self.register_buffer('deviations', torch.ones(FEATURE_COUNT))
        self.timbre = Linear(TIMBRE_COUNT, context)
        self.whole = Linear(WHOLE_COUNT, context)
        self.first = Linear(FEATURE_COUNT + 2 + BANDS, channels)
        self.blocks = nn.ModuleList([ClauseBlock(channels, expansion, context, 0.5 / blocks ** 0.5) for _ in range(blocks)])
        self.norm = ChannelNorm(channels)
        self.mel = Linear(channels, BANDS)
        with torch.no_grad():
            self.whole.weight.mul_(0.1)

    def normalize_by(self, features: torch.Tensor) -> None:
        """(frames, 512) of many clauses."""
        self.means.copy_(features.mean(0))
        self.deviations.copy_(features.std(0) + 1e-3)

    def whole_of(self, means: torch.Tensor, deviations: torch.Tensor) -> torch.Tensor:
        """Mean and deviation of each feature over a clause (batch, 512) -> (batch, WHOLE_COUNT), normalized."""
        return torch.cat([(means - self.means) / self.deviations, torch.log(deviations / self.deviations + 1e-2)], -1)

    def forward(self, features, hz, voicing, pulses, timbre, whole) -> tuple[torch.Tensor, torch.Tensor]:
        """A clause: features (batch, frames, 512), hz and voicing (batch, frames), pulses as of `pulse_mel`, timbre (batch, 128),
        whole (batch, WHOLE_COUNT) -> hidden (batch, frames, channels) and mel (batch, BANDS, frames)."""
        inputs = torch.cat([(features - self.means) / self.deviations, (torch.log(hz / _REFERENCE_HZ) * 2 * voicing)[..., None],
                            (voicing * 2 - 1)[..., None], pulses], -1)
        context = functional.silu(self.timbre(timbre) + self.whole(whole))
        h = self.first(inputs)
        for block in self.blocks:
            h = block(h, context)
        h = self.norm(h)
        return h, (self.mel(h) * _MEL_DEVIATION + _MEL_MEAN).transpose(1, 2)


class Student(nn.Module):
    def __init__(self, adapter: Adapter, vocoder: Vocoder):
        super().__init__()
        self.adapter, self.vocoder = adapter, vocoder
        self.more = Linear(adapter.norm.gain.numel(), vocoder.trunk.first.out_channels)
        with torch.no_grad():
            self.more.weight.zero_()
            self.more.bias.zero_()

    def filters(self, hidden, mel, hz, voicing) -> Filters:
        """Of frames in a row, by what the adapter says of them."""
        return self.vocoder.filters(mel, hz, voicing, more=self.more(hidden))[0]
