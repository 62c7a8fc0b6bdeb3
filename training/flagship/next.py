"""Stage `next`: does what is next of the flagship's training, until all is done. Goes on where it was left.

Fetches the teacher, makes a Python environment, then runs the stages `flagship-prepare`, `flagship-data` and `aria-vocoder` at the
lowest priority, one process for each core. SIGTERM (`stop`) saves all. Standard library only.
"""
from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from training.flagship.background import BackgroundError, hold_lock
from training.ending import Ending
from training.flagship.packages import fetch_teacher, make_environment
from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.plan import DATA, Rules, next_stages
from training.flagship.progress import SHARE, progress_of

#: A stage that fails so often in a row is given up; the first wait is doubled each time.
_MOST_FAILURES, _WAIT_S = 5, 15
_LOOK_S = 5


@dataclass
class Slot:
    """One process for one stage; `number` tells those of the same stage apart."""
    stage: str
    number: int
    process: subprocess.Popen | None = None
    failures: int = 0
    not_before: float = field(default_factory=time.monotonic)


class Runner:
    def __init__(self, place: Place, options: Namespace):
        self._place, self._options = place, options
        self._slots: dict[tuple[str, int], Slot] = {}

    def set_wanted(self, stages: list[str]) -> None:
        """Starts what is missing and ends what is not wanted any more."""
        wanted = {(stage, number) for stage, count in Counter(stages).items() for number in range(count)}
        for key, slot in list(self._slots.items()):
            self._look_at(slot)
            if key not in wanted:
                if slot.process is None:
                    del self._slots[key]
                else:
                    slot.process.terminate()
        running = len(self.running())
        for key in sorted(wanted):
            slot = self._slots.setdefault(key, Slot(*key))
            if slot.process is None and running < len(stages) and time.monotonic() >= slot.not_before:
                slot.process = self._start(slot)
                running += 1

    def running(self) -> list[tuple[str, int]]:
        """Stages and numbers."""
        return [key for key, slot in self._slots.items() if slot.process is not None]

    def _start(self, slot: Slot) -> subprocess.Popen:
        of_stage = ['--number', str(slot.number), '--share', str(self._options.share)] if slot.stage == DATA else []
        command = [self._place.python, '-W', 'ignore', '-m', 'training', slot.stage, '--work', self._place.root,
                   '--parent', str(os.getpid()), *of_stage]
        print(f'starts {slot.stage} {slot.number}', flush=True)
        return subprocess.Popen(command, cwd=REPOSITORY)

    def _look_at(self, slot: Slot) -> None:
        code = slot.process.poll() if slot.process is not None else None
        if code is None:
            return
        slot.process = None
        slot.failures = slot.failures + 1 if code else 0
        if code:
            print(f'{slot.stage} {slot.number} ended with {code}', flush=True)
            slot.not_before = time.monotonic() + _WAIT_S * 2 ** slot.failures
        if slot.failures >= _MOST_FAILURES:
            raise BackgroundError(f'{slot.stage} failed {slot.failures} times in a row')

    def stop(self) -> None:
        """Each stage saves what it has."""
        running = [slot.process for slot in self._slots.values() if slot.process is not None]
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--processes', type=int, default=os.cpu_count(), help='how many run at once (default: one a core)')
    parser.add_argument('--share', type=float, default=SHARE, help='size of the data, as a share of 10 hours')
    parser.add_argument('--first-minutes', type=float, default=Rules.first_minutes, help='of data, before a training begins')
    parser.add_argument('--background', action='store_true', help='return at once; the log is WORK/next.log')


def run(options: Namespace) -> None:
    place = Place(options.work.resolve())
    place.root.mkdir(parents=True, exist_ok=True)
    if options.background:
        start_in_background(place)
        return
    with hold_lock(place):
        yield_to_others()
        os.environ['OMP_NUM_THREADS'] = '1'
        ending = Ending()
        make_environment(place)
        fetch_teacher(place)
        prepare = [place.python, '-W', 'ignore', '-m', 'training', 'flagship-prepare', '--work', place.root]
        subprocess.run(prepare, cwd=REPOSITORY, check=True)
        runner = Runner(place, options)
        try:
            run_stages(place, options, runner, ending)
        finally:
            runner.stop()


def yield_to_others() -> None:
    os.nice(19)
    # Linux shares the processors among sessions first, and this is one of its own: there niceness has no effect.
    with contextlib.suppress(OSError):
        Path('/proc/self/autogroup').write_text('19')


def run_stages(place: Place, options: Namespace, runner: Runner, ending: Ending) -> None:
    rules = Rules(options.first_minutes)
    while not ending.is_near:
        progress = progress_of(place, options.share)
        stages = next_stages(progress, rules, options.processes)
        if not stages:
            print('all is done', flush=True)
            return
        runner.set_wanted(stages)
        for _ in range(_LOOK_S):
            if not ending.is_near:
                time.sleep(1)


def start_in_background(place: Place) -> None:
    arguments = [*(one for one in sys.argv[1:] if one != '--background'), '--work', str(place.root)]
    with place.log.open('a', encoding='utf-8') as log:
        process = subprocess.Popen([sys.executable, '-u', '-m', 'training', *arguments], cwd=REPOSITORY, stdin=subprocess.DEVNULL,
                                   stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
    time.sleep(1)
    if process.poll() is not None:
        raise SystemExit(f'it ended at once; see {place.log}')
    print(f'process {process.pid} in {place.lock}, log {place.log}')
