"""Stage `gpu-train`: a vocoder on a lent GPU, for as many seconds as there are: natural's or aria's, as `gpu-pack` was asked for. The
teacher makes the data meanwhile: its front on the CPUs, its generator on the GPU.

First by regression, then by discriminators too. A step is captured as one CUDA graph. Weights are written to the output folder in
halves, in parts of at most 15 MB: after the regression, every 90 s, and at the end.
"""
from __future__ import annotations

import json
import math
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.mel import HOP as MEL_HOP, RATE_HZ
from training.networks.blocks import parameter_count
from training.networks.flagship import HOP
from training.on_gpu.aria import AriaVocoder
from training.on_gpu.freight import VOCODER, across, load, widen
from training.on_gpu.judges import Judges
from training.on_gpu.natural import NaturalVocoder
from training.on_gpu.target import Made, Target
from training.on_gpu.teacher import Teacher
from training.on_gpu.weights import write_weights

_HELD_OUT_SEGMENTS = 192


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--folder', type=Path, required=True, help='what `gpu-pack` wrote')
    parser.add_argument('--out', type=Path, required=True, help='output folder')
    parser.add_argument('--seconds', type=float, required=True, help='when to end, from the start of this program')
    parser.add_argument('--steps', type=int, help='at most, of each part, for a trial')
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--processes', type=int, default=15, help='for the front')
    parser.add_argument('--minutes', type=float, default=700, help='of speech that there is room for')
    parser.add_argument('--predicted-minutes', type=float, default=180, help="of aria's predictions that there is room for")
    parser.add_argument('--first-minutes', type=float, default=40, help='of speech before the training begins')
    parser.add_argument('--batch', type=int, default=64, help='segments a step of the regression')
    parser.add_argument('--judged', type=int, default=16, help='segments a step with discriminators')
    parser.add_argument('--segment', type=float, default=0.7, help='length in seconds')
    parser.add_argument('--regression', type=float, help='share of the time without discriminators (default: natural 0.3, aria 0.1)')
    parser.add_argument('--rate', type=float, help='learning rate (default: natural 7e-4, aria 2e-4)')
    parser.add_argument('--judge-rate', type=float, default=3e-4)
    parser.add_argument('--adversary', type=float, default=0.2)
    parser.add_argument('--matching', type=float, default=1.0)
    parser.add_argument('--average', type=float, default=0.999)
    parser.add_argument('--check', action='store_true', help='compare the generator with the references')


def new_optimizer(parameters: list[nn.Parameter], rate: float) -> torch.optim.Optimizer:
    """On CUDA its rate is a tensor, for graphs."""
    is_cuda = parameters[0].is_cuda
    settings = {'betas': (0.8, 0.99), 'weight_decay': 0.01}
    if not is_cuda:
        return torch.optim.AdamW(parameters, rate, **settings)
    settings |= {'capturable': True, 'lr': torch.tensor(rate, device='cuda')}
    try:
        copies = [parameter.detach().clone() for parameter in parameters]
        for copy in copies:
            copy.grad = torch.zeros_like(copy)
        torch.optim.AdamW(copies, fused=True, **settings).step()
        return torch.optim.AdamW(parameters, fused=True, **settings)
    except RuntimeError as error:
        print(f'not fused: {error!r}', flush=True)
        return torch.optim.AdamW(parameters, **settings)


class Step:
    """Something that is done again and again with tensors that stay where they are: as a CUDA graph where there is CUDA."""

    def __init__(self, work: Callable[[], None], device: torch.device):
        self._work, self._replay = work, work
        if device.type != 'cuda':
            return
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                work()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        try:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                work()
            self._replay = graph.replay
        except Exception as error:  # slower, but the machine is lent for minutes only
            print(f'no graph: {error!r}', flush=True)
            torch.cuda.synchronize()

    def __call__(self) -> None:
        self._replay()


