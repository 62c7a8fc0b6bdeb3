"""Stage `accents`: the pitch accents of Japanese words, from the dictionary of Open JTalk, for the words that our reader knows.

The file is a line of JSON, the count of entries of each of 65,536 buckets, the 16 other bits of the hash of each entry, and the
value of each entry, a byte. `src/languages/jpn/accent-lexicon.ts` reads it.
"""
from __future__ import annotations

import json
import re
import struct
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HEADER = struct.Struct('<10I32s')
_TOKEN = struct.Struct('<HHHhII')
_BUCKETS = 1 << 16
_VALUES = 256
#: Readings that our reader prefers to those of IPADIC.
_EVERYDAY = [('日本', '名詞', 'ニホン'), ('日本人', '名詞', 'ニホンジン'), ('日本語', '名詞', 'ニホンゴ')]
#: Rules of the parts of Open JTalk's labels that no word of ours takes.
_NO_RULE = {'*', '-1', ''}


#: Suffixes and auxiliary verbs have accents other than those of words that are written alike.
_BOUND = {'接尾', '非自立'}
#: As UniDic describes them: the accent of a verb goes before these.
_RULES = {('ます', '助動詞'): '動詞%F4@1/助詞%F2@1', ('まし', '助動詞'): '動詞%F4@1/助詞%F2@1', ('ませ', '助動詞'): '動詞%F4@2/助詞%F2@2',
          ('ましょ', '助動詞'): '動詞%F4@2/助詞%F2@2'}


def with_long_vowels(kana: str) -> str:
    """The two dictionaries write long e and o in different ways."""
    return re.sub('(?<=[エケゲセゼテデネヘベペメレェ])イ|(?<=[オコゴソゾトドノホボポモヨロォョ])ウ', 'ー', kana)


class Entry(NamedTuple):
    surface: str
    cost: int
    #: Part of speech and three subdivisions, conjugation and its form, base form, reading, pronunciation; then, of Open
    #: JTalk, nucleus/morae and the rule of combination.
    fields: list[str]

    @property
    def key(self) -> tuple[str, str, str]:
        kind = ' '.join(self.fields[:2]) if self.fields[1] in _BOUND else self.fields[0]
        return self.surface, kind, with_long_vowels(self.fields[8].replace('’', ''))


def entries_of(path: Path) -> Iterator[Entry]:
    """All entries of a compiled dictionary of MeCab: a double array from surfaces to tokens, tokens, and their features."""
    data = path.read_bytes()
    *_, array_size, token_size, feature_size, _, charset = _HEADER.unpack_from(data)
    encoding = charset.split(b'\0')[0].decode()
    array_end = _HEADER.size + array_size
    units = struct.unpack(f'<{array_size // 4}i', data[_HEADER.size:array_end])
    features = data[array_end + token_size:array_end + token_size + feature_size]
    count = len(units) // 2
    places = [(units[0], b'')]
    while places:
        base, surface = places.pop()
        if base < count and units[2 * base + 1] == base and units[2 * base] < 0:
            value = -units[2 * base] - 1
            for token in range(value >> 8, (value >> 8) + (value & 0xff)):
                *_, cost, feature, _ = _TOKEN.unpack_from(data, array_end + token * _TOKEN.size)
                end = features.index(b'\0', feature)
                fields = features[feature:end].decode(encoding).split(',')
                if len(fields) > 8:
                    yield Entry(surface.decode(encoding), cost, fields)
        for byte in range(256):
            place = base + byte + 1
            if place < count and units[2 * place + 1] == base:
                places.append((units[2 * place], surface + bytes([byte])))


def hash_of(key: str) -> int:
    """32 bits; the reader computes the same."""
    units = key.encode('utf-16-le')
    value = 0x811c9dc5
    for unit in struct.unpack(f'<{len(units) // 2}H', units):
        value = ((value ^ unit) * 0x01000193) & 0xffffffff
    value = ((value ^ (value >> 16)) * 0x85ebca6b) & 0xffffffff
    value = ((value ^ (value >> 13)) * 0xc2b2ae35) & 0xffffffff
    return value ^ (value >> 16)


def default_of(fields: list[str], morae: int) -> tuple[int, str]:
    """What the reader takes for a word that the file lacks."""
    if fields[0] == '名詞' and fields[1] == '固有名詞' and morae >= 3:
        return morae - 2, 'C1'
    return 0, 'C2' if fields[0] == '名詞' else ''


def accents_of(open_jtalk: Path, ipadic: Path) -> dict[str, tuple[int, str]]:
    known: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in entries_of(open_jtalk):
        if '/' in entry.fields[9] and entry.fields[9][0].isdigit():
            known.setdefault(entry.key, []).append(entry)
    ours: dict[tuple[str, str, str], list[list[str]]] = {key: [[key[1], '固有名詞', *['*'] * 4]] for key in _EVERYDAY}
    for entry in sorted(entries_of(ipadic), key=lambda entry: entry.cost):
        ours.setdefault(entry.key, []).append(entry.fields)
    accents = {}
    for key, forms in ours.items():
        if key not in known:
            continue
        # Of the forms of a verb that are written alike, endings are added to this one without replacing its accent.
        fields = next((form for form in forms if form[5] == '連用形'), forms[0])
        best = min(known[key], key=lambda entry: (entry.fields[1] != fields[1], entry.fields[4:6] != fields[4:6], entry.cost))
        nucleus, morae = map(int, best.fields[9].split('/'))
        rule = _RULES.get(key[:2]) or ('' if best.fields[10] in _NO_RULE else best.fields[10])
        if any((nucleus, rule) != default_of(form, morae) for form in forms):
            accents['\t'.join(key)] = nucleus, rule
    return accents


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('open_jtalk', type=Path, help='sys.dic of the PyPI package pyopenjtalk-plus')
    parser.add_argument('ipadic', type=Path, help='sys.dic of the PyPI package ipadic')
    parser.add_argument('--out', type=Path, default=Path('src/languages/jpn/words/accents.bin'))


def run(options: Namespace) -> None:
    accents = accents_of(options.open_jtalk, options.ipadic)
    values = [value for value, _ in Counter(accents.values()).most_common(_VALUES)]
    id_of = {value: index for index, value in enumerate(values)}
    entries = sorted((hash_of(key), id_of[value]) for key, value in accents.items() if value in id_of)
    counts = Counter(key >> 16 for key, _ in entries)
    with options.out.open('wb') as file:
        file.write(json.dumps({'format': 1, 'entries': len(entries), 'values': values}, ensure_ascii=False,
                              separators=(',', ':')).encode() + b'\n')
        file.write(bytes(counts[bucket] for bucket in range(_BUCKETS)))
        file.write(struct.pack(f'<{len(entries)}H', *(key & 0xffff for key, _ in entries)))
        file.write(bytes(value for _, value in entries))
    print(f'{len(entries)} of {len(accents)} words, {options.out.stat().st_size} bytes')
