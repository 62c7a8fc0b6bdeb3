"""Which shards a training reads, and what all trainings on them normalize by.

That is measured once and kept beside the shards, for prosody and acoustic model have to agree. Shards that are new are taken
in when a training is gone on with; speakers that are new are measured then. Delete `statistics.json` and the runs to begin anew.
"""
from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training.corpus import Corpus, Statistics

#: Utterances of one file.
SHARD = 100
STATISTICS = 'statistics.json'


def add_shard_options(parser: ArgumentParser) -> None:
    parser.add_argument('--shards', type=Path, required=True, help='folder')


def shard_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob('*.npz')) if not path.name.endswith('.part.npz')]


def open_corpus(options: Namespace, with_rises: bool = False) -> Corpus:
    path = options.shards / STATISTICS
    known = Statistics(**json.loads(path.read_text())) if path.exists() else None
    files = shard_files(options.shards)
    if not files:
        raise SystemExit(f'no shards in {options.shards}')
    corpus = Corpus(files, known, with_rises)
    if corpus.statistics != known:
        partial = path.with_suffix('.part')
        partial.write_text(json.dumps(corpus.statistics.to_dict()))
        os.replace(partial, path)
    return corpus


def save_shard(path: Path, speaker: str, language: str, kept: list[dict]) -> None:
    joined = lambda name: np.concatenate([one[name] for one in kept])
    listed = lambda name: np.array([one[name] for one in kept])
    partial_path = path.with_suffix('.part.npz')
    np.savez(partial_path, speaker=speaker, language=language, ids=listed('id'), split=listed('split'), text=listed('text'),
             head=listed('head'), tokens=np.array([len(one['durations']) for one in kept]),
             frames=np.array([len(one['mel']) for one in kept]), length=np.array([len(one['samples']) for one in kept]),
             **{name: joined(name) for name in ('rows', 'durations', 'pitch_start', 'pitch_middle', 'level', 'hz', 'mel',
                                                'samples', 'phase', 'tracked_hz')})
    partial_path.rename(path)


def save_shards(folder: Path, speaker: str, language: str, kept: list[dict]) -> None:
    for number in range(-(-len(kept) // SHARD)):
        save_shard(folder / f'{speaker}-{number:03d}.npz', speaker, language, kept[number * SHARD:(number + 1) * SHARD])
