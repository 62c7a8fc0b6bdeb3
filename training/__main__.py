"""Stages that make the files of voices/ from texts and recordings, in the order in which they are run. See README.md."""
from __future__ import annotations

import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

#: Module (and its function, where it has several stages) and description of each stage.
STAGES = {
    'prepare': ('prepare', "the archive of Kathleen's recordings -> levelled takes of 24 kHz"),
    'phonemes': ('phonemes', 'phonemes of the prompts, by the front end of the product'),
    'align': ('align', 'boundaries of each phone'),
    'features': ('features', "shards of Kathleen's recordings"),
    'teacher-widen': ('teacher.widen', 'the model of the teacher in 32 bits, with durations'),
    'teacher-texts': ('teacher.write_texts', 'what the teacher reads'),
    'sounds': ('export_sounds', 'texts -> sounds, by the front end of the product'),
    'teacher-speak': ('teacher.speak', 'the teacher reads'),
    'teacher-align': ('teacher.align', "phone models of the teacher's voices"),
    'teacher-features': ('teacher.features', "shards of the teacher's voices"),
    'recordings': ('recordings', 'shards of recordings in other languages'),
    'speaker-waves': ('speaker_waves', 'recordings without text, for the pitch network and the vocoder'),
    'gather-waves': ('gather_waves', 'samples of all speakers for the pitch network and the vocoder'),
    'train-pitch': ('train_pitch', 'mel -> pitch and voicing'),
    'train-vocoder': ('train_vocoder', 'mel -> samples'),
    'train-prosody': ('train_prosody', 'rows -> durations, pitch, levels'),
    'train-acoustic': ('train_acoustic', 'rows and prosody -> mel'),
    'convert': ('convert', 'the files of voices/aria -> checkpoints, to go on from'),
    'export': ('export', 'the files of voices/aria'),
    'fuse': ('fuse', 'the files of voices/aria with fewer, quicker operations'),
    'speak': ('speak', 'held-out sentences of all speakers'),
    'speak-texts': ('speak_texts', 'new texts, spoken by the teacher and by the product'),
    'measure': ('measure', 'pitch, voicing, rises, loudness and clicks of what `speak` spoke'),
    'hear': ('hear', 'word errors of what `speak` or `speak-texts` spoke, by Whisper'),
    'heard-text': ('heard_text', 'what the server says was heard of audio that is cut, against what Whisper hears'),
    'compare': ('compare', "the product's held-out sentences against Kathleen's recordings, for docs/measurements/voice.md"),
    'accents': ('accents', 'the pitch accents of Japanese words'),
    'compare-accents': ('compare_accents', 'the accents of Japanese sentences against those of Open JTalk'),
    'find-clicks': ('find_clicks', 'clicks in 400 utterances of the product'),
    'page': ('samples', 'a page that plays the same voices and texts by several engines, side by side'),
    'next': ('flagship.next', "what is next of the trainings: data, then aria's vocoder"),
    'status': ('flagship.progress', 'how far `next` is'),
    'pause': ('flagship.background:pause', 'pauses `next`'),
    'resume': ('flagship.background:resume', 'goes on with it'),
    'stop': ('flagship.background:stop', 'ends it; all is saved'),
    'flagship-prepare': ('flagship.prepare', "the teacher's networks, and what it reads"),
    'flagship-data': ('flagship.make_data', "the teacher's features and samples"),
    'aria-vocoder': ('flagship.aria_vocoder', "aria's vocoder with a discriminator, on what the teacher spoke"),
    'flagship-speak': ('flagship.speak', 'held-out texts by the teacher, natural and aria, for `hear` and `dnsmos`'),
    'flagship-export': ('flagship.export', 'the files of voices/natural'),
    'flagship-generator': ('flagship.generator', "generator.onnx of voices/natural alone: the teacher's own generator in 7 bits"),
    'gpu-pack': ('on_gpu.pack', 'what a training on a lent GPU needs, as one folder'),
    'gpu-train': ('on_gpu.train', "natural's or aria's vocoder on a lent GPU, in minutes"),
    'gpu-export': ('on_gpu.export', "what it made of aria's, in voices/aria"),
    'dnsmos': ('dnsmos', 'how clear it sounds, by DNSMOS'),
}
#: Those that read and write the folder of results.
WITH_FOLDER = {'convert', 'prepare', 'phonemes', 'align', 'features', 'gather-waves', 'train-pitch', 'train-vocoder', 'train-prosody',
               'train-acoustic', 'export', 'speak', 'compare', 'find-clicks'}


def main() -> None:
    width = max(map(len, STAGES))
    listed = '\n'.join(f'  {name:<{width}}  {text}' for name, (_, text) in STAGES.items())
    name = sys.argv[1] if len(sys.argv) > 1 else ''
    if name not in STAGES:
        print(f'usage: python3 -m training STAGE [--help] ...\n\n{__doc__}\n\n{listed}')
        sys.exit(0 if name in ('-h', '--help') else 2)
    # Only the chosen stage: the teacher runs without torch, the trainings run without onnxruntime.
    module, _, function = STAGES[name][0].partition(':')
    stage = import_module(f'training.{module}')
    run = getattr(stage, function or 'run')
    parser = ArgumentParser(prog=f'python3 -m training {name}', description=run.__doc__ or stage.__doc__)
    if name in WITH_FOLDER:
        parser.add_argument('--work', type=Path, required=True, help='folder of all results')
    stage.add_options(parser)
    options = parser.parse_args(sys.argv[2:])
    if name not in WITH_FOLDER:
        run(options)
        return
    from training.workplace import Workplace
    options.work.mkdir(parents=True, exist_ok=True)
    run(Workplace(options.work), options)


if __name__ == '__main__':
    main()
