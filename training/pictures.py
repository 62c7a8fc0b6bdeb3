"""Pictures of speech for docs/voice.md: spectrograms of one sentence by several systems, and long-term spectra."""
from __future__ import annotations

from io import BytesIO
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image
from scipy import ndimage, signal

from training import pitch
from training.measures import THIRDS_HZ, Heard, long_term_db
from training.mel import HOP, RATE_HZ

matplotlib.use('agg')
from matplotlib import pyplot  # noqa: E402: the backend that needs no screen is chosen before

_WINDOW, _STEP = 384, 96
_RANGE_DB = 65
#: So few that a picture of noise stays small.
_SHADES = 12
_DPI = 80
_COLOURS = 32


def draw_spectrograms(readings: dict[str, np.ndarray], path: Path) -> None:
    """One below the other, each by its name, with its pitch as a line on a scale of its own (right, Hz). Tilted by 6 dB
    an octave, or little would be seen above 4 kHz."""
    longest = max(map(len, readings.values())) / RATE_HZ
    figure, rows = pyplot.subplots(len(readings), sharex=True, figsize=(10, 1.6 * len(readings)), layout='constrained')
    for row, (name, samples) in zip(rows, readings.items()):
        hz, times, power = signal.spectrogram(np.diff(samples), RATE_HZ, 'hann', _WINDOW, _WINDOW - _STEP, 1024)
        level = 10 * np.log10(ndimage.zoom(power, (0.25, 1), order=1, grid_mode=True, mode='nearest') + 1e-14)
        shade = np.floor(np.clip((level - level.max()) / _RANGE_DB + 1, 0, 0.999) * _SHADES)
        row.imshow(shade, cmap='gray_r', origin='lower', aspect='auto', interpolation='nearest',
                   extent=(times[0], times[-1], 0, hz[-1] / 1000))
        row.set_ylabel(f'{name}\nkHz', fontsize=8)
        row.set_facecolor('white')
        _draw_pitch(row.twinx(), samples)
    rows[-1].set(xlim=(0, longest), xlabel='s')
    _save(figure, path)


def _draw_pitch(axis, samples: np.ndarray) -> None:
    hz = pitch.tighten(samples, pitch.without_creak(pitch.track([samples])[0]))
    axis.plot(np.arange(len(hz)) * HOP / RATE_HZ, np.where(hz > 0, hz, np.nan), color='#d03030', linewidth=1.5)
    axis.set(ylim=(60, 400), yticks=(100, 200, 300))


def draw_long_term_spectra(systems: dict[str, list[Heard]], path: Path) -> None:
    """Levels made equal between 300 Hz and 3 kHz."""
    figure, axis = pyplot.subplots(figsize=(8, 4), layout='constrained')
    middle = (THIRDS_HZ > 300) & (THIRDS_HZ < 3000)
    for name, readings in systems.items():
        level = long_term_db(readings)
        axis.semilogx(THIRDS_HZ, level - level[middle].mean(), label=name, linewidth=2.5 if name == 'natural' else 1.2)
    ticks = (100, 200, 500, 1000, 2000, 5000, 10_000)
    axis.set(xticks=ticks, xticklabels=[f'{hz:g}' for hz in ticks], ylim=(-45, 30), xlabel='Hz', ylabel='dB')
    axis.minorticks_off()
    axis.grid(color='0.85')
    axis.legend(fontsize=8)
    _save(figure, path)


def _save(figure, path: Path) -> None:
    """In few colours and without date or version: small, and the same sound gives the same file."""
    drawn = BytesIO()
    figure.savefig(drawn, dpi=_DPI)
    pyplot.close(figure)
    with Image.open(drawn) as image:
        image.convert('RGB').quantize(_COLOURS).save(path, optimize=True)
