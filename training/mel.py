"""The one mel analysis that the acoustic model, the vocoder and the engine share."""
from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch

RATE_HZ = 24_000
TRANSFORM = 1024
HOP = 256
BANDS = 100
BINS = TRANSFORM // 2 + 1
FRAME_MS = 1000 * HOP / RATE_HZ
FLOOR = 1e-5


def band_edges_hz() -> np.ndarray:
    """BANDS + 2 edges, equally far apart on the mel scale (HTK's) from 0 to half the rate."""
    highest = 2595 * np.log10(1 + RATE_HZ / 2 / 700)
    return 700 * (10 ** (np.linspace(0, highest, BANDS + 2) / 2595) - 1)


def band_matrix() -> torch.Tensor:
    """(BANDS, BINS) triangles of height 1."""
    edges, bins = band_edges_hz(), np.linspace(0, RATE_HZ / 2, BINS)
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return torch.from_numpy(np.maximum(0, np.minimum(rising, falling)).astype(np.float32))


_WINDOW = torch.hann_window(TRANSFORM)


@lru_cache(maxsize=None)
def _bank(device: torch.device) -> torch.Tensor:
    return band_matrix().to(device)


def log_mel_of_frames(magnitudes: torch.Tensor) -> torch.Tensor:
    """(..., BINS, frames) -> (..., BANDS, frames)."""
    return torch.log(torch.clamp(_bank(magnitudes.device) @ magnitudes, min=FLOOR))


def mel_error(made: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Mean distance of the mels of spectra (batch, frames, BINS), in nepers."""
    mel = lambda one: log_mel_of_frames(one.abs().transpose(1, 2))
    return (mel(made) - mel(wanted)).abs().mean()


def log_mel(samples: torch.Tensor) -> torch.Tensor:
    """(..., samples) -> (..., BANDS, 1 + samples // HOP): natural logarithm of magnitudes, floored; frame n is centred
    on sample n * HOP."""
    flat = samples.reshape(-1, samples.shape[-1])
    spectra = torch.stft(flat, TRANSFORM, HOP, TRANSFORM, _WINDOW.to(samples.device), center=True, pad_mode='reflect',
                         return_complex=True).abs()
    mel = log_mel_of_frames(spectra)
    return mel.reshape(*samples.shape[:-1], *mel.shape[-2:])
