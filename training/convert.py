"""Stage `convert`: the files of voices/aria -> checkpoints that trainings go on from, where those they were exported from are gone.

The same networks with random weights are exported again, which shows where a file has each weight. Products that ship in 8
bits stay as they were rounded; optimizers and discriminators are in no file.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training.corpus import PITCH_UNIT_OCTAVES, Corpus, Statistics
from training.export import acoustic_graph, pitch_graph, vocoder_graph
from training.fuse import fuse_operations
from training.loop import CHECKPOINT
from training.mel import BANDS
from training.networks.acoustic import AcousticModel
from training.networks.pitch_network import PitchNetwork
from training.networks.prosody import ProsodyFlow
from training.networks.shipped import Calibration, ShippedAcoustic
from training.networks.vocoder import Vocoder
from training.shards import STATISTICS, add_shard_options, shard_files
from training.sounds import SYMBOLS
from training.train_prosody import FLOW_STEPS
from training.workplace import Workplace, save_checkpoint

#: Numbers that nothing else in a graph is.
_DURATION_MEAN, _DURATION_DEVIATION, _LEVEL_DEVIATION = 2.71822, 0.91827, 0.57722


class Constants:
    """Of a graph in 32 bits: by their names; those of products, whose names tell nothing, in the order of their first use."""

    def __init__(self, model: onnx.ModelProto):
        self.named = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
        self.products: list[np.ndarray] = []
        self.numbers: list[np.ndarray] = []
        seen: set[str] = set()
        for node in model.graph.node:
            if node.op_type == 'Cast' and node.input[0] in self.named:
                self.named[node.output[0]] = self.named[node.input[0]].astype(np.float32)
            elif node.op_type == 'Constant':
                self.numbers.append(numpy_helper.to_array(node.attribute[0].t))
            elif node.op_type in ('MatMul', 'MatMulInteger') and node.input[1] in self.named and node.input[1] not in seen:
                name = node.input[1]
                seen.add(name)
                scale = self.named[f'{name[:-1]}scale'] if node.op_type == 'MatMulInteger' else 1
                self.products.append((self.named[name] * scale).astype(np.float32))


def weights_of(shipped: Constants, exported: Constants, model: torch.nn.Module, prefix: str) -> dict[str, torch.Tensor]:
    """`exported`: of `model`, no two of whose weights are alike. `prefix`: of its names in both."""
    if len(shipped.products) != len(exported.products):
        raise SystemExit('the files are of other networks')
    found = {}
    for name, values in model.state_dict().items():
        own = values.numpy()
        if prefix + name in shipped.named:
            found[name] = shipped.named[prefix + name]
            continue
        for ours, theirs in zip(exported.products, shipped.products):
            if np.array_equal(own.T, ours):
                found[name] = theirs.T
            elif np.array_equal(own[:len(ours)], ours):  # a table of which the first rows are in use
                found[name] = np.concatenate([theirs, own[len(theirs):]])
    missing = model.state_dict().keys() - found.keys()
    if missing:
        raise SystemExit(f'not in the files: {", ".join(sorted(missing))}')
    return {name: torch.tensor(np.ascontiguousarray(values, np.float32)) for name, values in found.items()}


def statistics_of(shipped: Constants, exported: Constants, names: Statistics) -> Statistics:
    """All but the levels' means. `exported` holds the numbers that are looked for."""
    def number(wanted: float) -> float:
        places = [i for i, values in enumerate(exported.numbers) if values.size == 1 and np.isclose(float(values), wanted)]
        return float(shipped.numbers[places[0]])

    return replace(
        names, duration_mean=number(_DURATION_MEAN), duration_deviation=number(_DURATION_DEVIATION),
        level_deviation=number(_LEVEL_DEVIATION),
        pitch_means=(shipped.named['pitch_means'] * PITCH_UNIT_OCTAVES).astype(float).tolist(),
        mel_means=shipped.named['means'].astype(float).tolist(),
        mel_deviations=shipped.named['deviations'].astype(float).tolist())


def with_levels(statistics: Statistics, shards: Path) -> Statistics:
    """Levels' means, which are in no file, are measured; one who has no shards gets the mean of the others."""
    measured = Corpus(shard_files(shards)).statistics
    means = dict(zip(measured.speakers, measured.level_means))
    return replace(statistics, level_means=[means.get(name, float(np.mean(measured.level_means)))
                                            for name in statistics.speakers])


def add_options(parser: ArgumentParser) -> None:
    add_shard_options(parser)
    parser.add_argument('--voice', type=Path, default=Path('voices/aria'), help='folder of the files')


def run(place: Workplace, options: Namespace) -> None:
    manifest = json.loads((options.voice / 'voice.json').read_text(encoding='utf-8'))
    read = lambda name: Constants(onnx.load(str(options.voice / f'{name}.onnx')))

    def save(name: str, weights: dict[str, torch.Tensor], **shape: dict) -> None:
        save_checkpoint(place.run(f'shipped-{name}') / CHECKPOINT,
                        {'parts': {'average': weights}, 'shape': {'settings': {}, **shape}, 'step': 0, 'spent_s': 0.0})

    pitch, = unlike(PitchNetwork())
    save('pitch', weights_of(read('voicing'), Constants(pitch_graph(pitch)), pitch, 'network.'))
    save('vocoder', vocoder_weights(options.voice))

    names = Statistics(
        [one['name'] for one in manifest['speakers']], manifest['languages'],
        [manifest['languages'].index(one['language']) for one in manifest['speakers']], _DURATION_MEAN, _DURATION_DEVIATION,
        *([0.0] * len(manifest['speakers']) for _ in range(2)), _LEVEL_DEVIATION,
        *([[value] * BANDS] * len(manifest['speakers']) for value in (0.0, 1.0)))
    prosody, acoustic = unlike(ProsodyFlow(), AcousticModel())
    model = ShippedAcoustic(prosody, acoustic, names, [Calibration(1.0, 1.0, 1.0, 0.0, 0.0)] * len(names.speakers), FLOW_STEPS,
                            torch.zeros(len(SYMBOLS)))
    graph = acoustic_graph(model, names)
    fuse_operations(graph)  # as the shipped one is: its numbers are found by their places
    both = read('acoustic'), Constants(graph)
    statistics = with_levels(statistics_of(*both, names), options.shards).to_dict()
    (options.shards / STATISTICS).write_text(json.dumps(statistics), encoding='utf-8')
    for name, network in (('prosody', prosody), ('acoustic', acoustic)):
        save(name, weights_of(*both, network, f'{name}.'), statistics=statistics)


def vocoder_weights(voice: Path) -> dict[str, torch.Tensor]:
    """Of the shipped vocoder. `voice`: the folder of the files."""
    vocoder, = unlike(Vocoder())
    return weights_of(Constants(onnx.load(str(voice / 'vocoder.onnx'))), Constants(vocoder_graph(vocoder)), vocoder, 'vocoder.')


def unlike(*models: torch.nn.Module) -> tuple[torch.nn.Module, ...]:
    """No two of their weights are alike; an export stores what is alike once."""
    made = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weight in (weight for model in models for weight in model.parameters()):
            weight.copy_(0.1 * torch.randn(weight.shape, generator=made))
    return models
