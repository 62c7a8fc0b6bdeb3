"""Stage `gpu-pack`: everything that training on a lent GPU needs -> one folder of at most 60 MB.

The teacher travels and not the data. For aria its networks travel too, as they ship; that they find room, the teacher's front has a bit
less a weight, as natural's front has. Needs onnx, onnxruntime and torch: run it by WORK/python/bin/python.
"""
from __future__ import annotations

import json
import random
import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training.flagship.make_data import draw_clause
from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.split import FRONT, SOURCE
from training.flagship.teacher import SplitTeacher
from training.flagship.texts import MOST_TOKENS, Clauses
from training.flagship.voices import LANGUAGES, STYLES, voices
from training.on_gpu.freight import (CLAUSES, FRONT_WEIGHTS, GENERATOR, PREDICTIONS, REFERENCES, SMALLEST, STYLES_FILE, VOCODER, across,
                                     narrow, store)
from training.sounds import rows_of
from training.teacher.kokoro import FILTERS, SAMPLES, Styles, read_vocabulary

_GENERATOR = '/decoder/decoder/generator/'
_HELD_OUT_EACH = 2
#: Weights of what is rounded where there is little room.
_LARGE = 100_000


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--folder', type=Path, default=REPOSITORY / '.gpu', help='what travels (default: %(default)s)')
    parser.add_argument('--target', choices=('natural', 'aria'), default='natural', help='whose vocoder is trained (default: %(default)s)')
    parser.add_argument('--voice', type=Path, default=REPOSITORY / 'voices' / 'aria', help="folder of aria's files")
    parser.add_argument('--clauses', type=int, default=9000)
    parser.add_argument('--texts', type=int, default=1500, help="that aria's acoustic model says, for aria")
    parser.add_argument('--references', type=int, default=2, help='clauses by which the generator is checked')


