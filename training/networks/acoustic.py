"""Tokens with durations, pitch and level -> log mel and voicing."""
from __future__ import annotations

import torch
from torch import nn

from training.mel import BANDS
from training.networks.blocks import Linear, TokenBlock, TokenEmbedding


def radial(values: torch.Tensor, count: int, low: float, high: float) -> torch.Tensor:
    """How near a value is to each of `count` centres from `low` to `high`."""
    centres = torch.linspace(low, high, count, device=values.device, dtype=values.dtype)
    return torch.exp(-0.5 * ((values.unsqueeze(-1) - centres) * ((count - 1) / (high - low))) ** 2)


_PITCH_CENTRES, _LEVEL_CENTRES = 24, 16


class AcousticModel(nn.Module):
    """An encoder over tokens, each repeated for its frames, and a decoder over frames that is told the pitch contour."""

    def __init__(self, channels: int = 192, encoder_blocks: int = 3, decoder_blocks: int = 5, encoder_width: int = 5,
                 decoder_width: int = 9, decoder_expansion: int = 3, dropout: float = 0.0):
        super().__init__()
        self.embedding = TokenEmbedding(channels)
        self.encoder = nn.ModuleList([TokenBlock(channels, encoder_width, 2, 0.1) for _ in range(encoder_blocks)])
        self.encoder_norm = nn.LayerNorm(channels)
        self.prosody = Linear(_PITCH_CENTRES + _LEVEL_CENTRES + 5, channels)
        self.decoder = nn.ModuleList(
            [TokenBlock(channels, decoder_width, decoder_expansion, dropout) for _ in range(decoder_blocks)])
        self.norm = nn.LayerNorm(channels)
        self.to_mel = nn.Linear(channels, BANDS)
        self.to_voicing = nn.Linear(channels, 1)
        self.register_buffer('mean', torch.zeros(BANDS))
        self.register_buffer('deviation', torch.ones(BANDS))

    def forward(self, tokens, durations, pitch_start, pitch_middle, level, frames, token_mask=None):
        """tokens (batch, tokens, 4); durations (batch, tokens) in whole frames; pitch and level (batch, tokens) in
        deviations from the voice's mean; frames: how many to make. -> log mel (batch, frames, BANDS), pitch contour
        (batch, frames), which frames are within the durations, logits of voicing."""
        x = self.embedding(tokens)
        for block in self.encoder:
            x = block(x, token_mask)
        x = self.encoder_norm(x)
        ends = torch.cumsum(durations, 1)
        at = torch.arange(frames, device=tokens.device)
        index = (at[None, :, None] >= ends[:, None, :]).long().sum(-1)
        live = index < tokens.shape[1]
        index = torch.clamp(index, max=tokens.shape[1] - 1)
        of_frame = lambda values: torch.gather(values, 1, index)
        length = torch.clamp(of_frame(durations), min=1).float()
        passed = torch.clamp(at[None].float() - (of_frame(ends) - of_frame(durations)).float(), min=0)
        share = torch.clamp((passed + 0.5) / length, max=1.0)
        start, middle = of_frame(pitch_start), of_frame(pitch_middle)
        end = of_frame(torch.cat([pitch_start[:, 1:], pitch_start[:, -1:]], 1))
        contour = torch.where(share < 0.5, start + (middle - start) * 2 * share,
                              middle + (end - middle) * (2 * share - 1))
        told = torch.cat([
            radial(contour, _PITCH_CENTRES, -3.0, 3.5), radial(of_frame(level), _LEVEL_CENTRES, -4.0, 2.0),
            torch.stack([contour, share, torch.log(length) * 0.3, torch.log(passed + 1) * 0.3,
                         torch.log(torch.clamp(length - passed, min=0.5)) * 0.3], -1)], -1)
        y = torch.gather(x, 1, index.unsqueeze(-1).expand(-1, -1, x.shape[-1])) + self.prosody(told)
        mask = live.unsqueeze(-1).to(y.dtype)
        y = y * mask
        for block in self.decoder:
            y = block(y, None if token_mask is None else mask)
        y = self.norm(y)
        return self.to_mel(y) * self.deviation + self.mean, contour, live, self.to_voicing(y).squeeze(-1)
