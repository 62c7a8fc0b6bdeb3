"""How far a reading of a sentence is from the recording of it. Samples are float64 from -1 to 1 at 24 kHz."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from scipy import fft, signal

from training import pitch
from training.clicks import clicks, count_clipped
from training.loudness import loudness_lufs
from training.mel import HOP, RATE_HZ, band_edges_hz, log_mel

_CEPSTRA = 24
#: Frames this much under the loudest are silence, at both ends.
_SILENCE_DB = 45.0
_TO_DB = 10 / np.log(10) * np.sqrt(2)
#: Bands that systems of 16 kHz have as well.
_NARROW_BANDS = int((band_edges_hz()[2:] <= 7600).sum())


@dataclass(frozen=True)
class Heard:
    """A reading, analysed once. All but `samples` without the silence at both ends."""
    samples: np.ndarray
    cepstra: np.ndarray
    #: Of what lies under 7.6 kHz.
    narrow_cepstra: np.ndarray
    hz: np.ndarray
    #: Of the voiced frames, see `pitch.likeness`.
    likeness: np.ndarray


def listen(readings: list[np.ndarray]) -> list[Heard]:
    tracked = [pitch.tighten(samples, pitch.without_creak(hz)) for samples, hz in zip(readings, pitch.track(readings))]
    return [_listen_one(samples, hz) for samples, hz in zip(readings, tracked)]


def _listen_one(samples: np.ndarray, hz: np.ndarray) -> Heard:
    mel = log_mel(torch.from_numpy(samples).float()).numpy()
    level_db = 10 * np.log10(np.exp(2 * mel.astype(np.float64)).sum(0))
    loud = np.flatnonzero(level_db > level_db.max() - _SILENCE_DB)
    spoken = slice(loud[0], loud[-1] + 1)
    heard = mel.T[spoken]
    hz = hz[:mel.shape[1]][spoken]
    likeness = pitch.likeness(samples[loud[0] * HOP:], hz)[hz > 0]
    return Heard(samples, _cepstra(heard), _cepstra(heard[:, :_NARROW_BANDS]), hz, likeness)


def _distances_db(ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    return _TO_DB * np.sqrt(((ones - others) ** 2).sum(1))


def _cepstra(mel: np.ndarray) -> np.ndarray:
    return fft.dct(mel, axis=1, norm='ortho')[:, 1:_CEPSTRA + 1] / np.sqrt(mel.shape[1] / 2)


def warp(ones: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Indices that bring two sequences of rows together with the least sum of distances."""
    distance = np.sqrt(np.maximum(0, (ones ** 2).sum(1)[:, None] + (others ** 2).sum(1) - 2 * ones @ others.T))
    rows, columns = distance.shape
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0
    for diagonal in range(rows + columns - 1):
        i = np.arange(max(0, diagonal - columns + 1), min(rows, diagonal + 1))
        j = diagonal - i
        total[i + 1, j + 1] = distance[i, j] + np.minimum(total[i, j], np.minimum(total[i, j + 1], total[i + 1, j]))
    path = [(rows - 1, columns - 1)]
    while path[-1] != (0, 0):
        i, j = path[-1]
        steps = ((i - 1, j - 1), (i - 1, j), (i, j - 1))
        path.append(min(steps, key=lambda step: total[step[0] + 1, step[1] + 1]))
    first, second = zip(*reversed(path))
    return np.array(first), np.array(second)


