"""Kathleen's recordings: where they come from, what is left out, and what is held out of every training."""
from __future__ import annotations

import csv
import hashlib
import tarfile
from dataclasses import dataclass
from pathlib import Path

ARCHIVE_SHA256 = 'cdd9327082d4c1525795c32bf408f7fd6f3a0366668879c4f9f1ed83b4194c8d'

HELD_OUT_FILE = Path(__file__).with_name('held-out.txt')


@dataclass(frozen=True)
class Take:
    """One recording of one prompt; `id` is `PROMPT_TIMESTAMP`."""
    id: str
    text: str


def prompt_of(take_id: str) -> str:
    return take_id.split('_')[0]


def check_archive(path: Path) -> None:
    """Throws where the archive is not the one that the figures were made from."""
    digest = hashlib.sha256()
    with path.open('rb') as file:
        while block := file.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != ARCHIVE_SHA256:
        raise SystemExit(f'{path} is another archive: its SHA-256 is {digest.hexdigest()}, not {ARCHIVE_SHA256}')


def unpack(archive: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as tar:
        members = [m for m in tar.getmembers() if m.isfile() and '..' not in Path(m.name).parts]
        for member in members:
            source = tar.extractfile(member)
            assert source is not None
            (folder / Path(member.name).name).write_bytes(source.read())


def read_takes(folder: Path) -> list[Take]:
    """All takes of an unpacked archive, by id."""
    with (folder / 'kathleen.tsv').open(encoding='utf-8', newline='') as file:
        rows = csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE)
        return sorted((Take(row['id'], row['text']) for row in rows), key=lambda take: take.id)


def held_out_takes() -> list[str]:
    """The 40 takes that are evaluated. No take of their prompts is ever trained on."""
    return HELD_OUT_FILE.read_text(encoding='utf-8').split()


def split_of(take_id: str) -> str:
    """`train`, `held-out`, or `unused` for further takes of held-out prompts."""
    held_out = held_out_takes()
    if take_id in held_out:
        return 'held-out'
    return 'unused' if prompt_of(take_id) in map(prompt_of, held_out) else 'train'
