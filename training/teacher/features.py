"""Stage `teacher-features`: what the teacher said as shards that the models learn from.

Shards that are there are kept, so it can be run again as the teacher goes on.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import torch

from training import pitch
from training.align import cepstra
from training.loudness import loudness_lufs
from training.mel import HOP, RATE_HZ
from training.prepare import HIGHEST_PEAK, TARGET_LUFS
from training.shards import SHARD, save_shard
from training.sounds import (BY_FALLING_QUESTION, BY_RISE, COMMA, END, FIRST_SOUND, PAUSE, RISING_END, START, Row,
                             end_row, letter_of, silence_row, word_rows, words_of)
from training.teacher.align import Aligner, normalized
from training.teacher.voices import BY_NAME
from training.utterance import RISE_SEMITONES, final_rise, measure, to_mel_frame

#: A pause that no mark asks for is one from here on, in the alignment's frames; else its time is its neighbours'.
_SHORTEST_PAUSE = 17
_STOPS = 'ptkbdɡʧʤqcɟʈɖ'
_SLOWEST_S, _QUICKEST_S = 0.2, 0.035


def layout(spoken: list[dict], segments: list[dict]) -> tuple[list[Row], list[int]]:
    """Rows, and the mel frame at which each begins."""
    words = words_of(spoken)
    spans: list[list[list[int]]] = [[] for _ in words]
    pauses: dict[int, tuple[int, int]] = {}
    for segment in segments:
        if segment['reading'] < 0:
            pauses[segment['word']] = segment['start'], segment['end']
        elif segment['word'] >= 0:
            spans[segment['word']].append([segment['start'], segment['end']])
    last = len(words) - 1
    tail = pauses.pop(last, None)
    rows, starts = [silence_row(START)], [0]
    for i, word in enumerate(words):
        pause = pauses.get(i)
        if pause is not None and not spoken[i]['mark'] and pause[1] - pause[0] < _SHORTEST_PAUSE:
            if letter_of(words[i + 1].sounds[0]) in _STOPS:
                spans[i + 1][0][0] = pause[0]
            else:
                spans[i][-1][1] = pause[1]
            pause = None
        rows += word_rows(word)
        starts += [start for start, _ in spans[i]]
        if i < last and (spoken[i]['mark'] or pause is not None):
            rows.append(silence_row(COMMA if spoken[i]['mark'] else PAUSE))
            starts.append(spans[i][-1][1])
    return [*rows, end_row(words)], [to_mel_frame(start) for start in
                                     [*starts, tail[0] if tail is not None else spans[last][-1][1]]]


def measure_reading(row: dict, segments: list[dict], samples: np.ndarray, hz: np.ndarray,
                    asked_by_sound: bool = False) -> dict | None:
    """None where the sounds are too short or last too long. `asked_by_sound`: questions rise where they are heard to, not where
    their text says."""
    rows, starts = layout(row['words'], segments)
    if asked_by_sound:
        rows = as_asked(rows, final_rise(pitch.tighten(samples, pitch.without_creak(hz))))
    made = measure(row, np.array(rows), starts, samples, hz)
    if made is None:
        return None
    mean_s = made['durations'][made['rows'][:, 0] >= FIRST_SOUND].mean() * HOP / RATE_HZ
    return made if _QUICKEST_S < mean_s < _SLOWEST_S else None


def as_read_now(row: dict, now: dict[str, dict]) -> dict:
    """With the words of today, where the sounds are those that the teacher read."""
    words = now.get(row['id'], row)['words']
    same = [word['sounds'] for word in words] == [word['sounds'] for word in row['words']]
    return {**row, 'words': words} if same else row


def as_asked(rows: list[Row], rise: float) -> list[Row]:
    """Not all questions rise: those that do say so, so that one can ask for it."""
    if rows[-2][3] not in (BY_RISE, BY_FALLING_QUESTION):
        return rows
    follows = BY_RISE if rise > RISE_SEMITONES else BY_FALLING_QUESTION
    change = lambda row: (*row[:3], follows, row[4]) if row[3] in (BY_RISE, BY_FALLING_QUESTION) else row
    return [*map(change, rows[:-1]), silence_row(RISING_END if follows == BY_RISE else END)]


def levelled(samples: np.ndarray) -> np.ndarray:
    samples = samples - samples.mean()
    samples = samples * 10 ** ((TARGET_LUFS - loudness_lufs(samples, RATE_HZ)) / 20)
    return samples * min(1.0, HIGHEST_PEAK / np.abs(samples).max())


def make_shard(folder: Path, vocabulary: dict[str, int], aligner: Path, out: Path, voice: str, number: int,
               rows: list[dict]) -> str:
    import soundfile
    torch.set_num_threads(1)
    rows = [row for row in rows if row['fault'] is None]
    takes = [levelled(soundfile.read(folder / voice / f'{row["id"]}.flac')[0]) for row in rows]
    within = pitch.MAN if BY_NAME[voice].gender == 'man' else pitch.WOMAN
    models = Aligner.load(aligner)
    heard = normalized([cepstra(samples) for samples in takes])
    kept = [one for row, frames, samples, hz in zip(rows, heard, takes, pitch.track(takes, within))
            if (one := measure_reading(row, models.segments(row, vocabulary, frames), samples, hz)) is not None]
    save_shard(out / f'{voice}-{number:03d}.npz', voice, BY_NAME[voice].language, kept)
    return f'{voice} {number}: {len(kept)} of {len(rows)}'


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--teacher', type=Path, required=True, help='folder of teacher-speak')
    parser.add_argument('--vocabulary', type=Path, required=True)
    parser.add_argument('--aligner', type=Path, required=True, help='of teacher-align')
    parser.add_argument('--out', type=Path, required=True, help='folder of shards')
    parser.add_argument('--sounds', type=Path, help='of stage sounds: flags of words as they are read now')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--all', action='store_true', help='also what does not fill a shard yet')


def run(options: Namespace) -> None:
    from training.teacher.kokoro import read_vocabulary
    vocabulary = read_vocabulary(options.vocabulary)
    options.out.mkdir(parents=True, exist_ok=True)
    now = {} if options.sounds is None else {row['id']: row for row in map(json.loads, options.sounds.open(encoding='utf-8'))}
    work = []
    for index in sorted(options.teacher.glob('*.jsonl')):
        rows = [as_read_now(json.loads(line), now) for line in index.open(encoding='utf-8')]
        for number in range(-(-len(rows) // SHARD)):
            some = rows[number * SHARD:(number + 1) * SHARD]
            path = options.out / f'{index.stem}-{number:03d}.npz'
            grown = path.exists() and len(np.load(path)['ids']) < 0.8 * len(some)
            if (len(some) == SHARD or options.all) and (not path.exists() or grown):
                work.append((index.stem, number, some))
    make = partial(make_shard, options.teacher, vocabulary, options.aligner, options.out)
    with ProcessPoolExecutor(options.jobs) as pool:
        for line in pool.map(make, *zip(*work)) if work else []:
            print(line, flush=True)
