"""Stage `features`: what the models are trained on, take by take, in two files.

`features.npz`: tokens, their durations, pitch and energy, and the mel of each take. `waves.npz`: its samples, its pitch
and the phase of its fundamental, for the vocoder. Both list the same takes in the same order.
"""
from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import torch
from scipy import ndimage

from training import pitch
from training.align import HOP as ALIGNED_HOP
from training.mel import HOP, log_mel
from training.prepare import read_audio
from training.symbols import COMMA, FIRST_PHONE, PAUSE, STOPS, SYMBOLS, base, token_rows
from training.workplace import Workplace, read_json_lines

#: Frames of silence kept before and after the speech.
_KEPT_HEAD, _KEPT_TAIL = 15, 18
#: A silence shorter than this, in the alignment's frames, belongs to its neighbours: 32 ms at a comma, 90 ms elsewhere.
_SHORTEST_PAUSE = {',': 6, '': 17}
_LOWEST_SCORE, _SLOWEST_PHONE_MS = -49.0, 180.0
_TRACKED_AT_ONCE = 64

_QUESTION = re.compile(
    r'^(but )?(will|would|shall|should|can|could|may|might|must|do|does|did|is|are|was|were|am|have|has|had|won\'t|'
    r'isn\'t|don\'t|didn\'t|what|who|where|when|why|how|which|whose|whom)\b'
    r'|did I tell you|, did they|weren\'t the|had he not', re.IGNORECASE)
RISE_SEMITONES = 2.5


@dataclass(frozen=True)
class Sentence:
    """A take as the alignment found it."""
    take: dict
    words: list[tuple[str, list[str], str]]
    segments: list[dict]
    asks: bool

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
    asks = bool(_QUESTION.search(take['text'])) and final_rise(hz) > RISE_SEMITONES
    if asks:
        words[-1] = (*words[-1][:2], '?')
    return Sentence(take, words, aligned['segments'], asks)


def final_rise(hz: np.ndarray) -> float:
    """Semitones from the median of a take to its end. The prompts have no question marks: this tells which were asked."""
    voiced = hz[hz > 0]
    return float(12 * np.log2(np.median(voiced[-6:]) / np.median(voiced))) if len(voiced) > 6 else 0.0


def to_mel_frame(frame: int) -> int:
    return int(np.ceil((frame - 0.5) * ALIGNED_HOP / HOP))


def pitch_contour(hz: np.ndarray) -> np.ndarray:
    """Octaves above 1 Hz through unvoiced frames, without the tracker's small steps."""
    octaves = np.log2(pitch.through_unvoiced(hz))
    return ndimage.gaussian_filter1d(ndimage.median_filter(octaves, 5, mode='nearest'), 1.2, mode='nearest')


def token_values(durations: np.ndarray, contour: np.ndarray, mel: np.ndarray) -> dict[str, np.ndarray]:
    """Pitch at each token's start and middle (octaves), and its mean level (log of magnitude)."""
    ends = np.concatenate([[0], np.cumsum(durations)])
    at = lambda place: np.interp(place - 0.5, np.arange(len(contour)), contour)
    level = 0.5 * np.log(np.exp(2 * mel.astype(np.float64)).sum(0))
    sums = np.concatenate([[0.0], np.cumsum(level)])
    return {'pitch_start': at(ends[:-1]), 'pitch_middle': at((ends[:-1] + ends[1:]) / 2),
            'level': (sums[ends[1:]] - sums[ends[:-1]]) / np.maximum(durations, 1)}


def _measure(sentence: Sentence, samples: np.ndarray, hz: np.ndarray) -> dict:
    rows, starts = sentence.layout
    mel = log_mel(torch.from_numpy(samples).float()).numpy()
    frames = mel.shape[1]
    bounds = np.maximum.accumulate(np.minimum([*map(to_mel_frame, starts), frames], frames))
    bounds[0] = 0
    durations = np.diff(bounds)
    if any(length < 1 for length, row in zip(durations, rows) if row[0] >= FIRST_PHONE):
        raise ValueError(f'{sentence.take["id"]}: a phone without length')
    head = max(0, int(durations[0]) - _KEPT_HEAD)
    end = frames - max(0, int(durations[-1]) - _KEPT_TAIL)
    durations[0] -= head
    durations[-1] -= frames - end
    mel, hz = mel[:, head:end], pitch.without_creak(hz)[head:end]
    tight = pitch.tighten(samples[head * HOP:], hz)
    return {'rows': np.array([row[:4] for row in rows], np.int16), 'durations': durations.astype(np.int16),
            'mel': mel.T.astype(np.float16), 'hz': tight, 'head': head,
            **{name: values.astype(np.float32)
               for name, values in token_values(durations, pitch_contour(hz), mel).items()}}


