"""Stage `compare-accents`: the accents that Hoarfrost reads against those of Open JTalk. Needs the PyPI package pyopenjtalk-plus.

A phrase of Open JTalk agrees if the pitch falls in it where Open JTalk says, or nowhere if it says so.
"""
from __future__ import annotations

import json
import random
import re
import subprocess
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from training.teacher import asian

_FOLDER = Path(__file__).resolve().parent
_SENTENCES = _FOLDER / 'accent-sentences.txt'
_FROM_TEMPLATES = 170


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--differences', action='store_true', help='print the phrases that differ')


def run(options: Namespace) -> None:
    for name, sentences in (('accent-sentences.txt', _SENTENCES.read_text(encoding='utf-8').split('\n')),
                            ("the teacher's sentences", _teacher_sentences())):
        with TemporaryDirectory() as folder:
            texts, tones = Path(folder) / 'texts.txt', Path(folder) / 'tones.jsonl'
            texts.write_text('\n'.join(sentences), encoding='utf-8')
            # The package needs another version of NumPy than Debian's torch, which training.product imports.
            subprocess.run(['npx', 'tsx', 'training/export-tones.ts', texts, tones], cwd=_FOLDER.parent, check=True)
            rows = [json.loads(line) for line in tones.read_text(encoding='utf-8').splitlines()]
        _compare(name, rows, options.differences)


def _teacher_sentences() -> list[str]:
    """Those that stand alone, then filled templates, always the same."""
    found = [line for line in asian.JAPANESE_SENTENCES.split('\n') if line]
    templates = [line for line in asian.JAPANESE_TEMPLATES.split('\n') if line]
    choose = random.Random(7).choice
    while len(found) < _FROM_TEMPLATES:
        filled = re.sub(r'\{(\w+)\}', lambda slot: choose(asian.JAPANESE_SLOTS[slot[1]].split('|')), choose(templates))
        if filled not in found:
            found.append(filled)
    return found


def _compare(name: str, rows: list[dict], shows_differences: bool) -> None:
    phrases = agreeing = skipped = 0
    for row in rows:
        reference = _open_jtalk_phrases(row['text'])
        if len(_morae(''.join(kana for kana, _ in reference))) != len(row['tones']):
            skipped += 1
            continue
        at = 0
        for kana, nucleus in reference:
            count = len(_morae(kana))
            own = row['tones'][at:at + count]
            at += count
            falls = [match.end() for match in re.finditer('H(?=L)', own)]
            phrases += 1
            if falls == ([nucleus] if 0 < nucleus < count else []):
                agreeing += 1
            elif shows_differences:
                print(f'{kana}  ours {own}, Open JTalk {nucleus}')
    print(f'{name}: {len(rows)} sentences, {skipped} read otherwise and left out; '
          f'{agreeing} of {phrases} phrases alike, {100 * agreeing / max(1, phrases):.1f} %')


def _open_jtalk_phrases(text: str) -> list[tuple[str, int]]:
    """Kana and the mora after which the pitch falls, 0 for none."""
    import pyopenjtalk
    phrases: list[tuple[str, int]] = []
    is_open = False
    for word in pyopenjtalk.run_frontend(text):
        if word['mora_size'] == 0:
            is_open = False
            continue
        kana = word['pron'].replace('’', '')
        if is_open and word['chain_flag'] == 1:
            phrases[-1] = phrases[-1][0] + kana, phrases[-1][1]
        else:
            phrases.append((kana, word['acc']))
        is_open = True
    return phrases


def _morae(kana: str) -> list[str]:
    return re.findall('[ァ-ヴー][ァィゥェォャュョヮ]?', kana)
