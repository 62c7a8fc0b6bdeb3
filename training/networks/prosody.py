"""Rows and noise -> duration, pitch and level of each token.

A flow: a network says in which direction to move at each moment of the way from noise to the values, and a few steps are
taken. One sentence has many readings, and the mean of them is flat; a flow draws one of them.
"""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.networks.speaker_blocks import WHO_NUMBERS, RowEmbedding, SpeakerBlock, SpeakerNorm, WhoEmbedding

#: Tokens on either side over which pitch is averaged for the tune of a phrase.
_TUNE_REACH = 10

#: Logarithm of the duration, pitch at the start and at the middle, level; each in deviations from its mean.
VALUES = 4
DURATION, PITCH_START, PITCH_MIDDLE, LEVEL = range(VALUES)
_FARTHEST = 50


class ProsodyFlow(nn.Module):
    def __init__(self, channels: int = 192, blocks: int = 5, width: int = 7, dropout: float = 0.1):
        super().__init__()
        self.who = WhoEmbedding()
        self.embedding = RowEmbedding(channels)
        self.told_tokens = nn.Linear(WHO_NUMBERS, channels)
        self.position = nn.Linear(3, channels)
        self.values = nn.Linear(VALUES + 1, channels)
        self.blocks = nn.ModuleList([SpeakerBlock(channels, width, 2, dropout) for _ in range(blocks)])
        #: What each block tells all tokens of the whole sentence.
        self.summaries = nn.ModuleList([nn.Linear(channels, channels) for _ in range(blocks)])
        for summary in self.summaries:
            nn.init.zeros_(summary.weight)
            nn.init.zeros_(summary.bias)
        self.norm = SpeakerNorm(channels)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(channels, VALUES)

    def text(self, who: torch.Tensor, rows: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
        """What the flow is told of the rows; the same at each of its steps."""
        at = torch.arange(rows.shape[1], device=rows.device)[None].float().expand(rows.shape[:2])
        last = (counts.float() - 1)[:, None]
        place = torch.stack([torch.clamp(at, max=_FARTHEST) / 25, torch.clamp(last - at, 0, _FARTHEST) / 25,
                             at / torch.clamp(last, min=1)], -1)
        return self.dropout(self.embedding(rows) + self.position(place)) + self.told_tokens(who).unsqueeze(1)

    def direction(self, who: torch.Tensor, text: torch.Tensor, values: torch.Tensor, moment: torch.Tensor,
                  mask: torch.Tensor) -> torch.Tensor:
        """`values` (batch, tokens, VALUES) at `moment` (batch, 1, 1), from 0 to 1; `mask` (batch, tokens, 1)."""
        x = text + self.values(torch.cat([values, moment.expand(-1, values.shape[1], -1)], -1))
        for block, summary in zip(self.blocks, self.summaries):
            x = block(x, who, mask)
            mean = (x * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True)
            x = x + functional.gelu(summary(mean))
        return self.out(self.dropout(self.norm(x, who)))

    def forward(self, speakers: torch.Tensor, languages: torch.Tensor, rows: torch.Tensor, counts: torch.Tensor,
                mask: torch.Tensor, latent: torch.Tensor, steps: int) -> torch.Tensor:
        """`latent` (batch, tokens, VALUES): normal noise for a reading as any other, zero for the most usual one."""
        who = self.who(speakers, languages)
        text, values = self.text(who, rows, counts), latent
        for step in range(steps):
            moment = torch.full_like(values[:, :1, :1], step / steps)
            values = values + self.direction(who, text, values, moment, mask) / steps
        return values


def tune_of(pitch: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The slow part of pitch values (batch, tokens), from neighbours by their weight; accents are what is left."""
    window = torch.hann_window(2 * _TUNE_REACH + 3, periodic=False, dtype=pitch.dtype, device=pitch.device)[1:-1]
    around = lambda values: functional.conv1d(values.unsqueeze(1), window[None, None], padding=_TUNE_REACH).squeeze(1)
    return around(pitch * weight) / (around(weight) + 1e-3)


def widen_accents(values: torch.Tensor, weight: torch.Tensor, gain: torch.Tensor | float) -> torch.Tensor:
    """The usual reading is an average of readings, and averages are flat: their tune falls as far as a speaker's does,
    but their accents are weaker. `gain` makes up for it and leaves the tune as it is."""
    start, middle = values[..., PITCH_START], values[..., PITCH_MIDDLE]
    tune = tune_of(middle, weight)
    wide = lambda pitch: tune + gain * (pitch - tune)
    return torch.stack([values[..., DURATION], wide(start), wide(middle), values[..., LEVEL]], -1)
