"""Weights as they come back from a lent GPU."""
from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import torch

#: What comes back is cut into files.
PART_BYTES = 15_000_000


def write_weights(folder: Path, name: str, state: dict[str, torch.Tensor]) -> None:
    """NAME-0.part, NAME-1.part...: all values in halves, in the order of NAME.json."""
    folder.mkdir(parents=True, exist_ok=True)
    values = np.concatenate([value.detach().float().cpu().numpy().astype(np.float16).reshape(-1) for value in state.values()]).tobytes()
    (folder / f'{name}.json').write_text(json.dumps({key: list(value.shape) for key, value in state.items()}))
    for i, at in enumerate(range(0, len(values), PART_BYTES)):
        (folder / f'{name}-{i}.part').write_bytes(values[at:at + PART_BYTES])


def read_weights(folder: Path, name: str) -> dict[str, torch.Tensor]:
    shapes = json.loads((folder / f'{name}.json').read_text())
    parts = sorted(folder.glob(f'{name}-*.part'))
    values, at, state = np.frombuffer(b''.join(part.read_bytes() for part in parts), np.float16), 0, {}
    for key, form in shapes.items():
        count = math.prod(form)
        state[key] = torch.from_numpy(values[at:at + count].reshape(form).astype(np.float32))
        at += count
    return state
