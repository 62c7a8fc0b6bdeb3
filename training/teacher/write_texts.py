"""All that the teacher reads: python3 -m training.teacher.write_texts --takes TAKES.jsonl TEXTS.jsonl

English is read in both accents; `export-sounds.ts` reads the file.
"""
from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from training.teacher.texts import LANGUAGES, own_texts, prompt_texts
from training.workplace import write_json_lines


def main() -> None:
    parser = ArgumentParser(prog='python3 -m training.teacher.write_texts', description=__doc__)
    parser.add_argument('--takes', type=Path, required=True, help='of stage `prepare`: its prompts are read too')
    parser.add_argument('out', type=Path)
    options = parser.parse_args()
    rows = [row for language in LANGUAGES for row in own_texts(language)]
    rows += prompt_texts(options.takes)
    rows += [{**row, 'id': f'gb-{row["id"]}', 'language': 'eng-GB'} for row in rows if row['language'] == 'eng']
    write_json_lines(options.out, rows)
    print(len(rows), 'texts')


if __name__ == '__main__':
    main()
