"""Stage `heard-text`: what the server says was heard of audio that is cut, against what Whisper hears of it. Needs the pip
package faster-whisper, and a running server with its key in HOARFROST_API_KEY.

Each text is spoken, its audio cut at a place that is drawn between a tenth and nine tenths, and the rest written down. The
words that Whisper wrote are the start of the text that they are most like; that has as many words as were heard.
"""
from __future__ import annotations

import json
import os
import random
import urllib.request
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path

import numpy as np

from training.hear import CODES, PROMPTS, SILENCE, units_of
from training.recognize import edits

#: Of Whisper.
_RATE = 16_000
_SHARES = 0.1, 0.9


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--model', type=Path, required=True)
    parser.add_argument('--url', default='http://127.0.0.1:8000')
    parser.add_argument('--voices', nargs='+', default=['luna'])
    parser.add_argument('--language', default='eng', choices=CODES)
    parser.add_argument('--texts', type=Path, nargs='+', required=True, help='one text a line')
    parser.add_argument('--list', action='store_true', help='prints the texts in which more than a word differs')


def _ask(url: str, body: dict | None = None) -> tuple[bytes, str]:
    """The answer, and the id of its request."""
    headers = {'authorization': f'Bearer {os.environ["HOARFROST_API_KEY"]}'}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return answer.read(), answer.headers['x-request-id']


def words_begun(heard: list[str], text: list[str]) -> int:
    """How many words the start of the text has that is most like what was heard; of several, the shortest."""
    return min(range(len(text) + 1), key=lambda count: (edits(heard, text[:count]), count))


def run(options: Namespace) -> None:
    from faster_whisper import WhisperModel
    model = WhisperModel(str(options.model), device='cpu', compute_type='int8', cpu_threads=1)
    draw = random.Random(1)
    texts = [line for path in options.texts for line in path.read_text(encoding='utf-8').splitlines()]
    texts = [text for text in texts if len(units_of(text, options.language)) > 3 and not any(map(str.isdigit, text))]
    differences: Counter[int] = Counter()
    for number, text in enumerate(texts):
        voice = options.voices[number % len(options.voices)]
        body = {'input': text, 'voice': voice, 'model': 'coda', 'response_format': 'pcm', 'sample_rate': _RATE}
        pcm, request = _ask(f'{options.url}/v1/audio/speech?heard=true', body)
        samples = np.frombuffer(pcm, dtype='<i2').astype(np.float32) / 2 ** 15
        position = round(draw.uniform(*_SHARES) * len(samples) * 1000 / _RATE)
        answer, _ = _ask(f'{options.url}/v1/heard?requestId={request}&positionMs={position}')
        told = json.loads(answer)['heard']
        cut = np.pad(samples[:position * _RATE // 1000], (SILENCE, SILENCE))
        parts, _ = model.transcribe(cut, beam_size=1, language=CODES[options.language],
                                    initial_prompt=PROMPTS.get(options.language), condition_on_previous_text=False)
        written = ''.join(part.text for part in parts)
        words = units_of(text, options.language)
        difference = words_begun(units_of(written, options.language), words) - len(units_of(told, options.language))
        differences[difference] += 1
        if options.list and abs(difference) > 1:
            print(f'{difference:+d} {voice} at {position} ms: told {told!r}, Whisper {written.strip()!r}', flush=True)
    count = differences.total()
    near = sum(times for difference, times in differences.items() if abs(difference) <= 1)
    print(f'{options.language} {" ".join(options.voices)}: the same in {differences[0]} of {count}, at most one word apart in '
          f'{near} ({100 * near / count:.1f} %); {dict(sorted(differences.items()))}')
