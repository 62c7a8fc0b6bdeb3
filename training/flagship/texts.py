"""What the teacher reads for the flagship: the teacher's texts, their templates filled in again with other words, and more.

A clause that is spoken is one of these, several, or a part of one: the product's clauses are of any length, and the teacher
normalizes over a clause and has a style for each length.
"""
from __future__ import annotations

import json
import random
from pathlib import Path

from training.flagship.sentences import SENTENCES
from training.flagship.voices import LANGUAGES
from training.teacher.texts import HELD_OUT_EVERY, fillings, own_texts
from training.teacher.tokens import spell

#: How often each template is filled in anew.
_FILLINGS = 30
#: Tokens of a clause, both ends counted; the styles have rows for 510.
MOST_TOKENS = 220
_PART_WORDS = (2, 9)

Row = dict


def texts(language: str) -> list[Row]:
    """Rows {id, language, text, split}, the same each time; `language` without an accent."""
    known = own_texts(language)
    read = {row['text'] for row in known}
    new = [line.strip() for line in SENTENCES.get(language, '').strip().split('\n') if line.strip()]
    new += fillings(language, _FILLINGS, random.Random(f'flagship {language}'))
    new = [text for text in dict.fromkeys(new) if text not in read]
    return known + [{'id': f'flagship-{language}-{i:04d}', 'language': language, 'text': text,
                     'split': 'held-out' if i % HELD_OUT_EVERY == 0 else 'train'} for i, text in enumerate(new)]


def all_texts() -> list[Row]:
    """English is read in both accents."""
    rows = [row for language in LANGUAGES if '-' not in language for row in texts(language)]
    return rows + [{**row, 'id': f'gb-{row["id"]}', 'language': 'eng-GB'} for row in rows if row['language'] == 'eng']


class Clauses:
    """Draws what is spoken next from the lines of stage `sounds`."""

    def __init__(self, sounds: Path, vocabulary: dict[str, int]):
        self._vocabulary = vocabulary
        self._rows: dict[tuple[str, str], list[Row]] = {}
        with sounds.open(encoding='utf-8') as file:
            for row in map(json.loads, file):
                self._rows.setdefault((row['language'], row['split']), []).append(row)

    def draw(self, language: str, split: str, chance: random.Random) -> tuple[str, list[dict]]:
        """Ids of the texts joined by `+`, and the words."""
        rows = self._rows[language, split]
        kind = chance.random()
        count = 1 if kind < 0.65 else chance.randint(2, 4)
        drawn = [chance.choice(rows) for _ in range(count)]
        words = [word for row in drawn for word in row['words']]
        if kind < 0.15 and len(words) > _PART_WORDS[0]:
            length = chance.randint(*_PART_WORDS)
            first = chance.randrange(max(1, len(words) - length + 1))
            words = words[first:first + length]
        while len(self.tokens(words)) > MOST_TOKENS:
            words = words[:len(words) * 3 // 4]
        return '+'.join(row['id'] for row in drawn), words

    def tokens(self, words: list[dict]) -> list[int]:
        return spell(words, self._vocabulary).tokens
