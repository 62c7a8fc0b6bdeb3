"""Stage `export`: checkpoints -> the files of voices/aria."""
from __future__ import annotations

import hashlib
import inspect
import io
import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from training.corpus import PITCH_ORIGIN_HZ, Corpus, Statistics, TokenBatch
from training.fuse import fuse_operations
from training.loop import CHECKPOINT, newest_or_best
from training.mel import BANDS, BINS, HOP, RATE_HZ, TRANSFORM
from training.networks import pitch_network, vocoder
from training.networks.acoustic import AcousticModel
from training.networks.pitch_network import PitchNetwork
from training.networks.prosody import PITCH_MIDDLE, VALUES, ProsodyFlow, tune_of
from training.networks.shipped import Calibration, ShippedAcoustic, ShippedPitch, ShippedVocoder
from training.networks.speaker_blocks import one_hot
from training.networks.vocoder import Vocoder
from training.quantize import quantize_products
from training.shards import add_shard_options, shard_files
from training.sounds import COLUMNS, FIRST_SOUND, MODIFIERS, SYMBOLS
from training.train_prosody import FLOW_STEPS, compare, values_of
from training.workplace import Workplace, load_checkpoint

#: Of voice.json; the only one that the engine reads.
FORMAT = 3
_LEAST_HALVED = 2048
_DRAWS = 4
#: A speaker with as many held-out takes counts as much as all speakers together.
_SHARED_TAKES = 6


def add_options(parser: ArgumentParser) -> None:
    add_shard_options(parser)
    add_run_options(parser)
    parser.add_argument('--folder', type=Path, required=True)
    parser.add_argument('--gain', type=float, default=1.0, help="brings the voice to the product's loudness")


def add_run_options(parser: ArgumentParser) -> None:
    for network in ('prosody', 'acoustic', 'pitch', 'vocoder'):
        parser.add_argument(f'--{network}', required=True, help=f'name of the {network} run')


def load_sound(place: Workplace, options: Namespace) -> tuple[PitchNetwork, Vocoder]:
    pitch, stored = PitchNetwork(), load_checkpoint(place.run(options.vocoder) / CHECKPOINT)
    pitch.load_state_dict(load_checkpoint(place.run(options.pitch) / CHECKPOINT)['parts']['average'])
    made = Vocoder(**stored['shape']['settings'])
    made.load_state_dict(stored['parts']['average'])
    return pitch.eval(), made.eval()


def load_prosody_and_acoustic(place: Workplace, options: Namespace) -> tuple[ProsodyFlow, AcousticModel, Statistics]:
    of_prosody = load_checkpoint(newest_or_best(place.run(options.prosody)))
    of_acoustic = load_checkpoint(place.run(options.acoustic) / CHECKPOINT)
    prosody, acoustic = ProsodyFlow(**of_prosody['shape']['settings']), AcousticModel(**of_acoustic['shape']['settings'])
    prosody.load_state_dict(of_prosody['parts']['average'])
    acoustic.load_state_dict(of_acoustic['parts']['average'])
    statistics = [Statistics(**one['shape']['statistics']) for one in (of_prosody, of_acoustic)]
    both = [one.speakers[:min(len(s.speakers) for s in statistics)] for one in statistics]
    if both[0] != both[1] or statistics[0].pitch_means[0] != statistics[1].pitch_means[0]:
        raise SystemExit('prosody and acoustic model were trained with other statistics: begin both from the same shards')
    statistics = min(statistics, key=lambda one: len(one.speakers))
    return prosody.eval(), acoustic.eval(), statistics


def shards_of(folder: Path, statistics: Statistics) -> list[Path]:
    """Those of speakers that a training knows."""
    return [path for path in shard_files(folder) if path.stem.rsplit('-', 1)[0] in statistics.speakers]


def run(place: Workplace, options: Namespace) -> None:
    prosody, acoustic, statistics = load_prosody_and_acoustic(place, options)
    pitch, voc = load_sound(place, options)
    corpus = Corpus(shards_of(options.shards, statistics), statistics, with_rises=True)
    shares = voiced_shares(corpus)
    calibrations = calibrate(prosody, corpus, shares)
    options.folder.mkdir(parents=True, exist_ok=True)
    shipped = ShippedAcoustic(prosody, acoustic, statistics, calibrations, FLOW_STEPS, shares)
    files = {'acoustic': write_graph(acoustic_graph(shipped, statistics), options.folder / 'acoustic.onnx', in_bytes=True),
             **_write_sound(pitch, voc, options.folder)}
    manifest = _manifest(statistics, files, voc, options)
    (options.folder / 'voice.json').write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + '\n')
    print(json.dumps({'megabytes': round(sum(path.stat().st_size for path in files.values()) / 1e6, 2)}))