def compare_readings(made: list[Heard], natural: list[Heard]) -> dict[str, float]:
    distortion, narrow_distortion, cents, misvoiced = [], [], [], []
    for one, other in zip(made, natural):
        i, j = warp(one.narrow_cepstra, other.narrow_cepstra)
        distortion.append(_distances_db(one.cepstra[i], other.cepstra[j]))
        narrow_distortion.append(_distances_db(one.narrow_cepstra[i], other.narrow_cepstra[j]))
        hz, natural_hz = one.hz[i], other.hz[j]
        both = (hz > 0) & (natural_hz > 0)
        cents.append(1200 * np.log2(hz[both] / natural_hz[both]))
        misvoiced.append((hz > 0) != (natural_hz > 0))
    own, natural_own = describe(made), describe(natural)
    return {
        'mcd_db': float(np.concatenate(distortion).mean()),
        'narrow_mcd_db': float(np.concatenate(narrow_distortion).mean()),
        'pitch_rmse_cents': float(np.sqrt((np.concatenate(cents) ** 2).mean())),
        'pitch_rmse_cents_without_mean': float(np.concatenate(cents).std()),
        'voicing_error_percent': 100 * float(np.concatenate(misvoiced).mean()),
        'pitch_spread': own['pitch_spread_cents'] / natural_own['pitch_spread_cents'],
        'length_ratio': sum(len(one.hz) for one in made) / sum(len(one.hz) for one in natural),
        'spectrum_error_db': spectrum_error_db(made, natural),
        'glottal_modulation': glottal_modulation(made) / glottal_modulation(natural),
        **{name: own[name] for name in ('loudness_lufs', 'loudness_spread_lu', 'clicks')},
    }


def describe(readings: list[Heard]) -> dict[str, float]:
    """What can be said of readings without a recording of the same."""
    octaves = np.log2(np.concatenate([one.hz[one.hz > 0] for one in readings]))
    loudness = [loudness_lufs(one.samples, RATE_HZ) for one in readings]
    return {
        'pitch_hz': float(2 ** octaves.mean()),
        'pitch_spread_cents': float(1200 * octaves.std()),
        'voiced_percent': 100 * float(np.concatenate([one.hz > 0 for one in readings]).mean()),
        'periodicity': float(np.concatenate([one.likeness for one in readings]).mean()),
        'loudness_lufs': float(np.mean(loudness)),
        'loudness_spread_lu': float(np.std(loudness)),
        'clicks': float(sum(len(clicks(one.samples)) for one in readings)),
        'clipped': float(sum(count_clipped(one.samples) for one in readings)),
    }


THIRDS_HZ = 100 * 2 ** (np.arange(21) / 3)


def long_term_db(readings: list[Heard]) -> np.ndarray:
    """Power in thirds of an octave around `THIRDS_HZ`."""
    hz, power = signal.welch(np.concatenate([one.samples for one in readings]), RATE_HZ, nperseg=2048)
    bands = [power[(hz >= centre / 2 ** (1 / 6)) & (hz < centre * 2 ** (1 / 6))].mean() for centre in THIRDS_HZ]
    return 10 * np.log10(np.array(bands) + 1e-15)


def spectrum_error_db(made: list[Heard], natural: list[Heard]) -> float:
    """Mean difference of the long-term spectra in thirds of an octave from 100 Hz to 10 kHz, levels made equal."""
    difference = long_term_db(made) - long_term_db(natural)
    return float(np.abs(difference - difference.mean()).mean())


_GLOTTAL_BAND = signal.butter(4, [3500, 8000], 'bandpass', fs=RATE_HZ, output='sos')


def glottal_modulation(readings: list[Heard]) -> float:
    """How strongly the band from 3.5 to 8 kHz swells once a period, in voiced frames: 0 is steady hiss."""
    found = []
    length = 960
    window, at = np.hanning(length), np.arange(length) / RATE_HZ
    for one in readings:
        envelope = np.abs(signal.hilbert(signal.sosfilt(_GLOTTAL_BAND, one.samples)))
        hz = pitch.track([one.samples])[0]
        for frame in np.flatnonzero(hz > 0)[::4]:
            part = envelope[max(0, frame * HOP - length // 2):frame * HOP + length // 2]
            if len(part) == length:
                turned = (part * window * np.exp(-2j * np.pi * hz[frame] * at)).sum()
                found.append(np.abs(turned) / ((part * window).sum() + 1e-9))
    return float(np.median(found))
