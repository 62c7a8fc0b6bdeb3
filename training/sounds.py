"""What the models are told of a text: one row of five integers a token, as the engine makes them too.

A row is (symbol, stress, place in the word, what follows the word, what changes the letter). Sounds are those of
src/engines/sounds: IPA of one letter, stress before it, modifiers after it; the same in every language.
"""
from __future__ import annotations

from dataclasses import dataclass

VOWELS = 'AIOQWYaeiouyæɐɑɒɔəɚɛɜɤɨɪɯøœʊʌᵻ'
CONSONANTS = 'bcdfhjklmnpqrstvwxzTçðŋɕɖɟɡɣɥɰɲɳɴɸɹɻɽɾʁʂʃʈʋʎʒʔʝʣʤʥʦʧʨβθχ'
#: As in `symbols.py`: padding, leading silence, ends, pause slots; then letters.
SYMBOLS = ['_', '^', '.', '?', ',', '-', *VOWELS, *CONSONANTS]
SYMBOL_ID = {symbol: i for i, symbol in enumerate(SYMBOLS)}
FIRST_SOUND = SYMBOL_ID[VOWELS[0]]
START, END, RISING_END, COMMA, PAUSE = (SYMBOL_ID[symbol] for symbol in '^.?,-')

#: 5 and 6 are kept for high and low beats of Japanese.
NO_STRESS, UNSTRESSED, PRIMARY, SECONDARY, LIGHT = range(5)
STRESS_COUNT = 8
NO_PLACE, FIRST, INSIDE, LAST, ONLY = range(5)
PLACE_COUNT = 5
#: Another word, a mark inside the sentence, its end, a question that rises, one that falls, a call.
FOLLOWED_BY_WORD, BY_COMMA, BY_STOP, BY_RISE, BY_FALLING_QUESTION, BY_CALL = range(6)
FOLLOWS_COUNT = 6
MODIFIERS = ['', 'ː', '\u0303', 'ʰ', 'ʲ', 'ᵝ', 'ː\u0303']
_OTHER_MODIFIERS = len(MODIFIERS)
MODIFIER_COUNT = _OTHER_MODIFIERS + 1
COLUMNS = 5

_STRESS_MARKS = {'ˈ': PRIMARY, 'ˌ': SECONDARY}
_ENDS = {'.': BY_STOP, '…': BY_STOP, '?': BY_RISE, '!': BY_CALL}

Row = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Word:
    sounds: tuple[str, ...]
    #: Said lightly, whatever the lexicon's stress.
    light: bool
    follows: int


def words_of(spoken: list[dict]) -> list[Word]:
    """Lines of `export-sounds.ts`; the last word ends the sentence whatever its mark is."""
    made = []
    for i, word in enumerate(spoken):
        is_last = i == len(spoken) - 1
        follows = _ENDS.get(word['mark'], BY_STOP) if is_last else (BY_COMMA if word['mark'] else FOLLOWED_BY_WORD)
        if follows == BY_RISE and word['falls']:
            follows = BY_FALLING_QUESTION
        made.append(Word(tuple(word['sounds']), word['light'], follows))
    return made


def letter_of(sound: str) -> str:
    return sound.lstrip('ˈˌ')[0]


def sound_row(sound: str, light: bool, place: int, follows: int) -> Row:
    mark = sound[0] if sound[0] in _STRESS_MARKS else ''
    letter, changed = sound[len(mark)], ''.join(sorted(sound[len(mark) + 1:]))
    stress = NO_STRESS
    if letter in VOWELS:
        stress = _STRESS_MARKS.get(mark, UNSTRESSED)
        stress = LIGHT if light and stress != UNSTRESSED else stress
    by_id = {''.join(sorted(modifier)): i for i, modifier in enumerate(MODIFIERS)}
    return SYMBOL_ID[letter], stress, place, follows, by_id.get(changed, _OTHER_MODIFIERS)


def word_rows(word: Word) -> list[Row]:
    last = len(word.sounds) - 1
    place = lambda at: ONLY if last == 0 else FIRST if at == 0 else LAST if at == last else INSIDE
    return [sound_row(sound, word.light, place(at), word.follows) for at, sound in enumerate(word.sounds)]


def rows_of(spoken: list[dict]) -> list[Row]:
    """Lines of `export-sounds.ts`, as the engine makes a phrase of them; tones of Japanese words are none of the rows'."""
    words = words_of(spoken)
    made = [silence_row(START)]
    for i, word in enumerate(words):
        made += word_rows(word)
        if i < len(words) - 1 and spoken[i]['mark']:
            made.append(silence_row(COMMA))
    return [*made, end_row(words)]


def silence_row(symbol: int) -> Row:
    return symbol, NO_STRESS, NO_PLACE, FOLLOWED_BY_WORD, 0


def end_row(words: list[Word]) -> Row:
    return silence_row(RISING_END if words[-1].follows == BY_RISE else END)
