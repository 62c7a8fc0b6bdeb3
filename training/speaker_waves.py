"""Stage `speaker-waves`: recordings of a speaker -> what the vocoder and the pitch network learn from.

No text is needed. Several such files are joined, with the takes of other kinds of shards, by `gather_waves.py`.
"""
from __future__ import annotations

import subprocess
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
from scipy import signal

from training import pitch
from training.mel import RATE_HZ
from training.loudness import loudness_lufs
from training.prepare import HIGHEST_PEAK, TARGET_LUFS, speech_bounds
from training.utterance import sound_of
from training.waves import save_waves

_RUMBLE = signal.butter(2, 40, 'highpass', fs=RATE_HZ, output='sos')
_TRACKED_AT_ONCE = 32
_HELD_OUT_EVERY = 25
_SHORTEST_S, _LONGEST_S = 1.0, 20.0


def read_take(path: Path, speed: float) -> np.ndarray | None:
    """Levelled and trimmed, at 24 kHz; slower than 1 is lower too."""
    command = ['ffmpeg', '-nostdin', '-v', 'error', '-threads', '1', '-i', str(path), '-f', 'f32le', '-ac', '1', '-ar',
               str(round(RATE_HZ / speed)), '-']
    samples = np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.float32)
    if len(samples) < _SHORTEST_S * RATE_HZ:
        return None
    samples = signal.sosfiltfilt(_RUMBLE, samples.astype(np.float64) - samples.mean())
    start, end = speech_bounds(samples)
    samples = samples[start:end][:int(_LONGEST_S * RATE_HZ)]
    if len(samples) < _SHORTEST_S * RATE_HZ:
        return None
    samples = samples * 10 ** ((TARGET_LUFS - loudness_lufs(samples, RATE_HZ)) / 20)
    return samples * min(1.0, HIGHEST_PEAK / np.abs(samples).max())


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--audio', type=Path, required=True, help='folder of WAV or FLAC')
    parser.add_argument('--name', required=True)
    parser.add_argument('--voice', choices=('man', 'woman'), required=True)
    parser.add_argument('--every', type=int, default=1, help='take every nth file only')
    parser.add_argument('--speed', type=float, default=1.0)
    parser.add_argument('--out', type=Path, required=True)


def run(options: Namespace) -> None:
    within = pitch.MAN if options.voice == 'man' else pitch.WOMAN
    paths = sorted(path for path in options.audio.iterdir() if path.suffix in ('.wav', '.flac'))[::options.every]
    kept = []
    for first in range(0, len(paths), _TRACKED_AT_ONCE):
        some = [(path, samples) for path in paths[first:first + _TRACKED_AT_ONCE]
                if (samples := read_take(path, options.speed)) is not None]
        for (path, samples), hz in zip(some, pitch.track([samples for _, samples in some], within)):
            split = 'held-out' if len(kept) % _HELD_OUT_EVERY == _HELD_OUT_EVERY - 1 else 'train'
            kept.append({'id': f'{options.name}-{path.stem}', 'split': split, **sound_of(samples, hz)})
    save_waves(options.out, kept)
    voiced = np.concatenate([one['tracked_hz'] for one in kept])
    voiced = voiced[voiced > 0]
    print(f'{len(kept)} takes, {sum(len(one["samples"]) for one in kept) / RATE_HZ / 60:.1f} min, '
          f'median {np.median(voiced):.0f} Hz, 5 % under {np.percentile(voiced, 5):.0f} Hz')
