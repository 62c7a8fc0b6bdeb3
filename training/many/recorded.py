"""The features of a recorded English speaker, in rows of ARPAbet, as shards: python3 -m training.many.recorded --help.

Each phone is one sound; `t` between vowels, the second unstressed, is a flap, as in src/engines/aria/sounds/sounds.ts.
"""
from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import numpy as np

from training import sounds, symbols
from training.teacher.features import SHARD, save_shard

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


def shards_of(features: Path, waves: Path, speaker: str, language: str, out: Path) -> int:
    told, heard = np.load(features), np.load(waves)
    assert (told['ids'] == heard['ids']).all()
    ends = lambda counts: np.concatenate([[0], np.cumsum(counts.astype(np.int64))])
    tokens, frames, samples = ends(told['tokens']), ends(told['frames']), ends(heard['length'])
    tracked = ends(heard['length'] // 256 + 1)
    stored = {name: told[name] for name in ('rows', 'durations', 'pitch_start', 'pitch_middle', 'level', 'hz', 'mel')}
    waves_of = {name: heard[name] for name in ('samples', 'phase', 'hz')}
    kept = []
    for i in range(len(told['ids'])):
        if told['split'][i] == 'unused':
            continue
        of_token, of_frame = slice(tokens[i], tokens[i + 1]), slice(frames[i], frames[i + 1])
        one = {'id': told['ids'][i], 'split': told['split'][i], 'text': told['text'][i], 'head': told['head'][i],
               'rows': sound_rows(stored['rows'][of_token]),
               **{name: stored[name][of_token] for name in ('durations', 'pitch_start', 'pitch_middle', 'level')},
               **{name: stored[name][of_frame] for name in ('hz', 'mel')},
               **{name: waves_of[name][samples[i]:samples[i + 1]] for name in ('samples', 'phase')},
               'tracked_hz': waves_of['hz'][tracked[i]:tracked[i + 1]]}
        kept.append(one)
    for number in range(-(-len(kept) // SHARD)):
        save_shard(out / f'{speaker}-{number:03d}.npz', speaker, language, kept[number * SHARD:(number + 1) * SHARD])
    return len(kept)


def main() -> None:
    parser = ArgumentParser(prog='python3 -m training.many.recorded', description=__doc__)
    parser.add_argument('--features', type=Path, required=True)
    parser.add_argument('--waves', type=Path, required=True)
    parser.add_argument('--speaker', required=True)
    parser.add_argument('--language', default='eng')
    parser.add_argument('--out', type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print(shards_of(options.features, options.waves, options.speaker, options.language, options.out), 'takes')


if __name__ == '__main__':
    main()
