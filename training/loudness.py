"""Loudness after ITU-R BS.1770, with its gates, for any sampling rate."""
from __future__ import annotations

import math

import numpy as np
from scipy import signal


def _k_weighting(rate_hz: int) -> np.ndarray:
    """The recommendation's two filters as second-order sections, from their analogue parameters."""
    def section(b: tuple[float, ...], a: tuple[float, ...]) -> list[float]:
        return [value / a[0] for value in (*b, *a)]

    gain, quality, corner_hz = 10 ** (3.99984 / 40), 0.70717, 1681.97
    omega = 2 * math.pi * corner_hz / rate_hz
    cosine, alpha, root = math.cos(omega), math.sin(omega) / (2 * quality), 2 * math.sqrt(gain)
    alpha_root = root * alpha
    shelf = section(
        (gain * (gain + 1 + (gain - 1) * cosine + alpha_root),
         -2 * gain * (gain - 1 + (gain + 1) * cosine),
         gain * (gain + 1 + (gain - 1) * cosine - alpha_root)),
        (gain + 1 - (gain - 1) * cosine + alpha_root,
         2 * (gain - 1 - (gain + 1) * cosine),
         gain + 1 - (gain - 1) * cosine - alpha_root))
    omega = 2 * math.pi * 38.1355 / rate_hz
    cosine, alpha = math.cos(omega), math.sin(omega) / (2 * 0.50033)
    high_pass = section(
        ((1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2), (1 + alpha, -2 * cosine, 1 - alpha))
    return np.array([shelf, high_pass])


def loudness_lufs(samples: np.ndarray, rate_hz: int) -> float:
    weighted = signal.sosfilt(_k_weighting(rate_hz), samples)
    block = int(0.4 * rate_hz)
    weighted = np.pad(weighted, (0, max(0, block - len(weighted))))
    sums = np.concatenate([[0.0], np.cumsum(weighted ** 2)])
    starts = np.arange(0, len(weighted) - block + 1, block // 4)
    power = (sums[starts + block] - sums[starts]) / block
    in_lufs = lambda mean: -0.691 + 10 * np.log10(mean + 1e-12)
    audible = power[in_lufs(power) > -70]
    if len(audible) == 0:
        return -70.0
    return float(in_lufs(audible[in_lufs(audible) > in_lufs(audible.mean()) - 10].mean()))
