"""Layers that are told who speaks: a speaker is a vector, and so is every mixture of speakers."""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.networks.blocks import Linear
from training.sounds import FOLLOWS_COUNT, MODIFIER_COUNT, PLACE_COUNT, STRESS_COUNT, SYMBOLS

_SPEAKER_NUMBERS, _LANGUAGE_NUMBERS = 64, 24
WHO_NUMBERS = _SPEAKER_NUMBERS + _LANGUAGE_NUMBERS
#: Kept for speakers and languages that are added later, so that a training can go on with them.
MOST_SPEAKERS, MOST_LANGUAGES = 48, 16


class WhoEmbedding(nn.Module):
    """Weights over speakers and over languages, each adding up to 1 -> what the blocks are told."""

    def __init__(self):
        super().__init__()
        self.speakers = nn.Parameter(0.3 * torch.randn(MOST_SPEAKERS, _SPEAKER_NUMBERS))
        self.languages = nn.Parameter(0.3 * torch.randn(MOST_LANGUAGES, _LANGUAGE_NUMBERS))

    def forward(self, speakers: torch.Tensor, languages: torch.Tensor) -> torch.Tensor:
        return torch.cat([speakers @ self.speakers[:speakers.shape[1]],
                          languages @ self.languages[:languages.shape[1]]], 1)


class SpeakerNorm(nn.Module):
    """Layer normalization with gain and bias by who speaks."""

    def __init__(self, channels: int):
        super().__init__()
        self._channels = channels
        self.told = nn.Linear(WHO_NUMBERS, 2 * channels)
        nn.init.zeros_(self.told.weight)
        with torch.no_grad():
            self.told.bias.copy_(torch.cat([torch.ones(channels), torch.zeros(channels)]))

    def forward(self, x: torch.Tensor, who: torch.Tensor) -> torch.Tensor:
        gain, bias = self.told(who).unsqueeze(1).chunk(2, -1)
        return functional.layer_norm(x, (self._channels,)) * gain + bias


class SpeakerBlock(nn.Module):
    """ConvNeXt over (batch, time, channels), centred on each frame."""

    def __init__(self, channels: int, width: int, expansion: int, dropout: float = 0.0):
        super().__init__()
        self.along = nn.Conv2d(channels, channels, (1, width), padding=(0, width // 2), groups=channels)
        self.norm = SpeakerNorm(channels)
        self.widen = Linear(channels, channels * expansion)
        self.narrow = Linear(channels * expansion, channels)
        self.dropout = nn.Dropout(dropout) if dropout > 0 else nn.Identity()
        self.gain = nn.Parameter(torch.full((channels,), 0.3))

    def forward(self, x: torch.Tensor, who: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        y = x if mask is None else x * mask
        y = self.along(y.unsqueeze(1).permute(0, 3, 1, 2)).permute(0, 2, 3, 1).squeeze(1)
        return x + self.gain * self.dropout(self.narrow(functional.gelu(self.widen(self.norm(y, who)))))


class RowEmbedding(nn.Module):
    """The sum of what each of a row's five integers stands for."""

    def __init__(self, channels: int):
        super().__init__()
        counts = (len(SYMBOLS), STRESS_COUNT, PLACE_COUNT, FOLLOWS_COUNT, MODIFIER_COUNT)
        self.tables = nn.ModuleList([nn.Embedding(count, channels) for count in counts])
        for i, table in enumerate(self.tables):
            nn.init.normal_(table.weight, 0, 0.5 if i == 0 else 0.25)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return sum(table(rows[..., i]) for i, table in enumerate(self.tables))


def one_hot(indices: torch.Tensor, count: int) -> torch.Tensor:
    return functional.one_hot(indices, count).float()
