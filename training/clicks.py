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


#: A pressed voice has a pulse above 6 kHz each period, of 2.5 to 20 ms: pulses of a train have others at equal distances that
#: are at least this share as strong.
_PERIODS, _SHARE_OF_PULSE = np.arange(round(RATE_HZ * 2.5e-3), round(RATE_HZ * 20e-3)), 0.3
#: Successive periods differ by this much.
_JITTER = round(RATE_HZ * 0.4e-3)


def clicks(samples: np.ndarray) -> np.ndarray:
    """Samples at which what lies above 6 kHz stands out far above all of it on both sides, pulses of a voice left out."""
    level = np.abs(np.convolve(samples, _HIGH_PASS, 'same'))
    beside = ndimage.maximum_filter1d(level, _SURROUNDINGS - _BREAK)
    away = (_BREAK + _SURROUNDINGS) // 2
    around = np.maximum(ndimage.shift(beside, away, order=0), ndimage.shift(beside, -away, order=0))
    is_peak = level == ndimage.maximum_filter1d(level, 2 * _SURROUNDINGS + 1)
    nearby = ndimage.maximum_filter1d(level, 2 * _JITTER + 1)
    found = np.flatnonzero(is_peak & (level > _RATIO * np.maximum(around, _FLOOR)))
    return np.array([at for at in found if not _is_pulse_of_train(nearby, level[at], at)], int)


def _is_pulse_of_train(nearby: np.ndarray, height: float, at: int) -> bool:
    """Whether two more pulses are at one distance from this one: one on each side, or both on the same side. `nearby` is the
    strongest level around each sample."""
    padded = np.pad(nearby, 2 * _PERIODS[-1]) > _SHARE_OF_PULSE * height
    at += 2 * _PERIODS[-1]
    before, after = padded[at - _PERIODS], padded[at + _PERIODS]
    return bool(((before & after) | (after & padded[at + 2 * _PERIODS]) | (before & padded[at - 2 * _PERIODS])).any())


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
