"""Stage `speak-texts`: the teacher and the product read the same new texts, for `hear`. Needs the packages of `teacher-speak`.

FOLDER/natural/VOICE/ID.wav is the teacher, FOLDER/aria/VOICE/ID.wav the product at temperature 0 with the files of voices/aria;
FOLDER/said.jsonl says what was said. Goes on where it was left.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from itertools import groupby
from pathlib import Path

import numpy as np
import soundfile

from training.product import REPOSITORY, Speaker, run_script, speak_held_out
from training.teacher.kokoro import RATE_HZ, Kokoro, read_vocabulary
from training.teacher.tokens import spell
from training.teacher.voices import BY_NAME, TeacherVoice
from training.workplace import read_json_lines, write_json_lines


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--models', type=Path, required=True, help='folder of teacher-widen')
    parser.add_argument('--styles', type=Path, required=True, help='folder of VOICE.bin, of kokoro-js')
    parser.add_argument('--vocabulary', type=Path, required=True)
    parser.add_argument('--folder', type=Path, required=True)
    parser.add_argument('texts', type=Path, help='one sentence a line')
    parser.add_argument('voices', nargs='+', choices=BY_NAME, metavar='VOICE', help='of the teacher')


def run(options: Namespace) -> None:
    texts = options.texts.read_text(encoding='utf-8').splitlines()
    said_file = options.folder / 'said.jsonl'
    said = read_json_lines(said_file) if said_file.exists() else []
    options.folder.mkdir(parents=True, exist_ok=True)
    teacher, vocabulary = Kokoro(options.models, options.styles), read_vocabulary(options.vocabulary)
    shipped = json.loads((REPOSITORY / 'voices/aria/voice.json').read_text(encoding='utf-8'))
    pitch_hz = {speaker['name']: speaker['pitchMeanHz'] for speaker in shipped['speakers']}
    for voice in (BY_NAME[name] for name in options.voices):
        rows = [{'id': f'{options.texts.stem}-{i:03d}', 'language': voice.language, 'text': text, 'split': 'held-out'}
                for i, text in enumerate(texts)]
        takes = options.folder / f'{voice.language}.jsonl'
        write_json_lines(takes, rows)
        _teach(teacher, vocabulary, voice, takes, options.folder)
        speak_held_out(Speaker('aria', voice.name, pitch_hz[voice.name]), takes, options.folder / 'aria' / voice.name, None)
        new = [{'speaker': voice.name, **row} for row in rows]
        said = [row for row in said if row not in new] + new
        write_json_lines(said_file, said)
        print(voice.name, flush=True)


def _teach(teacher: Kokoro, vocabulary: dict[str, int], voice: TeacherVoice, takes: Path, folder: Path) -> None:
    sounds = takes.with_suffix('.sounds.jsonl')
    run_script('export-sounds.ts', takes.resolve(), sounds.resolve())
    spoken = folder / 'natural' / voice.name
    spoken.mkdir(parents=True, exist_ok=True)
    for name, rows in groupby(read_json_lines(sounds), lambda row: row['id'].split('.')[0]):
        path = spoken / f'{name}.wav'
        if not path.exists():
            parts = [teacher.speak(spell(row['words'], vocabulary).tokens, voice.styles)[0] for row in rows]
            soundfile.write(path, np.clip(np.concatenate(parts), -1, 1), RATE_HZ, 'PCM_16')
