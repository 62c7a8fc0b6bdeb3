"""Stage `sounds`: texts -> words in sounds, as Hoarfrost reads them."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.product import run_script


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('texts', type=Path, help='lines {id, language, text, split}')
    parser.add_argument('sounds', type=Path, help='output file')


def run(options: Namespace) -> None:
    run_script('export-sounds.ts', options.texts.resolve(), options.sounds.resolve())
