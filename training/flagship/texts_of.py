"""Held-out texts of a voice, to hear and to measure."""
from __future__ import annotations

import random
from collections import Counter

from training.flagship.place import Place
from training.flagship.voices import Voice
from training.workplace import read_json_lines


def texts_of(place: Place, voice: Voice, count: int) -> list[dict]:
    """Held-out lines of stage `sounds` in the voice's first language, of texts of one sentence."""
    rows = [row for row in read_json_lines(place.sounds) if row['language'] == voice.languages[0] and row['split'] == 'held-out']
    sentences = Counter(row['id'].split('.')[0] for row in rows)
    whole = [row for row in rows if sentences[row['id']] == 1 and len(row['words']) > 2]
    return random.Random(5).sample(whole, min(count, len(whole)))
