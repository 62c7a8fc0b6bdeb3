"""Stage `prepare`: from the archive to levelled, trimmed takes of 24 kHz."""
from __future__ import annotations

import shutil
import subprocess
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from scipy import signal
from scipy.io import wavfile

from training.dataset import Take, check_archive, read_takes, split_of, unpack
from training.loudness import loudness_lufs
from training.workplace import Workplace, write_json_lines

RATE_HZ = 24_000
TARGET_LUFS = -23.0
HIGHEST_PEAK = 0.98
#: Kept at both ends where the recording has as much.
KEPT_SILENCE_S = 0.08

_RUMBLE = signal.butter(2, 40, 'highpass', fs=RATE_HZ, output='sos')
#: Speech shows in one of these at least: voice, formants, fricatives.
_BANDS = [signal.butter(2, band, 'bandpass', fs=RATE_HZ, output='sos')
          for band in ((100, 900), (900, 3500), (3500, 10_500))]
_ABOVE_NOISE_DB = 11.0


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--archive', type=Path, required=True, help='kathleen-opus.tar')
    parser.add_argument('--takes', type=int, help='maximum number of takes, for a trial')
    parser.add_argument('--jobs', type=int, default=1, help='number of processes')


def run(place: Workplace, options: Namespace) -> None:
    check_archive(options.archive)
    unpack(options.archive, place.source)
    place.audio.mkdir(parents=True, exist_ok=True)
    takes = read_takes(place.source)
    if options.takes is not None:
        takes = _some_of_each_split(takes, options.takes)
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(partial(_prepare_take, place), takes, chunksize=8))
    write_json_lines(place.takes, rows)
    print(f'{len(rows)} takes, {sum(row["seconds"] for row in rows) / 60:.1f} minutes')


def _some_of_each_split(takes: list[Take], count: int) -> list[Take]:
    held_out = [take for take in takes if split_of(take.id) == 'held-out'][:max(1, count // 4)]
    return held_out + [take for take in takes if split_of(take.id) == 'train'][:count - len(held_out)]


def _prepare_take(place: Workplace, take: Take) -> dict:
    recorded = signal.resample_poly(_decode(place.source / f'{take.id}.opus'), 1, 2, window=('kaiser', 8.0))
    recorded = signal.sosfiltfilt(_RUMBLE, recorded - recorded.mean())
    start, end = speech_bounds(recorded)
    samples = recorded[start:end]
    loudness = loudness_lufs(samples, RATE_HZ)
    samples = samples * 10 ** ((TARGET_LUFS - loudness) / 20)
    samples = samples * min(1.0, HIGHEST_PEAK / np.abs(samples).max())
    wavfile.write(place.audio / f'{take.id}.wav', RATE_HZ, np.round(samples * 32767).astype(np.int16))
    return {'id': take.id, 'text': take.text, 'split': split_of(take.id), 'seconds': round(len(samples) / RATE_HZ, 3),
            'recorded_lufs': round(loudness, 2)}


def _decode(path: Path) -> np.ndarray:
    """Mono at 48 kHz by libopus, within ffmpeg or opusdec. ffmpeg's own decoder will not do: it turns the phase of what
    lies under 8 kHz against what lies above, and these takes are coded in such two parts."""
    if shutil.which('ffmpeg') is not None:
        command = ['ffmpeg', '-nostdin', '-v', 'error', '-threads', '1', '-c:a', 'libopus', '-i', str(path),
                   '-f', 'f32le', '-ac', '1', '-ar', '48000', '-']
    else:
        command = ['opusdec', '--quiet', '--float', '--rate', '48000', str(path), '-']
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.float32).astype(np.float64)


def speech_bounds(samples: np.ndarray) -> tuple[int, int]:
    """First and last sample to keep. A frame counts where three of four neighbours do: clicks do not."""
    frame = RATE_HZ // 100
    count = len(samples) // frame
    active = np.zeros(count, bool)
    for band in _BANDS:
        power = (signal.sosfilt(band, samples)[:count * frame].reshape(count, frame) ** 2).mean(1)
        level_db = 10 * np.log10(power + 1e-12)
        active |= level_db > np.percentile(level_db, 4) + _ABOVE_NOISE_DB
    spoken = np.flatnonzero((np.convolve(active.astype(int), np.ones(4, int), 'same') >= 3) & active)
    if len(spoken) == 0:
        return 0, len(samples)
    margin = int(KEPT_SILENCE_S * RATE_HZ)
    return max(0, spoken[0] * frame - margin), min(len(samples), (spoken[-1] + 1) * frame + margin)


def read_audio(place: Workplace, take_id: str) -> np.ndarray:
    """Float64 from -1 to 1 at 24 kHz."""
    return wavfile.read(place.audio / f'{take_id}.wav')[1] / 32768.0
