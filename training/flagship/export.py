"""Stage `flagship-export`: the files of voices/natural from the teacher and the weights of its student.

`front.onnx`: tokens, style, a speed of each token, pitch -> normalized features, F0, durations, and the scales and
shifts of the vocoder's blocks. `vocoder.onnx`: frames in a row -> filters, with a state between runs. `generator.onnx`: see generator.py. `styles.bin`: rows of halves. Needs onnx, onnxruntime and
torch.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

from training.flagship.generator import FILE as GENERATOR, write_generator
from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.split import FEATURES, FRONT
from training.flagship.texts import MOST_TOKENS
from training.flagship.texts_of import texts_of
from training.flagship.voices import STYLES, voices
from training.fuse import fuse_operations
from training.networks.flagship import CHANNELS, FEATURE_COUNT, TIMBRE_COUNT, FlagshipVocoder
from training.on_gpu.weights import read_weights
from training.quantize import quantize_products
from training.teacher.kokoro import Styles, read_vocabulary
from training.teacher.tokens import spell

_OPSET = 17
_VOICE_COUNT = 3
_LEAST_CONVOLUTION = 20_000
_FEWEST_TOKENS = 2
_PITCH_TEXTS = 4
#: By the first letter of a style.
_ACCENTS = {
    'a': 'eng-US', 'b': 'eng-GB', 'e': 'spa-ES', 'f': 'fra-FR', 'h': 'hin-IN', 'i': 'ita-IT', 'j': 'jpn-JP', 'p': 'por-BR', 'z': 'zho-CN'}
#: Of 7 bits: the processors that need it are otherwise asked to multiply in another way, which takes twice as long.
_LARGEST = 63


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--weights', type=Path, required=True, help='what `gpu-train` wrote')
    parser.add_argument('--name', default='student', help='of the weights: student or regression')
    parser.add_argument('--folder', type=Path, default=REPOSITORY / 'voices' / 'natural', help='output folder (default: %(default)s)')


def layer_norm(norm, x: torch.Tensor) -> torch.Tensor:
    return functional.layer_norm(x, (CHANNELS,), norm.gain, norm.bias, 1e-6)


class Told(nn.Module):
    """Features of a clause (1, FEATURE_COUNT, frames) and its style (1, 256) -> normalized (1, frames, FEATURE_COUNT) and
    the scale and shift of each of the vocoder's blocks (blocks, 2 * CHANNELS)."""

    def __init__(self, model: FlagshipVocoder):
        super().__init__()
        self.model = model

    def forward(self, features: torch.Tensor, style: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        model, frames = self.model, features.transpose(1, 2)
        means = frames.mean(1)
        deviations = torch.sqrt((frames - means[:, None]).square().mean(1))
        context = model.context_of(style[None, :, :TIMBRE_COUNT], means[None], deviations[None])
        return (frames - model.means) / model.deviations, torch.cat([block.modulate(context)[0] for block in model.blocks])


class Stream(nn.Module):
    """The vocoder with a state: what each layer still needs of the frames before. Without one, it makes 2 * RANGE frames fewer than
    it is given."""

    def __init__(self, model: FlagshipVocoder):
        super().__init__()
        self.model = model
        weight = model.first.weight.detach()
        self.first = nn.Linear(weight.shape[1] * weight.shape[2], CHANNELS)
        with torch.no_grad():
            self.first.weight.copy_(weight.permute(0, 2, 1).reshape(CHANNELS, -1))
            self.first.bias.copy_(model.first.bias)

    def forward(self, features, voice, scales, before, states):
        """features (1, n, FEATURE_COUNT), voice (1, n, 3), scales (blocks, 2 * CHANNELS), before (1, 0 or 2, FEATURE_COUNT + 3), states (blocks, 0 or 4,
        CHANNELS) -> filters (1, m, ...), and both after it."""
        model = self.model
        x = torch.cat([before, torch.cat([features, voice], -1)], 1)
        before = x[:, -2:]
        x = layer_norm(model.first_norm, self.first(torch.cat([x[:, :-2], x[:, 1:-1], x[:, 2:]], -1)))
        kept = []
        for i, block in enumerate(model.blocks):
            x = torch.cat([states[i:i + 1], x], 1)
            kept.append(x[:, -4:])
            scale, shift = scales[i:i + 1, None].chunk(2, -1)
            y = layer_norm(block.norm, block.along(x.transpose(1, 2)).transpose(1, 2)) * (1 + scale) + shift
            x = x[:, 2:-2] + block.narrow(functional.gelu(block.widen(y))) * block.gain
        size, real, imaginary, free, free_real, free_imaginary, noise, swells, envelope = \
            model.head(layer_norm(model.norm, x)).split(model.sizes, -1)
        parts = []
        for log_size, re, im in ((size, real, imaginary), (free + 3, free_real, free_imaginary)):
            gain = torch.exp(log_size.clamp(max=6)) / torch.sqrt(re * re + im * im + 1e-6)
            parts.append([re * gain, im * gain])
        noise = torch.exp(functional.linear(noise, model.noise_weights).clamp(max=6))
        swell = [noise * functional.linear(one, model.swell_weights) for one in torch.tanh(swells * 0.5).chunk(2, -1)]
        filters = torch.cat([*parts[0], noise, *swell, *parts[1], torch.exp(2 * torch.tanh(envelope))], -1)
        return filters, before, torch.cat(kept, 0)


def exported(module: nn.Module, inputs: dict[str, torch.Tensor], outputs: list[str], moving: dict[str, dict[int, str]],
             path: Path, opset: int) -> onnx.ModelProto:
    with torch.no_grad():
        torch.onnx.export(module.eval(), tuple(inputs.values()), str(path), input_names=list(inputs), output_names=outputs,
                          dynamic_axes=moving, opset_version=opset, dynamo=False)
    return onnx.load(str(path))


def vocoder(model: FlagshipVocoder, path: Path) -> None:
    frames, width = 64, FEATURE_COUNT + _VOICE_COUNT
    inputs = {'features': torch.randn(1, frames, FEATURE_COUNT), 'voice': torch.randn(1, frames, _VOICE_COUNT),
              'scales': torch.randn(len(model.blocks), 2 * CHANNELS), 'before': torch.randn(1, 2, width), 'states': torch.randn(len(model.blocks), 4, CHANNELS)}
    made = exported(Stream(model), inputs, ['filters', 'before_after', 'states_after'], {
        'features': {1: 'n'}, 'voice': {1: 'n'}, 'before': {1: 'b'}, 'states': {1: 's'}, 'filters': {1: 'm'}}, path, _OPSET)
    fuse_operations(made)
    print(f'vocoder: {quantize_products(made, _LARGEST, by_row=True)} products in 8 bits')
    onnx.save(made, str(path))


def convolutions_as_products(model: onnx.ModelProto) -> int:
    """Products of frames that lie side by side: the runtime's 8-bit convolutions are slow, its products are not."""
    graph = model.graph
    weights = {one.name: one for one in graph.initializer}
    nodes, made = [], {}
    count = 0

    def constant(name: str, values: np.ndarray) -> str:
        made[name] = numpy_helper.from_array(values, name)
        return name

    for node in graph.node:
        given = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        weight = numpy_helper.to_array(weights[node.input[1]]) if node.op_type == 'Conv' and node.input[1] in weights else None
        if (weight is None or weight.ndim != 3 or given.get('group', 1) != 1 or given.get('strides', [1]) != [1]
                or given.get('dilations', [1]) != [1] or weight.shape[0] * weight.shape[1] <= _LEAST_CONVOLUTION):
            nodes.append(node)
            continue
        count += 1
        after, before, width = weight.shape
        left, right = given.get('pads', [0, 0])
        name = f'product_{count}'
        nodes.append(helper.make_node('Transpose', [node.input[0]], [f'{name}_frames'], perm=[0, 2, 1]))
        source = f'{name}_frames'
        if width > 1:
            nodes.append(helper.make_node('Pad', [source, constant(f'pads_{left}_{right}', np.array([0, left, 0, 0, right, 0], np.int64))],
                                          [f'{name}_padded']))
            parts = []
            for i in range(width):
                end = i - width + 1 or 2 ** 31 - 1
                parts.append(f'{name}_part_{i}')
                nodes.append(helper.make_node('Slice', [
                    f'{name}_padded', constant(f'at_{i}', np.array([i], np.int64)), constant(f'at_{end}', np.array([end], np.int64)),
                    constant('axis_of_time', np.array([1], np.int64))], [parts[-1]]))
            source = f'{name}_beside'
            nodes.append(helper.make_node('Concat', parts, [source], axis=2))
        matrix = constant(f'{name}_weight', np.ascontiguousarray(weight.transpose(2, 1, 0).reshape(width * before, after)))
        nodes.append(helper.make_node('MatMul', [source, matrix], [f'{name}_made']))
        result = f'{name}_made'
        if len(node.input) > 2:
            nodes.append(helper.make_node('Add', [result, node.input[2]], [f'{name}_biased']))
            result = f'{name}_biased'
        nodes.append(helper.make_node('Transpose', [result], [node.output[0]], perm=[0, 2, 1]))
    used = {name for node in nodes for name in node.input}
    kept = [one for one in graph.initializer if one.name in used]
    nodes = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    for node in nodes:
        node.name = node.name or node.output[0]  # the runtime names what it makes of them after them
    kept = [onnx.TensorProto.FromString(one.SerializeToString()) for one in kept]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend([*kept, *made.values()])
    return count


def front(models: Path, model: FlagshipVocoder, path: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic
    whole = onnx.load(str(models / FRONT))
    print(f'front: {convolutions_as_products(whole)} convolutions as products')
    onnx.save(whole, str(path))
    quantize_dynamic(str(path), str(path), op_types_to_quantize=['MatMul', 'Gemm', 'LSTM'], per_channel=True, reduce_range=True, weight_type=QuantType.QInt8,
                     extra_options={'MatMulConstBOnly': True, 'DefaultTensorType': TensorProto.FLOAT})
    whole = onnx.load(str(path))
    opset = next(one.version for one in whole.opset_import if one.domain == '')
    told = exported(Told(model), {'features': torch.randn(1, FEATURE_COUNT, 9), 'style': torch.randn(1, 256)}, ['frames', 'scales'],
                    {'features': {2: 't'}, 'frames': {1: 't'}}, path, opset)
    quantize_products(told, _LARGEST)
    own = lambda name: {'features': FEATURES, 'style': 'style', 'frames': 'frames', 'scales': 'scales', '': ''}.get(name, f'told_{name}')
    for node in told.graph.node:
        node.input[:], node.output[:] = [own(name) for name in node.input], [own(name) for name in node.output]
        node.name = f'told_{node.output[0]}'
        whole.graph.node.append(node)
    for one in told.graph.initializer:
        one.name = own(one.name)
        whole.graph.initializer.append(one)
    outputs = {one.name: one for one in whole.graph.output}
    del whole.graph.output[:]
    number = TensorProto.FLOAT
    whole.graph.output.extend([helper.make_tensor_value_info('frames', number, [1, 't', FEATURE_COUNT]),
                               helper.make_tensor_value_info('scales', number, [len(model.blocks), 2 * CHANNELS]), outputs['f0'], outputs['durations']])
    for one in whole.graph.input:
        if one.name == 'speed':
            one.type.tensor_type.shape.dim[0].dim_param = 'n'
    onnx.save(whole, str(path))


def write_styles(styles: Styles, path: Path) -> None:
    """For each style in the order of STYLES, rows for 0 to MOST_TOKENS tokens, ends not counted, of 256 halves."""
    rows = [np.concatenate([styles.of({name: 1.0}, tokens + _FEWEST_TOKENS) for tokens in range(MOST_TOKENS + 1)]) for name in STYLES]
    path.write_bytes(np.stack(rows).astype('<f2').tobytes())


def pitch_means(place: Place, front_file: Path) -> dict[str, float]:
    """Geometric mean of the voiced frames of some texts in each style's first language, in Hz."""
    import onnxruntime
    session = onnxruntime.InferenceSession(str(front_file), providers=['CPUExecutionProvider'])
    vocabulary, styles, found = read_vocabulary(place.vocabulary), Styles(place.styles), {}
    for voice in voices():
        if voice.name not in STYLES:
            continue
        f0 = []
        for row in texts_of(place, voice, _PITCH_TEXTS):
            tokens = spell(row['words'], vocabulary).tokens
            f0.append(session.run(['f0'], {
                'tokens': np.array([tokens], np.int64), 'style': styles.of({voice.name: 1.0}, len(tokens)),
                'speed': np.ones(1, np.float32), 'pitch': np.ones(1, np.float32)})[0].reshape(-1))
        every = np.concatenate(f0)
        found[voice.name] = float(np.exp(np.log(every[every > 45]).mean()))
    return found


def run(options: Namespace) -> None:
    place, folder = Place(options.work), options.folder
    folder.mkdir(parents=True, exist_ok=True)
    model = FlagshipVocoder()
    weights = read_weights(options.weights, options.name)
    model.load_state_dict(weights)
    vocoder(model, folder / 'vocoder.onnx')
    front(place.models, model, folder / 'front.onnx')
    write_generator(place.models, weights, folder / GENERATOR)
    write_styles(Styles(place.styles), folder / 'styles.bin')
    files = {name: (folder / name).stat().st_size for name in ('front.onnx', 'vocoder.onnx', GENERATOR, 'styles.bin')}
    pitches = pitch_means(place, folder / 'front.onnx')
    manifest = {'format': 1, 'name': 'natural', 'maxTokens': MOST_TOKENS, 'bytes': files, 'styles': [
        {'name': name, 'accent': _ACCENTS[name[0]], 'pitchMeanHz': round(pitches[name], 1)} for name in STYLES]}
    (folder / 'voice.json').write_text(json.dumps(manifest, indent=2) + '\n')
    for name in files:
        print(f'{name}: {files[name] / 1e6:.1f} MB')
