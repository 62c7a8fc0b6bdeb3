"""What a training on a lent GPU asks of the network that it trains."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import nn

from training.on_gpu.clauses import SoundStore
from training.on_gpu.predictions import Predicted
from training.on_gpu.teacher import Spoken


@dataclass(frozen=True)
class Made:
    """`losses` by name; `natural` and `made` (batch, samples), of which the first `paired` are to be the same sounds."""
    losses: dict[str, torch.Tensor]
    natural: torch.Tensor
    made: torch.Tensor
    paired: int


class Target(Protocol):
    #: Of the files of weights.
    name: str
    #: Learning rate at first, and the share of the time without discriminators.
    rate: float
    regression: float
    #: What each loss counts.
    weights: dict[str, float]
    model: nn.Module
    store: SoundStore

    def take(self, spoken: Spoken) -> None:
        """A clause into the store."""

    def predict(self, predicted: Predicted) -> None:
        """A prediction of aria's acoustic model, where there are some."""

    def begin(self) -> None:
        """Before the first step, when the first clauses are there."""

    def copies(self, count: int) -> Made:
        """So many segments that are drawn."""

    def judged(self, count: int) -> Made:
        """So many sounds that are drawn, for the discriminators."""

    def measured(self, starts: torch.Tensor) -> dict[str, torch.Tensor]:
        """Losses and the error of mels, `mel`, of held-out segments."""
