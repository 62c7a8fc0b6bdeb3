"""Stage `compare`: the held-out sentences of Kathleen's recordings, spoken by the product with aria, Flite and eSpeak NG; writes a
table of docs/measurements/voice.md."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.dataset import held_out_takes, prompt_of, split_of
from training.measures import Heard, compare_readings, listen
from training.mel import RATE_HZ
from training.page import table, write_section
from training.prepare import read_audio
from training.product import REPOSITORY, Speaker, read_wav, speak_held_out
from training.recognize import Errors, count_errors
from training.workplace import Workplace, append_figures, read_json_lines

_SPOKEN = {
    'aria': Speaker('aria', 'kathleen', 158),
    'Flite slt': Speaker('flite', 'slt', 174),
    'eSpeak NG': Speaker('espeak', 'en-us+f2', 174),
}
#: Of fewer sentences than all others.
_READ_AGAIN, _ARIA_OF_THESE = 'natural, read again', 'aria, of the same'
_NATURAL = 'natural'


@dataclass(frozen=True)
class System:
    """What is heard of it; figures are against the recordings of the same sentences."""
    heard: list[Heard]
    figures: dict[str, float]
    errors: Errors


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--voice', type=Path, help="folder of aria's files (default: those shipped)")
    parser.add_argument('--docs', type=Path, default=REPOSITORY / 'docs', help='folder with measurements/voice.md')
    parser.add_argument('--again', action='store_true', help='measure the audio of the previous call again')


def run(place: Workplace, options: Namespace) -> None:
    folder = place.root / 'compare'
    if not options.again:
        for name, speaker in _SPOKEN.items():
            speak_held_out(speaker, place.takes, folder / name, options.voice)
    recorded = {take: read_audio(place, take) for take in held_out_takes()}
    sounds = {_NATURAL: recorded, **{name: _read_all(folder / name) for name in _SPOKEN}}
    texts = {row['id']: row['text'] for row in read_json_lines(place.takes)}
    systems = _measure(place, sounds, texts)
    for name, system in systems.items():
        figures = {**system.figures, 'word_error_percent': 100 * system.errors.rate}
        append_figures(folder, {'system': name, **{key: round(value, 3) for key, value in figures.items()}})
    write_section(options.docs / 'measurements/voice.md', 'compared', _figures_table(systems))


def _read_all(folder: Path) -> dict[str, np.ndarray]:
    return {take: read_wav(folder / f'{take}.wav') for take in held_out_takes()}


def _measure(place: Workplace, sounds: dict[str, dict[str, np.ndarray]], texts: dict[str, str]) -> dict[str, System]:
    natural = listen(list(sounds[_NATURAL].values()))
    systems = {}
    for name, readings in sounds.items():
        heard = natural if name == _NATURAL else listen(list(readings.values()))
        systems[name] = System(heard, compare_readings(heard, natural), count_errors(readings, RATE_HZ, texts))
    return {**systems, **_read_again(place, natural, systems['aria'], texts)}


def _read_again(place: Workplace, natural: list[Heard], aria: System, texts: dict[str, str]) -> dict[str, System]:
    """Other takes of the same prompts: a reading may differ by as much and be as right."""
    others = {prompt_of(take): take for take in texts if split_of(take) == 'unused'}
    again = {i: others[prompt_of(take)] for i, take in enumerate(held_out_takes()) if prompt_of(take) in others}
    first, of_aria = [natural[i] for i in again], [aria.heard[i] for i in again]
    readings = {take: read_audio(place, take) for take in again.values()}
    heard = listen(list(readings.values()))
    return {
        _READ_AGAIN: System(heard, compare_readings(heard, first), count_errors(readings, RATE_HZ, texts)),
        _ARIA_OF_THESE: System(of_aria, compare_readings(of_aria, first), aria.errors.part(list(again))),
    }


_COLUMNS = ['', 'word errors %', 'more than aria', 'MCD dB', 'MCD to 7.6 kHz', 'pitch RMSE cents', 'without mean',
            'pitch spread', 'voicing errors %', 'length', 'spectrum dB', 'loudness LUFS', 'clicks']


def _figures_table(systems: dict[str, System]) -> list[str]:
    aria = systems['aria'].errors
    return table(_COLUMNS, [_figures_row(name, system, aria) for name, system in systems.items()])


def _figures_row(name: str, system: System, aria: Errors) -> list[str]:
    figures, errors = system.figures, system.errors
    is_whole = len(system.heard) == len(held_out_takes())
    return [
        name if is_whole else f'{name} ({len(system.heard)} of the sentences)',
        f'{100 * errors.rate:.1f} ± {100 * errors.deviation:.1f}',
        _difference(errors, aria) if is_whole and errors is not aria else '',
        f"{figures['mcd_db']:.2f}", f"{figures['narrow_mcd_db']:.2f}",
        f"{figures['pitch_rmse_cents']:.0f}", f"{figures['pitch_rmse_cents_without_mean']:.0f}",
        f"{figures['pitch_spread']:.2f}", f"{figures['voicing_error_percent']:.1f}", f"{figures['length_ratio']:.2f}",
        f"{figures['spectrum_error_db']:.1f}",
        f"{figures['loudness_lufs']:.1f} ± {figures['loudness_spread_lu']:.1f}", f"{figures['clicks']:.0f}",
    ]


def _difference(errors: Errors, others: Errors) -> str:
    return f'{100 * (errors.rate - others.rate):+.1f} ± {100 * errors.deviation_of_difference(others):.1f}'
