"""Stage `flagship-generator`: `generator.onnx` of voices/natural, the teacher's own generator in 7 bits, for quality `best`.

Frames of the front, F0, style -> samples of a phrase. Frames lie in rows, and each convolution is a product of rows that lie side by
side: the runtime's 8-bit convolutions are slow, its products are not. Needs onnx and torch.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.split import PULSES, SOURCE
from training.teacher.kokoro import FILTERS

FILE = 'generator.onnx'
_OPSET = 20
_FEATURES, _STYLE, _TIMBRE = 512, 256, 128
#: Of 7 bits: see export.py.
_LARGEST = 63
#: Rows that have a scale together.
_BLOCK = 128
_EPSILON = 1e-5
#: The inverse transform: samples of a window, and from one to the next.
_WINDOW, _STEP = 20, 5
_BINS = _WINDOW // 2 + 1


class Graph:
    """Nodes in the order in which they are added. Tensors are (1, rows, columns) if nothing else is said."""

    def __init__(self, prefix: str = ''):
        self._prefix = prefix
        self.nodes: list[onnx.NodeProto] = []
        self._constants: dict[object, onnx.TensorProto] = {}
        self._count = 0

    def constant(self, values, kind=np.float32) -> str:
        array = np.ascontiguousarray(np.asarray(values, kind))
        key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self._constants:
            self._constants[key] = numpy_helper.from_array(array, f'{self._prefix}constant_{len(self._constants)}')
        return self._constants[key].name

    def add(self, kind: str, *inputs: str, outputs: int = 1, domain: str = '', **attributes):
        """Its output, or a list of several."""
        self._count += 1
        names = [f'{self._prefix}{kind}_{self._count}_{i}' for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=names[0], domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def whole(self, *numbers: int) -> str:
        return self.constant(numbers, np.int64)

    def rows(self, x: str, start: int, end: int | None) -> str:
        return self.add('Slice', x, self.whole(start), self.whole(2 ** 31 - 1 if end is None else end), self.whole(1))

    def columns(self, x: str, start: int, end: int) -> str:
        return self.add('Slice', x, self.whole(start), self.whole(end), self.whole(-1))

    def beside(self, x: str, count: int, apart: int) -> str:
        """Row n of the result: rows n, n + apart, ... of x side by side."""
        if count == 1:
            return x
        return self.add('Concat', *(self.rows(x, i * apart, (i - count + 1) * apart or None) for i in range(count)), axis=2)

    def mean(self, x: str) -> str:
        """Of the rows. The runtime's ReduceMean over them takes several times as long as a product."""
        count = self.count(x)
        share = self.add('Expand', self.add('Div', self.constant(1), self.add('Cast', count, to=TensorProto.FLOAT)),
                         self.add('Concat', self.whole(1, 1), count, axis=0))
        return self.add('MatMul', share, x)

    def count(self, x: str) -> str:
        return self.add('Slice', self.add('Shape', x), self.whole(1), self.whole(2), self.whole(0))

    def product(self, x: str, weight: np.ndarray, count: int = 1, apart: int = 1, after: int = 0) -> str:
        """x times weight (count * columns, columns after) in 8 bits: row n of the result is of rows n - side, n - side + apart, ... of
        x, which is 0 before its first and after its last row; `after` rows more than x has.

        Blocks of rows have each a scale of their own, so that loud sounds do not drown soft ones in rounding."""
        around = (count - 1) * apart
        side = around // 2 + after
        long, rows = self.count(x), self.add('Add', self.count(x), self.whole(after))
        blocks = self.add('Div', self.add('Add', rows, self.whole(_BLOCK - 1)), self.whole(_BLOCK))
        spare = self.add('Sub', self.add('Mul', blocks, self.whole(_BLOCK)), long)
        behind = self.add('Add', spare, self.whole(around - side))
        padded = self.add('Pad', x, self.add('Concat', self.whole(0, side, 0, 0), behind, self.whole(0), axis=0))
        firsts = self.add('Range', self.constant(0, np.int64), self.add('Squeeze', self.add('Mul', blocks, self.whole(_BLOCK))),
                          self.constant(_BLOCK, np.int64))
        places = self.add('Add', self.add('Unsqueeze', firsts, self.whole(1)), self.constant(np.arange(_BLOCK + around)[None], np.int64))
        blocked = self.add('Gather', self.add('Squeeze', padded, self.whole(0)), places)
        flat = self.add('Flatten', blocked)
        largest = self.add('ReduceMax', self.add('Abs', flat), self.whole(1), keepdims=0)
        scale = self.add('Max', self.add('Mul', largest, self.constant(1 / 127)), self.constant(1e-8))
        middle = self.add('Expand', self.constant(128, np.uint8), blocks)
        values = self.add('Reshape', self.add('QuantizeLinear', flat, scale, middle, axis=0), self.add('Shape', blocked))
        of_weight = np.maximum(np.abs(weight).max(0), 1e-8) / _LARGEST
        rounded = np.clip(np.round(weight / of_weight), -_LARGEST, _LARGEST)
        made = self.add('MatMulIntegerToFloat', self.beside(values, count, apart), self.constant(rounded, np.int8), self.constant(1),
                        self.constant(of_weight), self.constant(128, np.uint8), self.constant(np.zeros(weight.shape[1]), np.int8),
                        domain='com.microsoft')
        made = self.add('Mul', made, self.add('Unsqueeze', scale, self.whole(1, 2)))
        made = self.add('Reshape', made, self.whole(1, -1, weight.shape[1]))
        return self.add('Slice', made, self.whole(0), rows, self.whole(1))

    def take(self, model: onnx.ModelProto, inputs: dict[str, str]) -> None:
        """All of another model; `inputs`: its own names -> ours."""
        own = lambda name: inputs.get(name, name and f'source_{name}')
        for node in model.graph.node:
            node.input[:], node.output[:] = [own(name) for name in node.input], [own(name) for name in node.output]
            node.name = node.output[0]
            self.nodes.append(node)
        for one in model.graph.initializer:
            one.name = own(one.name)
            self._constants[one.name] = one

    def model(self, inputs: list, outputs: list) -> onnx.ModelProto:
        used = {name for node in self.nodes for name in node.input}
        graph = helper.make_graph(self.nodes, 'generator', inputs, outputs, [one for one in self._constants.values() if one.name in used])
        return helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid('', _OPSET), helper.make_opsetid('com.microsoft', 1)])


