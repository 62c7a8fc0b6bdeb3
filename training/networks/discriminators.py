"""Networks that tell made from natural, for adversarial training."""
from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

try:
    from torch.nn.utils.parametrizations import weight_norm
except ImportError:  # torch 1
    from torch.nn.utils import weight_norm

Judgement = tuple[torch.Tensor, list[torch.Tensor]]


class SpectrumJudge(nn.Module):
    """Looks at compressed complex spectra of one resolution."""

    def __init__(self, transform: int, hop: int, channels: int):
        super().__init__()
        self.transform, self.hop = transform, hop
        self.layers = nn.ModuleList([
            weight_norm(nn.Conv2d(3, channels, (3, 9), padding=(1, 4))),
            *(weight_norm(nn.Conv2d(channels, channels, (3, 9), stride=(1, 2), dilation=(reach, 1), padding=(reach, 4)))
              for reach in (1, 2, 4)),
            weight_norm(nn.Conv2d(channels, channels, 3, padding=1))])
        self.out = weight_norm(nn.Conv2d(channels, 1, 3, padding=1))
        self.register_buffer('window', torch.hann_window(transform), False)

    def forward(self, samples: torch.Tensor) -> Judgement:
        parts = torch.view_as_real(
            torch.fft.rfft(samples.float().unfold(1, self.transform, self.hop) * self.window))
        magnitude = (parts.pow(2).sum(-1) + 1e-6 * self.transform / 1024).sqrt()
        turned = magnitude.pow(-0.7)[..., None] * parts
        return _through(self.layers, self.out,
                        torch.stack([turned[..., 0], turned[..., 1], magnitude.pow(0.3)], 1))


class PeriodJudge(nn.Module):
    """Looks at samples that lie one period apart."""

    def __init__(self, period: int, channels: tuple[int, ...] = (32, 128, 512, 1024)):
        super().__init__()
        self.period = period
        sizes = [1, *channels]
        self.layers = nn.ModuleList([
            *(weight_norm(nn.Conv2d(before, after, (5, 1), (3, 1), padding=(2, 0)))
              for before, after in zip(sizes, sizes[1:])),
            weight_norm(nn.Conv2d(channels[-1], channels[-1], (5, 1), padding=(2, 0)))])
        self.out = weight_norm(nn.Conv2d(channels[-1], 1, (3, 1), padding=(1, 0)))

    def forward(self, samples: torch.Tensor) -> Judgement:
        count = samples.shape[1] // self.period * self.period
        folded = samples[:, :count].reshape(samples.shape[0], 1, -1, self.period) * 10
        return _through(self.layers, self.out, folded)


class MelJudge(nn.Module):
    """Looks at patches of normalized mel, (batch, frames, bands), at two time scales."""

    def __init__(self, channels: int):
        super().__init__()

        def scale() -> nn.ModuleList:
            layers = [nn.Conv2d(1, channels // 2, 5, 1, 2), nn.Conv2d(channels // 2, channels, 4, 2, 1),
                      nn.Conv2d(channels, 2 * channels, 4, 2, 1), nn.Conv2d(2 * channels, 4 * channels, 4, 2, 1),
                      nn.Conv2d(4 * channels, 1, 3, 1, 1)]
            return nn.ModuleList([weight_norm(layer) for layer in layers])

        self.scales = nn.ModuleList([scale(), scale()])

    def forward(self, mel: torch.Tensor) -> Judgement:
        scores, features = [], []
        for i, layers in enumerate(self.scales):
            x = mel.unsqueeze(1) if i == 0 else functional.avg_pool2d(mel.unsqueeze(1), (2, 1))
            score, seen = _through(layers[:-1], layers[-1], x)
            scores.append(score.flatten(1))
            features += seen
        return torch.cat(scores, 1), features


def without_weight_norm(module: nn.Module) -> None:
    for layer in module.modules():
        if isinstance(layer, nn.Conv2d):
            if hasattr(layer, 'parametrizations'):
                nn.utils.parametrize.remove_parametrizations(layer, 'weight')
            else:
                nn.utils.remove_weight_norm(layer)


def _through(layers, out: nn.Module, x: torch.Tensor) -> Judgement:
    features = []
    for layer in layers:
        x = functional.leaky_relu(layer(x.contiguous(memory_format=torch.channels_last) if x.is_cuda else x), 0.1)
        features.append(x)
    return out(x), features


class SampleJudges(nn.Module):
    """`light` for a CPU; `spectrum` and `period` for a GPU; several joined by `+`."""

    def __init__(self, kinds: str):
        super().__init__()
        made: list[nn.Module] = []
        for kind in kinds.split('+'):
            if kind == 'light':
                made += [SpectrumJudge(512, 128, 12), SpectrumJudge(1536, 384, 12)]
            elif kind == 'spectrum':
                made += [SpectrumJudge(size, size // 4, 32) for size in (2048, 1024, 512, 256)]
            elif kind == 'period':
                made += [PeriodJudge(period) for period in (2, 3, 5, 7, 11)]
            else:
                raise SystemExit(f'there is no discriminator "{kind}"')
        self.judges = nn.ModuleList(made)

    def forward(self, samples: torch.Tensor) -> list[Judgement]:
        return [judge(samples) for judge in self.judges]
