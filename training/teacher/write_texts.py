"""Stage `teacher-texts`: all that the teacher reads. English is read in both accents."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.teacher.texts import LANGUAGES, own_texts, prompt_texts
from training.workplace import write_json_lines


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--takes', type=Path, required=True, help='of stage `prepare`: its prompts are read too')
    parser.add_argument('out', type=Path)


def run(options: Namespace) -> None:
    rows = [row for language in LANGUAGES for row in own_texts(language)]
    rows += prompt_texts(options.takes)
    rows += [{**row, 'id': f'gb-{row["id"]}', 'language': 'eng-GB'} for row in rows if row['language'] == 'eng']
    write_json_lines(options.out, rows)
    print(len(rows), 'texts')
