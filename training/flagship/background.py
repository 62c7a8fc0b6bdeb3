"""Stages `pause`, `resume` and `stop`: what runs as `next`, wherever it was started. Standard library only.

`next` holds a lock on the file of its process id, so that an id is never another process's.
"""
from __future__ import annotations

import fcntl
import os
import signal
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from training.flagship.place import Place, add_work_option

_STOP_S = 300


class BackgroundError(SystemExit):
    """Said without a trace."""


@contextmanager
def hold_lock(place: Place) -> Iterator[None]:
    """One `next` for a folder."""
    with place.lock.open('a+', encoding='utf-8') as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackgroundError(f'it runs already, as process {place.lock.read_text().strip()}') from None
        file.truncate(0)
        file.write(f'{os.getpid()}\n')
        file.flush()
        yield


def running(place: Place) -> int | None:
    """The process id of `next`; None where it doesn't run."""
    if not place.lock.exists():
        return None
    with place.lock.open(encoding='utf-8') as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return int(file.read())
    return None


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)


def _leader(options: Namespace) -> int:
    leader = running(Place(options.work))
    if leader is None:
        raise BackgroundError('it is not running')
    return leader


def _signal_all(leader: int, number: int) -> None:
    """To a process, then to all that it started, by /proc."""
    os.kill(leader, number)
    children: dict[int, list[int]] = {}
    for stat in Path('/proc').glob('[0-9]*/stat'):
        try:
            parent = int(stat.read_text().rsplit(')', 1)[1].split()[1])
        except OSError:  # it has ended meanwhile
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    waiting = children.get(leader, [])
    while waiting:
        process = waiting.pop()
        waiting += children.get(process, [])
        with suppress(ProcessLookupError):
            os.kill(process, number)


def pause(options: Namespace) -> None:
    """Stage `pause`: SIGSTOP to `next` and all that it started; `resume` goes on."""
    _signal_all(_leader(options), signal.SIGSTOP)


def resume(options: Namespace) -> None:
    """Stage `resume`: goes on after `pause`."""
    _signal_all(_leader(options), signal.SIGCONT)


def stop(options: Namespace) -> None:
    """Stage `stop`: SIGTERM to `next`, paused or not; waits until all is saved."""
    leader = _leader(options)
    os.kill(leader, signal.SIGTERM)
    _signal_all(leader, signal.SIGCONT)
    until = time.monotonic() + _STOP_S
    while running(Place(options.work)) is not None:
        if time.monotonic() > until:
            raise BackgroundError(f'process {leader} has not ended after {_STOP_S} s')
        time.sleep(0.2)
