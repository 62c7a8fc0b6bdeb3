"""What is done next. Standard library only."""
from __future__ import annotations

from dataclasses import dataclass

DATA, ADAPTER, STUDENT = 'flagship-data', 'flagship-adapter', 'flagship-student'


@dataclass(frozen=True)
class Progress:
    """`minutes` of data and whether that is all; shares of the trainings' steps; the adapter's held-out error of mels."""
    minutes: float
    is_data_whole: bool
    adapter: float
    student: float
    mel_error: float | None


@dataclass(frozen=True)
class Rules:
    """`first_minutes` of data are made before anything is trained on them; the student begins at a held-out error of mels of at
    most `mel_error`."""
    first_minutes: float = 120.0
    mel_error: float = 0.20


def next_stages(progress: Progress, rules: Rules, processes: int) -> list[str]:
    """One name for each process that has something to do; empty when all is done, or when the adapter is not good enough."""
    training = []
    if progress.is_data_whole or (progress.minutes >= rules.first_minutes and processes > 1):
        if progress.adapter < 1:
            training = [ADAPTER]
        elif progress.student < 1 and progress.mel_error is not None and progress.mel_error <= rules.mel_error:
            training = [STUDENT]
    if progress.is_data_whole:
        return training
    return training + [DATA] * (processes - len(training))
