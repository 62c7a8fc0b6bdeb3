"""Stage `train-vocoder`: mel, pitch and voicing -> samples.

Two draws of the noise are made at each step, and the loss is the energy distance: how far each is from the natural
sound, less half of how far they are from each other. So noise is learnt as noise and not as its median. The pulses lie
under the natural ones, so that phases are learnt by plain regression. A judge may be added.
"""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from training.ending import Ending
from training.loop import Loop, add_loop_options, averaged_weights
from training.mel import RATE_HZ, TRANSFORM, log_mel_of_frames
from training.networks.blocks import Average, Linear, parameter_count
from training.networks.discriminators import SampleJudges
from training.networks.vocoder import OverlapAdd, Spectra, Vocoder, at_samples, frame_spectra, pulses, swelling_noise
from training.waves import Segment, Waves
from training.workplace import Workplace, open_device, seed_all


def add_options(parser: ArgumentParser, run: str | None = None) -> None:
    add_loop_options(parser, 6000, run)
    parser.add_argument('--start-from', type=Path, help='checkpoint whose weights a new run begins with')
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--batch', type=int, default=8, help='batch size in segments')
    parser.add_argument('--segment', type=int, default=64, help='length of a segment in frames')
    parser.add_argument('--rate', type=float, default=1e-3, help='initial learning rate')
    parser.add_argument('--last-rate', type=float, default=0.03, help='final learning rate, as a share of the initial one')
    parser.add_argument('--channels', type=int, default=256)
    parser.add_argument('--blocks', type=int, default=6)
    parser.add_argument('--half', action='store_true', help='use bfloat16 by autocast (CUDA)')
    parser.add_argument('--judge', default='', help='discriminators: light, spectrum, period, or several joined by +')
    parser.add_argument('--judge-from', type=float, default=0.0, help='when the discriminators start, as a share of the steps')
    parser.add_argument('--judge-rate', type=float, default=3e-4)
    parser.add_argument('--adversary', type=float, default=0.1)
    parser.add_argument('--matching', type=float, default=0.2, help="weight of the feature matching loss")
    parser.add_argument('--phase', type=float, default=0.3)
    parser.add_argument('--blur', type=float, default=0.4, help='share of segments whose mel is blurred')
    parser.add_argument('--average', type=float, default=0.998)


_RESOLUTIONS = [(2048, 512), (1024, 256), (512, 128), (256, 64), (128, 32), (64, 16)]
#: Bins of the harmonics' spectra whose phase is compared: up to 5.6 kHz.
_PHASED_BINS = 240


