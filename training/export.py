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
from training.many.quantize import quantize_products
from training.mel import BANDS, BINS, HOP, RATE_HZ, TRANSFORM
from training.networks import pitch_network, vocoder
from training.networks.pitch_network import PitchNetwork
from training.networks.prosody import PITCH_MIDDLE, VALUES, tune_of, widen_accents
from training.networks.shipped import Calibration, ShippedAcoustic, ShippedPitch, ShippedVocoder
from training.symbols import FIRST_PHONE, SYMBOL_COUNT, SYMBOLS
from training.synthesis import Networks, add_network_options, load_networks
from training.train_prosody import FLOW_STEPS, compare, values_of
from training.workplace import Workplace

#: Of voice.json; the engine tells by it whether the acoustic network reads a latent.
FORMAT, FORMAT_WITH_LATENT = 1, 2
_DRAWS = 8
_LEAST_HALVED = 2048


def add_options(parser: ArgumentParser) -> None:
    add_network_options(parser)
    parser.add_argument('--folder', type=Path, required=True)
    parser.add_argument('--gain', type=float, default=1.0, help="gain to the product's loudness")
    parser.add_argument('--with-latent', action='store_true', help='export the latent input, for varied prosody; the engine provides the noise')


def export(place: Workplace, options: Namespace) -> None:
    networks = load_networks(place, options)
    corpus = Corpus(place.features)
    shares = voiced_shares(corpus)
    calibration, spread = calibrate(networks, corpus, shares)
    acoustic = ShippedAcoustic(networks.prosody, networks.acoustic, networks.statistics, calibration, FLOW_STEPS, shares)
    options.folder.mkdir(parents=True, exist_ok=True)
    files = {'acoustic': _export_acoustic(acoustic, options),
             'voicing': export_pitch(networks.pitch, options.folder), 'vocoder': _export_vocoder(networks, options.folder)}
    (options.folder / 'voice.json').write_text(json.dumps(_manifest(networks, files, options), indent=2) + '\n')
    print(json.dumps({**asdict(calibration), 'usual_spread': round(spread, 3),
                      'megabytes': round(sum(path.stat().st_size for path in files.values()) / 1e6, 2)}))


def voiced_shares(corpus: Corpus) -> torch.Tensor:
    """Of the frames of each symbol, in the trained takes; silences count as unvoiced."""
    batch = corpus.token_batch(corpus.takes('train'))
    weight = (batch.durations * batch.mask).flatten()
    symbols = batch.tokens[..., 0].flatten()
    voiced = torch.zeros(SYMBOL_COUNT).index_add_(0, symbols, batch.voiced.flatten() * weight)
    shares = voiced / torch.zeros(SYMBOL_COUNT).index_add_(0, symbols, weight).clamp(min=1)
    shares[:FIRST_PHONE] = 0
    return shares


@torch.no_grad()
def calibrate(networks: Networks, corpus: Corpus, shares: torch.Tensor) -> tuple[Calibration, float]:
    """And how wide the pitch of the usual reading is then spread, against the speaker's."""
    batch = corpus.token_batch(corpus.takes('held-out'))
    natural, weight = values_of(batch, networks.statistics), shares[batch.tokens[..., 0]]
    read = lambda latent: networks.prosody(batch.tokens, batch.counts, batch.mask.unsqueeze(-1), latent, FLOW_STEPS)
    usual = read(torch.zeros_like(natural))
    made = torch.Generator().manual_seed(5)
    drawn = [read(torch.randn(natural.shape, generator=made)) for _ in range(_DRAWS)]

    def accents(values: torch.Tensor) -> torch.Tensor:
        pitch = values[..., PITCH_MIDDLE]
        return (pitch - tune_of(pitch, weight))[(batch.is_phone > 0) & (batch.voiced > 0.5)].std()

    wanted = accents(natural)
    gain, drawn_gain = float(wanted / accents(usual)), float(wanted / torch.stack([accents(d) for d in drawn]).mean())
    lacks = compare(usual, natural, batch, networks.statistics)
    spread = compare(widen_accents(usual, weight, gain), natural, batch, networks.statistics)['pitch_spread']
    return Calibration(1 / lacks['length_ratio'], gain, drawn_gain,
                       -lacks['pitch_bias'] * networks.statistics.pitch_deviation,
                       -lacks['level_bias'] * networks.statistics.level_deviation), spread


