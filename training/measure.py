"""Stage `measure`: pitch, voicing, rises, length, loudness and clicks of what `speak` spoke.

A line for each speaker and kind; `figures.jsonl` in the folder has them too.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
from scipy.io import wavfile

from training import pitch
from training.clicks import clicks, count_clipped
from training.loudness import loudness_lufs
from training.mel import RATE_HZ
from training.speak import KINDS
from training.utterance import final_rise

#: Speakers whose name does not say it: `am_michael` is a man, `bf_emma` a woman.
_WOMEN = {'kathleen', 'kerstin'}


def range_of(speaker: str) -> pitch.Range:
    return pitch.WOMAN if speaker in _WOMEN or speaker[1:3] == 'f_' else pitch.MAN


def figures_of(rows: list[dict], takes: list[np.ndarray], within: pitch.Range) -> dict[str, float]:
    tracked = [pitch.tighten(samples, pitch.without_creak(hz)) for samples, hz in zip(takes, pitch.track(takes, within))]
    voiced = np.concatenate([hz[hz > 0] for hz in tracked])
    rises = [final_rise(hz) for row, hz in zip(rows, tracked) if row['rises']]
    likeness = np.concatenate([pitch.likeness(samples, hz)[hz > 0] for samples, hz in zip(takes, tracked)])
    return {'takes': len(takes), 'median_hz': float(np.median(voiced)), 'spread_st': float(12 * np.log2(voiced).std()),
            'voiced_percent': 100 * len(voiced) / sum(map(len, tracked)), 'periodicity': float(likeness.mean()),
            'seconds': sum(map(len, takes)) / RATE_HZ, 'lufs': float(np.mean([loudness_lufs(one, RATE_HZ) for one in takes])),
            'clicks': sum(len(clicks(one)) for one in takes), 'clipped': sum(map(count_clipped, takes)),
            'questions': len(rises), 'rise_st': float(np.mean(rises)) if rises else float('nan')}


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('folder', type=Path, help='of stage `speak`')


def run(options: Namespace) -> None:
    folder = options.folder
    said = [json.loads(line) for line in (folder / 'said.jsonl').open(encoding='utf-8')]
    with (folder / 'figures.jsonl').open('w', encoding='utf-8') as file:
        for speaker in dict.fromkeys(row['speaker'] for row in said):
            rows = [row for row in said if row['speaker'] == speaker]
            for kind in KINDS:
                takes = [wavfile.read(folder / kind / speaker / f'{row["id"]}.wav')[1] / 32768 for row in rows]
                figures = {key: round(value, 3) for key, value in figures_of(rows, takes, range_of(speaker)).items()}
                line = json.dumps({'speaker': speaker, 'language': rows[0]['language'], 'kind': kind, **figures})
                print(line, flush=True)
                file.write(line + '\n')
