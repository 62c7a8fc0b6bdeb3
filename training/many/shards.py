"""Which shards a training reads, and what all trainings on them normalize by.

That is measured once and kept beside the shards, for prosody and acoustic model have to agree. Shards that are new are taken
in when a training is gone on with; speakers that are new are measured then. Delete `statistics.json` and the runs to begin anew.
"""
from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.many.corpus import Corpus, Statistics

_FILE = 'statistics.json'


def add_shard_options(parser: ArgumentParser) -> None:
    parser.add_argument('--shards', type=Path, required=True, help='folder')


def shard_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob('*.npz')) if not path.name.endswith('.part.npz')]


def open_corpus(options: Namespace, with_rises: bool = False) -> Corpus:
    path = options.shards / _FILE
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
