"""How much of the data there is. Standard library only."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from training.flagship.voices import Voice

FRAMES_A_SECOND = 80
INDEX = 'index.json'


def shard_folders(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.glob(f'*/{INDEX}') if path.parent.suffix != '.part')


def read_index(shard: Path) -> list[dict]:
    """A row a clause: voice, mixture, language, split, id, speed, pitch, frames, tokens, durations."""
    return json.loads((shard / INDEX).read_text(encoding='utf-8'))


class Tally:
    """Seconds and clauses of each voice in all shards, whichever process wrote them."""

    def __init__(self, folder: Path):
        self._folder = folder
        self.seconds: Counter[str] = Counter()
        self.clauses: Counter[str] = Counter()
        self.held_out_s = 0.0
        self.begin()

    def begin(self) -> None:
        """Reads all shards again."""
        self.seconds.clear()
        self.clauses.clear()
        self.held_out_s = 0.0
        for shard in shard_folders(self._folder):
            for row in read_index(shard):
                self.add(row)

    def add(self, row: dict) -> None:
        seconds = row['frames'] / FRAMES_A_SECOND
        self.seconds[row['voice']] += seconds
        self.clauses[row['voice']] += 1
        self.held_out_s += seconds if row['split'] == 'held-out' else 0

    def share(self, voice: Voice) -> float:
        return self.seconds[voice.name] / (60 * voice.minutes)

    def is_whole(self, wanted: list[Voice]) -> bool:
        return all(self.share(voice) >= 1 for voice in wanted)

    @property
    def minutes(self) -> float:
        return sum(self.seconds.values()) / 60
