"""Stage `flagship-data`: the teacher speaks, and its features and samples are kept. Several can run at once, each with a number
of its own; ends when every voice has its minutes, and earlier when it has grown too large: the same command goes on."""
from __future__ import annotations

import os
import random
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.ending import Ending
from training.flagship.clauses import ShardWriter
from training.flagship.place import Place, add_work_option
from training.flagship.tally import Tally
from training.flagship.teacher import SplitTeacher
from training.flagship.texts import Clauses
from training.flagship.voices import Voice, language_of, random_mixture, voices
from training.teacher.kokoro import read_vocabulary
from training.teacher.speak import fault_of

_SHARD_S = 90.0
#: OpenVINO keeps more and more, the more lengths of clauses it has seen: 3.5 GB after half an hour of speech.
_MOST_MEMORY_BYTES = 2_000_000_000
#: Of the clauses of a voice, every so manieth is of a held-out text.
_HELD_OUT_EVERY = 20
#: Shares of clauses that are spoken faster or slower, and higher or lower, than the teacher would.
_OTHER_SPEED, _OTHER_PITCH = 0.25, 0.15
_FASTEST, _HIGHEST_OCTAVES = 1.35, 0.4


def memory_bytes() -> int:
    """Of this process, by /proc."""
    return int(Path('/proc/self/statm').read_text().split()[1]) * os.sysconf('SC_PAGE_SIZE')


def draw_clause(clauses: Clauses, voice: Voice, split: str, chance: random.Random) -> dict:
    """What the voice speaks next, and how."""
    mixture = voice.mixture or random_mixture(chance)
    language = language_of(voice, mixture, chance)
    read, words = clauses.draw(language, split, chance)
    speed = _FASTEST ** chance.uniform(-1, 1) if chance.random() < _OTHER_SPEED else 1.0
    pitch = 2 ** (_HIGHEST_OCTAVES * chance.uniform(-1, 1)) if chance.random() < _OTHER_PITCH else 1.0
    return {'id': read, 'voice': voice.name, 'mixture': mixture, 'language': language, 'split': split, 'tokens': clauses.tokens(words),
            'speed': round(speed, 4), 'pitch': round(pitch, 4)}


class Speaker:
    def __init__(self, place: Place, number: int, share: float):
        self.tally = Tally(place.shards)
        self._voices = voices(share)
        vocabulary = read_vocabulary(place.vocabulary)
        self._clauses = Clauses(place.sounds, vocabulary)
        self._teacher = SplitTeacher(place.models, place.styles)
        self._writer = ShardWriter(place.shards, f'p{number}')
        self._chance = random.Random(f'{number} {sum(self.tally.clauses.values())}')

    def next_voice(self) -> Voice | None:
        """One of those that lack most; None when none lacks anything."""
        waiting = sorted((voice for voice in self._voices if self.tally.share(voice) < 1), key=self.tally.share)
        return self._chance.choice(waiting[:3]) if waiting else None

    def speak(self, voice: Voice) -> None:
        is_held_out = voice.is_unheard or self.tally.clauses[voice.name] % _HELD_OUT_EVERY == 4
        row = draw_clause(self._clauses, voice, 'held-out' if is_held_out else 'train', self._chance)
        spoken = self._teacher.speak(row['tokens'], row['mixture'], row['speed'], row['pitch'], is_exact=is_held_out)
        if fault_of(spoken.samples, spoken.durations) is None:
            self._writer.add(row, spoken)
            self.tally.add({**row, 'frames': len(spoken.f0)})
        if self._writer.seconds > _SHARD_S:
            self.write()

    def write(self) -> None:
        self._writer.write()
        self._teacher.release_memory()
        self.tally.begin()


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--number', type=int, default=0, help='of this process')
    parser.add_argument('--share', type=float, default=1.0, help='of 10 hours')
    parser.add_argument('--parent', type=int, help='id of the process without which this one ends')


def run(options: Namespace) -> None:
    ending = Ending(options.parent)
    speaker = Speaker(Place(options.work), options.number, options.share)
    started, before = time.monotonic(), speaker.tally.minutes
    reported, spent = started, time.process_time()
    while not ending.is_near and memory_bytes() < _MOST_MEMORY_BYTES and (voice := speaker.next_voice()) is not None:
        speaker.speak(voice)
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            total = speaker.tally.minutes
            print(f'data: {total:.1f} min, {60 * (total - before) / (reported - started):.2f} s a second; this process used '
                  f'{time.process_time() - spent:.0f} CPU s in {reported - started:.0f} s', flush=True)
    speaker.write()
