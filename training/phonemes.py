"""Stage `phonemes`: words of the prompts with all their pronunciations, by the text front end and the lexicon of Hoarfrost."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace

from training.product import run_script
from training.workplace import Workplace


def add_options(_: ArgumentParser) -> None:
    """None: it reads and writes the folder of results."""


def run(place: Workplace, _: Namespace) -> None:
    run_script('export-phonemes.ts', place.takes.resolve(), place.phonemes.resolve())