def write_onnx(model: torch.nn.Module, inputs: dict[str, torch.Tensor], outputs: list[str], axes: dict[str, dict],
               path: Path, in_bytes: bool = False) -> Path:
    """Weights in 16 bits, widened when the file is loaded; those of products in 8 where it is asked for."""
    # From 2.9 on the default is another exporter, which needs packages that are not everywhere.
    legacy = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    with torch.no_grad():
        torch.onnx.export(model.eval(), tuple(inputs.values()), str(path), opset_version=16, input_names=list(inputs),
                          output_names=outputs, dynamic_axes=axes, **legacy)
    graph = onnx.load(str(path))
    if in_bytes:
        quantize_products(graph)
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


def _export_acoustic(model: ShippedAcoustic, options: Namespace) -> Path:
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
    return write_onnx(model, inputs, ['mel', 'durations', 'f0', 'voiced'], axes, options.folder / 'acoustic.onnx')


def export_pitch(network: PitchNetwork, folder: Path) -> Path:
    return write_onnx(ShippedPitch(network), {'mel': torch.zeros(1, BANDS, 30)}, ['f0', 'v'],
                       {'mel': {2: 't'}, 'f0': {1: 'u'}, 'v': {1: 'u'}}, folder / 'voicing.onnx')


def state_dims(model: vocoder.Vocoder) -> list[int]:
    blocks = model.trunk.blocks
    return [len(blocks), 1, blocks[0].along.in_channels, blocks[0].kept]


def _export_vocoder(networks: Networks, folder: Path) -> Path:
    width = 4 + vocoder.LOOK_BACK + vocoder.LOOK_AHEAD
    inputs = {'mel': torch.zeros(1, BANDS, width), 'f0': torch.full((1, width), 160.0), 'v': torch.ones(1, width),
              'state': torch.zeros(state_dims(networks.vocoder))}
    return write_onnx(ShippedVocoder(networks.vocoder), inputs, ['filt', 'state_out'],
                       {'mel': {2: 't'}, 'f0': {1: 't'}, 'v': {1: 't'}, 'filt': {1: 'u'}}, folder / 'vocoder.onnx')


def _manifest(networks: Networks, files: dict[str, Path], options: Namespace) -> dict:
    named = {key: {'file': path.name, 'sha256': hashlib.sha256(path.read_bytes()).hexdigest()}
             for key, path in files.items()}
    return {
        'format': FORMAT_WITH_LATENT if options.with_latent else FORMAT, 'name': 'kathleen', 'license': LICENCE.replace(' ', '-'), 'source': NAME,
        'sampleRateHz': RATE_HZ, 'hopSamples': HOP, 'windowSamples': TRANSFORM, 'melBins': BANDS, 'symbols': SYMBOLS,
        'gain': options.gain, 'pitchMeanHz': round(2 ** networks.statistics.pitch_mean, 1),
        'pitchRangeFactor': 1, 'acoustic': named['acoustic'],
        'voicing': named['voicing'] | {'framesBefore': pitch_network.LOOK_BACK,
                                       'framesAfter': pitch_network.LOOK_AHEAD},
        'vocoder': named['vocoder'] | {
            'framesBefore': vocoder.LOOK_BACK, 'framesAfter': vocoder.LOOK_AHEAD,
            'filterNumbers': BINS * (3 + 2 * vocoder.SWELL_ORDER) + vocoder.ENVELOPE_POINTS,
            'stateDims': state_dims(networks.vocoder)}}
