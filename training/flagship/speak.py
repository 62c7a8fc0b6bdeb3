"""Stage `flagship-speak`: held-out texts by the teacher in 32 bits, by natural and by aria as they ship, for `hear` and `dnsmos`.

FOLDER/teacher/VOICE/ID.wav, FOLDER/natural/VOICE/ID.wav, and where aria has the voice FOLDER/aria/VOICE/ID.wav;
FOLDER/said.jsonl says what was said. Needs onnxruntime and openvino: run it by the interpreter WORK/python/bin/python.
"""
from __future__ import annotations

import json
import math
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
from scipy.io import wavfile

from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.teacher import SplitTeacher
from training.flagship.texts_of import texts_of
from training.flagship.voices import Mixture, voices
from training.mel import RATE_HZ
from training.product import Speaker, speak_held_out
from training.teacher.kokoro import read_vocabulary
from training.teacher.tokens import spell
from training.workplace import write_json_lines

_USUAL = ('af_heart am_michael bf_emma bm_george ef_dora ff_siwis pf_dora hf_alpha jf_alpha unheard-woman unheard-man').split()


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--folder', type=Path, required=True, help='output folder')
    parser.add_argument('--voice', type=Path, help="folder of aria's files in place of those that are shipped")
    parser.add_argument('--texts', type=int, default=5, help='of each voice')
    parser.add_argument('--voices', nargs='+', default=_USUAL, metavar='VOICE')


def pitches_of(engine: str, of_speakers: str) -> dict[str, float]:
    """Mean pitch of each shipped speaker, in Hz."""
    manifest = json.loads((REPOSITORY / 'voices' / engine / 'voice.json').read_text(encoding='utf-8'))
    return {one['name']: one['pitchMeanHz'] for one in manifest[of_speakers]}


def speaker_of(engine: str, mixture: Mixture, pitches: dict[str, float]) -> Speaker | None:
    """At its own pitch; None where the engine lacks a part of it."""
    if not mixture.keys() <= pitches.keys():
        return None
    base = '+'.join(name if weight == 1 else f'{name}*{weight}' for name, weight in mixture.items())
    return Speaker(engine, base, math.prod(pitches[name] ** weight for name, weight in mixture.items()))


def run(options: Namespace) -> None:
    place = Place(options.work)
    by_name = {voice.name: voice for voice in voices()}
    vocabulary = read_vocabulary(place.vocabulary)
    teacher = SplitTeacher(place.models, place.styles)
    pitches = {'natural': pitches_of('natural', 'styles'), 'aria': pitches_of('aria', 'speakers')}
    options.folder.mkdir(parents=True, exist_ok=True)
    said = []
    for voice in (by_name[name] for name in options.voices):
        rows = texts_of(place, voice, options.texts)
        for row in rows:
            spoken = teacher.speak(spell(row['words'], vocabulary).tokens, voice.mixture)
            path = options.folder / 'teacher' / voice.name / f'{row["id"]}.wav'
            path.parent.mkdir(parents=True, exist_ok=True)
            wavfile.write(path, RATE_HZ, np.round(np.clip(spoken.samples, -1, 1) * 32767).astype(np.int16))
        takes = options.folder / 'takes.jsonl'
        write_json_lines(takes, rows)
        for engine, of_engine in pitches.items():
            if (speaker := speaker_of(engine, voice.mixture, of_engine)) is not None:
                speak_held_out(speaker, takes, options.folder / engine / voice.name, options.voice)
        said += [{'speaker': voice.name, 'id': row['id'], 'language': row['language'], 'text': row['text']} for row in rows]
    write_json_lines(options.folder / 'said.jsonl', said)
