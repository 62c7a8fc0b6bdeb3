"""Stage `evaluate`: folders of the held-out sentences, spoken by any system, against the recordings."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
from scipy import signal
from scipy.io import wavfile

from training.dataset import held_out_takes
from training.measures import compare_readings, listen
from training.mel import RATE_HZ
from training.prepare import read_audio
from training.recognize import word_error_rate
from training.workplace import Workplace, append_figures, read_json_lines


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('folders', nargs='+', type=Path, help='TAKE.wav in each; `natural` stands for the recordings')
    parser.add_argument('--no-recognizer', action='store_true')


def evaluate(place: Workplace, options: Namespace) -> None:
    takes = held_out_takes()
    texts = {row['id']: row['text'] for row in read_json_lines(place.takes)}
    natural = listen([read_audio(place, take) for take in takes])
    for folder in options.folders:
        made = natural if str(folder) == 'natural' else listen([_read(folder / f'{take}.wav') for take in takes])
        figures = compare_readings(made, natural)
        if not options.no_recognizer:
            heard = dict(zip(takes, (one.samples for one in made)))
            figures['word_error_percent'] = 100 * word_error_rate(heard, RATE_HZ, texts)
        append_figures(place.root, {'system': folder.name, **{key: round(value, 3) for key, value in figures.items()}})


def _read(path: Path) -> np.ndarray:
    rate_hz, samples = wavfile.read(path)
    samples = samples.astype(np.float64) / 32768
    return samples if rate_hz == RATE_HZ else signal.resample_poly(samples, RATE_HZ, rate_hz)
