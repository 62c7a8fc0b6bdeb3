"""Stage `gpu-train`: the flagship's student on a lent GPU, for as many seconds as there are. The teacher makes the data meanwhile:
its front on the CPUs, its generator on the GPU.

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

from training.networks.blocks import parameter_count
from training.networks.flagship import HOP, FlagshipVocoder
from training.mel import RATE_HZ
from training.on_gpu.clauses import ClauseStore, to_device
from training.on_gpu.freight import GENERATOR, REFERENCES, load, widen
from training.on_gpu.fronts import Fronts, read_rows
from training.on_gpu.generator import Generator
from training.on_gpu.losses import Judges, Losses, Synthesis, mel_error
from training.on_gpu.weights import write_weights

_HELD_OUT_SEGMENTS = 192


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--folder', type=Path, required=True, help='what `gpu-pack` wrote')
    parser.add_argument('--out', type=Path, required=True, help='output folder')
    parser.add_argument('--seconds', type=float, required=True, help='when to end, from the start of this program')
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--processes', type=int, default=15, help='for the front')
    parser.add_argument('--minutes', type=float, default=700, help='of speech that there is room for')
    parser.add_argument('--first-minutes', type=float, default=40, help='of speech before the training begins')
    parser.add_argument('--batch', type=int, default=64, help='segments a step of the regression')
    parser.add_argument('--judged', type=int, default=16, help='segments a step with discriminators')
    parser.add_argument('--length', type=int, default=56, help='of a segment, in frames')
    parser.add_argument('--regression', type=float, default=0.3, help='share of the time without discriminators')
    parser.add_argument('--rate', type=float, default=7e-4)
    parser.add_argument('--judge-rate', type=float, default=3e-4)
    parser.add_argument('--certain', type=float, default=0.5)
    parser.add_argument('--phase', type=float, default=0.2)
    parser.add_argument('--adversary', type=float, default=0.2)
    parser.add_argument('--matching', type=float, default=1.0)
    parser.add_argument('--feature-noise', type=float, default=0.02, help="in deviations of the features")
    parser.add_argument('--average', type=float, default=0.999)
    parser.add_argument('--check', action='store_true', help='compare the generator with the references, and time everything')


def new_optimizer(parameters: list[nn.Parameter], rate: float) -> torch.optim.Optimizer:
    """On CUDA its rate is a tensor, for graphs."""
    is_cuda = parameters[0].is_cuda
    settings = {'betas': (0.8, 0.99), 'weight_decay': 0.01, 'capturable': is_cuda,
                'lr': torch.tensor(rate, device='cuda') if is_cuda else rate}
    try:
        copies = [parameter.detach().clone() for parameter in parameters]
        for copy in copies:
            copy.grad = torch.zeros_like(copy)
        torch.optim.AdamW(copies, fused=is_cuda, **settings).step()
        return torch.optim.AdamW(parameters, fused=is_cuda, **settings)
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
    def __init__(self, options: Namespace):
        self.started = time.monotonic()
        self._options = options
        self._device = device = torch.device(options.device)
        torch.manual_seed(0)
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = False
        self._fronts = Fronts(options.folder, options.processes)
        self._rows = read_rows(options.folder)
        self._say(f'{options.processes} fronts started')
        weights = {name: torch.from_numpy(np.array(values)).to(device) for name, values in widen(load(options.folder / GENERATOR)).items()}
        self._generator = Generator(weights)
        frames = int(options.minutes * 60 * RATE_HZ / HOP * 1.6)
        self._store = ClauseStore(device, frames, len(self._rows), options.length)
        self._model = FlagshipVocoder().to(device)
        self._judges = Judges().to(device)
        self._synthesis, self._losses = Synthesis(device, options.length), Losses(device)
        is_cuda = device.type == 'cuda'
        self._parameters = list(self._model.parameters())
        self._optimizer = new_optimizer(self._parameters, options.rate)
        self._judge_optimizer = new_optimizer(list(self._judges.parameters()), options.judge_rate)
        self._average = [parameter.detach().clone() for parameter in self._parameters]
        self._seen = {name: torch.zeros((), device=device) for name in ('distance', 'apart', 'certain', 'phase', 'judge', 'fooled', 'matching')}
        self._steps, self._reported_steps, self._reported = 0, 0, time.monotonic()
        self._is_cuda = is_cuda
        self._saved = math.inf
        self._say(f'{parameter_count(self._model)} parameters, judges {parameter_count(self._judges)}')

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self.started

    def _say(self, text: str) -> None:
        print(f'{self._seconds:.1f} s: {text}', flush=True)

    @torch.no_grad()
    def take_in(self, most: int) -> int:
        """Clauses that the front has told: the generator speaks them."""
        taken = 0
        if self._store.is_full:
            return 0
        for told in self._fronts.told(most):
            features = to_device(told.features, self._device)
            on_device = lambda values: to_device(np.ascontiguousarray(values, np.float32), self._device)
            samples = self._generator(features.float().T[None], on_device(told.f0), on_device(told.style)[None])
            self._store.add(told, features, samples, self._rows[told.number]['split'] != 'train')
            taken += 1
            if self._store.is_full:
                self._fronts.end()
                break
        return taken

    def check_generator(self) -> None:
        """Against samples of onnxruntime and OpenVINO in 32 bits. Unvoiced sounds hang on rounding in the teacher itself."""
        stored = load(self._options.folder / REFERENCES)
        to = lambda values: torch.from_numpy(np.array(values)).to(self._device)
        for i in range(len([name for name in stored if name.endswith('samples')])):
            samples, f0 = stored[f'{i} samples'].astype(np.float32), stored[f'{i} f0']
            with torch.no_grad():
                made = self._generator(to(stored[f'{i} features'].astype(np.float32)).T[None], to(f0), to(stored[f'{i} style'].astype(np.float32))[None]).cpu().numpy()
            voiced = np.repeat(f0 > 45, HOP)
            error = ((made - samples) ** 2)[voiced].mean() / (samples ** 2)[voiced].mean()
            self._say(f'generator, reference {i}: {10 * math.log10(error):.1f} dB in voiced frames, level '
                      f'{20 * math.log10(made.std() / samples.std()):+.2f} dB')

    def _speak(self, count: int):
        segments = self._store.draw(count, self._options.length)
        noise = torch.randn_like(segments.features) * self._options.feature_noise * self._model.deviations
        segments = type(segments)(**{**segments.__dict__, 'features': segments.features + noise})
        made = self._synthesis.speak(self._model, segments, 2)
        draws = [self._synthesis.samples(one) for one in made]
        natural = segments.audio[:, 512:-512]
        losses = self._losses.of(made, draws, natural, self._synthesis.spectra(segments.audio), segments.voicing)
        for name, value in losses.items():
            self._seen[name] += value.detach()
        loss = (losses['distance'] - 0.5 * losses['apart'] + self._options.certain * losses['certain']
                + self._options.phase * losses['phase'])
        return loss, draws[0], natural

    def _descend(self, loss: torch.Tensor) -> None:
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._parameters, 5.0)
        self._optimizer.step()

    def _regression_step(self) -> None:
        self._descend(self._speak(self._options.batch)[0])

    def _judged_step(self) -> None:
        loss, made, natural = self._speak(self._options.judged)
        halves = lambda: torch.autocast(self._device.type, torch.bfloat16)
        with halves():
            judge_loss = self._judges.own_loss(natural, made.detach())
        self._judge_optimizer.zero_grad(set_to_none=True)
        judge_loss.backward()
        nn.utils.clip_grad_norm_(self._judges.parameters(), 10.0)
        self._judge_optimizer.step()
        self._judges.requires_grad_(False)
        with halves():
            fooled, matching = self._judges.model_losses(natural, made)
        self._judges.requires_grad_(True)
        for name, value in (('judge', judge_loss), ('fooled', fooled), ('matching', matching)):
            self._seen[name] += value.detach()
        self._descend(loss + self._options.adversary * fooled + self._options.matching * matching)

    def _set_rates(self) -> None:
        share = min(1.0, (self._seconds - self._began) / (self._options.seconds - self._began))
        falling = 0.5 * (1 + math.cos(math.pi * share))
        self._set_rate(self._optimizer, self._options.rate * min(1, (self._steps + 1) / 300) * (0.02 + 0.98 * falling))
        self._set_rate(self._judge_optimizer, self._options.judge_rate * (0.1 + 0.9 * falling))

    @torch.no_grad()
    def _follow(self) -> None:
        """The averaged weights, after four steps."""
        kept = min(self._options.average ** 4, (4 + self._steps) / (80 + self._steps))
        torch._foreach_lerp_(self._average, self._parameters, 1 - kept)

    def _set_rate(self, optimizer: torch.optim.Optimizer, value: float) -> None:
        for group in optimizer.param_groups:
            if self._is_cuda:
                group['lr'].fill_(value)
            else:
                group['lr'] = value

    def _report(self) -> None:
        steps, now = self._steps - self._reported_steps, time.monotonic()
        seen = ' '.join(f'{name} {float(value) / max(1, steps):.3f}' for name, value in self._seen.items())
        self._say(f'step {self._steps}, {1000 * (now - self._reported) / max(1, steps):.1f} ms, {self._store.minutes:.0f} min, {seen}')
        for value in self._seen.values():
            value.zero_()
        self._reported_steps, self._reported = self._steps, now

    def _until(self, step: Step, end: float, taken: int) -> None:
        """`taken`: clauses that the generator speaks every four steps. Launching it takes 25 ms of a CPU, while the GPU makes steps."""
        while self._seconds < end:
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
                if self._seconds - self._saved > 90:
                    self._save()

    def averaged(self) -> dict[str, torch.Tensor]:
        names = [name for name, _ in self._model.named_parameters()]
        return {**self._model.state_dict(), **dict(zip(names, self._average))}

    def _save(self) -> None:
        """What is not finite is not written over what was."""
        self._saved = self._seconds
        state = self.averaged()
        if all(bool(torch.isfinite(value).all()) for value in state.values()):
            write_weights(self._options.out, 'student', state)
        else:
            self._say('weights are not finite')

    @torch.no_grad()
    def evaluate(self, label: str) -> None:
        """The averaged weights on held-out clauses."""
        own = [parameter.detach().clone() for parameter in self._parameters]
        for parameter, average in zip(self._parameters, self._average):
            parameter.copy_(average)
        starts = self._store.held_out(_HELD_OUT_SEGMENTS)
        found: dict[str, float] = {}
        parts = starts.split(32)
        for part in parts:
            segments = self._store.at(part, self._options.length)
            made = self._synthesis.speak(self._model, segments, 2)
            draws = [self._synthesis.samples(one) for one in made]
            natural = self._synthesis.spectra(segments.audio)
            losses = self._losses.of(made, draws, segments.audio[:, 512:-512], natural, segments.voicing)
            inner = lambda signal: self._synthesis.spectra(signal)
            losses['mel'] = mel_error(inner(draws[0]), inner(segments.audio[:, 512:-512]))
            for name, value in losses.items():
                found[name] = found.get(name, 0.0) + float(value) / len(parts)
        for parameter, value in zip(self._parameters, own):
            parameter.copy_(value)
        found['excess'] = found['distance'] - found['apart']
        self._say(f'held out, {label}: ' + ' '.join(f'{name} {value:.4f}' for name, value in found.items()))
        with (self._options.out / 'figures.jsonl').open('a') as file:
            file.write(json.dumps({'label': label, 'seconds': round(self._seconds, 1), 'step': self._steps,
                                   'minutes': round(self._store.minutes, 1), **found}) + '\n')

    def run(self) -> None:
        options = self._options
        options.out.mkdir(parents=True, exist_ok=True)
        if options.check:
            self.check_generator()
        while self._store.minutes < options.first_minutes and not self._fronts.is_done and self._seconds < options.seconds / 2:
            if self.take_in(20) == 0:
                time.sleep(0.01)
        if self._is_cuda:
            torch.cuda.synchronize()
        self._say(f'{self._store.minutes:.1f} min of {self._store.clauses} clauses')
        self._model.normalize_by(self._store.features())
        self._began = self._seconds
        self._set_rates()
        step = Step(self._regression_step, self._device)
        self._say('regression begins')
        self._until(step, self._began + options.regression * (options.seconds - self._began), 2)
        self._report()
        self.evaluate('regression')
        write_weights(options.out, 'regression', self.averaged())
        try:
            step = Step(self._judged_step, self._device)
            self._say('discriminators begin')
        except RuntimeError as error:
            self._say(f'no discriminators: {error!r}')
        self._saved = self._seconds
        self._until(step, options.seconds - 8, 5)
        self._report()
        self.evaluate('end')
        self._save()
        self._fronts.end()
        if self._is_cuda:
            self._say(f'{torch.cuda.max_memory_allocated() / 2 ** 30:.1f} GiB')


def run(options: Namespace) -> None:
    Training(options).run()