class Generator:
    """Builds the graph from the nodes of the teacher's."""

    def __init__(self, filters: onnx.ModelProto):
        self.graph = Graph()
        self._weights = {one.name: one for one in filters.graph.initializer}
        self._maker = {name: node for node in filters.graph.node for name in node.output}
        self._told: list[tuple[np.ndarray, np.ndarray]] = []

    def _values(self, name: str) -> np.ndarray:
        return numpy_helper.to_array(self._weights[name]).astype(np.float32)

    def _convolution(self, place: str, kind: str = 'Conv') -> tuple[np.ndarray, np.ndarray, int]:
        """(width, before, after), bias, dilation."""
        node = self._maker[f'/decoder/decoder/generator/{place}/{kind}_output_0']
        weight = self._values(node.input[1])
        dilation = next((one.ints[0] for one in node.attribute if one.name == 'dilations'), 1)
        return weight.transpose(2, 1, 0) if kind == 'Conv' else weight.transpose(2, 0, 1), self._values(node.input[2]), dilation

    def _named(self, name: str) -> np.ndarray:
        return self._values(f'decoder.decoder.generator.{name}')

    def _tell(self, place: str, alpha: np.ndarray) -> tuple[str, str]:
        """What the style tells an activation: gain and shift, both times 2 alpha."""
        product = self._maker[f'/decoder/decoder/generator/{place}/fc/Gemm_output_0_MatMul']
        weight, bias = self._values(product.input[1]), self._named(f'{place.replace("/", ".")}.fc.bias').copy()
        bias[:len(alpha)] += 1
        weight, bias = (part * 2 * np.tile(alpha, 2) for part in (weight, bias))
        bias[len(alpha):] += 1
        start = sum(len(one) for _, one in self._told)
        self._told.append((weight, bias))
        middle, end = start + len(alpha), start + 2 * len(alpha)
        return self.graph.columns('told', start, middle), self.graph.columns('told', middle, end)

    def activated(self, x: str, adain: str, alpha: np.ndarray) -> str:
        """x normalized over its rows, scaled and shifted by the style: y; then y + sin(alpha y) ** 2 / alpha. With u = 2 alpha y, that
        is (u + 1 - sin(u + pi / 2)) / (2 alpha): sines are much quicker than cosines in the runtime."""
        g = self.graph
        centred = g.add('Sub', x, g.mean(x))
        variance = g.mean(g.add('Mul', centred, centred))
        gain, shift = self._tell(adain, alpha)
        gain = g.add('Div', gain, g.add('Sqrt', g.add('Add', variance, g.constant(_EPSILON))))
        more = g.add('Add', g.add('Mul', centred, gain), shift)
        sine = g.add('Sin', g.add('Add', more, g.constant(np.pi / 2 - 1)))
        return g.add('Mul', g.add('Sub', more, sine), g.constant(1 / (2 * alpha)))

    def convolved(self, x: str, place: str) -> tuple[str, np.ndarray]:
        """A convolution as long as x, and the constant that it lacks."""
        weight, bias, dilation = self._convolution(place)
        return self.graph.product(x, weight.reshape(-1, weight.shape[2]), len(weight), dilation), bias

    def residual_block(self, x: str, place: str) -> tuple[str, np.ndarray]:
        """Its result lacks the constant. Normalized, it does not matter."""
        lacking = 0.0
        for i in range(3):
            first, second = (self._named(f'{place}.alpha{n}.{i}').reshape(-1) for n in (1, 2))
            y, _ = self.convolved(self.activated(x, f'{place}/adain1.{i}', first), f'{place}/convs1.{i}')
            y, bias = self.convolved(self.activated(y, f'{place}/adain2.{i}', second), f'{place}/convs2.{i}')
            x, lacking = self.graph.add('Add', x, y), lacking + bias
        return x, lacking

    def widened(self, x: str, place: str, step: int) -> tuple[str, np.ndarray]:
        """A transposed convolution, 2 * step wide: `step` rows of each two rows that lie side by side. And the constant that it lacks."""
        g = self.graph
        weight, bias, _ = self._convolution(place, 'ConvTranspose')
        _, before, after = weight.shape
        early, late = (part.transpose(1, 0, 2).reshape(before, -1) for part in (weight[step:], weight[:step]))
        rows = g.product(x, np.concatenate([early, late]), 2, 1, 1)
        rows = g.add('Reshape', rows, g.whole(1, -1, after))
        return g.rows(rows, step // 2, -(step // 2)), bias

    def stage(self, x: str, pulses: str, number: int, step: int, slope: float) -> str:
        g = self.graph
        weight, bias, _ = self._convolution(f'noise_convs.{number}')
        width = len(weight)
        if width > 1:  # half as far apart as wide
            half = width // 2
            pulses = g.add('Pad', pulses, g.whole(0, half // 2, 0, 0, half // 2 - 1, 0))
            pulses = g.beside(g.add('Reshape', pulses, g.whole(1, -1, half * weight.shape[1])), 2, 1)
        source = g.add('MatMul', pulses, g.constant(weight.reshape(-1, weight.shape[2])))
        source, of_source = self.residual_block(source, f'noise_res.{number}')
        x, of_x = self.widened(g.add('LeakyRelu', x, alpha=slope), f'ups.{number}', step)
        if number == 1:
            x = g.add('Concat', g.rows(x, 1, 2), x, axis=1)
        x, lacking = g.add('Add', x, source), bias + of_source + of_x
        made, biases = zip(*(self.residual_block(x, f'resblocks.{3 * number + i}') for i in range(3)))
        return g.add('Add', g.add('Mul', g.add('Sum', *made), g.constant(1 / 3)), g.constant(lacking + sum(biases) / 3))

    def samples(self, x: str) -> str:
        """Of the spectra of windows: (1, samples)."""
        g = self.graph
        weight, bias, _ = self._convolution('conv_post')
        side = len(weight) // 2
        x = g.add('Pad', g.add('LeakyRelu', x, alpha=0.01), g.whole(0, side, 0, 0, side, 0))
        made = g.add('MatMul', g.beside(x, len(weight), 1), g.constant(weight.reshape(-1, weight.shape[2])))  # its powers are the sound: exact
        made = g.add('Add', made, g.constant(bias))
        size, phase = g.add('Exp', g.columns(made, 0, _BINS)), g.add('Sin', g.columns(made, _BINS, 2 * _BINS))
        parts = g.add('Concat', g.add('Mul', size, g.add('Cos', phase)), g.add('Mul', size, g.add('Sin', phase)), axis=2)
        windows = g.add('MatMul', parts, g.constant(inverse_transform()))
        several = _WINDOW // _STEP
        padded = g.add('Pad', windows, g.whole(0, several - 1, 0, 0, several - 1, 0))
        steps = [g.rows(g.columns(padded, i * _STEP, (i + 1) * _STEP), several - 1 - i, -i or None) for i in range(several)]
        flat = g.add('Reshape', g.add('Sum', *steps), g.whole(1, -1))
        return g.add('Slice', flat, g.whole(_WINDOW // 2), g.whole(-_WINDOW // 2), g.whole(1))

    def build(self, source: onnx.ModelProto, means: np.ndarray, deviations: np.ndarray) -> onnx.ModelProto:
        g = self.graph
        g.take(source, {'f0': 'f0'})
        pulses = g.add('Transpose', f'source_{PULSES}', perm=[0, 2, 1])
        x = g.add('Add', g.add('Mul', 'frames', g.constant(deviations)), g.constant(means))
        x = self.stage(x, pulses, 0, 10, 0.1)
        x = self.stage(x, pulses, 1, 6, 0.1)
        made = self.samples(x)
        weight, bias = (np.concatenate(parts, -1) for parts in zip(*self._told))
        scale = np.maximum(np.abs(weight).max(0), 1e-8) / 127
        start = Graph('told_')
        timbre = start.add('Slice', 'style', g.whole(0), g.whole(_TIMBRE), g.whole(1))
        told = start.add('MatMul', timbre, start.add('DequantizeLinear', g.constant(np.round(weight / scale), np.int8), g.constant(scale), axis=1))
        told = start.add('Add', told, g.constant(bias))
        start.nodes.append(helper.make_node('Unsqueeze', [told, g.whole(1)], ['told'], name='told'))
        g.nodes[:0] = start.nodes
        g.nodes.append(helper.make_node('Identity', [made], ['samples'], name='samples'))
        number, value = TensorProto.FLOAT, helper.make_tensor_value_info
        return g.model([value('frames', number, [1, 't', _FEATURES]), value('f0', number, [1, 't']), value('style', number, [1, _STYLE])],
                       [value('samples', number, [1, 'n'])])


def inverse_transform() -> np.ndarray:
    """(2 * _BINS, _WINDOW): real and imaginary parts -> samples under a Hann window."""
    spectra = np.concatenate([np.eye(_BINS), 1j * np.eye(_BINS)])
    return (np.fft.irfft(spectra, _WINDOW, axis=1) * hann_window()).astype(np.float32)


def hann_window() -> np.ndarray:
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_WINDOW) / _WINDOW)


def write_generator(models: Path, weights: dict, path: Path) -> None:
    """`weights` of the student: what the features were normalized by."""
    means, deviations = (np.asarray(weights[name], np.float32) for name in ('means', 'deviations'))
    made = Generator(onnx.load(str(models / FILTERS))).build(onnx.load(str(models / SOURCE)), means, deviations)
    onnx.save(made, str(path))


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    parser.add_argument('--weights', type=Path, required=True, help='what `gpu-train` wrote')
    parser.add_argument('--folder', type=Path, default=REPOSITORY / 'voices' / 'natural', help='output folder, with a voice.json (default: %(default)s)')


def run(options: Namespace) -> None:
    from training.on_gpu.weights import read_weights
    path, manifest_file = options.folder / FILE, options.folder / 'voice.json'
    write_generator(Place(options.work).models, read_weights(options.weights, 'student'), path)
    manifest = json.loads(manifest_file.read_text())
    manifest['bytes'][FILE] = path.stat().st_size
    manifest_file.write_text(json.dumps(manifest, indent=2) + '\n')
    print(f'{FILE}: {path.stat().st_size / 1e6:.1f} MB')
