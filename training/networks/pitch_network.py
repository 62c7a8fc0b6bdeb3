"""Log mel -> fundamental frequency and voicing, as the vocoder needs them; two frames of look-ahead."""
from __future__ import annotations

import math

import torch
from torch import nn
from torch.nn import functional

from training.mel import BANDS
from training.networks.blocks import ChannelNorm

STEPS, STEPS_AN_OCTAVE, LOWEST_HZ = 80, 24, 52.0
_LAYERS, _WIDTH, _CHANNELS = 4, 5, 128
LOOK_AHEAD = 2
LOOK_BACK = _LAYERS * (_WIDTH - 1) - LOOK_AHEAD
_MEL_MEAN, _MEL_DEVIATION = -5.0, 2.5
#: Steps around the likeliest over which the pitch is averaged.
_REACH = 3.5


class PitchNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(
            [nn.Conv1d(BANDS if i == 0 else _CHANNELS, _CHANNELS, _WIDTH) for i in range(_LAYERS)])
        self.norms = nn.ModuleList([ChannelNorm(_CHANNELS) for _ in range(_LAYERS)])
        self.out = nn.Linear(_CHANNELS, STEPS + 1)
        self.register_buffer('steps', torch.arange(STEPS).float(), False)

    def forward(self, mel: torch.Tensor, padded: bool = False) -> torch.Tensor:
        """(batch, BANDS, frames) -> logits (batch, frames, STEPS and voicing); `padded`: mel already holds LOOK_BACK
        frames before and LOOK_AHEAD frames after those that are wanted."""
        x = (mel - _MEL_MEAN) / _MEL_DEVIATION
        if not padded:
            x = functional.pad(x, (LOOK_BACK, LOOK_AHEAD), mode='replicate')
        for i, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            y = functional.gelu(norm(layer(x).transpose(1, 2))).transpose(1, 2)
            x = y if i == 0 else y + x[:, :, _WIDTH - 1:]
        return self.out(x.transpose(1, 2))

    def decode(self, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """-> Hz and probability of voicing."""
        shares = torch.softmax(logits[..., :STEPS], -1)
        likeliest = shares.argmax(-1, keepdim=True).float()
        near = shares * ((self.steps - likeliest).abs() < _REACH).float()
        step = (near * self.steps).sum(-1) / near.sum(-1)
        return LOWEST_HZ * torch.exp(step * (math.log(2.0) / STEPS_AN_OCTAVE)), torch.sigmoid(logits[..., STEPS])


def without_single_frames(voiced: torch.Tensor) -> torch.Tensor:
    """A frame that differs from both its neighbours is an error, as in the engine."""
    kept = voiced.clone()
    alone = voiced[:-2] == voiced[2:]
    kept[1:-1] = torch.where(alone, voiced[:-2], voiced[1:-1])
    return kept
