"""What all trainings share: a number of steps, checkpoints from which they go on, and figures over time."""
from __future__ import annotations

import math
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import torch

from training.ending import Ending
from training.workplace import append_figures, load_checkpoint, save_checkpoint, seed_all

CHECKPOINT, BEST = 'last.pt', 'best.pt'


class Stateful(Protocol):
    def state_dict(self) -> dict[str, Any]: ...

    def load_state_dict(self, state: dict[str, Any]) -> Any: ...


def add_loop_options(parser: ArgumentParser, steps: int, run: str | None = None, report_s: float = 120) -> None:
    parser.add_argument('--run', required=run is None, default=run, help='name of the run; an existing run continues')
    parser.add_argument('--steps', type=int, default=steps, help='number of steps of the run, over all calls')
    parser.add_argument('--call-minutes', type=float, help='time limit of this call; the next call continues')
    parser.add_argument('--report-s', type=float, default=report_s, help='seconds between two reports')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=1)


class Loop:
    """Counts steps and time. Leaves a checkpoint at each report, at the end, and when it is asked to end."""

    def __init__(self, folder: Path, options: Namespace, parts: dict[str, Stateful], shape: dict[str, Any],
                 ending: Ending | None = None):
        self._folder, self._options, self._parts, self._shape = folder, options, parts, shape
        self.step = 0
        self._before_s = 0.0
        self._started = time.monotonic()
        self._sums: dict[str, tuple[torch.Tensor, int]] = {}
        self._ending = ending or Ending()
        checkpoint = folder / CHECKPOINT
        if checkpoint.exists():
            self._resume(load_checkpoint(checkpoint))
        seed_all(options.seed + self.step)

    def _resume(self, stored: dict[str, Any]) -> None:
        for name, part in self._parts.items():
            part.load_state_dict(stored['parts'][name])
        self.step, self._before_s = stored['step'], stored['spent_s']
        print(f'goes on at step {self.step}, after {self._before_s / 60:.1f} minutes', flush=True)

    @property
    def share(self) -> float:
        """From 0 to 1; learning rates and phases follow it."""
        return min(1.0, self.step / self._options.steps)

    @property
    def _spent_s(self) -> float:
        return self._before_s + time.monotonic() - self._started

    def cosine(self, warm_up_steps: int, last: float) -> float:
        """What to multiply a learning rate with: up within the first steps, then down to `last`."""
        return min(1.0, (self.step + 1) / warm_up_steps) * (
            last + (1 - last) * 0.5 * (1 + math.cos(math.pi * self.share)))

    def add(self, **losses: torch.Tensor) -> None:
        """Figures of a step; their mean is reported. Nothing waits for the device."""
        for name, value in losses.items():
            total, count = self._sums.get(name, (0, 0))
            self._sums[name] = (total + value.detach(), count + 1)

    def steps(self, evaluate: Callable[[], dict[str, float]]) -> Iterator[int]:
        reported, first = time.monotonic(), self.step
        while self.share < 1 and not self._call_is_over():
            yield self.step
            self.step += 1
            if time.monotonic() - reported > self._options.report_s:
                self._report(evaluate, (self.step - first) / (time.monotonic() - reported))
                reported, first = time.monotonic(), self.step
        self._report(evaluate, (self.step - first) / (time.monotonic() - reported))
        print('done' if self.share >= 1 else 'not done: the same command goes on', flush=True)

    def _call_is_over(self) -> bool:
        limit = self._options.call_minutes
        return self._ending.is_near or (limit is not None and time.monotonic() - self._started > 60 * limit)

    def _report(self, evaluate: Callable[[], dict[str, float]], steps_a_second: float) -> None:
        means = {name: round(float(total) / count, 4) for name, (total, count) in self._sums.items()}
        self._sums = {}
        append_figures(self._folder, {
            'step': self.step, 'share': round(self.share, 4), 'minutes': round(self._spent_s / 60, 2), 'steps_a_second': round(steps_a_second, 2),
            **{f'trained_{name}': value for name, value in means.items()},
            **{name: round(value, 4) for name, value in evaluate().items()}})
        self.save()

    def save(self, name: str = CHECKPOINT, **more: Any) -> None:
        """`more` goes into the checkpoint's shape."""
        save_checkpoint(self._folder / name, {
            'parts': {part: value.state_dict() for part, value in self._parts.items()}, 'shape': self._shape | more,
            'step': self.step, 'spent_s': self._spent_s, 'options': {k: str(v) for k, v in vars(self._options).items()}})


def averaged_weights(path: Path) -> dict[str, torch.Tensor]:
    """Of a checkpoint; those that are evaluated and shipped."""
    return load_checkpoint(path)['parts']['average']


def newest_or_best(run: Path) -> Path:
    """The best checkpoint of a training that keeps one beside the last."""
    return run / BEST if (run / BEST).exists() else run / CHECKPOINT
