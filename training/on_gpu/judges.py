"""Discriminators of samples."""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.networks.discriminators import PeriodJudge, SpectrumJudge, without_weight_norm


class Judges(nn.Module):
    """Samples are (batch, samples)."""

    def __init__(self, spectrum_channels: int = 32, period_channels: tuple[int, ...] = (32, 64, 256, 512)):
        super().__init__()
        self.judges = nn.ModuleList([
            *(SpectrumJudge(size, size // 4, spectrum_channels) for size in (2048, 1024, 512)),
            *(PeriodJudge(period, period_channels) for period in (2, 3, 5, 7, 11))])
        # Plain weights in the layout in which a GPU multiplies: a third of the time went to copies from one to the other.
        without_weight_norm(self)
        self.to(memory_format=torch.channels_last)

    def forward(self, samples: torch.Tensor):
        return [judge(samples) for judge in self.judges]

    def own_loss(self, natural: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
        """Hinge loss, to be minimized by the judges. Natural and made sounds go through them as one batch."""
        scores = [score.float().flatten(1).chunk(2) for score, _ in self(torch.cat([natural, made]))]
        return sum(functional.relu(1 - real).mean() + functional.relu(1 + fake).mean() for real, fake in scores) / len(scores)

    def model_losses(self, natural: torch.Tensor, made: torch.Tensor, paired: int) -> tuple[torch.Tensor, torch.Tensor]:
        """How far from fooled they are, and the feature matching loss of the first `paired` sounds, which are to be the natural ones."""
        judged = self(made)
        with torch.no_grad():
            wanted = self(natural[:paired])
        fooled = -sum(score.float().mean() for score, _ in judged) / len(judged)
        # Relative to the features' own size, so that each layer counts the same.
        matching = sum(sum((a[:paired] - b).abs().float().mean() / b.abs().float().mean() for a, b in zip(features, others)) / len(features)
                       for (_, features), (_, others) in zip(judged, wanted)) / len(judged)
        return fooled, matching