def measure(place: Workplace, jobs: int = 1) -> None:
    takes = read_json_lines(place.takes)
    phonemes = {row['id']: row for row in read_json_lines(place.phonemes)}
    alignment = {row['id']: row for row in read_json_lines(place.alignment)}
    known = [(take, phonemes[take['id']], alignment[take['id']]) for take in takes]
    groups = [known[first:first + _TRACKED_AT_ONCE] for first in range(0, len(known), _TRACKED_AT_ONCE)]
    with ProcessPoolExecutor(jobs, initializer=torch.set_num_threads, initargs=(1,)) as pool:
        _write(place, [one for group in pool.map(partial(_measure_group, place), groups) for one in group])


def _measure_group(place: Workplace, group: list[tuple[dict, dict, dict]]) -> list[dict]:
    audio = [read_audio(place, take['id']) for take, _, _ in group]
    kept = []
    for (take, phonemes, aligned), samples, hz in zip(group, audio, pitch.track(audio)):
        reason = _fault(aligned)
        if reason is not None:
            print(f'left out: {take["id"]} ({reason}): {take["text"]}', flush=True)
            continue
        sentence = _read_sentence(take, phonemes, aligned, hz)
        whole = samples[:len(samples) // HOP * HOP]
        kept.append({'take': take, 'asks': sentence.asks, **_measure(sentence, samples, hz),
                     'samples': np.round(whole * 32767).astype(np.int16), 'tracked_hz': hz,
                     'phase': packed_phase(pitch.fundamental_phase(whole, hz))})
    return kept


def _fault(aligned: dict) -> str | None:
    spoken = [s['end'] - s['start'] for s in aligned['segments'] if s['word'] >= 0 and s['reading'] >= 0]
    phone_ms = float(np.mean(spoken)) * 1000 * ALIGNED_HOP / 24_000
    if aligned['score'] < _LOWEST_SCORE:
        return f'score {aligned["score"]:.1f}'
    return f'{phone_ms:.0f} ms a phone' if phone_ms > _SLOWEST_PHONE_MS else None


def packed_phase(radians: np.ndarray) -> np.ndarray:
    return (((radians + np.pi) % (2 * np.pi) - np.pi) / np.pi * 32767).astype(np.int16)


def _write(place: Workplace, kept: list[dict]) -> None:
    joined = lambda name: np.concatenate([one[name] for one in kept])
    shared = {'ids': np.array([one['take']['id'] for one in kept]),
              'split': np.array([one['take']['split'] for one in kept]),
              'head': np.array([one['head'] for one in kept])}
    np.savez(place.features, **shared, text=np.array([one['take']['text'] for one in kept]),
             asks=np.array([one['asks'] for one in kept]),
             tokens=np.array([len(one['durations']) for one in kept]),
             frames=np.array([len(one['mel']) for one in kept]),
             **{name: joined(name) for name in
                ('rows', 'durations', 'pitch_start', 'pitch_middle', 'level', 'hz', 'mel')})
    np.savez(place.waves, **shared, length=np.array([len(one['samples']) for one in kept]),
             samples=joined('samples'), phase=joined('phase'),
             hz=np.concatenate([one['tracked_hz'][:len(one['samples']) // HOP + 1] for one in kept]))
    voiced = joined('tracked_hz')
    voiced = voiced[voiced > 0]
    print(f'{len(kept)} takes, {sum(one["asks"] for one in kept)} questions, median {np.median(voiced):.0f} Hz, '
          f'phones {sum(int((one["rows"][:, 0] >= FIRST_PHONE).sum()) for one in kept)} of {len(SYMBOLS)} symbols')
