"""Places at which a waveform breaks, as the ear would hear a click: a jump, a stray sample, pieces that do not join."""
from __future__ import annotations

import numpy as np
from scipy import ndimage, signal

from training.mel import RATE_HZ

#: Speech is faint up there, and what breaks is as strong there as anywhere.
_HIGH_PASS = signal.firwin(31, 6000, fs=RATE_HZ, pass_zero=False)
#: The break itself, and how far on both sides nothing may come near it: less than a period of most voices.
_BREAK, _SURROUNDINGS = round(RATE_HZ * 0.33e-3), round(RATE_HZ * 2.5e-3)
#: A pulse of creak passes this once in ten minutes of recordings.
_RATIO, _FLOOR = 6.0, 3e-4


def clicks(samples: np.ndarray) -> np.ndarray:
    """Samples at which what lies above 6 kHz stands out far above all of it on both sides."""
    level = np.abs(np.convolve(samples, _HIGH_PASS, 'same'))
    beside = ndimage.maximum_filter1d(level, _SURROUNDINGS - _BREAK)
    away = (_BREAK + _SURROUNDINGS) // 2
    around = np.maximum(ndimage.shift(beside, away, order=0), ndimage.shift(beside, -away, order=0))
    is_peak = level == ndimage.maximum_filter1d(level, 2 * _SURROUNDINGS + 1)
    return np.flatnonzero(is_peak & (level > _RATIO * np.maximum(around, _FLOOR)))


def count_clipped(samples: np.ndarray) -> int:
    """Samples at the end of what int16 holds."""
    return int((np.abs(samples) >= 32767 / 32768).sum())


def with_break(samples: np.ndarray, at: int, kind: str, size: float) -> np.ndarray:
    """The samples with an artificial click: a `jump` that dies away within 20 ms or a stray `sample`, both of `size` of
    full scale; or a `gap`, of `size` seconds that are left out."""
    broken = samples.copy()
    if kind == 'gap':
        return np.concatenate([samples[:at], samples[at + round(size * RATE_HZ):]])
    if kind == 'sample':
        broken[at] += size
        return broken
    tail = broken[at:at + RATE_HZ // 50]
    tail += size * np.linspace(1, 0, len(tail))
    return broken
