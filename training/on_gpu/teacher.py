"""The teacher on a lent machine: what it is given to say, spoken clause by clause as its front is done with them."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.networks.flagship import HOP
from training.on_gpu.clauses import to_device
from training.on_gpu.freight import GENERATOR, REFERENCES, load, widen
from training.on_gpu.fronts import Fronts, Told, read_rows
from training.on_gpu.predictions import Predicted
from training.on_gpu.generator import Generator


@dataclass(frozen=True)
class Spoken:
    """`features` (frames, 512) and `samples` (HOP * frames) are on the device."""
    told: Told
    features: torch.Tensor
    samples: torch.Tensor
    is_held_out: bool


class Teacher:
    def __init__(self, folder: Path, processes: int, device: torch.device):
        """`folder`: what `gpu-pack` wrote. `processes`: for the front, on the CPUs."""
        self._fronts = Fronts(folder, processes)
        self._folder, self._device = folder, device
        self._rows = read_rows(folder)
        weights = {name: torch.from_numpy(np.array(values)).to(device) for name, values in widen(load(folder / GENERATOR)).items()}
        self._generator = Generator(weights)

    @property
    def clauses(self) -> int:
        return len(self._rows)

    @property
    def is_done(self) -> bool:
        return self._fronts.is_done

    def spoken(self, most: int) -> Iterator[Spoken]:
        """What the front has told, at most so many clauses. Launching the generator takes 25 ms of a CPU."""
        for told in self._fronts.told(most):
            features = to_device(told.features, self._device)
            on_device = lambda values: to_device(np.ascontiguousarray(values, np.float32), self._device)
            samples = self._generator(features.float().T[None], on_device(told.f0), on_device(told.style)[None])
            yield Spoken(told, features, samples, self._rows[told.number]['split'] != 'train')

    def predicted(self) -> Iterator[Predicted]:
        """What aria's acoustic model has predicted."""
        return self._fronts.predicted()

    @torch.no_grad()
    def check_generator(self, say: Callable[[str], None]) -> None:
        """Against samples of onnxruntime and OpenVINO in 32 bits. Unvoiced sounds hang on rounding in the teacher itself."""
        stored = load(self._folder / REFERENCES)
        to = lambda values: torch.from_numpy(np.array(values)).to(self._device)
        for i in range(len([name for name in stored if name.endswith('samples')])):
            samples, f0 = stored[f'{i} samples'].astype(np.float32), stored[f'{i} f0']
            features, style = (to(stored[f'{i} {name}'].astype(np.float32)) for name in ('features', 'style'))
            made = self._generator(features.T[None], to(f0), style[None]).cpu().numpy()
            voiced = np.repeat(f0 > 45, HOP)
            error = ((made - samples) ** 2)[voiced].mean() / (samples ** 2)[voiced].mean()
            say(f'generator, reference {i}: {10 * math.log10(error):.1f} dB in voiced frames, level '
                f'{20 * math.log10(made.std() / samples.std()):+.2f} dB')

    def end(self) -> None:
        self._fronts.end()