def _write_sound(pitch: PitchNetwork, voc: Vocoder, folder: Path) -> dict[str, Path]:
    return {'voicing': write_graph(pitch_graph(pitch), folder / 'voicing.onnx', in_bytes=False),
            'vocoder': write_graph(vocoder_graph(voc), folder / 'vocoder.onnx', in_bytes=True)}


def vocoder_graph(voc: Vocoder) -> onnx.ModelProto:
    width = 4 + vocoder.LOOK_BACK + vocoder.LOOK_AHEAD
    inputs = {'mel': torch.zeros(1, BANDS, width), 'f0': torch.full((1, width), 160.0), 'v': torch.ones(1, width),
              'state': torch.zeros(_state_dims(voc))}
    return _graph_of(ShippedVocoder(voc), inputs, ['filt', 'state_out'],
                     {'mel': {2: 't'}, 'f0': {1: 't'}, 'v': {1: 't'}, 'filt': {1: 'u'}})


def pitch_graph(network: PitchNetwork) -> onnx.ModelProto:
    return _graph_of(ShippedPitch(network), {'mel': torch.zeros(1, BANDS, 30)}, ['f0', 'v'],
                     {'mel': {2: 't'}, 'f0': {1: 'u'}, 'v': {1: 'u'}})


def _state_dims(model: vocoder.Vocoder) -> list[int]:
    blocks = model.trunk.blocks
    return [len(blocks), 1, blocks[0].along.in_channels, blocks[0].kept]


def _graph_of(model: torch.nn.Module, inputs: dict[str, torch.Tensor], outputs: list[str],
              axes: dict[str, dict]) -> onnx.ModelProto:
    # From 2.9 on the default is another exporter, which needs packages that are not everywhere.
    legacy = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    file = io.BytesIO()
    with torch.no_grad():
        torch.onnx.export(model.eval(), tuple(inputs.values()), file, opset_version=16, input_names=list(inputs),
                          output_names=outputs, dynamic_axes=axes, **legacy)
    return onnx.load_model_from_string(file.getvalue())


def write_graph(graph: onnx.ModelProto, path: Path, in_bytes: bool) -> Path:
    """Weights in 16 bits, widened when the file is loaded; those of products in 8 where it is asked for."""
    if in_bytes:
        quantize_products(graph)
    halve_weights(graph)
    fuse_operations(graph)
    onnx.save(graph, str(path))
    return path


