"""Stage `speakers`: how far aria can be bent before it is understood less or stops to be a clear voice, beside Flite's
speakers; writes a table of docs/measurements/voice.md."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.dataset import held_out_takes
from training.measures import describe, listen
from training.mel import RATE_HZ
from training.page import table, write_section
from training.product import REPOSITORY, Speaker, read_wav, speak_held_out
from training.recognize import count_errors
from training.workplace import Workplace, append_figures, read_json_lines

#: Formants and pitch: the speaker's own; lower and higher with her pitch moving along, which the networks know; men as low
#: as men are; children as high as children are.
_BENT = [(1.0, 158), (0.92, 145), (0.88, 139), (0.85, 134), (0.82, 130), (0.78, 123), (0.88, 118), (0.85, 118),
         (0.85, 105), (1.08, 200), (1.12, 225), (1.2, 190), (1.2, 250)]
_SPEAKERS = [
    *(('aria', Speaker('aria', 'kathleen', hz, formants)) for formants, hz in _BENT),
    ('Flite slt, a woman', Speaker('flite', 'slt', 174)),
    ('Flite slt', Speaker('flite', 'slt', 225, 1.12)),
    ('Flite rms, a man', Speaker('flite', 'rms', 101)),
    ('Flite rms', Speaker('flite', 'rms', 120, 1.05)),
    ('Flite awb, a Scottish man', Speaker('flite', 'awb', 129.5)),
]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--voice', type=Path, help="folder of aria's files (default: those shipped)")
    parser.add_argument('--docs', type=Path, default=REPOSITORY / 'docs', help='folder with measurements/voice.md')


def speakers(place: Workplace, options: Namespace) -> None:
    texts = {row['id']: row['text'] for row in read_json_lines(place.takes)}
    rows = [_row(place, name, speaker, texts, options.voice) for name, speaker in _SPEAKERS]
    head = ['', 'formants', 'pitch asked Hz', 'word errors %', 'heard Hz', 'spread st', 'periodicity', 'voiced %',
            'loudness LUFS', 'clipped', 'clicks']
    write_section(options.docs / 'measurements/voice.md', 'bent', table(head, rows))


def _row(place: Workplace, name: str, speaker: Speaker, texts: dict[str, str], voice: Path | None) -> list[str]:
    folder = place.root / 'speakers' / f'{speaker.base}-{speaker.formants}-{speaker.pitch_hz}'
    speak_held_out(speaker, place.takes, folder, voice)
    readings = {take: read_wav(folder / f'{take}.wav') for take in held_out_takes()}
    figures, errors = describe(listen(list(readings.values()))), count_errors(readings, RATE_HZ, texts)
    append_figures(folder.parent, {'speaker': folder.name, 'word_error_percent': 100 * errors.rate, **figures})
    return [
        name, f'{speaker.formants:.2f}', f'{speaker.pitch_hz:.0f}',
        f'{100 * errors.rate:.1f} ± {100 * errors.deviation:.1f}',
        f"{figures['pitch_hz']:.0f}", f"{figures['pitch_spread_cents'] / 100:.1f}", f"{figures['periodicity']:.3f}",
        f"{figures['voiced_percent']:.0f}", f"{figures['loudness_lufs']:.1f}", f"{figures['clipped']:.0f}",
        f"{figures['clicks']:.0f}",
    ]
