"""What the student's samples are judged by."""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.mel import BINS, RATE_HZ, TRANSFORM, log_mel_of_frames
from training.networks.discriminators import PeriodJudge, SpectrumJudge, without_weight_norm
from training.networks.flagship import HOP, FlagshipVocoder, Spectra, shape
from training.networks.vocoder import pulses
from training.on_gpu.clauses import Segments
from training.train_vocoder import SpectralDistance, phase_error

#: The power of a spectrum around a bin is taken over so many frames and bins.
_AROUND = (3, 9)


def swelling_noise(noise: torch.Tensor, phase: torch.Tensor, voicing: torch.Tensor) -> list[torch.Tensor]:
    return [noise, noise * torch.cos(phase) * voicing, noise * torch.sin(phase) * voicing]


class Synthesis:
    """Network and formulas: segments -> spectra and samples, from the first frame's centre to the last one's."""

    def __init__(self, device: torch.device, length: int):
        self._window = torch.hann_window(TRANSFORM, device=device)
        weight = (self._window ** 2)[None, None].expand(1, length, -1)
        self._weight = self._add(weight) + 1e-8

    def spectra(self, signal: torch.Tensor) -> torch.Tensor:
        return torch.fft.rfft(signal.unfold(1, TRANSFORM, HOP) * self._window, TRANSFORM)

    def speak(self, model: FlagshipVocoder, segments: Segments, draws: int) -> list[Spectra]:
        context = model.context_of(segments.timbre, segments.means, segments.deviations)
        filters = model.filters(model.hidden(segments.features, segments.hz_wide, segments.voicing_wide, segments.inside, context))
        noises = [[self.spectra(part) for part in
                   swelling_noise(torch.randn_like(segments.audio), segments.phase, segments.voicing_at)] for _ in range(draws)]
        return shape(filters, self.spectra(pulses(segments.phase, segments.hz_at, segments.voicing_at)), noises)

    def samples(self, spectra: Spectra) -> torch.Tensor:
        frames = (torch.fft.irfft(spectra.certain, TRANSFORM)
                  + spectra.envelope * torch.fft.irfft(spectra.noise, TRANSFORM)) * self._window
        return (self._add(frames) / self._weight)[:, TRANSFORM // 2:-TRANSFORM // 2]

    def _add(self, frames: torch.Tensor) -> torch.Tensor:
        """Overlap-add, in parts of HOP samples: `fold` goes backwards one segment after another."""
        parts = -(-TRANSFORM // HOP)
        batch, count, size = frames.shape
        split = functional.pad(frames, (0, parts * HOP - size)).reshape(batch, count, parts, HOP)
        joined = sum(functional.pad(split[:, :, i], (0, 0, i, parts - 1 - i)) for i in range(parts))
        return joined.reshape(batch, -1)[:, :(count - 1) * HOP + size]


class Losses:
    def __init__(self, device: torch.device):
        self._distance = SpectralDistance(device)
        weight = 1 / (700 + torch.linspace(0, RATE_HZ / 2, BINS, device=device))
        self._weight = 0.4 + 0.6 * weight / weight.mean()

    def of(self, made: list[Spectra], draws: list[torch.Tensor], natural: torch.Tensor, spectra: torch.Tensor,
           voicing: torch.Tensor) -> dict[str, torch.Tensor]:
        """`distance` and `apart` as in `train-vocoder`. `certain`: power of what is predictable and missed, as a share of the
        power around it. `phase`: of what is predictable in voiced frames."""
        distance, apart = self._distance.of_draws(draws, natural)
        certain = made[0].certain
        power = torch.view_as_real(spectra).pow(2).sum(-1)
        around = functional.avg_pool2d(power[:, None], _AROUND, 1, tuple(n // 2 for n in _AROUND), count_include_pad=False)[:, 0] + 1e-4
        missed = torch.view_as_real(certain - spectra).pow(2).sum(-1) / around
        return {'distance': distance, 'apart': apart, 'certain': (missed / (1 + missed / 8) * self._weight).mean(),
                'phase': phase_error(certain * (voicing[..., None] > 0.5), spectra)}


def mel_error(made: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Of spectra (batch, frames, BINS)."""
    mel = lambda one: log_mel_of_frames(one.abs().transpose(1, 2))
    return (mel(made) - mel(wanted)).abs().mean()


class Judges(nn.Module):
    """Discriminators of samples, (batch, samples)."""

    def __init__(self, spectrum_channels: int = 32, period_channels: tuple[int, ...] = (32, 64, 256, 512)):
        super().__init__()
        self.judges = nn.ModuleList([
            *(SpectrumJudge(size, size // 4, spectrum_channels) for size in (2048, 1024, 512)),
            *(PeriodJudge(period, period_channels) for period in (2, 3, 5, 7, 11))])
        # Plain weights in the layout in which a GPU multiplies: a third of the time went to copies from one to the other.
        without_weight_norm(self)
        self.to(memory_format=torch.channels_last)

    def forward(self, samples: torch.Tensor):
        return [judge(samples) for judge in self.judges]

    def own_loss(self, natural: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
        """Hinge loss, to be minimized by the judges. Natural and made sounds go through them as one batch."""
        scores = [score.float().flatten(1).chunk(2) for score, _ in self(torch.cat([natural, made]))]
        return sum(functional.relu(1 - real).mean() + functional.relu(1 + fake).mean() for real, fake in scores) / len(scores)

    def model_losses(self, natural: torch.Tensor, made: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """How far from fooled they are, and the feature matching loss."""
        judged = self(made)
        with torch.no_grad():
            wanted = self(natural)
        fooled = -sum(score.float().mean() for score, _ in judged) / len(judged)
        # Relative to the features' own size, so that each layer counts the same.
        matching = sum(sum((a - b).abs().float().mean() / b.abs().float().mean() for a, b in zip(features, others)) / len(features)
                       for (_, features), (_, others) in zip(judged, wanted)) / len(judged)
        return fooled, matching
