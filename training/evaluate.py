"""Stage `evaluate`: folders of the held-out sentences, spoken by any system, against the recordings."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.dataset import held_out_takes
from training.measures import compare_readings, listen
from training.mel import RATE_HZ
from training.prepare import read_audio
from training.product import read_wav
from training.recognize import count_errors
from training.workplace import Workplace, append_figures, read_json_lines


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('folders', nargs='+', type=Path, help='folders of TAKE.wav; `natural` means the recordings')
    parser.add_argument('--no-recognizer', action='store_true')


def evaluate(place: Workplace, options: Namespace) -> None:
    takes = held_out_takes()
    texts = {row['id']: row['text'] for row in read_json_lines(place.takes)}
    natural = listen([read_audio(place, take) for take in takes])
    for folder in options.folders:
        made = natural if str(folder) == 'natural' else listen([read_wav(folder / f'{take}.wav') for take in takes])
        figures = compare_readings(made, natural)
        if not options.no_recognizer:
            heard = dict(zip(takes, (one.samples for one in made)))
            figures['word_error_percent'] = 100 * count_errors(heard, RATE_HZ, texts).rate
        append_figures(place.root, {'system': folder.name, **{key: round(value, 3) for key, value in figures.items()}})
