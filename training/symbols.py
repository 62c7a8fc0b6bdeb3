"""Rows of ARPAbet, in which Kathleen's recordings are aligned; `arpabet.py` makes sounds of them.

A row is (symbol, stress, place in the word, what follows the word).
"""
from __future__ import annotations

PHONES = ('AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'
          .split())
#: Padding, leading silence, final silence of a statement and of a question that rises, pause slot after punctuation,
#: pause without punctuation, phones.
SYMBOLS = ['_', '^', '.', '?', ',', '-', *PHONES]
SYMBOL_ID = {symbol: i for i, symbol in enumerate(SYMBOLS)}
COMMA, PAUSE = SYMBOL_ID[','], SYMBOL_ID['-']
VOWELS = frozenset('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split())
STOPS = frozenset('P T K B D G CH JH'.split())

NO_STRESS, STRESS_0, STRESS_1, STRESS_2, FUNCTION_STRESS = range(5)
NO_PLACE, FIRST, INSIDE, LAST, ONLY = range(5)
BOUNDARY_ID = {'': 0, ',': 1, '.': 2, '?': 3}

#: Words whose stress is weaker than the dictionary's.
FUNCTION_WORDS = frozenset(
    'a an the of to in on at by for from with as into upon than that this these those it its he him his she her hers '
    'they them their we us our you your i me my and or but nor if so is am are was were be been being do does did '
    'has have had will would shall should can could may might must there which while'.split())


def base(phoneme: str) -> str:
    """Without its stress digit."""
    return phoneme.rstrip('012')


def stress_of(phoneme: str, word: str) -> int:
    if base(phoneme) not in VOWELS:
        return NO_STRESS
    stress = {'1': STRESS_1, '2': STRESS_2}.get(phoneme[-1], STRESS_0)
    return FUNCTION_STRESS if stress != STRESS_0 and word.lower() in FUNCTION_WORDS else stress


def token_rows(words: list[tuple[str, list[str], str]], paused_after: set[int]) -> list[tuple[int, int, int, int, int]]:
    """Rows of a sentence, each with the index of its word (-1: none).

    `words`: spoken form, phonemes, boundary (one of BOUNDARY_ID) of each. `paused_after`: words with a pause after them
    that no punctuation asks for.
    """
    rows = [(SYMBOL_ID['^'], 0, 0, 0, -1)]
    for index, (spoken, phonemes, boundary) in enumerate(words):
        last = len(phonemes) - 1
        for at, phoneme in enumerate(phonemes):
            place = ONLY if last == 0 else FIRST if at == 0 else LAST if at == last else INSIDE
            rows.append((SYMBOL_ID[base(phoneme)], stress_of(phoneme, spoken), place, BOUNDARY_ID[boundary], index))
        if boundary == ',':
            rows.append((COMMA, 0, 0, 0, index))
        elif boundary == '' and index in paused_after:
            rows.append((PAUSE, 0, 0, 0, index))
    rows.append((SYMBOL_ID['?' if words[-1][2] == '?' else '.'], 0, 0, 0, -1))
    return rows
