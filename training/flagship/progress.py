"""Stage `status`: how far the training of the flagship is. Standard library only."""
from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.flagship.background import running
from training.flagship.place import Place, add_work_option
from training.flagship.plan import VOCODER, Progress
from training.flagship.tally import Tally
from training.flagship.voices import voices

_TAIL_BYTES = 4096
#: Of 10 hours; so much data is made.
SHARE = 0.3


def last_figures(place: Place) -> dict | None:
    """The last line of the training's `figures.jsonl`."""
    path = place.aria / 'runs' / 'vocoder' / 'figures.jsonl'
    if not path.exists():
        return None
    with path.open('rb') as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        lines = file.read().decode('utf-8').splitlines()
    return json.loads(lines[-1]) if lines else None


def progress_of(place: Place, share: float) -> Progress:
    tally = Tally(place.shards)
    figures = last_figures(place) or {}
    return Progress(tally.minutes, tally.is_whole(voices(share)), figures.get('share', 0.0))


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--share', type=float, default=SHARE, help='size of the data, as a share of 10 hours')


def run(options: Namespace) -> None:
    place = Place(options.work)
    leader = running(place)
    state = 'not running' if leader is None else f'process {leader} {"is paused" if _is_paused(leader) else "runs"}'
    print(f'{place.root}: {state}')
    tally = Tally(place.shards)
    wanted = voices(options.share)
    print(f'data: {tally.minutes:.1f} of {sum(voice.minutes for voice in wanted):.0f} minutes, '
          f'{sum(tally.clauses.values())} clauses, {tally.held_out_s / 60:.1f} minutes held out')
    told = [f'{voice.name} {tally.seconds[voice.name] / 60:.1f}/{voice.minutes:g}' for voice in wanted]
    width = max(map(len, told))
    for first in range(0, len(told), 5):
        print('  ' + '  '.join(f'{one:<{width}}' for one in told[first:first + 5]).rstrip())
    print(f'log: {place.log}')
    figures = last_figures(place)
    print(f'{VOCODER}: ' + ('not begun' if figures is None else ', '.join(f'{name} {value}' for name, value in figures.items())))


def _is_paused(leader: int) -> bool:
    """By /proc."""
    stat = Path(f'/proc/{leader}/stat')
    return os.path.exists(stat) and stat.read_text().rsplit(')', 1)[1].split()[0] == 'T'
