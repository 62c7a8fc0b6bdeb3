"""Words in sounds -> the teacher's tokens, and its durations -> those of sounds and pauses."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STRESS_MARKS = 'ˈˌ'


@dataclass(frozen=True)
class Spelled:
    """`tokens` with the pads at both ends; of each word the [first, end) tokens of its sounds, and of what follows it."""
    tokens: list[int]
    sounds: list[list[tuple[int, int]]]
    after: list[tuple[int, int]]


def spell(words: list[dict], vocabulary: dict[str, int]) -> Spelled:
    tokens, sounds, after = [0], [], []
    for i, word in enumerate(words):
        spans = []
        for sound in word['sounds']:
            first = len(tokens)
            tokens += [vocabulary[letter] for letter in teacher_letters(sound, word['light'])]
            spans.append((first, len(tokens)))
        sounds.append(spans)
        first = len(tokens)
        follows = word['mark'] + (' ' if i < len(words) - 1 else '')
        tokens += [vocabulary[letter] for letter in follows]
        after.append((first, len(tokens)))
    tokens.append(0)
    return Spelled(tokens, sounds, after)


def teacher_letters(sound: str, light: bool) -> str:
    """ER is two letters there; light words have no stress."""
    mark = sound[0] if sound[0] in STRESS_MARKS else ''
    letters = sound[len(mark):]
    if letters[0] == 'ɚ':
        letters = ('ɜɹ' if mark and not light else 'əɹ') + letters[1:]
    return ('' if light else mark) + letters


def frames_of(spelled: Spelled, durations: np.ndarray) -> tuple[list[list[int]], list[int], int]:
    """Of each word the teacher's frames of each sound, and of the pause after it; and of the silence before all."""
    length = lambda span: int(durations[span[0]:span[1]].sum())
    pauses = [length(span) for span in spelled.after]
    pauses[-1] += int(durations[-1])
    return [[length(span) for span in word] for word in spelled.sounds], pauses, int(durations[0])
