"""Hidden Markov models of three states a phone with diagonal Gaussian mixtures, and the search through a word graph."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.symbols import PHONES

SILENCE = 'sil'
UNITS = [SILENCE, *PHONES]
UNIT_ID = {unit: i for i, unit in enumerate(UNITS)}
STATES_A_UNIT = 3
STATE_COUNT = STATES_A_UNIT * len(UNITS)

_LEAST_FRAMES = 8
_VARIANCE_FLOOR = 0.02


class Mixtures:
    """One mixture a state; all states have the same number of components."""

    def __init__(self, dimensions: int, states: int = STATE_COUNT):
        self.weights = np.ones((states, 1), np.float32)
        self.means = np.zeros((states, 1, dimensions), np.float32)
        self.variances = np.ones((states, 1, dimensions), np.float32)

    @property
    def component_count(self) -> int:
        return self.weights.shape[1]

    def log_likelihoods(self, frames: np.ndarray, states: np.ndarray) -> np.ndarray:
        """(frames, len(states)) of the given states alone."""
        means, precisions = self.means[states], 1 / self.variances[states]
        count, components, dimensions = means.shape
        quadratic = (-0.5 * precisions).reshape(-1, dimensions).T
        linear = (means * precisions).reshape(-1, dimensions).T
        constant = (np.log(self.weights[states])
                    - 0.5 * (np.log(2 * np.pi) * dimensions + np.log(self.variances[states]).sum(-1)
                             + (means ** 2 * precisions).sum(-1))).reshape(-1)
        scores = ((frames ** 2) @ quadratic + frames @ linear + constant).reshape(len(frames), count, components)
        if components == 1:
            return scores[..., 0]
        highest = scores.max(-1)
        return highest + np.log(np.exp(scores - highest[..., None]).sum(-1))

    def fit(self, frames: np.ndarray, states: np.ndarray, rounds: int = 1) -> None:
        """Expectation and maximization for frames whose states are given."""
        order = np.argsort(states, kind='stable')
        ends = np.searchsorted(states[order], np.arange(len(self.weights) + 1))
        floor = _VARIANCE_FLOOR * frames.var(0)
        for state in range(len(self.weights)):
            own = frames[order[ends[state]:ends[state + 1]]]
            if len(own) < _LEAST_FRAMES:
                continue
            for _ in range(rounds if self.component_count > 1 else 1):
                self._fit_state(state, own, floor)

    def _fit_state(self, state: int, own: np.ndarray, floor: np.ndarray) -> None:
        precisions = 1 / self.variances[state]
        scores = ((own ** 2) @ (-0.5 * precisions).T + own @ (self.means[state] * precisions).T
                  + np.log(self.weights[state])
                  - 0.5 * (np.log(self.variances[state]).sum(-1) + (self.means[state] ** 2 * precisions).sum(-1)))
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        counts = shares.sum(0)
        enough = counts > 6 if self.component_count > 1 else counts > 0
        means = (shares.T @ own) / np.maximum(counts, 1e-3)[:, None]
        variances = (shares.T @ own ** 2) / np.maximum(counts, 1e-3)[:, None] - means ** 2
        self.means[state][enough] = means[enough]
        self.variances[state][enough] = np.maximum(variances, floor)[enough]
        weights = np.maximum(counts / len(own), 1e-4)
        self.weights[state] = weights / weights.sum()

    def split(self) -> None:
        """Twice as many components, each pair a little apart."""
        apart = 0.2 * np.sqrt(self.variances)
        self.weights = np.concatenate([self.weights, self.weights], 1) / 2
        self.means = np.concatenate([self.means + apart, self.means - apart], 1)
        self.variances = np.concatenate([self.variances, self.variances], 1)


@dataclass(frozen=True)
class Graph:
    """All ways to say a sentence: a pause at both ends and after each word may be or not, each word has its readings.

    A node follows itself, and the node before it in the list; those in `entries` follow their `predecessors` instead.
    """
    #: State of the models in each node.
    states: np.ndarray
    entries: np.ndarray
    #: (entries, most predecessors), padded with the number of nodes.
    predecessors: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    #: (word, reading, phone in it) of each node; word -1: before the first; reading -1: the pause after the word.
    places: list[tuple[int, int, int]]


_OUTSIDE = -1


def word_graph(words: list[list[list[str]]], unit_id: dict[str, int] = UNIT_ID) -> Graph:
    """`words`: the readings of each, in phones without stress."""
    states: list[int] = []
    places: list[tuple[int, int, int]] = []
    before: dict[int, list[int]] = {}

    def chain(phones: list[str], exits: list[int], word: int, reading: int) -> list[int]:
        before[len(states)] = exits
        for at, phone in enumerate(phones):
            states.extend(STATES_A_UNIT * unit_id[phone] + part for part in range(STATES_A_UNIT))
            places.extend([(word, reading, at)] * STATES_A_UNIT)
        return [len(states) - 1]

    exits = [_OUTSIDE, *chain([SILENCE], [_OUTSIDE], -1, 0)]
    for index, readings in enumerate(words):
        spoken = [node for number, phones in enumerate(readings) for node in chain(phones, exits, index, number)]
        exits = spoken + chain([SILENCE], spoken, index, -1)

    predecessors = np.full((len(before), max(map(len, before.values()))), len(states), np.int32)
    for row, nodes in enumerate(before.values()):
        inner = [node for node in nodes if node != _OUTSIDE]
        predecessors[row, :len(inner)] = inner
    return Graph(np.array(states), np.array(list(before)), predecessors,
                 np.array([node for node, nodes in before.items() if _OUTSIDE in nodes]), np.array(exits), places)


_STAYED, _MOVED = -1, -2


def best_path(graph: Graph, log_likelihoods: np.ndarray, stay: np.ndarray) -> tuple[np.ndarray, float]:
    """The likeliest node of each frame, and the log likelihood a frame.

    `log_likelihoods`: (frames, nodes). `stay`: how likely each state of the models is to last one frame more.
    """
    log_stay, log_leave = np.log(stay)[graph.states], np.log(1 - stay)[graph.states]
    count, rows = len(graph.states), np.arange(len(graph.entries))
    score = np.full(count, -1e9)
    score[graph.starts] = log_likelihoods[0][graph.starts]
    moved, leaving = np.empty(count), np.full(count + 1, -1e9)
    back = np.empty((len(log_likelihoods), count), np.int16)
    for t in range(1, len(log_likelihoods)):
        stayed = score + log_stay
        np.add(score, log_leave, out=leaving[:-1])
        moved[1:] = leaving[:-2]
        entering = leaving[graph.predecessors]
        best = entering.argmax(1)
        moved[graph.entries] = entering[rows, best]
        step = np.full(count, _MOVED, np.int16)
        step[graph.entries] = best
        has_stayed = stayed >= moved
        step[has_stayed] = _STAYED
        back[t] = step
        score = np.where(has_stayed, stayed, moved) + log_likelihoods[t]
    row_of = dict(zip(graph.entries.tolist(), rows.tolist()))
    node = int(graph.ends[score[graph.ends].argmax()])
    likelihood = float(score[node]) / len(log_likelihoods)
    path = np.empty(len(log_likelihoods), np.int32)
    for t in range(len(path) - 1, -1, -1):
        path[t] = node
        if t > 0 and back[t, node] != _STAYED:
            node = node - 1 if back[t, node] == _MOVED else int(graph.predecessors[row_of[node], back[t, node]])
    return path, likelihood


def stay_shares(paths: list[np.ndarray], states: int = STATE_COUNT) -> np.ndarray:
    """How likely each state is to last one frame more, from state sequences."""
    frames, visits = np.full(states, 2.0), np.ones(states)
    for path in paths:
        np.add.at(frames, path, 1)
        np.add.at(visits, path[np.flatnonzero(np.diff(path, prepend=-1))], 1)
    return np.clip(1 - visits / frames, 0.05, 0.98)
