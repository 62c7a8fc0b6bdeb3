"""Rows of ARPAbet (symbols.py) -> rows of sounds (sounds.py).

Each phone is one sound; `t` between vowels, the second unstressed, is a flap, as in src/engines/sounds/sounds.ts.
"""
from __future__ import annotations

import numpy as np

from training import sounds, symbols

_VOWELS = dict(zip('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(), 'ɑæʌɔWIɛɚAɪiOYʊu'))
_CONSONANTS = dict(zip('B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH'.split(), 'bʧdðfɡhʤklmnŋpɹsʃtθvwjzʒ'))
_FOLLOWS = (sounds.FOLLOWED_BY_WORD, sounds.BY_COMMA, sounds.BY_STOP, sounds.BY_RISE)


def sound_rows(rows: np.ndarray) -> np.ndarray:
    """(tokens, 4) of symbols.py -> (tokens, 5) of sounds.py."""
    names = [symbols.SYMBOLS[row[0]] for row in rows]
    made = []
    for i, (name, (_, stress, place, follows)) in enumerate(zip(names, rows)):
        if name in _VOWELS:
            letter = 'ə' if name == 'AH' and stress == symbols.STRESS_0 else _VOWELS[name]
        elif name in _CONSONANTS:
            letter = 'T' if name == 'T' and _is_flapped(names, rows, i) else _CONSONANTS[name]
        else:
            letter = name
        made.append((sounds.SYMBOL_ID[letter], stress, place, _FOLLOWS[follows], 0))
    return np.array(made, np.int16)


def _is_flapped(names: list[str], rows: np.ndarray, i: int) -> bool:
    if rows[i][2] != symbols.INSIDE:
        return False
    before, after = names[i - 1], names[i + 1]
    is_button = after == 'AH' and rows[i + 1][2] != symbols.LAST and names[i + 2] == 'N'
    return (before in _VOWELS or before == 'R') and rows[i + 1][1] == symbols.STRESS_0 and not is_button
