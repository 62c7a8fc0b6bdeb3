"""Loudness after ITU-R BS.1770, with its gates, for any sampling rate."""
from __future__ import annotations

import math

import numpy as np
from scipy import signal


def _k_weighting(rate_hz: int) -> np.ndarray:
    """The recommendation's two filters as second-order sections, at any rate."""
    high, quality, slope = 10 ** (3.999843853973347 / 20), 0.7071752369554196, math.tan(math.pi * 1681.974450955533 / rate_hz)
    middle, bend = high ** 0.4996667741545416, slope / quality
    scale = 1 + bend + slope ** 2
    shelf = [(high + middle * bend + slope ** 2) / scale, 2 * (slope ** 2 - high) / scale,
             (high - middle * bend + slope ** 2) / scale, 1,
             2 * (slope ** 2 - 1) / scale, (1 - bend + slope ** 2) / scale]
    slope = math.tan(math.pi * 38.13547087602444 / rate_hz)
    bend = slope / 0.5003270373238773
    scale = 1 + bend + slope ** 2
    high_pass = [1, -2, 1, 1, 2 * (slope ** 2 - 1) / scale, (1 - bend + slope ** 2) / scale]
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
