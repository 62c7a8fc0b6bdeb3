"""Stage `teacher-align`: phone models that find where the teacher's sounds are heard.

Its own durations say where each token was planned: sounds come some 50 ms earlier than that, and not all by as much. So
phone models of all voices together start from those durations, moved, and look for the borders in the sound, never far
from the plan.
"""
from __future__ import annotations

import json
import random
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.align import HOP, cepstra, segments_of
from training.hmm import SILENCE, STATES_A_UNIT, Graph, Mixtures, best_path, stay_shares, word_graph
from training.sounds import CONSONANTS, VOWELS
from training.teacher.kokoro import FRAME, RATE_HZ, read_vocabulary
from training.teacher.tokens import STRESS_MARKS, frames_of, spell

#: Sounds are models of their letters; length is told by lasting, what else changes them by the mixture.
UNITS = [SILENCE, *VOWELS, *CONSONANTS]
UNIT_ID = {unit: i for i, unit in enumerate(UNITS)}
STATES = STATES_A_UNIT * len(UNITS)
#: How much earlier than planned, and how far from there a sound may lie before it costs something.
_EARLY, _SLACK = round(0.05 * RATE_HZ / HOP), round(0.06 * RATE_HZ / HOP)
_COST_A_FRAME = 1.0
_SCHEDULE = (1, 1, 2, 4, 4)


@dataclass(frozen=True)
class Plan:
    """Of each word the frames [first, end) of each sound as planned, moved to where they are expected."""
    words: list[list[str]]
    spans: list[list[tuple[int, int]]]

    @property
    def graph(self) -> Graph:
        return word_graph([[word] for word in self.words], UNIT_ID)


def plan_of(row: dict, vocabulary: dict[str, int]) -> Plan:
    sounds, pauses, head = frames_of(spell(row['words'], vocabulary), np.array(row['frames']))
    at, spans = head * FRAME, []
    for word, pause in zip(sounds, pauses):
        mine = []
        for length in word:
            mine.append((at // HOP - _EARLY, (at + length * FRAME) // HOP - _EARLY))
            at += length * FRAME
        spans.append(mine)
        at += pause * FRAME
    return Plan([[letter_unit(sound) for sound in word['sounds']] for word in row['words']], spans)


def letter_unit(sound: str) -> str:
    return sound.lstrip(STRESS_MARKS)[0]


def planned_states(plan: Plan, frames: int) -> np.ndarray:
    states = np.zeros(frames, np.int64)
    for word, spans in zip(plan.words, plan.spans):
        for unit, (first, end) in zip(word, spans):
            first, end = max(0, first), min(end, frames)
            part = np.arange(max(0, end - first)) * STATES_A_UNIT // max(1, end - first)
            states[first:end] = STATES_A_UNIT * UNIT_ID[unit] + part
    return states


def penalties(plan: Plan, graph: Graph, frames: int) -> np.ndarray:
    """(frames, nodes): what it costs to be far from the plan."""
    at = np.arange(frames)[:, None]
    low, high = np.zeros(len(graph.places)), np.full(len(graph.places), frames)
    for node, (word, reading, place) in enumerate(graph.places):
        if word >= 0 and reading >= 0:
            low[node], high[node] = plan.spans[word][place][0] - _SLACK, plan.spans[word][place][1] + _SLACK
    return -_COST_A_FRAME * (np.maximum(0, low - at) + np.maximum(0, at - high))


class Aligner:
    def __init__(self, models: Mixtures, stay: np.ndarray):
        self._models, self._stay = models, stay

    def path(self, plan: Plan | None, graph: Graph, frames: np.ndarray) -> tuple[np.ndarray, float]:
        """Nodes of the graph, and the log likelihood a frame; without a plan anything may be anywhere."""
        own, where = np.unique(graph.states, return_inverse=True)
        likelihoods = self._models.log_likelihoods(frames, own)[:, where]
        return best_path(graph, likelihoods if plan is None else likelihoods + penalties(plan, graph, len(frames)), self._stay)

    def segments(self, row: dict, vocabulary: dict[str, int], frames: np.ndarray) -> list[dict]:
        plan = plan_of(row, vocabulary)
        graph = plan.graph
        return segments_of(graph, self.path(plan, graph, frames)[0])

    def adapted(self, graphs: list[Graph], takes: list[np.ndarray], rounds: int) -> Aligner:
        """The same models, used to another speaker: sounds that he lacks stay as they are."""
        aligner, frames = self, np.concatenate(takes)
        for _ in range(rounds):
            paths = [graph.states[aligner.path(None, graph, take)[0]] for graph, take in zip(graphs, takes)]
            aligner._models.fit(frames, np.concatenate(paths), rounds=2)
            aligner = Aligner(aligner._models, stay_shares(paths, STATES))
        return aligner

    def save(self, path: Path) -> None:
        np.savez(path, weights=self._models.weights, means=self._models.means, variances=self._models.variances,
                 stay=self._stay)

    @staticmethod
    def load(path: Path) -> Aligner:
        stored = np.load(path)
        models = Mixtures(stored['means'].shape[-1], len(stored['weights']))
        models.weights, models.means, models.variances = stored['weights'], stored['means'], stored['variances']
        return Aligner(models, stored['stay'])


def normalized(takes: list[np.ndarray]) -> list[np.ndarray]:
    """Of one voice."""
    frames = np.concatenate(takes)
    mean, deviation = frames.mean(0), frames.std(0)
    return [(take - mean) / deviation for take in takes]


def train(rows: list[dict], features: list[np.ndarray], vocabulary: dict[str, int]) -> Aligner:
    plans = [plan_of(row, vocabulary) for row in rows]
    graphs = [plan.graph for plan in plans]
    frames = np.concatenate(features)
    paths = [planned_states(plan, len(take)) for plan, take in zip(plans, features)]
    models = Mixtures(frames.shape[1], STATES)
    for components in _SCHEDULE:
        if components > models.component_count:
            models.split()
        models.fit(frames, np.concatenate(paths), rounds=3)
        aligner = Aligner(models, stay_shares(paths, STATES))
        paths = [graph.states[aligner.path(plan, graph, take)[0]] for plan, graph, take in zip(plans, graphs, features)]
        print(f'{components} components, {np.mean(np.concatenate(paths) < STATES_A_UNIT):.1%} silence', flush=True)
    models.fit(frames, np.concatenate(paths), rounds=3)
    return Aligner(models, stay_shares(paths, STATES))


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--teacher', type=Path, required=True, help='folder of teacher-speak')
    parser.add_argument('--vocabulary', type=Path, required=True)
    parser.add_argument('--takes', type=int, default=40, help='of each voice')
    parser.add_argument('--out', type=Path, required=True)


def run(options: Namespace) -> None:
    import soundfile
    rows, features = [], []
    for index in sorted(options.teacher.glob('*.jsonl')):
        mine = [row for row in map(json.loads, index.open(encoding='utf-8')) if row['fault'] is None]
        mine = random.Random(1).sample(mine, min(options.takes, len(mine)))
        rows += mine
        features += normalized([cepstra(soundfile.read(options.teacher / index.stem / f'{row["id"]}.flac')[0])
                                for row in mine])
    print(f'{len(rows)} takes', flush=True)
    train(rows, features, read_vocabulary(options.vocabulary)).save(options.out)
