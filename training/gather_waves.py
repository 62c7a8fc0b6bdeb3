"""Stage `gather-waves`: samples of several speakers -> one file to train the pitch network and the vocoder from.

Takes are drawn, the same each time; held-out takes come along in proportion.
"""
from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from glob import glob

import numpy as np

from training.mel import HOP, RATE_HZ
from training.waves import save_waves
from training.workplace import Workplace


def takes_of(path: str, minutes: float) -> list[dict]:
    stored = np.load(path)
    lengths = stored['length'].astype(np.int64)
    starts, frames = np.concatenate([[0], np.cumsum(lengths)]), np.concatenate([[0], np.cumsum(lengths // HOP + 1)])
    samples, phase, hz = stored['samples'], stored['phase'], stored['tracked_hz']
    ids, split = stored['ids'], stored['split']
    order = [*range(len(lengths))]
    random.Random(path.rsplit('/', 1)[-1]).shuffle(order)
    chosen, total = [], 0.0
    for i in order:
        if total >= minutes * 60 * RATE_HZ:
            break
        total += lengths[i]
        span, spots = slice(starts[i], starts[i + 1]), slice(frames[i], frames[i + 1])
        chosen.append({'id': ids[i], 'split': split[i], 'samples': samples[span], 'phase': phase[span],
                       'tracked_hz': hz[spots]})
    return chosen


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('sources', nargs='+', metavar='FILES:MINUTES',
                        help='files of speaker-waves, or shards; a pattern with stars, whose files share the minutes')


def run(place: Workplace, options: Namespace) -> None:
    kept: list[dict] = []
    for source in options.sources:
        pattern, minutes = source.rsplit(':', 1)
        paths = sorted(glob(pattern))
        before = sum(len(take['samples']) for take in kept)
        for path in paths:
            kept += takes_of(path, float(minutes) / len(paths))
        made = sum(len(take['samples']) for take in kept) - before
        print(f'{pattern}: {made / RATE_HZ / 60:.1f} min of {len(paths)} files', flush=True)
    save_waves(place.waves, kept)
