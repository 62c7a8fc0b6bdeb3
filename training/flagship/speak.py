"""Stage `flagship-speak`: held-out texts by the teacher in 32 bits and by its student, for `hear` and `dnsmos`.

FOLDER/teacher/VOICE/ID.wav and FOLDER/RUN/VOICE/ID.wav; FOLDER/said.jsonl says what was said. RUN `adapter` is the adapter with
aria's vocoder as it is. Needs onnxruntime and openvino: run it by the interpreter WORK/python/bin/python.
"""
from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import torch
from scipy.io import wavfile

from training.flagship.batches import batch_of
from training.flagship.clauses import clause_of
from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.student import HOP, Student
from training.flagship.teacher import SplitTeacher, Spoken
from training.flagship.train_adapter import MelReader
from training.flagship.train_student import new_student
from training.flagship.texts_of import texts_of
from training.flagship.voices import voices
from training.loop import CHECKPOINT, averaged_weights
from training.mel import RATE_HZ
from training.networks.vocoder import OverlapAdd, pulses, swelling_noise
from training.teacher.kokoro import read_vocabulary
from training.teacher.tokens import spell
from training.workplace import read_json_lines, write_json_lines

_USUAL = ('af_heart am_michael bf_emma bm_george ef_dora ff_siwis pf_dora hf_alpha jf_alpha unheard-woman unheard-man').split()


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--folder', type=Path, required=True, help='output folder')
    parser.add_argument('--run', default='student', help='student or adapter')
    parser.add_argument('--texts', type=int, default=8, help='of each voice')
    parser.add_argument('--voices', nargs='+', default=_USUAL, metavar='VOICE')
    parser.add_argument('--voice', type=Path, default=REPOSITORY / 'voices' / 'aria', help='folder of the vocoder of RUN adapter')
    parser.add_argument('--threads', type=int, default=1)


def load_student(place: Place, name: str, voice: Path) -> Student:
    student = new_student(place.runs / 'adapter', voice)
    if name != 'adapter':
        student.load_state_dict(averaged_weights(place.runs / name / CHECKPOINT))
    return student.eval()


@torch.no_grad()
def speak(student: Student, spoken: Spoken) -> np.ndarray:
    """What the student makes of the teacher's features -> samples, as many as the teacher's."""
    reader = MelReader(student.adapter, 0)
    batch = batch_of([clause_of(spoken)], random.Random(0))
    hidden, mel = reader.read(batch)
    filters = student.filters(hidden, mel, batch.hz, batch.voicing)
    noise = torch.randn(batch.audio.shape, generator=torch.Generator().manual_seed(0))
    noises = [reader.spectra(part) for part in swelling_noise(noise, batch.phase, batch.voicing_at)]
    made, = student.vocoder.shape(filters, reader.spectra(pulses(batch.phase, batch.hz_at, batch.voicing_at)), [noises])
    return np.pad(OverlapAdd('cpu', HOP)(made)[0].numpy(), HOP // 2)


def run(options: Namespace) -> None:
    torch.set_num_threads(options.threads)
    place = Place(options.work)
    by_name = {voice.name: voice for voice in voices()}
    vocabulary = read_vocabulary(place.vocabulary)
    teacher = SplitTeacher(place.models, place.styles)
    student = load_student(place, options.run, options.voice)
    said = []
    for voice in (by_name[name] for name in options.voices):
        for row in texts_of(place, voice, options.texts):
            spoken = teacher.speak(spell(row['words'], vocabulary).tokens, voice.mixture)
            for kind, samples in (('teacher', spoken.samples), (options.run, speak(student, spoken))):
                path = options.folder / kind / voice.name / f'{row["id"]}.wav'
                path.parent.mkdir(parents=True, exist_ok=True)
                wavfile.write(path, RATE_HZ, np.round(np.clip(samples, -1, 1) * 32767).astype(np.int16))
            said.append({'speaker': voice.name, 'id': row['id'], 'language': row['language'], 'text': row['text']})
    write_json_lines(options.folder / 'said.jsonl', said)
