"""The flagship's vocoder on a lent GPU: the teacher's features -> samples, from random weights."""
from __future__ import annotations

from dataclasses import replace

import torch
from torch.nn import functional

from training.mel import BINS, RATE_HZ, TRANSFORM, mel_error
from training.networks.flagship import HOP, FlagshipVocoder, shape
from training.networks.vocoder import OverlapAdd, Spectra, frame_spectra, pulses
from training.on_gpu.clauses import ClauseStore, Segments
from training.on_gpu.predictions import Predicted
from training.on_gpu.target import Made
from training.on_gpu.teacher import Spoken
from training.train_vocoder import SpectralDistance, phase_error

#: The power of a spectrum around a bin is taken over so many frames and bins.
_AROUND = (3, 9)
#: In deviations of the features.
_FEATURE_NOISE = 0.02


def swelling_noise(noise: torch.Tensor, phase: torch.Tensor, voicing: torch.Tensor) -> list[torch.Tensor]:
    return [noise, noise * torch.cos(phase) * voicing, noise * torch.sin(phase) * voicing]


class NaturalVocoder:
    name, rate, regression = 'student', 7e-4, 0.3
    weights = {'distance': 1.0, 'apart': -0.5, 'certain': 0.5, 'phase': 0.2}

    def __init__(self, device: torch.device, frames: int, clauses: int, seconds: float):
        """`frames` of HOP samples and `clauses` that there is room for; `seconds` of a segment."""
        self.model = FlagshipVocoder().to(device)
        self.store = ClauseStore(device, frames, clauses, round(seconds * RATE_HZ / HOP))
        self._window, self._samples = torch.hann_window(TRANSFORM, device=device), OverlapAdd(device, HOP)
        self._distance = SpectralDistance(device)
        weight = 1 / (700 + torch.linspace(0, RATE_HZ / 2, BINS, device=device))
        self._weight = 0.4 + 0.6 * weight / weight.mean()

    def take(self, spoken: Spoken) -> None:
        self.store.add_features(spoken.told, spoken.features, spoken.samples, spoken.is_held_out)

    def predict(self, predicted: Predicted) -> None:
        raise NotImplementedError('natural learns from no predictions')

    def begin(self) -> None:
        self.model.normalize_by(self.store.features())

    def copies(self, count: int) -> Made:
        segments = self.store.at(self.store.draw(count))
        noise = torch.randn_like(segments.features) * _FEATURE_NOISE * self.model.deviations
        return self._made(replace(segments, features=segments.features + noise))

    judged = copies

    def measured(self, starts: torch.Tensor) -> dict[str, torch.Tensor]:
        made = self._made(self.store.at(starts))
        return {**made.losses, 'mel': mel_error(self._spectra(made.made), self._spectra(made.natural))}

    def _spectra(self, samples: torch.Tensor) -> torch.Tensor:
        return frame_spectra(samples, self._window, HOP)

    def _speak(self, segments: Segments, draws: int) -> list[Spectra]:
        model = self.model
        context = model.context_of(segments.timbre, segments.means, segments.deviations)
        filters = model.filters(model.hidden(segments.features, segments.hz_wide, segments.voicing_wide, segments.inside, context))
        noises = [[self._spectra(part) for part in
                   swelling_noise(torch.randn_like(segments.audio), segments.phase, segments.voicing_at)] for _ in range(draws)]
        return shape(filters, self._spectra(pulses(segments.phase, segments.hz_at, segments.voicing_at)), noises)

    def _made(self, segments: Segments) -> Made:
        """Losses `distance` and `apart` as in `train-vocoder`. `certain`: power of what is predictable and missed, as a share of the
        power around it. `phase`: of what is predictable in voiced frames."""
        made = self._speak(segments, 2)
        draws = [self._samples(one) for one in made]
        natural, spectra, certain = segments.audio[:, TRANSFORM // 2:-TRANSFORM // 2], self._spectra(segments.audio), made[0].certain
        distance, apart = self._distance.of_draws(draws, natural)
        power = torch.view_as_real(spectra).pow(2).sum(-1)
        around = functional.avg_pool2d(power[:, None], _AROUND, 1, tuple(n // 2 for n in _AROUND), count_include_pad=False)[:, 0] + 1e-4
        missed = torch.view_as_real(certain - spectra).pow(2).sum(-1) / around
        losses = {'distance': distance, 'apart': apart, 'certain': (missed / (1 + missed / 8) * self._weight).mean(),
                  'phase': phase_error(certain * (segments.voicing[..., None] > 0.5), spectra)}
        return Made(losses, natural, draws[0], len(natural))
