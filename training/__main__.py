"""python3 -m training STAGE: one command a stage, from the archive to the files that are shipped. See README.md."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from training import (compare, evaluate, export, find_clicks, speakers, train_acoustic, train_pitch, train_prosody,
                      train_vocoder)
from training.align import align
from training.features import measure
from training.loop import keep_weights
from training.many import export as export_many
from training.many import speak as speak_many
from training.many import train_acoustic as train_many_acoustic
from training.many import train_prosody as train_many_prosody
from training.prepare import prepare
from training.product import run_script
from training.synthesis import add_network_options, dump_mels, load_networks, speak_copies
from training.workplace import Workplace


def _run_prepare(place: Workplace, options: Namespace) -> None:
    prepare(place, options.archive, options.takes, options.jobs)


def _run_phonemes(place: Workplace, _: Namespace) -> None:
    run_script('export-phonemes.ts', place.takes.resolve(), place.phonemes.resolve())


def _run_predict_mels(place: Workplace, options: Namespace) -> None:
    dump_mels(place, options.acoustic)


def _run_keep_weights(place: Workplace, options: Namespace) -> None:
    keep_weights(place.run(options.run), options.to)


def _run_speak_copies(place: Workplace, options: Namespace) -> None:
    speak_copies(place, load_networks(place, options), options.folder)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog='python3 -m training', description=__doc__)
    parser.add_argument('--work', type=Path, required=True, help='folder of all results')
    stages = parser.add_subparsers(metavar='STAGE', required=True)

    def stage(name: str, run, text: str) -> ArgumentParser:
        made = stages.add_parser(name, help=text)
        made.set_defaults(stage=run)
        return made

    preparing = stage('prepare', _run_prepare, 'archive -> levelled takes of 24 kHz')
    preparing.add_argument('--archive', type=Path, required=True)
    preparing.add_argument('--takes', type=int, help='maximum number of takes, for a trial')
    stage('phonemes', _run_phonemes, 'phonemes of the prompts, by the front end of the product')
    stage('align', lambda place, _: align(place), 'boundaries of each phone')
    measuring = stage('features', lambda place, options: measure(place, options.jobs), 'durations, pitch, levels, mels')
    for made in (preparing, measuring):
        made.add_argument('--jobs', type=int, default=1, help='number of processes')
    for name, module, run, text in (
            ('train-prosody', train_prosody, train_prosody.train_prosody, 'tokens -> durations, pitch, levels'),
            ('train-acoustic', train_acoustic, train_acoustic.train_acoustic, 'tokens and prosody -> mel'),
            ('train-pitch', train_pitch, train_pitch.train_pitch, 'mel -> pitch and voicing'),
            ('train-vocoder', train_vocoder, train_vocoder.train_vocoder, 'mel -> samples'),
            ('fine-tune', train_vocoder, train_vocoder.train_vocoder, 'the vocoder on predicted mels (--mels)'),
            ('train-many-prosody', train_many_prosody, train_many_prosody.train_prosody, 'the same for all speakers'),
            ('train-many-acoustic', train_many_acoustic, train_many_acoustic.train_acoustic, 'the same for all speakers'),
            ('evaluate', evaluate, evaluate.evaluate, 'spoken sentences against the recordings'),
            ('compare', compare, compare.compare, 'the tables, pictures and sounds of docs/voice.md and docs/measurements/voice.md'),
            ('speakers', speakers, speakers.speakers, 'the table of timbres in docs/measurements/voice.md'),
            ('find-clicks', find_clicks, find_clicks.find_clicks, 'clicks in 200 utterances of the product'),
            ('speak-many', speak_many, speak_many.speak_many, 'held-out sentences of all speakers'),
            ('export-many', export_many, export_many.export_many, 'the files of all speakers'),
            ('export', export, export.export, 'the files that are shipped')):
        module.add_options(stage(name, run, text))
    export_many.add_sound_options(stage('export-sound', export_many.export_sound, 'pitch network and vocoder alone'))
    keeping = stage('keep-weights', _run_keep_weights, 'the averaged weights of a run alone, in 16 bits')
    keeping.add_argument('--run', required=True)
    keeping.add_argument('--to', type=Path, required=True, help='output file, for --start-from')
    copying = stage('speak-copies', _run_speak_copies, 'held-out takes through parts of the system alone')
    add_network_options(copying)
    copying.add_argument('--folder', type=Path, required=True)
    predicting = stage('predict-mels', _run_predict_mels, 'mels of the trained takes for fine-tune')
    predicting.add_argument('--acoustic', required=True, help='name of the acoustic run')
    return parser


def main() -> None:
    options = _parser().parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    options.stage(Workplace(options.work), options)


if __name__ == '__main__':
    main()