def generator_weights(models: Path) -> dict[str, np.ndarray]:
    """By the names of `Generator`."""
    import onnx
    from onnx import numpy_helper
    made: dict[str, np.ndarray] = {}
    graph = onnx.load(str(models / FILTERS)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type in ('Conv', 'ConvTranspose'):
            name = node.name.removeprefix(_GENERATOR).rsplit('/', 1)[0].replace('/', '.')
            made[f'{name}.weight'], made[f'{name}.bias'] = (stored[given] for given in node.input[1:3])
        elif node.op_type == 'MatMul':
            name = node.name.removeprefix(_GENERATOR).split('/fc')[0].replace('/', '.')
            made[f'{name}.weight across'] = stored[node.input[1]]
            made[f'{name}.bias'] = stored[f'decoder.decoder.generator.{name}.fc.bias']
    made |= {name.removeprefix('decoder.decoder.generator.'): values.reshape(-1, 1)
             for name, values in stored.items() if '.alpha' in name}
    others = {one.name: numpy_helper.to_array(one) for file in (SOURCE, SAMPLES)
              for one in onnx.load(str(models / file)).graph.initializer}
    made['basis'] = others['decoder.decoder.generator.stft.istft.stft.inverse_basis']
    made['window_sum'] = others['decoder.decoder.generator.stft.istft.stft.window_sum']
    made['merge_bias'] = others['decoder.decoder.generator.m_source.l_linear.bias']
    made['unvoiced'] = unvoiced_pulses(models)
    made['merge'] = next(values for name, values in others.items() if values.shape == (9, 1) and 'MatMul' in name)
    return made


def unvoiced_pulses(models: Path) -> np.ndarray:
    """(22), what `source.onnx` makes of unvoiced frames."""
    import onnxruntime
    pulses, = onnxruntime.InferenceSession(str(models / SOURCE)).run(None, {'f0': np.zeros((1, 8), np.float32)})
    return pulses[0, :, pulses.shape[2] // 2]


def front_weights(front: Path, graph_file: Path) -> dict[str, np.ndarray]:
    """The weights; the graph without the large ones goes to `graph_file`."""
    import onnx
    from onnx import numpy_helper
    model = onnx.load(str(front))
    weights = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    large = {name: values for name, values in weights.items() if values.size >= SMALLEST and values.dtype == np.float32}
    for one in model.graph.initializer:
        if one.name in large:
            one.ClearField('raw_data')
            one.ClearField('float_data')
    onnx.save(model, str(graph_file))
    return large


def draw(place: Place, count: int) -> list[dict]:
    """What is spoken: each voice by its share of minutes; among the first ones every other is held out, a few of each voice."""
    chance = random.Random('gpu')
    clauses = Clauses(place.sounds, read_vocabulary(place.vocabulary))
    everyone = voices()
    held_out = [draw_clause(clauses, voice, 'held-out', chance) for voice in everyone for _ in range(_HELD_OUT_EACH)]
    spoken = [voice for voice in everyone if not voice.is_unheard]
    drawn = chance.choices(spoken, [voice.minutes for voice in spoken], k=count - len(held_out))
    trained = [draw_clause(clauses, voice, 'train', chance) for voice in drawn]
    return [row for pair in zip(held_out, trained) for row in pair] + trained[len(held_out):]


def aria_texts(place: Place, manifest: dict, count: int) -> list[dict]:
    """What aria's acoustic model is given: `rows`, weights of `speaker` and of `language`, `pitch` in semitones from the speaker's.
    Each speaker as often, half of them mixed with another of the same language."""
    chance = random.Random('aria')
    clauses = Clauses(place.sounds, read_vocabulary(place.vocabulary))
    speakers, languages = manifest['speakers'], manifest['languages']
    made = []
    for i in range(count):
        first = speakers[i % len(speakers)]
        others = [one for one in speakers if one['language'] == first['language'] and one is not first]
        share = chance.uniform(0.5, 1) if others and chance.random() < 0.5 else 1.0
        other = chance.choice(others or [first])
        language = first['language'] if first['language'] in LANGUAGES else 'eng'
        words = clauses.draw(language, 'train', chance)[1]
        made.append({
            'rows': [list(row) for row in rows_of(words)],
            'speaker': [share * (one is first) + (1 - share) * (one is other) for one in speakers],
            'language': [float(one == language) for one in languages], 'pitch': round(chance.gauss(0, 1), 2)})
    return made


def add_aria(place: Place, options: Namespace) -> None:
    from training.convert import vocoder_weights
    weights = {name: values.numpy() for name, values in vocoder_weights(options.voice).items()}
    store(options.folder / VOCODER, narrow(across(weights)))
    manifest = json.loads((options.voice / 'voice.json').read_text(encoding='utf-8'))
    texts = json.dumps(aria_texts(place, manifest, options.texts)).encode()
    files = {name: (options.voice / f'{name}.onnx').read_bytes() for name in ('acoustic', 'voicing')}
    store(options.folder / PREDICTIONS, {name: np.frombuffer(values, np.uint8) for name, values in {**files, 'texts': texts}.items()})


def references(place: Place, rows: list[dict]) -> dict[str, np.ndarray]:
    teacher = SplitTeacher(place.models, place.styles)
    made = {}
    for i, row in enumerate(rows):
        spoken = teacher.speak(row['tokens'], row['mixture'], row['speed'], row['pitch'])
        made |= {f'{i} features': spoken.features.astype(np.float16), f'{i} f0': spoken.f0.astype(np.float32),
                 f'{i} style': spoken.style, f'{i} samples': spoken.samples.astype(np.float16)}
    return made


def run(options: Namespace) -> None:
    place, folder, is_aria = Place(options.work), options.folder, options.target == 'aria'
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = draw(place, options.clauses)
    store(folder / CLAUSES, {'rows': np.frombuffer(json.dumps(rows).encode(), np.uint8)})
    styles = Styles(place.styles)
    rows_of_style = [np.concatenate([styles.of({name: 1.0}, tokens) for tokens in range(2, MOST_TOKENS + 3)]) for name in STYLES]
    store(folder / STYLES_FILE, {'styles': np.stack(rows_of_style).astype(np.float16)})
    store(folder / GENERATOR, narrow(generator_weights(place.models), round_from=_LARGE if is_aria else None))
    store(folder / REFERENCES, references(place, rows[:options.references]))
    graph_file = folder / 'front.onnx'
    store(folder / FRONT_WEIGHTS, {**narrow(front_weights(place.models / FRONT, graph_file), halve=is_aria),
                                   'graph': np.frombuffer(graph_file.read_bytes(), np.uint8)})
    graph_file.unlink()
    if is_aria:
        add_aria(place, options)
    for path in sorted(folder.iterdir()):
        print(f'{path.name}: {path.stat().st_size / 1e6:.1f} MB')
    total = sum(path.stat().st_size for path in folder.iterdir())
    print(f'{total / 1e6:.1f} MB in all')
