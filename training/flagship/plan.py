"""What is done next. Standard library only."""
from __future__ import annotations

from dataclasses import dataclass

DATA, VOCODER = 'flagship-data', 'aria-vocoder'


@dataclass(frozen=True)
class Progress:
    """`minutes` of data and whether that is all; the share of the training's steps."""
    minutes: float
    is_data_whole: bool
    vocoder: float


@dataclass(frozen=True)
class Rules:
    """`first_minutes` of data are made before anything is trained on them."""
    first_minutes: float = 90.0


def next_stages(progress: Progress, rules: Rules, processes: int) -> list[str]:
    """One name for each process that has something to do; empty when all is done."""
    may_train = progress.is_data_whole or (progress.minutes >= rules.first_minutes and processes > 1)
    training = [VOCODER] if may_train and progress.vocoder < 1 else []
    if progress.is_data_whole:
        return training
    return training + [DATA] * (processes - len(training))
