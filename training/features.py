"""Stage `features`: Kathleen's recordings as shards that the models learn from, with rows of sounds."""
from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import torch

from training import pitch
from training.align import HOP as ALIGNED_HOP
from training.arpabet import sound_rows
from training.prepare import read_audio
from training.shards import save_shards
from training.symbols import COMMA, PAUSE, STOPS, base, token_rows
from training.utterance import RISE_SEMITONES, final_rise, measure, to_mel_frame
from training.workplace import Workplace, read_json_lines

SPEAKER, LANGUAGE = 'kathleen', 'eng'
#: A silence shorter than this, in the alignment's frames, belongs to its neighbours: 32 ms at a comma, 90 ms elsewhere.
_SHORTEST_PAUSE = {',': 6, '': 17}
_LOWEST_SCORE, _SLOWEST_PHONE_MS = -49.0, 180.0
_TRACKED_AT_ONCE = 64

_QUESTION = re.compile(
    r'^(but )?(will|would|shall|should|can|could|may|might|must|do|does|did|is|are|was|were|am|have|has|had|won\'t|'
    r'isn\'t|don\'t|didn\'t|what|who|where|when|why|how|which|whose|whom)\b'
    r'|did I tell you|, did they|weren\'t the|had he not', re.IGNORECASE)


@dataclass(frozen=True)
class Sentence:
    """A take as the alignment found it."""
    words: list[tuple[str, list[str], str]]
    segments: list[dict]

    def _pauses(self) -> dict[int, tuple[int, int]]:
        return {s['word']: (s['start'], s['end']) for s in self.segments if s['reading'] < 0}

    @cached_property
    def layout(self) -> tuple[list[tuple[int, int, int, int, int]], list[int]]:
        """Token rows, and where each begins in the alignment's frames; the first begins at 0."""
        spans: list[list[list[int]]] = [[] for _ in self.words]
        for segment in self.segments:
            if segment['word'] >= 0 and segment['reading'] >= 0:
                spans[segment['word']].append([segment['start'], segment['end']])
        last = len(self.words) - 1
        pauses = self._pauses()
        tail = pauses.pop(last, None)
        for word, (start, end) in list(pauses.items()):
            if end - start >= _SHORTEST_PAUSE[self.words[word][2]]:
                continue
            if base(self.words[word + 1][1][0]) in STOPS:
                spans[word + 1][0][0] = start
            else:
                spans[word][-1][1] = end
            del pauses[word]
        rows = token_rows(self.words, {word for word in pauses if self.words[word][2] == ''})
        starts, used, end = [0], [0] * len(self.words), 0
        for symbol, _, _, _, word in rows[1:-1]:
            if symbol in (COMMA, PAUSE):
                starts.append(pauses[word][0] if word in pauses else end)
            else:
                start, end = spans[word][used[word]]
                starts.append(start)
                used[word] += 1
        return rows, [*starts, tail[0] if tail is not None else end]


def _read_sentence(take: dict, phonemes: dict, aligned: dict, hz: np.ndarray) -> Sentence:
    spoken = {s['word']: s['reading'] for s in aligned['segments'] if s['word'] >= 0 and s['reading'] >= 0}
    words = [(word['spoken'], word['readings'][spoken[i]].split(' '), word['boundary'])
             for i, word in enumerate(phonemes['words'])]
    # The prompts have no question marks: the pitch tells which were asked.
    if _QUESTION.search(take['text']) and final_rise(hz) > RISE_SEMITONES:
        words[-1] = (*words[-1][:2], '?')
    return Sentence(words, aligned['segments'])


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--shards', type=Path, required=True, help='output folder')
    parser.add_argument('--jobs', type=int, default=1, help='number of processes')


def run(place: Workplace, options: Namespace) -> None:
    takes = read_json_lines(place.takes)
    phonemes = {row['id']: row for row in read_json_lines(place.phonemes)}
    alignment = {row['id']: row for row in read_json_lines(place.alignment)}
    known = [(take, phonemes[take['id']], alignment[take['id']]) for take in takes if take['split'] != 'unused']
    groups = [known[first:first + _TRACKED_AT_ONCE] for first in range(0, len(known), _TRACKED_AT_ONCE)]
    with ProcessPoolExecutor(options.jobs, initializer=torch.set_num_threads, initargs=(1,)) as pool:
        kept = [one for group in pool.map(partial(_measure_group, place), groups) for one in group]
    options.shards.mkdir(parents=True, exist_ok=True)
    save_shards(options.shards, SPEAKER, LANGUAGE, kept)
    print(f'{len(kept)} takes')


def _measure_group(place: Workplace, group: list[tuple[dict, dict, dict]]) -> list[dict]:
    audio = [read_audio(place, take['id']) for take, _, _ in group]
    kept = []
    for (take, phonemes, aligned), samples, hz in zip(group, audio, pitch.track(audio)):
        reason = _fault(aligned)
        if reason is not None:
            print(f'left out: {take["id"]} ({reason}): {take["text"]}', flush=True)
            continue
        rows, starts = _read_sentence(take, phonemes, aligned, hz).layout
        made = measure(take, sound_rows(np.array([row[:4] for row in rows])), [*map(to_mel_frame, starts)], samples, hz)
        if made is None:
            raise ValueError(f'{take["id"]}: a phone without length')
        kept.append(made)
    return kept


def _fault(aligned: dict) -> str | None:
    spoken = [s['end'] - s['start'] for s in aligned['segments'] if s['word'] >= 0 and s['reading'] >= 0]
    phone_ms = float(np.mean(spoken)) * 1000 * ALIGNED_HOP / 24_000
    if aligned['score'] < _LOWEST_SCORE:
        return f'score {aligned["score"]:.1f}'
    return f'{phone_ms:.0f} ms a phone' if phone_ms > _SLOWEST_PHONE_MS else None
