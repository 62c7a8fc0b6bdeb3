"""The teacher's generator in torch: features, F0 and style -> samples, as `filters.onnx`, `source.onnx` and `samples.onnx` do.

Its structure is iSTFTNet's (arXiv 2203.02395) with the adaptive normalization of StyleTTS 2 (arXiv 2306.07691).
"""
from __future__ import annotations

import math

import torch
from torch.nn import functional

_RATE_HZ, _FRAME = 24_000, 300
_RATES, _DILATIONS = (10, 6), (1, 3, 5)
_TRANSFORM, _STEP = 20, 5
_PREFIX = 'decoder.decoder.generator.'


class Generator:
    """`weights` by the names of the ONNX file, as `pack` gives them."""

    def __init__(self, weights: dict[str, torch.Tensor]):
        self._weights = {name.removesuffix(' across'): values.T.contiguous() if name.endswith(' across') else values
                         for name, values in weights.items()}
        self._window = torch.hann_window(_TRANSFORM, device=weights['basis'].device)

    def __call__(self, features: torch.Tensor, f0: torch.Tensor, style: torch.Tensor) -> torch.Tensor:
        """features (1, 512, frames), f0 (frames), style (1, 256) -> (300 * frames)."""
        pulses, timbre = self.pulses(f0), style[:, :128]
        x = features
        for i, rate in enumerate(_RATES):
            x = functional.leaky_relu(x, 0.1)
            stride = math.prod(_RATES[i + 1:])
            source = functional.conv1d(pulses, self._of(f'noise_convs.{i}.weight'), self._of(f'noise_convs.{i}.bias'), stride,
                                       (stride + 1) // 2 if stride > 1 else 0)
            source = self._block(f'noise_res.{i}', source, timbre)
            x = functional.conv_transpose1d(x, self._of(f'ups.{i}.weight'), self._of(f'ups.{i}.bias'), rate,
                                            rate // 2 + rate % 2, rate % 2)
            if i == len(_RATES) - 1:
                x = functional.pad(x, (1, 0), mode='reflect')
            x = x + source
            x = sum(self._block(f'resblocks.{3 * i + j}', x, timbre) for j in range(3)) / 3
        x = functional.conv1d(functional.leaky_relu(x), self._of('conv_post.weight'), self._of('conv_post.bias'), padding=3)
        return self.samples(x.float())

    def samples(self, x: torch.Tensor) -> torch.Tensor:
        half = _TRANSFORM // 2 + 1
        size, phase = torch.exp(x[:, :half]), torch.sin(x[:, half:])
        parts = torch.cat([size * torch.cos(phase), size * torch.sin(phase)], 1)
        made = functional.conv_transpose1d(parts, self._weights['basis'], stride=_STEP)[0, 0]
        sums = self._weights['window_sum']
        made[:_TRANSFORM] = torch.where(sums > 0, made[:_TRANSFORM] / sums.clamp(min=1e-30), made[:_TRANSFORM])
        return made[_TRANSFORM // 2:-(_TRANSFORM // 2)] * (_TRANSFORM / _STEP)

    def pulses(self, f0: torch.Tensor) -> torch.Tensor:
        """(frames) -> (1, 22, 60 * frames + 1)."""
        harmonics = torch.arange(1, 10, device=f0.device)
        turns = f0 * harmonics[:, None] / _RATE_HZ
        # In 32 bits, in this order: what rounding adds at high frequencies is what the filters are used to.
        phases = torch.cumsum(turns - torch.floor(turns), 1) * 2 * math.pi * _FRAME
        at = (torch.arange(len(f0) * _FRAME, device=f0.device) + 0.5) / _FRAME - 0.5
        left = at.floor().clamp(0, len(f0) - 1).long()
        right = (left + 1).clamp(max=len(f0) - 1)
        weight = (at - left).clamp(min=0)
        waves = torch.sin(phases[:, left] * (1 - weight) + phases[:, right] * weight) * 0.1
        waves = waves * (f0 > 10).float().repeat_interleave(_FRAME)
        source = torch.tanh(self._weights['merge_bias'] + self._weights['merge'].reshape(1, 9) @ waves)
        padded = functional.pad(source[None], (_TRANSFORM // 2, _TRANSFORM // 2), mode='reflect')[0, 0]
        spectra = torch.fft.rfft(padded.unfold(0, _TRANSFORM, _STEP) * self._window).T
        angles = torch.atan2(spectra.imag, spectra.real)
        angles[-1] = torch.where(spectra.real[-1] < 0, -math.pi, 0.0)  # onnxruntime's sign, mostly
        parts = torch.cat([spectra.abs(), angles])
        # Angles of nothing hang on rounding: where the source is constant, those that onnxruntime makes.
        is_voiced = functional.pad((f0 > 10).float().repeat_interleave(_FRAME), (_TRANSFORM // 2, _TRANSFORM // 2))
        is_constant = is_voiced.unfold(0, _TRANSFORM, _STEP).amax(1) == 0
        return torch.where(is_constant, self._weights['unvoiced'][:, None], parts)[None]

    def _of(self, name: str) -> torch.Tensor:
        return self._weights[name]

    def _block(self, name: str, x: torch.Tensor, timbre: torch.Tensor) -> torch.Tensor:
        for i, dilation in enumerate(_DILATIONS):
            y = x
            for part, reach in (('1', dilation), ('2', 1)):
                y = self._normalize(f'{name}.adain{part}.{i}', y, timbre)
                alpha = self._of(f'{name}.alpha{part}.{i}')
                y = y + torch.sin(alpha * y) ** 2 / alpha
                weight = self._of(f'{name}.convs{part}.{i}.weight')
                y = functional.conv1d(y, weight, self._of(f'{name}.convs{part}.{i}.bias'), dilation=reach,
                                      padding=reach * (weight.shape[2] // 2))
            x = x + y
        return x

    def _normalize(self, name: str, x: torch.Tensor, timbre: torch.Tensor) -> torch.Tensor:
        scale, shift = functional.linear(timbre, self._of(f'{name}.weight'), self._of(f'{name}.bias'))[..., None].chunk(2, 1)
        return functional.instance_norm(x, eps=1e-5) * (1 + scale) + shift
