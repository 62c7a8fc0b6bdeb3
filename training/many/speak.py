"""Stage `speak-many`: held-out sentences of each speaker as the teacher or the speaker said them, copied from those mels by the
vocoder, and as the student says them by itself.

FOLDER/natural, FOLDER/copy, FOLDER/student, each with SPEAKER/ID.wav; FOLDER/said.jsonl says what was said.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import torch

from training.many.corpus import Corpus, Statistics
from training.many.export import calibrate, load_sound, load_student, shards_of, voiced_shares
from training.many.networks import one_hot
from training.many.shards import add_shard_options
from training.many.shipped import ShippedMany
from training.mel import HOP
from training.networks.prosody import VALUES
from training.sounds import RISING_END
from training.synthesis import Networks, vocode, write_wav
from training.train_prosody import FLOW_STEPS
from training.workplace import Workplace


def add_options(parser: ArgumentParser) -> None:
    add_shard_options(parser)
    for network in ('prosody', 'acoustic', 'pitch', 'vocoder'):
        parser.add_argument(f'--{network}', required=True, help='run')
    parser.add_argument('--folder', type=Path, required=True)
    parser.add_argument('--takes', type=int, default=20, help='of each speaker')


def speak_many(place: Workplace, options: Namespace) -> None:
    prosody, acoustic, statistics = load_student(place, options)
    pitch, vocoder = load_sound(place, options)
    shards = shards_of(options.shards, statistics)
    corpus = Corpus(shards, statistics, with_rises=True)
    shares = voiced_shares(corpus)
    student = ShippedMany(prosody, acoustic, statistics, calibrate(prosody, corpus, shares), FLOW_STEPS, shares).eval()
    sound = Networks(prosody, acoustic, pitch, vocoder, statistics)
    said = []
    for path in shards:
        said += _speak_shard(path, statistics, student, sound, options)
    with (options.folder / 'said.jsonl').open('w', encoding='utf-8') as file:
        for row in said:
            file.write(json.dumps(row, ensure_ascii=False) + '\n')


def _speak_shard(path: Path, statistics: Statistics, student: ShippedMany, sound: Networks, options: Namespace) -> list[dict]:
    stored = np.load(path)
    speaker, language = str(stored['speaker']), str(stored['language'])
    ends = lambda name: np.concatenate([[0], np.cumsum(stored[name].astype(np.int64))])
    tokens, frames, samples = ends('tokens'), ends('frames'), ends('length')
    arrays = {name: stored[name] for name in ('rows', 'durations', 'mel', 'samples', 'hz')}
    who = one_hot(torch.tensor([statistics.speakers.index(speaker)]), len(statistics.speakers))
    tongue = one_hot(torch.tensor([statistics.languages.index(language)]), len(statistics.languages))
    folders = {kind: options.folder / kind / speaker for kind in ('natural', 'copy', 'student')}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    said = []
    for i in np.flatnonzero(stored['split'] == 'held-out'):
        if len(list(folders['student'].iterdir())) >= options.takes:
            break
        name = f'{stored["ids"][i]}.wav'
        rows = torch.from_numpy(arrays['rows'][tokens[i]:tokens[i + 1]].astype(np.int64))[None]
        head = int(stored['head'][i]) * HOP
        write_wav(folders['natural'] / name, arrays['samples'][samples[i]:samples[i + 1]][head:] / 32767)
        mel = torch.from_numpy(arrays['mel'][frames[i]:frames[i + 1]].astype(np.float32)).T
        with torch.no_grad():
            copied_hz, _ = sound.pitch.decode(sound.pitch(mel[None]))
            ones = torch.ones(1, rows.shape[1])
            made, durations, hz, _ = student(rows, who, tongue, ones, 0 * ones, ones, 0 * ones, -ones,
                                             torch.zeros(1, rows.shape[1], VALUES))
        write_wav(folders['copy'] / name, vocode(sound, mel, copied_hz[0]))
        write_wav(folders['student'] / name, vocode(sound, made[0], hz[0]))
        said.append({'speaker': speaker, 'language': language, 'id': str(stored['ids'][i]), 'text': str(stored['text'][i]),
                     'rises': bool(rows[0, -1, 0] == RISING_END), 'frames': int(durations.sum()),
                     'natural_frames': int(arrays['durations'][tokens[i]:tokens[i + 1]].sum())})
    return said