class Training:
    def __init__(self, options: Namespace, teacher: Teacher, target: Target, say: Callable[[str], None], seconds: Callable[[], float]):
        """`say` writes a line, `seconds` have passed since the program began."""
        self._options, self._teacher, self._target, self._say, self._passed = options, teacher, target, say, seconds
        self._device = device = torch.device(options.device)
        self._is_cuda = device.type == 'cuda'
        self._judges = Judges().to(device)
        self._parameters = list(target.model.parameters())
        self._rate = options.rate or target.rate
        self._regression = target.regression if options.regression is None else options.regression
        self._optimizer = new_optimizer(self._parameters, self._rate)
        self._judge_optimizer = new_optimizer(list(self._judges.parameters()), options.judge_rate)
        self._average = [parameter.detach().clone() for parameter in self._parameters]
        self._seen = {name: torch.zeros((), device=device) for name in (*target.weights, 'judge', 'fooled', 'matching')}
        self._steps, self._reported_steps, self._reported = 0, 0, time.monotonic()
        self._began, self._saved = 0.0, math.inf
        say(f'{parameter_count(target.model)} parameters, judges {parameter_count(self._judges)}')

    @torch.no_grad()
    def take_in(self, most: int) -> int:
        """Clauses that the teacher speaks, and what is predicted meanwhile."""
        for predicted in self._teacher.predicted():
            self._target.predict(predicted)
        taken = 0
        if self._target.store.is_full:
            return 0
        for spoken in self._teacher.spoken(most):
            self._target.take(spoken)
            taken += 1
            if self._target.store.is_full:
                self._teacher.end()
                break
        return taken

    def _loss(self, made: Made) -> torch.Tensor:
        for name, value in made.losses.items():
            self._seen[name] += value.detach()
        return sum(self._target.weights[name] * value for name, value in made.losses.items())

    def _descend(self, loss: torch.Tensor) -> None:
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._parameters, 5.0)
        self._optimizer.step()

    def _regression_step(self) -> None:
        self._descend(self._loss(self._target.copies(self._options.batch)))

    def _judged_step(self) -> None:
        heard = self._target.judged(self._options.judged)
        loss = self._loss(heard)
        halves = lambda: torch.autocast(self._device.type, torch.bfloat16)
        with halves():
            judge_loss = self._judges.own_loss(heard.natural, heard.made.detach())
        self._judge_optimizer.zero_grad(set_to_none=True)
        judge_loss.backward()
        nn.utils.clip_grad_norm_(self._judges.parameters(), 10.0)
        self._judge_optimizer.step()
        self._judges.requires_grad_(False)
        with halves():
            fooled, matching = self._judges.model_losses(heard.natural, heard.made, heard.paired)
        self._judges.requires_grad_(True)
        for name, value in (('judge', judge_loss), ('fooled', fooled), ('matching', matching)):
            self._seen[name] += value.detach()
        self._descend(loss + self._options.adversary * fooled + self._options.matching * matching)

    def _set_rates(self) -> None:
        share = min(1.0, (self._passed() - self._began) / (self._options.seconds - self._began))
        falling = 0.5 * (1 + math.cos(math.pi * share))
        self._set_rate(self._optimizer, self._rate * min(1, (self._steps + 1) / 300) * (0.02 + 0.98 * falling))
        self._set_rate(self._judge_optimizer, self._options.judge_rate * (0.1 + 0.9 * falling))

    @torch.no_grad()
    def _follow(self) -> None:
        """The averaged weights, after four steps."""
        kept = min(self._options.average ** 4, (4 + self._steps) / (80 + self._steps))
        torch._foreach_mul_(self._average, kept)
        torch._foreach_add_(self._average, self._parameters, alpha=1 - kept)

    def _set_rate(self, optimizer: torch.optim.Optimizer, value: float) -> None:
        for group in optimizer.param_groups:
            if self._is_cuda:
                group['lr'].fill_(value)
            else:
                group['lr'] = value

    def _report(self) -> None:
        steps, now = self._steps - self._reported_steps, time.monotonic()
        if steps == 0:
            return
        seen = ' '.join(f'{name} {float(value) / steps:.3f}' for name, value in self._seen.items())
        self._say(f'step {self._steps}, {1000 * (now - self._reported) / steps:.1f} ms, {self._target.store.minutes:.0f} min, {seen}')
        for value in self._seen.values():
            value.zero_()
        self._reported_steps, self._reported = self._steps, now

    def _until(self, step: Step, end: float, taken: int) -> None:
        """`taken`: clauses that the generator speaks every four steps, while the GPU makes steps."""
        last = math.inf if self._options.steps is None else self._steps + self._options.steps
        while self._passed() < end and self._steps < last:
            for _ in range(4):
                self._set_rates()
                step()
                self._steps += 1
            self._follow()
            self.take_in(taken)
            if self._is_cuda and self._steps % 16 == 0:
                torch.cuda.synchronize()
            if time.monotonic() - self._reported > 15:
                self._report()
                if self._passed() - self._saved > 90:
                    self._save()
        self._report()

    def averaged(self) -> dict[str, torch.Tensor]:
        names = [name for name, _ in self._target.model.named_parameters()]
        return {**self._target.model.state_dict(), **dict(zip(names, self._average))}

    def _save(self, name: str = '') -> None:
        """What is not finite is not written over what was."""
        self._saved = self._passed()
        state = self.averaged()
        if all(bool(torch.isfinite(value).all()) for value in state.values()):
            write_weights(self._options.out, name or self._target.name, state)
        else:
            self._say('weights are not finite')

    @torch.no_grad()
    def evaluate(self, label: str) -> None:
        """The averaged weights on held-out clauses."""
        own = [parameter.detach().clone() for parameter in self._parameters]
        for parameter, average in zip(self._parameters, self._average):
            parameter.copy_(average)
        found: dict[str, float] = {}
        parts = self._target.store.held_out(_HELD_OUT_SEGMENTS).split(32)
        for part in parts:
            for name, value in self._target.measured(part).items():
                found[name] = found.get(name, 0.0) + float(value) / len(parts)
        for parameter, value in zip(self._parameters, own):
            parameter.copy_(value)
        found['excess'] = found['distance'] - found['apart']
        self._say(f'held out, {label}: ' + ' '.join(f'{name} {value:.4f}' for name, value in found.items()))
        with (self._options.out / 'figures.jsonl').open('a') as file:
            file.write(json.dumps({'label': label, 'seconds': round(self._passed(), 1), 'step': self._steps,
                                   'minutes': round(self._target.store.minutes, 1), **found}) + '\n')

    def run(self) -> None:
        options, store = self._options, self._target.store
        options.out.mkdir(parents=True, exist_ok=True)
        while store.minutes < options.first_minutes and not self._teacher.is_done and self._passed() < options.seconds / 2:
            if self.take_in(20) == 0:
                time.sleep(0.01)
        if self._is_cuda:
            torch.cuda.synchronize()
        self._say(f'{store.minutes:.1f} min of {store.clauses} clauses')
        if store.is_empty:
            raise SystemExit('no clause was spoken that is to be trained on')
        self._target.begin()
        self.evaluate('start')
        self._began = self._passed()
        self._set_rates()
        step = Step(self._regression_step, self._device)
        self._say('regression begins')
        self._until(step, self._began + self._regression * (options.seconds - self._began), 2)
        self.evaluate('regression')
        self._save('regression')
        try:
            step = Step(self._judged_step, self._device)
            self._say('discriminators begin')
        except RuntimeError as error:
            self._say(f'no discriminators: {error!r}')
        self._until(step, options.seconds - 8, 5)
        self.evaluate('end')
        self._save()
        self._teacher.end()
        if self._is_cuda:
            self._say(f'{torch.cuda.max_memory_allocated() / 2 ** 30:.1f} GiB')


def target_of(options: Namespace, clauses: int, device: torch.device) -> Target:
    """`clauses` are spoken."""
    frames = int(options.minutes * 60 * RATE_HZ / HOP * 1.6)
    begun = options.folder / VOCODER
    if not begun.exists():
        return NaturalVocoder(device, frames, clauses, options.segment)
    weights = {name: torch.from_numpy(np.array(values)) for name, values in across(widen(load(begun))).items()}
    return AriaVocoder(device, frames, options.segment, int(options.predicted_minutes * 60 * RATE_HZ / MEL_HOP), weights)


def run(options: Namespace) -> None:
    started, device = time.monotonic(), torch.device(options.device)
    passed = lambda: time.monotonic() - started
    say = lambda text: print(f'{passed():.1f} s: {text}', flush=True)
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = False
    teacher = Teacher(options.folder, options.processes, device)
    say(f'{options.processes} fronts started')
    if options.check:
        teacher.check_generator(say)
    Training(options, teacher, target_of(options, teacher.clauses, device), say, passed).run()
