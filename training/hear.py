"""Stage `hear`: word errors of what `speak` or `speak-texts` spoke, by Whisper. Needs the pip package faster-whisper.

Errors are of words; of characters in Japanese, Hindi, Arabic and Hebrew, where what a word is depends on who writes. Sentences with digits
are left out: there are many right ways to write them. Then, for each language, the errors of each folder divided by those of
the first one, with the 90 % interval by bootstrap over sentences.
"""
from __future__ import annotations

import json
import re
import unicodedata
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training.recognize import Errors, edits

CODES = {'eng': 'en', 'eng-GB': 'en', 'spa': 'es', 'fra': 'fr', 'por': 'pt', 'hin': 'hi', 'jpn': 'ja', 'ger': 'de',
          'ita': 'it', 'nld': 'nl', 'ara': 'ar', 'heb': 'he'}
_BY_CHARACTER = {'hin', 'jpn', 'ara', 'heb'}
#: Else Whisper writes what it hears of Hindi in Arabic letters.
PROMPTS = {'hin': 'नमस्ते, आप कैसे हैं?'}
#: Samples at 16 kHz before each utterance: where speech begins at once, Whisper misses its first word.
SILENCE = 4800
_ENGLISH_NUMBERS = dict(enumerate(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen '
    'nineteen twenty'.split()))


def units_of(text: str, language: str) -> list[str]:
    """Words or characters without case, punctuation, and what only spelling tells apart: accents, and in English `colour`
    and `color`, `5` and `five`."""
    plain = unicodedata.normalize('NFKC', text.lower()).replace('’', "'")
    if language.startswith('eng'):
        plain = re.sub(r'\b\d+\b', lambda number: _ENGLISH_NUMBERS.get(int(number[0]), number[0]), plain)
        plain = re.sub(r'(?<=[a-z]{3})our(?=s?\b)', 'or', plain)
    kept = ''.join(c if c == "'" or unicodedata.category(c)[0] in 'LMN' else ' ' for c in plain)
    return [*kept.replace(' ', '')] if language in _BY_CHARACTER else kept.replace("'", ' ').split()


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--model', type=Path, required=True)
    parser.add_argument('--said', type=Path, required=True, help='said.jsonl of either')
    parser.add_argument('kinds', nargs='+', help='folders beside it: natural, copy, aria')


def run(options: Namespace) -> None:
    from faster_whisper import WhisperModel, decode_audio
    model = WhisperModel(str(options.model), device='cpu', compute_type='int8', cpu_threads=1)
    rows = [row for row in map(json.loads, options.said.open(encoding='utf-8')) if not re.search(r'\d', row['text'])]
    counted: dict[str, dict[str, list[Errors]]] = {}
    for kind in options.kinds:
        folder = options.said.parent / kind
        heard_file = options.said.parent / f'heard-{kind}.jsonl'
        known = {}
        if heard_file.exists():
            known = {(row['speaker'], row['id']): row['heard'] for row in map(json.loads, heard_file.open(encoding='utf-8'))}
        with heard_file.open('a', encoding='utf-8') as file:
            for row in rows:
                key = row['speaker'], row['id']
                if key in known:
                    continue
                samples = np.pad(decode_audio(str(folder / row['speaker'] / f'{row["id"]}.wav')), (SILENCE, 0))
                parts, _ = model.transcribe(samples, beam_size=1,
                                            language=CODES[row['language']], initial_prompt=PROMPTS.get(row['language']),
                                            condition_on_previous_text=False)
                known[key] = ''.join(part.text for part in parts)
                file.write(json.dumps({'speaker': key[0], 'id': key[1], 'heard': known[key]}, ensure_ascii=False) + '\n')
        for speaker in dict.fromkeys(row['speaker'] for row in rows):
            own = [row for row in rows if row['speaker'] == speaker]
            said = [units_of(row['text'], row['language']) for row in own]
            wrong = [edits(units_of(known[speaker, row['id']], row['language']), units) for row, units in zip(own, said)]
            errors = Errors(np.array(wrong), np.array([len(units) for units in said]))
            counted.setdefault(CODES[own[0]['language']], {}).setdefault(kind, []).append(errors)
            print(f'{kind} {speaker} {own[0]["language"]}: {100 * errors.rate:.1f} ± {100 * errors.deviation:.1f} % '
                  f'of {errors.said.sum()}', flush=True)
    for language, by_kind in counted.items():
        first, *others = ((kind, np.concatenate([errors.wrong for errors in speakers])) for kind, speakers in by_kind.items())
        for kind, wrong in others:
            low, high = ratio_interval(wrong, first[1])
            print(f'{language}: {kind} {wrong.sum()} / {first[0]} {first[1].sum()} = {wrong.sum() / first[1].sum():.2f} '
                  f'({low:.2f} to {high:.2f})', flush=True)


def ratio_interval(wrong: np.ndarray, of: np.ndarray, draws: int = 10_000) -> tuple[float, float]:
    """5th and 95th percentile of the ratio of two sums over the same sentences, were others drawn from them."""
    drawn = np.random.default_rng(1).integers(0, len(of), (draws, len(of)))
    low, high = np.percentile(wrong[drawn].sum(1) / np.maximum(1, of[drawn].sum(1)), [5, 95])
    return float(low), float(high)
