"""Waves of several speakers -> one file to train from: python3 -m training.gather_waves OUT FILE:MINUTES...

A file is one of `speaker_waves`, of stage `features`, or a shard of the teacher; a name may be a pattern with stars, whose
files share the minutes. Takes are drawn, the same each time; held-out takes come along in proportion.
"""
from __future__ import annotations

import random
import sys
from glob import glob
from pathlib import Path

import numpy as np

from training.mel import HOP, RATE_HZ


def takes_of(path: str, minutes: float) -> list[dict]:
    stored = np.load(path)
    lengths = stored['length'].astype(np.int64)
    hz = stored['tracked_hz'] if 'tracked_hz' in stored else stored['hz']
    starts, frames = np.concatenate([[0], np.cumsum(lengths)]), np.concatenate([[0], np.cumsum(lengths // HOP + 1)])
    samples, phase, ids, split = stored['samples'], stored['phase'], stored['ids'], stored['split']
    order = [i for i in range(len(lengths)) if split[i] != 'unused']
    random.Random(path.rsplit('/', 1)[-1]).shuffle(order)
    chosen, total = [], 0.0
    for i in order:
        if total >= minutes * 60 * RATE_HZ:
            break
        total += lengths[i]
        span, spots = slice(starts[i], starts[i + 1]), slice(frames[i], frames[i + 1])
        chosen.append({'ids': ids[i], 'split': split[i], 'samples': samples[span], 'phase': phase[span], 'hz': hz[spots]})
    return chosen


def gather(out: Path, sources: list[str]) -> None:
    kept: list[dict] = []
    for source in sources:
        pattern, minutes = source.rsplit(':', 1)
        paths = sorted(glob(pattern))
        before = sum(len(take['samples']) for take in kept)
        for path in paths:
            kept += takes_of(path, float(minutes) / len(paths))
        made = sum(len(take['samples']) for take in kept) - before
        print(f'{pattern}: {made / RATE_HZ / 60:.1f} min of {len(paths)} files', flush=True)
    np.savez(out, ids=np.array([take['ids'] for take in kept]), split=np.array([take['split'] for take in kept]),
             head=np.zeros(len(kept), int), length=np.array([len(take['samples']) for take in kept]),
             **{name: np.concatenate([take[name] for take in kept]) for name in ('samples', 'phase', 'hz')})


if __name__ == '__main__':
    gather(Path(sys.argv[1]), sys.argv[2:])
