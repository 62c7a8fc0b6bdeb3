"""Stage `teacher-speak`: the teacher reads. Goes on where it was left; can be ended at any time.

OUT/VOICE.jsonl has a line for each utterance: its text, sounds, tokens, the frames of each token (600 samples each), and
`fault` where it is not to be learnt from; OUT/VOICE/ID.flac its samples.
"""
from __future__ import annotations

import json
import random
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import soundfile

from training.teacher.kokoro import FRAME, RATE_HZ, Kokoro, read_vocabulary
from training.teacher.tokens import spell
from training.teacher.voices import VOICES, TeacherVoice

_MOST_TOKENS = 400
#: Of each voice.
_HELD_OUT = 24
#: Frames of one token, and seconds of a token on average, that no good take has.
_LONGEST_TOKEN, _LONGEST_MEAN_S, _SHORTEST_MEAN_S = 80, 0.25, 0.02


def fault_of(samples: np.ndarray, durations: np.ndarray) -> str | None:
    if not np.isfinite(samples).all():
        return 'not a number'
    if len(samples) < RATE_HZ // 5 or np.abs(samples).max() < 0.03:
        return 'silence'
    if (np.abs(samples) >= 0.999).sum() > 3:
        return 'clipped'
    if durations[1:-1].max() > _LONGEST_TOKEN:
        return 'a long token'
    mean = durations[1:-1].mean() * FRAME / RATE_HZ
    return None if _SHORTEST_MEAN_S < mean < _LONGEST_MEAN_S else f'{mean:.3f} s a token'


class Reader:
    """What one voice has to read, in an order of its own; about one text in ten is held out."""

    def __init__(self, voice: TeacherVoice, rows: list[dict], out: Path):
        self.voice, self._out = voice, out
        self.index = out / f'{voice.name}.jsonl'
        (out / voice.name).mkdir(parents=True, exist_ok=True)
        done = [json.loads(line) for line in self.index.open(encoding='utf-8')] if self.index.exists() else []
        self.seconds = sum(row['seconds'] for row in done)
        read = {row['id'] for row in done}
        mine = [row for row in rows if row['language'] == voice.language and row['id'] not in read]
        random.Random(voice.name).shuffle(mine)
        held_out = [row for row in mine if row['split'] == 'held-out']
        wanted = _HELD_OUT - sum(row['split'] == 'held-out' for row in done)
        self.waiting = [row for row in mine if row['split'] == 'train']
        for i, row in enumerate(held_out[:max(0, wanted)]):
            self.waiting.insert(min(10 * i + 9, len(self.waiting)), row)

    @property
    def share(self) -> float:
        return self.seconds / (60 * self.voice.minutes) if self.waiting else 9.0

    def read(self, teacher: Kokoro, vocabulary: dict[str, int]) -> None:
        row = self.waiting.pop(0)
        tokens = spell(row['words'], vocabulary).tokens
        if len(tokens) > _MOST_TOKENS:
            return
        samples, durations = teacher.speak(tokens, self.voice.styles)
        fault = fault_of(samples, durations)
        if fault != 'not a number':
            soundfile.write(self._out / self.voice.name / f'{row["id"]}.flac', np.clip(samples, -1, 1), RATE_HZ, 'PCM_16')
        seconds = len(samples) / RATE_HZ
        line = {**row, 'voice': self.voice.name, 'tokens': tokens, 'frames': durations.tolist(),
                'seconds': round(seconds, 3), 'fault': fault}
        with self.index.open('a', encoding='utf-8') as file:
            file.write(json.dumps(line, ensure_ascii=False) + '\n')
        self.seconds += seconds


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--sounds', type=Path, required=True, help='of stage sounds')
    parser.add_argument('--models', type=Path, required=True, help='folder of teacher-widen')
    parser.add_argument('--styles', type=Path, required=True, help='folder of VOICE.bin, of kokoro-js')
    parser.add_argument('--vocabulary', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)


def run(options: Namespace) -> None:
    rows = [json.loads(line) for line in options.sounds.open(encoding='utf-8')]
    vocabulary = read_vocabulary(options.vocabulary)
    options.out.mkdir(parents=True, exist_ok=True)
    teacher = Kokoro(options.models, options.styles)
    readers = [Reader(voice, rows, options.out) for voice in VOICES]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    started, reported = time.monotonic(), 0.0
    before = sum(reader.seconds for reader in readers)
    while (reader := min(readers, key=lambda one: one.share)).share < 1:
        reader.read(teacher, vocabulary)
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            total = sum(one.seconds for one in readers)
            print(f'{(reported - started) / 60:.1f} min: {total / 60:.1f} min of speech, '
                  f'{(total - before) / max(1, reported - started):.2f} s a second', flush=True)
    print('done', flush=True)
