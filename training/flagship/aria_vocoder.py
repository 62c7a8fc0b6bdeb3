"""Stage `aria-vocoder`: aria's vocoder as it ships, trained on with a discriminator on what the teacher spoke.

Data that were made since its last call are taken up. The run is WORK/aria/runs/vocoder, for `export --vocoder vocoder`.
"""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training import train_vocoder
from training.convert import vocoder_weights
from training.ending import Ending
from training.flagship.clauses import Clause, Shard
from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.tally import shard_folders
from training.flagship.teacher import FRAME, without_tones
from training.loop import CHECKPOINT
from training.loudness import loudness_lufs
from training.mel import HOP, RATE_HZ
from training.prepare import HIGHEST_PEAK, TARGET_LUFS
from training.utterance import sound_of
from training.waves import save_waves
from training.workplace import Workplace, save_checkpoint

_SHIPPED = 'shipped-vocoder'
#: Below, the teacher's F0 is unvoiced.
_LOWEST_HZ = 45.0
_SHORTEST_S = 1.0


def hz_of(f0: np.ndarray) -> np.ndarray:
    """F0 of the teacher's frames -> of frames of HOP samples, centred on their multiples; 0 where unvoiced."""
    is_voiced = f0 > _LOWEST_HZ
    if not is_voiced.any():
        return np.zeros(len(f0) * FRAME // HOP + 1)
    at = (np.arange(len(f0) * FRAME // HOP + 1) * HOP - FRAME / 2) / FRAME
    nearest = np.clip(np.round(at).astype(int), 0, len(f0) - 1)
    between = np.interp(at, np.flatnonzero(is_voiced), f0[is_voiced])
    return np.where(is_voiced[nearest], between, 0.0)


def take_of(clause: Clause) -> dict | None:
    samples = without_tones(clause.samples / 32767)
    if len(samples) < _SHORTEST_S * RATE_HZ:
        return None
    samples = samples * 10 ** ((TARGET_LUFS - loudness_lufs(samples, RATE_HZ)) / 20)
    samples = samples * min(1.0, HIGHEST_PEAK / np.abs(samples).max())
    return {'id': clause.row['id'], 'split': clause.row['split'], **sound_of(samples, hz_of(np.asarray(clause.f0)))}


def gather(place: Place, work: Workplace) -> None:
    clauses = [clause for folder in shard_folders(place.shards) for clause in Shard(folder).clauses]
    takes = [take for take in map(take_of, clauses) if take is not None]
    work.root.mkdir(parents=True, exist_ok=True)
    partial = work.waves.with_suffix('.part.npz')
    save_waves(partial, takes)
    partial.replace(work.waves)
    print(f'{len(takes)} clauses, {sum(len(take["samples"]) for take in takes) / RATE_HZ / 60:.1f} minutes', flush=True)


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    train_vocoder.add_options(parser, 'vocoder')
    parser.add_argument('--voice', type=Path, default=REPOSITORY / 'voices' / 'aria', help='folder of the shipped files')
    parser.add_argument('--parent', type=int, help='id of the process without which this one ends')
    parser.set_defaults(steps=20_000, judge='light', rate=2e-4, batch=6, report_s=240)


def run(options: Namespace) -> None:
    place = Place(options.work)
    work = Workplace(place.aria)
    ending = Ending(options.parent)
    gather(place, work)
    options.start_from = work.run(_SHIPPED) / CHECKPOINT
    if not options.start_from.exists():
        save_checkpoint(options.start_from, {'parts': {'average': vocoder_weights(options.voice)}, 'shape': {'settings': {}}})
    train_vocoder.Trainer(work, options, ending).train()

