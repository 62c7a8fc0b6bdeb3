"""When a process has to end: it is asked to by a signal, or the one that started it is gone. Standard library only."""
from __future__ import annotations

import os
import signal


class Ending:
    """`parent`: id of the process without which there is nothing to do; None: it may go."""

    def __init__(self, parent: int | None = None) -> None:
        self._is_asked = False
        self._parent = parent
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, self._ask)

    def _ask(self, *_: object) -> None:
        self._is_asked = True

    @property
    def is_near(self) -> bool:
        return self._is_asked or self._parent not in (None, os.getppid())