def halve_weights(model: onnx.ModelProto) -> None:
    kept, casts = [], []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < _LEAST_HALVED:
            kept.append(weight)
            continue
        kept.append(numpy_helper.from_array(values.astype(np.float16), f'{weight.name}_half'))
        casts.append(helper.make_node('Cast', [f'{weight.name}_half'], [weight.name], to=TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend([*casts, *nodes])


def voiced_shares(corpus: Corpus) -> torch.Tensor:
    """Of the frames of each symbol, in the trained takes; silences count as unvoiced."""
    trained = np.repeat(corpus.split == 'train', corpus.token_counts)
    ends = np.cumsum(corpus.durations)
    sums = np.concatenate([[0], np.cumsum(corpus.hz > 0)])
    voiced = (sums[ends] - sums[ends - corpus.durations])[trained]
    symbols, durations = corpus.rows[trained, 0], corpus.durations[trained]
    shares = np.bincount(symbols, voiced, len(SYMBOLS)) / np.maximum(np.bincount(symbols, durations, len(SYMBOLS)), 1)
    shares[:FIRST_SOUND] = 0
    return torch.from_numpy(shares.astype(np.float32))


@torch.no_grad()
def calibrate(prosody: ProsodyFlow, corpus: Corpus, shares: torch.Tensor) -> list[Calibration]:
    """What readings of held-out sentences lack, for each speaker."""
    s = corpus.statistics
    batch = corpus.token_batch(corpus.takes('held-out'))
    natural, weight = values_of(batch, s), shares[batch.tokens[..., 0]]
    who = one_hot(batch.speakers, len(s.speakers)), one_hot(batch.languages, len(s.languages))
    read = lambda latent: prosody(*who, batch.tokens, batch.counts, batch.mask.unsqueeze(-1), latent, FLOW_STEPS)
    usual = read(torch.zeros_like(natural))
    made = torch.Generator().manual_seed(5)
    drawn = [read(torch.randn(natural.shape, generator=made)) for _ in range(_DRAWS)]

    def of_takes(chosen: torch.Tensor) -> np.ndarray:
        part = TokenBatch(**{field.name: getattr(batch, field.name)[chosen] for field in fields(batch)})
        said = (part.is_sound > 0) & (part.voiced > 0.5)

        def accents(values: torch.Tensor) -> torch.Tensor:
            pitch = values[chosen][..., PITCH_MIDDLE]
            return (pitch - tune_of(pitch, weight[chosen]))[said].std()

        wanted = accents(natural)
        lacks = compare(usual[chosen], natural[chosen], part, s)
        return np.array([1 / lacks['length_ratio'], float(wanted / accents(usual)),
                         float(wanted / torch.stack([accents(one) for one in drawn]).mean()), -lacks['pitch_bias'],
                         -lacks['level_bias'] * s.level_deviation])

    shared = of_takes(torch.ones_like(batch.speakers, dtype=torch.bool))
    calibrations = []
    for speaker, name in enumerate(s.speakers):
        chosen = batch.speakers == speaker
        share = int(chosen.sum()) / (int(chosen.sum()) + _SHARED_TAKES)
        found = shared if share == 0 else share * of_takes(chosen) + (1 - share) * shared
        calibrations.append(Calibration(*map(float, found)))
        print(json.dumps({'speaker': name, **{key: round(value, 3) for key, value in asdict(calibrations[-1]).items()}}))
    return calibrations


def acoustic_graph(model: ShippedAcoustic, statistics: Statistics) -> onnx.ModelProto:
    count = 12
    ones = torch.ones(1, count)
    rows = torch.ones(1, count, COLUMNS, dtype=torch.long)
    rows[:, :, 0] = FIRST_SOUND
    inputs = {'rows': rows, 'speaker': one_hot(torch.tensor([0]), len(statistics.speakers)),
              'language': one_hot(torch.tensor([0]), len(statistics.languages)), 'dur_scale': ones, 'pitch_shift': 0 * ones,
              'pitch_range': ones.clone(), 'energy': 0 * ones, 'dur_frames': -ones, 'latent': torch.zeros(1, count, VALUES)}
    axes = {**{name: {1: 'n'} for name in inputs if name not in ('speaker', 'language')}, 'mel': {2: 't'},
            'durations': {1: 'n'}, 'f0': {1: 't'}, 'voiced': {1: 't'}}
    # The prosody model's weights are used at each step of its flow, and what is used more than once stays as it is.
    return _graph_of(model, inputs, ['mel', 'durations', 'f0', 'voiced'], axes)


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _manifest(statistics: Statistics, files: dict[str, Path], voc: Vocoder, options: Namespace) -> dict:
    named = {key: {'file': path.name, 'sha256': sha256_of(path)} for key, path in files.items()}
    speakers = [{'name': name, 'language': statistics.languages[language],
                 'pitchMeanHz': round(PITCH_ORIGIN_HZ * 2 ** mean, 1)}
                for name, language, mean in zip(statistics.speakers, statistics.language_of, statistics.pitch_means)]
    return {
        'format': FORMAT, 'name': 'aria', 'sampleRateHz': RATE_HZ, 'hopSamples': HOP, 'windowSamples': TRANSFORM,
        'melBins': BANDS, 'symbols': SYMBOLS, 'modifiers': MODIFIERS, 'gain': options.gain, 'speakers': speakers,
        'languages': statistics.languages, 'acoustic': named['acoustic'],
        'voicing': named['voicing'] | {'framesBefore': pitch_network.LOOK_BACK, 'framesAfter': pitch_network.LOOK_AHEAD},
        'vocoder': named['vocoder'] | {
            'framesBefore': vocoder.LOOK_BACK, 'framesAfter': vocoder.LOOK_AHEAD,
            'filterNumbers': BINS * (3 + 2 * vocoder.SWELL_ORDER) + vocoder.ENVELOPE_POINTS, 'stateDims': _state_dims(voc)}}
