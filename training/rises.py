"""Rises that the teacher's questions lack.

Its questions fall (by 5 semitones on average, measured over 18 voices and 6 languages), whatever they ask for. So what the
prosody model is told of those that ask for yes or no is changed: from the last stressed vowel on, pitch climbs to well above
the speaker's mean. The acoustic model is told the pitch that was spoken; it does not see what kind of end it is.
"""
from __future__ import annotations

import numpy as np

from training.sounds import LIGHT, PRIMARY, RISING_END, SYMBOLS, VOWELS

#: In units of a quarter of an octave from the speaker's mean: where a rise begins, and where it ends on average.
_FROM, _TO, _SPREAD = -0.4, 2.3, 0.35
#: Later than in a straight line.
_BEND = 1.3
#: A rise of as much from the middle of the sentence is one already.
_NATURAL = 0.9
_VOWEL_IDS = np.array([symbol in VOWELS for symbol in SYMBOLS])


def rising(rows: np.ndarray, durations: np.ndarray, start: np.ndarray, middle: np.ndarray, number: int,
           is_accented: bool) -> tuple[np.ndarray, np.ndarray]:
    """Pitch at the start and in the middle of each token of one sentence, with a rise if it is to have one and has none.

    `number`: of the take, so that its rise is always the same. `is_accented`: the last stressed vowel begins it (Japanese and
    French: the last vowel).
    """
    vowels = np.flatnonzero(_VOWEL_IDS[rows[:, 0]])
    if rows[-1, 0] != RISING_END or len(vowels) == 0:
        return start, middle
    if middle[vowels[-1]] - np.median(middle[vowels]) > _NATURAL:
        return start, middle
    stressed = vowels[np.isin(rows[vowels, 1], (PRIMARY, LIGHT))] if is_accented else vowels
    first = int(stressed[-1]) if len(stressed) else int(vowels[-1])
    start, middle = start.copy(), middle.copy()
    top = _TO + _SPREAD * float(np.random.default_rng(number).standard_normal())
    bottom = min(_FROM, float(start[first]))
    ends = np.cumsum(durations[first:-1]).astype(np.float64)
    total = max(ends[-1], 1.0)
    climb = lambda share: bottom + (top - bottom) * share ** _BEND
    start[first:-1] = climb((ends - durations[first:-1]) / total)
    middle[first:-1] = climb((ends - durations[first:-1] / 2) / total)
    start[-1] = middle[-1] = top
    return start, middle
