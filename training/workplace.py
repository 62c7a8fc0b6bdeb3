"""Where a training keeps its files, and what all stages share: seeds, time budgets, logs, checkpoints."""
from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch


@dataclass(frozen=True)
class Workplace:
    """One folder outside the repository; a stage reads what the stages before it wrote there."""
    root: Path

    @property
    def source(self) -> Path:
        return self.root / 'source'

    @property
    def audio(self) -> Path:
        """24 kHz mono int16 WAV files, levelled and trimmed."""
        return self.root / 'audio'

    @property
    def takes(self) -> Path:
        return self.root / 'takes.jsonl'

    @property
    def phonemes(self) -> Path:
        return self.root / 'phonemes.jsonl'

    @property
    def alignment(self) -> Path:
        return self.root / 'alignment.jsonl'

    @property
    def waves(self) -> Path:
        return self.root / 'waves.npz'

    def run(self, name: str) -> Path:
        """The checkpoint, log and figures of one training."""
        folder = self.root / 'runs' / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def seed_all(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def open_device(name: str, threads: int) -> torch.device:
    device = torch.device(name)
    if device.type == 'cuda':
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
    else:
        torch.set_num_threads(threads)
    return device


def append_figures(folder: Path, figures: dict[str, Any]) -> None:
    """One JSON line in the run's `figures.jsonl`, and on the screen."""
    line = json.dumps(figures)
    print(line, flush=True)
    with (folder / 'figures.jsonl').open('a', encoding='utf-8') as file:
        file.write(line + '\n')


def save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Whole or not at all: a training that is killed meanwhile leaves the one before."""
    partial = path.with_suffix('.part')
    torch.save(state, partial)
    os.replace(partial, path)


def load_checkpoint(path: Path, device: torch.device | str = 'cpu') -> dict[str, Any]:
    try:
        return torch.load(path, map_location=device, weights_only=False)
    except TypeError:  # torch before 1.13 knows no weights_only
        return torch.load(path, map_location=device)


def read_json_lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def write_json_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    partial = path.with_suffix('.part')
    partial.write_text(''.join(json.dumps(row) + '\n' for row in rows), encoding='utf-8')
    os.replace(partial, path)
