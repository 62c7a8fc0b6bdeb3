"""Stage `export`: checkpoints -> the files that are shipped, and their manifest."""
from __future__ import annotations

import hashlib
import inspect
import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from training.corpus import Corpus
from training.dataset import LICENCE, NAME
from training.mel import BANDS, BINS, HOP, RATE_HZ, TRANSFORM
from training.networks import pitch_network, vocoder
from training.networks.prosody import VALUES
from training.networks.shipped import Calibration, ShippedAcoustic, ShippedPitch, ShippedVocoder
from training.symbols import SYMBOLS
from training.synthesis import Networks, load_networks
from training.train_prosody import FLOW_STEPS, compare, values_of
from training.workplace import Workplace

FORMAT = 1
#: With the usual reading: what is left to the listener's taste of the speaker's own liveliness.
TARGET_SPREAD = 0.9
_LEAST_HALVED = 2048


def add_options(parser: ArgumentParser) -> None:
    for network in ('prosody', 'acoustic', 'pitch', 'vocoder'):
        parser.add_argument(f'--{network}', required=True, help='run')
    parser.add_argument('--folder', type=Path, required=True)
    parser.add_argument('--gain', type=float, default=1.0, help="brings the voice to the product's loudness")
    parser.add_argument('--with-latent', action='store_true', help='readings that vary; the engine must give noise')


def export(place: Workplace, options: Namespace) -> None:
    networks = load_networks(place, options.prosody, options.acoustic, options.pitch, options.vocoder)
    calibration, spread = calibrate(networks, Corpus(place.features))
    options.folder.mkdir(parents=True, exist_ok=True)
    files = {'acoustic': _export_acoustic(networks, calibration, options),
             'voicing': _export_pitch(networks, options.folder), 'vocoder': _export_vocoder(networks, options.folder)}
    manifest = _manifest(networks, files, TARGET_SPREAD / spread, options)
    (options.folder / 'voice.json').write_text(json.dumps(manifest, indent=2) + '\n')
    print(json.dumps({**asdict(calibration), 'usual_spread': round(spread, 3),
                      'megabytes': round(sum(path.stat().st_size for path in files.values()) / 1e6, 2)}))


@torch.no_grad()
def calibrate(networks: Networks, corpus: Corpus) -> tuple[Calibration, float]:
    """And how wide the usual reading's pitch is spread, against the speaker's."""
    batch = corpus.token_batch(corpus.takes('held-out'))
    natural = values_of(batch, networks.statistics)
    usual = networks.prosody(batch.tokens, batch.counts, batch.mask.unsqueeze(-1), torch.zeros_like(natural), FLOW_STEPS)
    figures = compare(usual, natural, batch, networks.statistics)
    return Calibration(1 / figures['length_ratio'], -figures['pitch_bias'] * networks.statistics.pitch_deviation,
                       -figures['level_bias'] * networks.statistics.level_deviation), figures['pitch_spread']


def _write_onnx(model: torch.nn.Module, inputs: dict[str, torch.Tensor], outputs: list[str], axes: dict[str, dict],
                path: Path) -> Path:
    """Weights in 16 bits, widened when the file is loaded."""
    # From 2.9 on the default is another exporter, which needs packages that are not everywhere.
    legacy = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    with torch.no_grad():
        torch.onnx.export(model.eval(), tuple(inputs.values()), str(path), opset_version=16, input_names=list(inputs),
                          output_names=outputs, dynamic_axes=axes, **legacy)
    graph = onnx.load(str(path))
    halve_weights(graph)
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


def _export_acoustic(networks: Networks, calibration: Calibration, options: Namespace) -> Path:
    model = ShippedAcoustic(networks.prosody, networks.acoustic, networks.statistics, calibration, FLOW_STEPS)
    count = 12
    ones = torch.ones(1, count)
    tokens = torch.full((1, count, 4), 1)
    tokens[:, :, 0] = 8
    inputs = {'tokens': tokens, 'dur_scale': ones, 'pitch_shift': 0 * ones, 'pitch_range': ones.clone(),
              'energy': 0 * ones, 'dur_frames': -ones}
    if options.with_latent:
        inputs['latent'] = torch.zeros(1, count, VALUES)
    axes = {**{name: {1: 'n'} for name in inputs}, 'mel': {2: 't'}, 'durations': {1: 'n'}, 'f0': {1: 't'},
            'voiced': {1: 't'}}
    return _write_onnx(model, inputs, ['mel', 'durations', 'f0', 'voiced'], axes, options.folder / 'acoustic.onnx')


def _export_pitch(networks: Networks, folder: Path) -> Path:
    return _write_onnx(ShippedPitch(networks.pitch), {'mel': torch.zeros(1, BANDS, 30)}, ['f0', 'v'],
                       {'mel': {2: 't'}, 'f0': {1: 'u'}, 'v': {1: 'u'}}, folder / 'voicing.onnx')


def _state_dims(model: vocoder.Vocoder) -> list[int]:
    blocks = model.trunk.blocks
    return [len(blocks), 1, blocks[0].along.in_channels, blocks[0].kept]


def _export_vocoder(networks: Networks, folder: Path) -> Path:
    width = 4 + vocoder.LOOK_BACK + vocoder.LOOK_AHEAD
    inputs = {'mel': torch.zeros(1, BANDS, width), 'f0': torch.full((1, width), 160.0), 'v': torch.ones(1, width),
              'state': torch.zeros(_state_dims(networks.vocoder))}
    return _write_onnx(ShippedVocoder(networks.vocoder), inputs, ['filt', 'state_out'],
                       {'mel': {2: 't'}, 'f0': {1: 't'}, 'v': {1: 't'}, 'filt': {1: 'u'}}, folder / 'vocoder.onnx')


def _manifest(networks: Networks, files: dict[str, Path], pitch_range: float, options: Namespace) -> dict:
    named = {key: {'file': path.name, 'sha256': hashlib.sha256(path.read_bytes()).hexdigest()}
             for key, path in files.items()}
    return {
        'format': FORMAT, 'name': 'kathleen', 'license': LICENCE.replace(' ', '-'), 'source': NAME,
        'sampleRateHz': RATE_HZ, 'hopSamples': HOP, 'windowSamples': TRANSFORM, 'melBins': BANDS, 'symbols': SYMBOLS,
        'gain': options.gain, 'pitchMeanHz': round(2 ** networks.statistics.pitch_mean, 1),
        'pitchRangeFactor': round(pitch_range, 3), 'acoustic': named['acoustic'],
        'voicing': named['voicing'] | {'framesBefore': pitch_network.LOOK_BACK,
                                       'framesAfter': pitch_network.LOOK_AHEAD},
        'vocoder': named['vocoder'] | {
            'framesBefore': vocoder.LOOK_BACK, 'framesAfter': vocoder.LOOK_AHEAD,
            'filterNumbers': BINS * (3 + 2 * vocoder.SWELL_ORDER) + vocoder.ENVELOPE_POINTS,
            'stateDims': _state_dims(networks.vocoder)}}