class SpectralDistance:
    """Absolute differences of logarithmic and compressed magnitudes at several resolutions; low frequencies count more."""

    def __init__(self, device: torch.device):
        self._windows = {size: torch.hann_window(size, device=device) for size, _ in _RESOLUTIONS}
        self._weights = {}
        for size, _ in _RESOLUTIONS:
            weight = 1 / (700 + torch.linspace(0, RATE_HZ / 2, size // 2 + 1))
            self._weights[size] = (0.4 + 0.6 * weight / weight.mean()).to(device)

    def spectra(self, samples: torch.Tensor) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Of white noise with a variance of 1 the power is about 1 in each bin."""
        made = []
        for size, hop in _RESOLUTIONS:
            parts = torch.view_as_real(torch.fft.rfft(samples.unfold(1, size, hop) * self._windows[size], size))
            power = parts.pow(2).sum(-1) / (size * 0.375) + 1e-7
            made.append((torch.log(power) * 0.5, power.pow(0.25)))
        return made

    def between(self, ones, others) -> torch.Tensor:
        total = 0
        for (size, _), (log, root), (other_log, other_root) in zip(_RESOLUTIONS, ones, others):
            weight = self._weights[size]
            total = total + ((log - other_log).abs() * weight).mean() + 2 * ((root - other_root).abs() * weight).mean()
        return total / len(_RESOLUTIONS)

    def of_draws(self, draws: list[torch.Tensor], natural: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """How far two draws are from the natural sound, on average, and how far from each other."""
        first, second = (self.spectra(draw) for draw in draws)
        wanted = self.spectra(natural)
        return (self.between(first, wanted) + self.between(second, wanted)) / 2, self.between(first, second)


def phase_error(harmonics: torch.Tensor, natural: torch.Tensor) -> torch.Tensor:
    """One minus the cosine of the angle between spectra, where both have energy."""
    made, wanted = harmonics[:, :, 1:_PHASED_BINS], natural[:, :, 1:_PHASED_BINS]
    size, wanted_size = made.abs(), wanted.abs()
    weight = (wanted_size * size.detach()).sqrt()
    return (weight * (1 - (made * wanted.conj()).real / (size * wanted_size + 1e-6))).sum() / (weight.sum() + 1e-6)


def blurred(mel: torch.Tensor, share: float) -> torch.Tensor:
    """Some of the batch, smeared by some amount over bands or over time, as predicted mels are."""
    chance = lambda: torch.rand(len(mel), 1, 1, device=mel.device)
    amount = (chance() < share).float() * chance()
    in_time = (chance() < 0.5).float()
    whole = mel[:, None]
    over_both = functional.avg_pool2d(functional.pad(whole, (1, 1, 2, 2), mode='replicate'), (5, 3), 1)[:, 0]
    over_bands = functional.avg_pool2d(functional.pad(whole, (0, 0, 2, 2), mode='replicate'), (5, 1), 1)[:, 0]
    return mel * (1 - amount) + amount * (in_time * over_both + (1 - in_time) * over_bands)


class Copies:
    """What the vocoder makes of the mels of segments, and how far that is from the segments."""

    def __init__(self, model: Vocoder, device: torch.device):
        self._model, self._distance = model, SpectralDistance(device)
        self._window = torch.hann_window(TRANSFORM, device=device)
        self.samples = OverlapAdd(device)

    def spectra(self, samples: torch.Tensor) -> torch.Tensor:
        return frame_spectra(samples, self._window)

    def speak(self, segment: Segment, mel: torch.Tensor, draws: int) -> list[Spectra]:
        """`mel` (batch, BANDS, frames). Of the segment's samples only the shape matters."""
        count = segment.samples.shape[1]
        hz, voicing = at_samples(segment.hz, count), at_samples(segment.voicing, count)
        noises = [[self.spectra(part) for part in swelling_noise(torch.randn_like(segment.samples), segment.phase, voicing)]
                  for _ in range(draws)]
        inner = slice(2, -2)
        filters, _ = self._model.filters(mel, segment.hz[:, inner], segment.voicing[:, inner])
        return self._model.shape(filters, self.spectra(pulses(segment.phase, hz, voicing)), noises)

    def of(self, segment: Segment, blur: float = 0.0) -> tuple[dict[str, torch.Tensor], torch.Tensor, torch.Tensor]:
        """Losses `distance` and `apart` of two draws and `phase`; the natural samples and those of a draw, from the first frame's
        centre to the last one's. `blur`: share of segments whose mel is blurred."""
        natural = segment.samples[:, TRANSFORM // 2:-TRANSFORM // 2]
        natural_frames = self.spectra(segment.samples)
        mel = log_mel_of_frames(natural_frames.abs().transpose(1, 2))
        made = self.speak(segment, blurred(mel, blur) if blur > 0 else mel, draws=2)
        draws = [self.samples(one) for one in made]
        distance, apart = self._distance.of_draws(draws, natural)
        phase = phase_error(made[0].certain * (segment.voicing[:, 2:-2, None] > 0.5), natural_frames)
        return {'distance': distance, 'apart': apart, 'phase': phase}, natural, draws[0]


class Trainer:
    def __init__(self, place: Workplace, options: Namespace, ending: Ending | None = None):
        self._options = options
        self._device = device = open_device(options.device, options.threads)
        seed_all(options.seed)
        Linear.halves_on_cpu = True
        self._waves = Waves(place.waves, device, options.segment)
        settings = {'channels': options.channels, 'blocks': options.blocks}
        self._model = Vocoder(**settings).to(device)
        if options.start_from is not None:
            self._model.load_state_dict(averaged_weights(options.start_from))
        self._model.in_half = options.half
        self._average = Average(self._model, options.average)
        self._optimizer = torch.optim.AdamW(self._model.parameters(), lr=options.rate, betas=(0.8, 0.99),
                                            weight_decay=0.01)
        parts = {'model': self._model, 'average': self._average, 'optimizer': self._optimizer}
        self._judges = None
        if options.judge:
            self._judges = SampleJudges(options.judge).to(device)
            self._judge_optimizer = torch.optim.AdamW(self._judges.parameters(), lr=options.judge_rate,
                                                      betas=(0.8, 0.99))
            parts |= {'judges': self._judges, 'judge_optimizer': self._judge_optimizer}
        self._loop = Loop(place.run(options.run), options, parts, {'settings': settings}, ending)
        self._copies = Copies(self._model, device)
        judges = parameter_count(self._judges) if self._judges is not None else 0
        print(f'{parameter_count(self._model)} parameters, judges {judges}', flush=True)

    def train(self) -> None:
        for _ in self._loop.steps(self._evaluate):
            for group in self._optimizer.param_groups:
                group['lr'] = self._options.rate * self._loop.cosine(100, self._options.last_rate)
            if self._judges is not None:
                for group in self._judge_optimizer.param_groups:
                    group['lr'] = self._options.judge_rate * (0.2 + 0.8 * (1 - self._loop.share))
            self._step(self._waves.segments('train', self._options.batch))

    def _step(self, segment: Segment) -> None:
        losses, natural, made = self._copies.of(segment, self._options.blur)
        loss = losses['distance'] - 0.5 * losses['apart'] + self._options.phase * losses['phase']
        self._loop.add(**losses)
        if self._judges is not None and self._loop.share >= self._options.judge_from:
            loss = loss + self._judged(made, natural)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 5.0)
        self._optimizer.step()
        self._average.follow(self._model, self._loop.step)

    def _judged(self, made: torch.Tensor, natural: torch.Tensor) -> torch.Tensor:
        """One step of the judges, and the model's loss by them."""
        halves = torch.autocast(self._device.type, torch.bfloat16)
        with halves:
            pairs = list(zip(self._judges(natural), self._judges(made.detach())))
        judge_loss = sum(functional.relu(1 - real.float()).mean() + functional.relu(1 + fake.float()).mean()
                         for (real, _), (fake, _) in pairs) / len(pairs)
        self._judge_optimizer.zero_grad(set_to_none=True)
        judge_loss.backward()
        nn.utils.clip_grad_norm_(self._judges.parameters(), 10.0)
        self._judge_optimizer.step()
        self._judges.requires_grad_(False)
        with halves:
            judged = self._judges(made)
            with torch.no_grad():
                wanted = self._judges(natural)
        self._judges.requires_grad_(True)
        fooled = -sum(score.float().mean() for score, _ in judged) / len(judged)
        matching = sum(sum((a.float() - b.float()).abs().mean() for a, b in zip(features, others)) / len(features)
                       for (_, features), (_, others) in zip(judged, wanted)) / len(judged)
        self._loop.add(judge=judge_loss, fooled=fooled, matching=matching)
        return self._options.adversary * fooled + self._options.matching * matching

    def _evaluate(self) -> dict[str, float]:
        """The same held-out segments each time. Where noise is right, a draw is as far from nature as from another."""
        state = torch.get_rng_state()
        torch.manual_seed(7)
        found: dict[str, float] = {}
        rounds = 4
        with self._average.inside(self._model):
            for _ in range(rounds):
                losses, _, _ = self._copies.of(self._waves.segments('held-out', 8))
                for name, value in losses.items():
                    found[name] = found.get(name, 0.0) + float(value) / rounds
        torch.set_rng_state(state)
        return found


def run(place: Workplace, options: Namespace) -> None:
    Trainer(place, options).train()
