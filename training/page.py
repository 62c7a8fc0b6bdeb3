"""Sections of a page of documentation that are made by a command: between `<!-- NAME -->` and `<!-- /NAME -->`."""
from __future__ import annotations

import re
from pathlib import Path


def write_section(page: Path, name: str, lines: list[str]) -> None:
    section = re.compile(rf'(<!-- {name} -->\n).*?(?=<!-- /{name} -->)', re.DOTALL)
    text = page.read_text(encoding='utf-8')
    if not section.search(text):
        raise SystemExit(f'{page} has no <!-- {name} --> section')
    page.write_text(section.sub(lambda found: found[1] + '\n' + '\n'.join(lines) + '\n\n', text), encoding='utf-8')


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """The first column to the left, the others to the right."""
    line = lambda cells: f'| {" | ".join(cells)} |'
    return [line(head), line(['---'] + ['--:'] * (len(head) - 1)), *map(line, rows)]
