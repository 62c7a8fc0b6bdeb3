"""Stage `flagship-prepare`: the teacher's networks, and what it reads, in sounds. Does what is missing."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace

from training.export_sounds import run as export_sounds
from training.flagship.packages import model_parts
from training.flagship.place import Place, add_work_option
from training.flagship.split import FRONT, split
from training.flagship.texts import all_texts
from training.teacher import widen
from training.workplace import write_json_lines


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)


def run(options: Namespace) -> None:
    place = Place(options.work)
    if not (place.models / FRONT).exists():
        widen.run(Namespace(parts=model_parts(place), folder=place.models))
        split(place.models)
    if not place.sounds.exists():
        write_json_lines(place.texts, all_texts())
        partial = place.sounds.with_suffix('.part')
        export_sounds(Namespace(texts=place.texts, sounds=partial))
        partial.replace(place.sounds)
