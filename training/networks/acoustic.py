"""Rows with durations, pitch and level -> log mel and voicing."""
from __future__ import annotations

import torch
from torch import nn

from training.mel import BANDS
from training.networks.blocks import Linear
from training.networks.speaker_blocks import WHO_NUMBERS, RowEmbedding, SpeakerBlock, SpeakerNorm, WhoEmbedding
from training.sounds import BY_FALLING_QUESTION, BY_RISE, BY_STOP, END, RISING_END


def radial(values: torch.Tensor, count: int, low: float, high: float) -> torch.Tensor:
    """How near a value is to each of `count` centres from `low` to `high`."""
    centres = torch.linspace(low, high, count, device=values.device, dtype=values.dtype)
    return torch.exp(-0.5 * ((values.unsqueeze(-1) - centres) * ((count - 1) / (high - low))) ** 2)


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
        self.who = WhoEmbedding()
        self.embedding = RowEmbedding(channels)
        self.told_tokens = nn.Linear(WHO_NUMBERS, channels)
        self.encoder = nn.ModuleList([SpeakerBlock(channels, 5, 2, 0.1) for _ in range(encoder_blocks)])
        self.encoder_norm = SpeakerNorm(channels)
        self.prosody = Linear(_PITCH_CENTRES + _LEVEL_CENTRES + 5, channels)
        self.decoder = nn.ModuleList([SpeakerBlock(channels, 9, expansion) for _ in range(decoder_blocks)])
        self.norm = SpeakerNorm(channels)
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
