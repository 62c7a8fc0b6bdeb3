"""Prosody and acoustic models for all speakers and languages: a speaker is a point, and so is every mixture of speakers."""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.mel import BANDS
from training.networks.acoustic import radial
from training.networks.blocks import Linear
from training.networks.prosody import VALUES
from training.sounds import (BY_FALLING_QUESTION, BY_RISE, BY_STOP, END, FOLLOWS_COUNT, MODIFIER_COUNT, PLACE_COUNT, STRESS_COUNT, RISING_END,
                             SYMBOLS)

_SPEAKER_NUMBERS, _LANGUAGE_NUMBERS = 64, 24
WHO_NUMBERS = _SPEAKER_NUMBERS + _LANGUAGE_NUMBERS
#: Kept for speakers and languages that are added later, so that a training can go on with them.
MOST_SPEAKERS, MOST_LANGUAGES = 48, 16


class Who(nn.Module):
    """Weights over speakers and over languages, each adding up to 1 -> what the blocks are told."""

    def __init__(self):
        super().__init__()
        self.speakers = nn.Parameter(0.3 * torch.randn(MOST_SPEAKERS, _SPEAKER_NUMBERS))
        self.languages = nn.Parameter(0.3 * torch.randn(MOST_LANGUAGES, _LANGUAGE_NUMBERS))

    def forward(self, speakers: torch.Tensor, languages: torch.Tensor) -> torch.Tensor:
        return torch.cat([speakers @ self.speakers[:speakers.shape[1]],
                          languages @ self.languages[:languages.shape[1]]], 1)


class ToldNorm(nn.Module):
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


class ToldBlock(nn.Module):
    """ConvNeXt over (batch, time, channels), centred on each frame."""

    def __init__(self, channels: int, width: int, expansion: int, dropout: float = 0.0):
        super().__init__()
        self.along = nn.Conv2d(channels, channels, (1, width), padding=(0, width // 2), groups=channels)
        self.norm = ToldNorm(channels)
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


def with_plain_ends(rows: torch.Tensor) -> torch.Tensor:
    """Questions end as statements do, for who is told the pitch: the teacher's questions fall, and are to rise."""
    symbol, stress, place, follows, modifier = rows.unbind(-1)
    symbol = torch.where(symbol == RISING_END, torch.full_like(symbol, END), symbol)
    is_question = (follows == BY_RISE) | (follows == BY_FALLING_QUESTION)
    follows = torch.where(is_question, torch.full_like(follows, BY_STOP), follows)
    return torch.stack([symbol, stress, place, follows, modifier], -1)


#: Absolute pitch, in units from the origin of corpus.py: 45 to 560 Hz.
_PITCH_CENTRES, _LOWEST, _HIGHEST = 48, -7.3, 7.3
_LEVEL_CENTRES = 16


class AcousticModel(nn.Module):
    """An encoder over tokens, each repeated for its frames, and a decoder over frames that is told the pitch contour."""

    def __init__(self, channels: int = 224, encoder_blocks: int = 4, decoder_blocks: int = 6, expansion: int = 2):
        super().__init__()
        self.who = Who()
        self.embedding = RowEmbedding(channels)
        self.told_tokens = nn.Linear(WHO_NUMBERS, channels)
        self.encoder = nn.ModuleList([ToldBlock(channels, 5, 2, 0.1) for _ in range(encoder_blocks)])
        self.encoder_norm = ToldNorm(channels)
        self.prosody = Linear(_PITCH_CENTRES + _LEVEL_CENTRES + 5, channels)
        self.decoder = nn.ModuleList([ToldBlock(channels, 9, expansion) for _ in range(decoder_blocks)])
        self.norm = ToldNorm(channels)
        self.to_mel = nn.Linear(channels, BANDS)
        self.to_voicing = nn.Linear(channels, 1)

    def forward(self, speakers, languages, rows, durations, pitch_start, pitch_middle, level, frames, token_mask=None):
        """speakers, languages: weights (batch, count). rows (batch, tokens, 5); durations (batch, tokens) in whole frames;
        pitch in units from the origin, level in deviations from the speaker's mean. -> mel in its speakers' deviations
        from their means (batch, frames, BANDS), pitch contour (batch, frames), which frames are within the durations,
        logits of voicing."""
        who = self.who(speakers, languages)
        x = self.embedding(with_plain_ends(rows)) + self.told_tokens(who).unsqueeze(1)
        for block in self.encoder:
            x = block(x, who, token_mask)
        x = self.encoder_norm(x, who)
        ends = torch.cumsum(durations, 1)
        at = torch.arange(frames, device=rows.device)
        index = (at[None, :, None] >= ends[:, None, :]).long().sum(-1)
        live = index < rows.shape[1]
        index = torch.clamp(index, max=rows.shape[1] - 1)
        of_frame = lambda values: torch.gather(values, 1, index)
        length = torch.clamp(of_frame(durations), min=1).float()
        passed = torch.clamp(at[None].float() - (of_frame(ends) - of_frame(durations)).float(), min=0)
        share = torch.clamp((passed + 0.5) / length, max=1.0)
        start, middle = of_frame(pitch_start), of_frame(pitch_middle)
        end = of_frame(torch.cat([pitch_start[:, 1:], pitch_start[:, -1:]], 1))
        contour = torch.where(share < 0.5, start + (middle - start) * 2 * share,
                              middle + (end - middle) * (2 * share - 1))
        told = torch.cat([
            radial(contour, _PITCH_CENTRES, _LOWEST, _HIGHEST), radial(of_frame(level), _LEVEL_CENTRES, -4.0, 2.0),
            torch.stack([contour * 0.3, share, torch.log(length) * 0.3, torch.log(passed + 1) * 0.3,
                         torch.log(torch.clamp(length - passed, min=0.5)) * 0.3], -1)], -1)
        y = torch.gather(x, 1, index.unsqueeze(-1).expand(-1, -1, x.shape[-1])) + self.prosody(told)
        mask = live.unsqueeze(-1).to(y.dtype)
        y = y * mask
        for block in self.decoder:
            y = block(y, who, None if token_mask is None else mask)
        y = self.norm(y, who)
        return self.to_mel(y), contour, live, self.to_voicing(y).squeeze(-1)


_FARTHEST = 50


class ProsodyFlow(nn.Module):
    """As training/networks/prosody.py has it, told who speaks."""

    def __init__(self, channels: int = 192, blocks: int = 5, width: int = 7, dropout: float = 0.1):
        super().__init__()
        self.who = Who()
        self.embedding = RowEmbedding(channels)
        self.told_tokens = nn.Linear(WHO_NUMBERS, channels)
        self.position = nn.Linear(3, channels)
        self.values = nn.Linear(VALUES + 1, channels)
        self.blocks = nn.ModuleList([ToldBlock(channels, width, 2, dropout) for _ in range(blocks)])
        #: What each block tells all tokens of the whole sentence.
        self.summaries = nn.ModuleList([nn.Linear(channels, channels) for _ in range(blocks)])
        for summary in self.summaries:
            nn.init.zeros_(summary.weight)
            nn.init.zeros_(summary.bias)
        self.norm = ToldNorm(channels)
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


def one_hot(indices: torch.Tensor, count: int) -> torch.Tensor:
    return functional.one_hot(indices, count).float()
