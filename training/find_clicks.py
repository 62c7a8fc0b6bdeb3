"""Stage `find-clicks`: 400 utterances through the whole product, each by another voice that an engine speaks for, in its
language, searched for clicks; and how much the search is worth: what it finds in recordings, and of clicks that were put in."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training.clicks import clicks, count_clipped, with_break
from training.mel import RATE_HZ
from training.prepare import read_audio
from training.product import read_wav, run_script
from training.workplace import Workplace, append_figures, read_json_lines

_BREAKS = [('jump', 0.03), ('jump', 0.1), ('jump', 0.3), ('sample', 0.03), ('sample', 0.1), ('sample', 0.3),
           ('gap', 0.003), ('gap', 0.01)]
_NEAR = RATE_HZ // 1000


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--utterances', type=int, default=400)
    parser.add_argument('--engine', default='aria')


def run(place: Workplace, options: Namespace) -> None:
    """Exits with an error where the product clicks."""
    folder = place.root / 'catalogue'
    run_script('speak-catalogue.ts', folder.resolve(), options.utterances, options.engine)
    spoken = {path.stem: read_wav(path) for path in sorted(folder.glob('*.wav'))}
    count = _report(folder, 'product', spoken)
    if place.takes.exists():
        _report(folder, 'recordings', {row['id']: read_audio(place, row['id']) for row in read_json_lines(place.takes)})
    random = np.random.default_rng(1)
    for kind, size in _BREAKS:
        found = [_is_found(samples, kind, size, random) for samples in spoken.values()]
        append_figures(folder, {'put_in': kind, 'size': size, 'found_percent': round(100 * float(np.mean(found)), 1)})
    if count > 0:
        raise SystemExit(f'{count} clicks')


def _report(folder: Path, name: str, readings: dict[str, np.ndarray]) -> int:
    found = {key: [round(at / RATE_HZ, 3) for at in clicks(samples)] for key, samples in readings.items()}
    count = sum(map(len, found.values()))
    append_figures(folder, {
        'clicks_of': name, 'utterances': len(readings), 'clicks': count,
        'minutes': round(sum(map(len, readings.values())) / RATE_HZ / 60, 1),
        'clipped': {key: count_clipped(samples) for key, samples in readings.items() if count_clipped(samples) > 0},
        'at_s': {key: at for key, at in found.items() if at},
    })
    return count


def _is_found(samples: np.ndarray, kind: str, size: float, random: np.random.Generator) -> bool:
    """Put in where somebody speaks."""
    level = np.sqrt(np.convolve(samples ** 2, np.ones(480) / 480, 'same'))
    places = np.flatnonzero(level > 0.3 * np.sqrt((samples ** 2).mean()))
    at = random.choice(places[(places > _NEAR) & (places < len(samples) - RATE_HZ // 50)])
    return bool((np.abs(clicks(with_break(samples, at, kind, size)) - at) < _NEAR).any())
