"""Stage `align`: where each phone of each take begins and ends, and which reading of each word was spoken.

Models of the voice itself, trained by the likeliest path. They start from takes cut into equal parts, so nothing but
the recordings is needed.
"""
from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
from scipy import fft

from training.hmm import Graph, Mixtures, SILENCE, STATES_A_UNIT, UNIT_ID, best_path, stay_shares, word_graph
from training.prepare import RATE_HZ, read_audio
from training.symbols import VOWELS, base
from training.workplace import Workplace, read_json_lines, write_json_lines

HOP = 128
_WINDOW = np.hamming(480).astype(np.float32)
_TRANSFORM = 1024
#: Of each sentence, at both ends, before anything is known: what `prepare` leaves of silence.
_EDGE_FRAMES = round(0.08 * RATE_HZ / HOP)
#: Paths searched with so many components a state.
_SCHEDULE = [1] * 7 + [2] * 2 + [4] * 2 + [8] * 3


def add_options(_: ArgumentParser) -> None:
    """None: it reads and writes the folder of results."""


def run(place: Workplace, _: Namespace) -> None:
    started = time.monotonic()
    takes = read_json_lines(place.phonemes)
    features = _normalized([cepstra(read_audio(place, take['id'])) for take in takes])
    readings = [[[[base(p) for p in reading.split(' ')] for reading in word['readings']] for word in take['words']]
                for take in takes]
    graphs = [word_graph(words) for words in readings]
    frames = np.concatenate(features)
    models = Mixtures(frames.shape[1])
    state = place.root / 'alignment.state.npz'
    done, nodes, scores = _goes_on(state, models, features)
    paths = ([graph.states[path] for graph, path in zip(graphs, nodes)] if done else
             [_equal_parts(words, len(part)) for words, part in zip(readings, features)])
    for step, components in list(enumerate(_SCHEDULE))[done:]:
        if components > models.component_count:
            models.split()
        models.fit(frames, np.concatenate(paths), rounds=3)
        stay = stay_shares(paths)
        found = [_search(models, graph, part, stay) for graph, part in zip(graphs, features)]
        nodes, scores = [path for path, _ in found], [score for _, score in found]
        paths = [graph.states[path] for graph, path in zip(graphs, nodes)]
        _keep(state, step + 1, models, nodes, scores)
        print(f'{time.monotonic() - started:.0f} s: {components} components, {np.mean(scores):.2f} a frame, '
              f'{np.mean(np.concatenate(paths) < STATES_A_UNIT):.1%} silence', flush=True)
    write_json_lines(place.alignment, [
        {'id': take['id'], 'score': round(score, 3), 'segments': segments_of(graph, path)}
        for take, graph, path, score in zip(takes, graphs, nodes, scores)])
    state.unlink(missing_ok=True)


def _keep(path: Path, done: int, models: Mixtures, nodes: list[np.ndarray], scores: list[float]) -> None:
    partial = path.with_suffix('.part.npz')
    np.savez(partial, done=done, weights=models.weights, means=models.means, variances=models.variances,
             nodes=np.concatenate(nodes), scores=scores)
    partial.rename(path)


def _goes_on(path: Path, models: Mixtures, features: list[np.ndarray]) -> tuple[int, list[np.ndarray], list[float]]:
    """Passes that were done before, and what the last one found."""
    if not path.exists():
        return 0, [], []
    stored = np.load(path)
    models.weights, models.means, models.variances = stored['weights'], stored['means'], stored['variances']
    nodes = np.split(stored['nodes'], np.cumsum([len(part) for part in features])[:-1])
    return int(stored['done']), nodes, stored['scores'].tolist()


def _search(models: Mixtures, graph: Graph, frames: np.ndarray, stay: np.ndarray) -> tuple[np.ndarray, float]:
    own, where = np.unique(graph.states, return_inverse=True)
    return best_path(graph, models.log_likelihoods(frames, own)[:, where], stay)


def segments_of(graph: Graph, path: np.ndarray) -> list[dict]:
    """Runs of one phone. `start` and `end` in frames of HOP samples; `reading` -1 is the pause after a word."""
    segments: list[dict] = []
    for frame, node in enumerate(path):
        word, reading, at = place = graph.places[node]
        if segments and segments[-1]['place'] == place:
            segments[-1]['end'] = frame + 1
        else:
            segments.append({'place': place, 'word': word, 'reading': reading, 'phone': at,
                             'start': frame, 'end': frame + 1})
    return [{key: value for key, value in segment.items() if key != 'place'} for segment in segments]


def _equal_parts(words: list[list[list[str]]], count: int) -> np.ndarray:
    """States of a sentence in which every consonant lasts the same and every vowel twice as long."""
    phones = [phone for readings in words for phone in readings[0]]
    lengths = np.repeat([2.0 if phone in VOWELS else 1.0 for phone in phones], STATES_A_UNIT)
    states = np.concatenate([STATES_A_UNIT * UNIT_ID[phone] + np.arange(STATES_A_UNIT) for phone in phones])
    inner = np.linspace(0, lengths.sum(), count - 2 * _EDGE_FRAMES, endpoint=False)
    spoken = states[np.searchsorted(np.cumsum(lengths), inner, side='right')]
    edge = STATES_A_UNIT * UNIT_ID[SILENCE] + np.arange(_EDGE_FRAMES) * STATES_A_UNIT // _EDGE_FRAMES
    return np.concatenate([edge, spoken, edge])


def _mel_bank(count: int, low_hz: float, high_hz: float) -> np.ndarray:
    to_mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    to_hz = lambda mel: 700 * (10 ** (mel / 2595) - 1)
    edges = to_hz(np.linspace(to_mel(low_hz), to_mel(high_hz), count + 2))
    bins = np.linspace(0, RATE_HZ / 2, _TRANSFORM // 2 + 1)
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rising, falling)).astype(np.float32)


_BANK = _mel_bank(36, 80, 7800)


def cepstra(samples: np.ndarray) -> np.ndarray:
    """13 mel cepstra with first and second differences, one row every HOP samples."""
    emphasized = np.append(samples[:1], samples[1:] - 0.97 * samples[:-1]).astype(np.float32)
    padded = np.pad(emphasized, len(_WINDOW) // 2)
    windows = np.lib.stride_tricks.sliding_window_view(padded, len(_WINDOW))[::HOP] * _WINDOW
    power = np.abs(np.fft.rfft(windows, _TRANSFORM)).astype(np.float32) ** 2
    static = fft.dct(np.log(power @ _BANK.T + 1e-7), axis=1, norm='ortho')[:, :13]
    first = _slope(static)
    return np.concatenate([static, first, _slope(first)], 1).astype(np.float32)


def _slope(rows: np.ndarray) -> np.ndarray:
    padded = np.pad(rows, ((3, 3), (0, 0)), 'edge')
    return sum(k * padded[3 + k:3 + k + len(rows)] for k in range(-3, 4)) / 28


def _normalized(features: list[np.ndarray]) -> list[np.ndarray]:
    frames = np.concatenate(features)
    mean, deviation = frames.mean(0), frames.std(0)
    return [(part - mean) / deviation for part in features]
