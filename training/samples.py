"""Stage `page`: eight voices of all languages read the same texts by several engines; index.html plays them side by side.

FOLDER has an MP3 file and a spectrogram of each. Wants `npm run build`.
"""
from __future__ import annotations

import subprocess
from argparse import ArgumentParser, Namespace
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('folder', type=Path)
    parser.add_argument('--engines', nargs='+', default=['natural', 'aria'])


def run(options: Namespace) -> None:
    command = ['node', '--import', './scripts/typescript.js', 'scripts/voice-samples.ts', '--beside', str(options.folder.resolve())]
    subprocess.run([*command, *options.engines], cwd=REPOSITORY, check=True)
