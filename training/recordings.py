"""Stage `recordings`: recordings of a speaker of any language -> shards.

`--takes` has lines {id, language, text, split}; the audio is ID.wav or ID.flac. Sounds are what the product reads
(`export-sounds.ts`); they are found by the phone models of the teacher (`teacher/align.py`), adapted to the speaker. Shards that
are there are kept.
"""
from __future__ import annotations

import json
import random
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training import pitch
from training.align import cepstra, segments_of
from training.hmm import Graph, word_graph
from training.product import run_script
from training.speaker_waves import read_take
from training.teacher.align import UNIT_ID, Aligner, letter_unit, normalized
from training.shards import SHARD, save_shard
from training.teacher.features import measure_reading

_ROUNDS, _ADAPTED_BY = 2, 150
#: Takes that fit so much worse than the median are not what their text says.
_WORSE = 4.0


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--takes', type=Path, required=True)
    parser.add_argument('--audio', type=Path, required=True)
    parser.add_argument('--speaker', required=True)
    parser.add_argument('--voice', choices=('man', 'woman'), required=True)
    parser.add_argument('--aligner', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)


def run(options: Namespace) -> None:
    sounds = options.takes.with_suffix('.sounds.jsonl')
    run_script('export-sounds.ts', options.takes.resolve(), sounds.resolve())
    rows = [row for row in _whole_takes([json.loads(line) for line in sounds.open(encoding='utf-8')])
            if _path(options.audio, row['id']) is not None]
    aligner, least = _adapted(rows, options)
    within = pitch.MAN if options.voice == 'man' else pitch.WOMAN
    for number in range(-(-len(rows) // SHARD)):
        path = options.out / f'{options.speaker}-{number:03d}.npz'
        if path.exists():
            continue
        some, takes, features = _heard(rows[number * SHARD:(number + 1) * SHARD], options.audio)
        kept = []
        for row, samples, frames, hz in zip(some, takes, features, pitch.track(takes, within)):
            graph = _graph_of(row)
            nodes, score = aligner.path(None, graph, frames)
            if score > least and (one := measure_reading(row, segments_of(graph, nodes), samples, hz, True)) is not None:
                kept.append(one)
        save_shard(path, options.speaker, rows[0]['language'], kept)
        print(f'{path.name}: {len(kept)} of {len(some)} takes', flush=True)


def _adapted(rows: list[dict], options: Namespace) -> tuple[Aligner, float]:
    """The teacher's phone models, used to the speaker by some of his takes, and the least that a good take scores."""
    path = options.takes.with_suffix('.aligner.npz')
    some, _, features = _heard(random.Random(1).sample(rows, min(_ADAPTED_BY, len(rows))), options.audio)
    graphs = [_graph_of(row) for row in some]
    if path.exists():
        aligner = Aligner.load(path)
    else:
        aligner = Aligner.load(options.aligner).adapted(graphs, features, _ROUNDS)
        aligner.save(path)
    scores = [aligner.path(None, graph, frames)[1] for graph, frames in zip(graphs, features)]
    return aligner, float(np.median(scores)) - _WORSE


def _heard(rows: list[dict], folder: Path) -> tuple[list[dict], list[np.ndarray], list[np.ndarray]]:
    """Rows whose audio holds enough, its samples, and what the models see of it."""
    read = [(row, read_take(_path(folder, row['id']), 1.0)) for row in rows]
    kept = [(row, samples) for row, samples in read if samples is not None]
    takes = [samples for _, samples in kept]
    return [row for row, _ in kept], takes, normalized([cepstra(samples) for samples in takes])


def _graph_of(row: dict) -> Graph:
    return word_graph([[[letter_unit(sound) for sound in word['sounds']]] for word in row['words']], UNIT_ID)


def _whole_takes(rows: list[dict]) -> list[dict]:
    """The product cuts long texts in utterances; a recording is one."""
    joined: dict[str, dict] = {}
    for row in rows:
        take, _, part = row['id'].rpartition('.')
        if part.isdigit() and take in joined:
            joined[take]['words'] += row['words']
        else:
            joined[row['id']] = row
    return list(joined.values())


def _path(folder: Path, take: str) -> Path | None:
    return next((path for ending in ('wav', 'flac') if (path := folder / f'{take}.{ending}').exists()), None)
