"""Stage `train-pitch`: log mel -> pitch and voicing, by which the vocoder is told what is voiced."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace

import torch
from torch import nn
from torch.nn import functional

from training.loop import Loop, add_loop_options
from training.mel import TRANSFORM, log_mel_of_frames
from training.networks.blocks import Average, parameter_count
from training.networks.pitch_network import LOWEST_HZ, STEPS, STEPS_AN_OCTAVE, PitchNetwork
from training.networks.vocoder import frame_spectra
from training.train_vocoder import blurred
from training.waves import Segment, Waves
from training.workplace import Workplace, open_device, seed_all

_GROSS_CENTS = 300.0
_VOICING = 2.0
_NOISE = 0.15


def add_options(parser: ArgumentParser) -> None:
    add_loop_options(parser, steps=4000)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--batch', type=int, default=16, help='batch size in segments')
    parser.add_argument('--segment', type=int, default=128, help='length of a segment in frames')
    parser.add_argument('--rate', type=float, default=2e-3, help='initial learning rate')
    parser.add_argument('--blur', type=float, default=0.6, help='share of segments whose mel is blurred')


class Trainer:
    def __init__(self, place: Workplace, options: Namespace):
        self._options = options
        self._device = open_device(options.device, options.threads)
        seed_all(options.seed)
        self._waves = Waves(place.waves, self._device, options.segment)
        self._model = PitchNetwork().to(self._device)
        self._average = Average(self._model, 0.99)
        self._optimizer = torch.optim.AdamW(self._model.parameters(), lr=options.rate, weight_decay=0.01)
        self._window = torch.hann_window(TRANSFORM, device=self._device)
        self._loop = Loop(place.run(options.run), options, {
            'model': self._model, 'average': self._average, 'optimizer': self._optimizer}, {'settings': {}})
        print(f'{parameter_count(self._model)} parameters', flush=True)

    def train(self) -> None:
        for step in self._loop.steps(self._evaluate):
            for group in self._optimizer.param_groups:
                group['lr'] = self._options.rate * self._loop.cosine(50, 0.02)
            segment = self._waves.segments('train', self._options.batch)
            mel = blurred(self._mel(segment), self._options.blur)
            if step % 2 == 1:
                mel = mel + _NOISE * torch.randn_like(mel)
            self._step(mel, segment)

    def _mel(self, segment: Segment) -> torch.Tensor:
        return log_mel_of_frames(frame_spectra(segment.samples, self._window).abs().transpose(1, 2))

    def _step(self, mel: torch.Tensor, segment: Segment) -> None:
        hz, voicing = segment.hz[:, 2:-2], segment.voicing[:, 2:-2]
        logits = self._model(mel)
        place = torch.log2(hz.clamp(min=LOWEST_HZ) / LOWEST_HZ) * STEPS_AN_OCTAVE
        wanted = torch.softmax(-(self._model.steps - place[..., None]) ** 2 / 2, -1)
        missed = -(wanted * torch.log_softmax(logits[..., :STEPS], -1)).sum(-1)
        pitch_loss = (missed * voicing).sum() / voicing.sum()
        voicing_loss = functional.binary_cross_entropy_with_logits(logits[..., STEPS], voicing)
        self._loop.add(pitch=pitch_loss, voicing=voicing_loss)
        self._optimizer.zero_grad(set_to_none=True)
        (pitch_loss + _VOICING * voicing_loss).backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 5.0)
        self._optimizer.step()
        self._average.follow(self._model, self._loop.step)

    def _evaluate(self) -> dict[str, float]:
        """The same held-out segments each time, with natural mels."""
        state = torch.get_rng_state()
        torch.manual_seed(7)
        segment = self._waves.segments('held-out', 64)
        torch.set_rng_state(state)
        with self._average.inside(self._model):
            hz, voicing = self._model.decode(self._model(self._mel(segment)))
        natural, natural_hz = segment.voicing[:, 2:-2] > 0.5, segment.hz[:, 2:-2]
        both = (voicing > 0.5) & natural
        cents = (1200 * torch.log2(hz[both] / natural_hz[both])).abs()
        return {'median_cents': float(cents.median()), 'gross_percent': 100 * float((cents > _GROSS_CENTS).float().mean()),
                'voicing_error_percent': 100 * float(((voicing > 0.5) != natural).float().mean())}


def run(place: Workplace, options: Namespace) -> None:
    Trainer(place, options).train()
