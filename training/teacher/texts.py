"""What the teacher reads: our own sentences, templates filled in, and for English the prompts of the recordings too."""
from __future__ import annotations

import json
import random
import re
from pathlib import Path

from training.teacher import asian, english, romance
from training.teacher.more import MORE

#: Templates are filled in so often, each time with other words.
_FILLINGS = {'eng': 12, 'spa': 14, 'fra': 14, 'por': 14, 'hin': 14, 'jpn': 14}

LANGUAGES = {
    'eng': (english.SLOTS, english.TEMPLATES, english.SENTENCES),
    'spa': (romance.SPANISH_SLOTS, romance.SPANISH_TEMPLATES, romance.SPANISH_SENTENCES),
    'fra': (romance.FRENCH_SLOTS, romance.FRENCH_TEMPLATES, romance.FRENCH_SENTENCES),
    'por': (romance.PORTUGUESE_SLOTS, romance.PORTUGUESE_TEMPLATES, romance.PORTUGUESE_SENTENCES),
    'hin': (asian.HINDI_SLOTS, asian.HINDI_TEMPLATES, asian.HINDI_SENTENCES),
    'jpn': (asian.JAPANESE_SLOTS, asian.JAPANESE_TEMPLATES, asian.JAPANESE_SENTENCES),
}
#: Of those of our own, every so manieth is held out of training in every voice.
HELD_OUT_EVERY = 12


def own_texts(language: str) -> list[dict]:
    """Rows {id, language, text, split}, the same each time."""
    lines = _lines(LANGUAGES[language][2]) + fillings(language, _FILLINGS[language], random.Random(language))
    kept = list(dict.fromkeys([*lines, *_lines(MORE[language])]))
    return [{'id': f'{language}-{i:04d}', 'language': language, 'text': text,
             'split': 'held-out' if i % HELD_OUT_EVERY == HELD_OUT_EVERY - 1 else 'train'} for i, text in enumerate(kept)]


def fillings(language: str, times: int, random_words: random.Random) -> list[str]:
    """Each template filled in so many times."""
    slots, templates, _ = LANGUAGES[language]
    return [_filled(template, slots, random_words) for _ in range(times) for template in _lines(templates)]


def prompt_texts(takes: Path) -> list[dict]:
    """The prompts of the recordings, one of each; those of held-out takes are held out here too."""
    rows: dict[str, dict] = {}
    with takes.open(encoding='utf-8') as file:
        for take in map(json.loads, file):
            prompt = take['id'].split('_')[0]
            split = 'held-out' if take['split'] != 'train' else 'train'
            known = rows.setdefault(prompt, {'id': f'arctic-{prompt}', 'language': 'eng', 'text': take['text'],
                                             'split': split})
            if split == 'held-out':
                known['split'] = split
    return list(rows.values())


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split('\n')]


def _filled(template: str, slots: dict[str, str], random_words: random.Random) -> str:
    """No slot twice with the same word."""
    used: set[str] = set()

    def word(match: re.Match) -> str:
        choices = [choice for choice in slots[match[1]].split('|') if choice not in used]
        chosen = random_words.choice(choices)
        used.add(chosen)
        return chosen

    text = re.sub(r'\{(\w+)\}', word, template)
    return text[0].upper() + text[1:]
