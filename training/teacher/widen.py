"""Stage `teacher-widen`: Kokoro's 8-bit ONNX file -> 32 bits, with durations, cut in three.

Products and convolutions of quantized activations lose more than they save here. `sources.onnx` (tokens to the pulses and
what they are filtered by) has to be exact; `filters.onnx` bears bfloat16; `samples.onnx` ends it. Needs onnx.
"""
from __future__ import annotations

import hashlib
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SHA256 = '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb'
#: int64 frames of each token, both pads included.
_DURATIONS = '/encoder/Gather_output_0'
_PULSES = '/decoder/decoder/generator/Concat_3_output_0'
_BEFORE_FILTERS = '/decoder/decoder/generator/LeakyRelu_output_0'
_AFTER_FILTERS = '/decoder/decoder/generator/conv_post/Conv_output_0'


class Widener:
    def __init__(self, graph: onnx.GraphProto):
        self._graph = graph
        self._weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
        self._maker = {output: node for node in graph.node for output in node.output}
        self._takers: dict[str, list[onnx.NodeProto]] = {}
        for node in graph.node:
            for name in node.input:
                self._takers.setdefault(name, []).append(node)
        self._made: dict[str, np.ndarray] = {}
        self._instead: dict[str, onnx.NodeProto] = {}

    def widen(self) -> int:
        for node in list(self._graph.node):
            if node.op_type in ('MatMulInteger', 'ConvInteger'):
                self._widen_product(node)
            elif node.op_type == 'DynamicQuantizeLSTM':
                self._widen_recurrence(node)
        nodes = [self._instead.get(node.name, node) for node in self._graph.node]
        stored = [*self._graph.initializer, *(numpy_helper.from_array(values, name) for name, values in self._made.items())]
        del self._graph.node[:], self._graph.initializer[:], self._graph.value_info[:]
        self._graph.node.extend(nodes)
        self._graph.initializer.extend(stored)
        return len(self._instead)

    def _only_taker(self, name: str) -> onnx.NodeProto:
        taker, = self._takers[name]
        return taker

    def _widen_product(self, node: onnx.NodeProto) -> None:
        """What was x -> bytes -> product -> float -> times both scales becomes one product of x."""
        is_convolution = node.op_type == 'ConvInteger'
        quantizer = self._maker[node.input[0]]
        source, scale_of_source = quantizer.input[0], quantizer.output[1]
        taker, bias = self._only_taker(node.output[0]), None
        if is_convolution and taker.op_type == 'Add':
            bias = self._bias_of(next(name for name in taker.input if name != node.output[0]))
            taker = self._only_taker(taker.output[0])
        scaled = self._only_taker(taker.output[0])
        scales = self._maker[next(name for name in scaled.input if name != taker.output[0])]
        scale = self._weights[next(name for name in scales.input if name != scale_of_source)]
        zero = self._weights[node.input[3]] if len(node.input) > 3 else np.zeros((), np.int8)
        weight = self._weights[node.input[1]].astype(np.float32)
        of_output = lambda values: values.reshape(-1, *[1] * (weight.ndim - 1)) if is_convolution and values.size > 1 else values
        name = f'{node.input[1]}_wide'
        self._made[name] = ((weight - of_output(zero.astype(np.float32))) * of_output(scale)).astype(np.float32)
        inputs = [source, name, *([bias] if bias is not None else [])]
        wide = helper.make_node('Conv' if is_convolution else 'MatMul', inputs, [scaled.output[0]], name=f'{node.name}_wide')
        wide.attribute.extend(node.attribute)
        self._instead[scaled.name] = wide

    def _bias_of(self, quantized: str) -> str:
        node = self._maker[quantized]
        while node.op_type != 'Div':
            node = self._maker[node.input[0]]
        return node.input[0]

    def _widen_recurrence(self, node: onnx.NodeProto) -> None:
        x, weight, recurrent, bias, lengths, first, first_cell, _, *scales = node.input
        for name, scale, zero in ((weight, *scales[:2]), (recurrent, *scales[2:])):
            of_direction = lambda values: values.reshape(values.shape + (1,) * (3 - values.ndim))
            values = self._weights[name].astype(np.float32) - of_direction(self._weights[zero].astype(np.float32))
            self._made[f'{name}_wide'] = np.ascontiguousarray(
                (values * of_direction(self._weights[scale])).transpose(0, 2, 1)).astype(np.float32)
        wide = helper.make_node('LSTM', [x, f'{weight}_wide', f'{recurrent}_wide', bias, lengths, first, first_cell],
                                list(node.output), name=f'{node.name}_wide')
        wide.attribute.extend(node.attribute)
        self._instead[node.name] = wide


def part(model: onnx.ModelProto, inputs: dict, outputs: dict, stops: set[str]) -> onnx.ModelProto:
    """What makes the outputs, as far back as `stops`. Both: name -> (kind, shape)."""
    needed, kept = set(outputs), []
    for node in reversed(model.graph.node):
        if any(name in needed and name not in stops for name in node.output):
            kept.append(node)
            needed |= set(node.input)
    made = onnx.ModelProto()
    made.CopyFrom(model)
    graph = made.graph
    del graph.node[:], graph.initializer[:], graph.input[:], graph.output[:]
    graph.node.extend(reversed(kept))
    graph.initializer.extend(one for one in model.graph.initializer if one.name in needed)
    value = lambda name, kind, shape: helper.make_tensor_value_info(name, kind, shape)
    graph.input.extend(value(name, *of) for name, of in inputs.items())
    graph.output.extend(value(name, *of) for name, of in outputs.items())
    return made


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('parts', nargs='+', type=Path, help='of Kokoro, in order')
    parser.add_argument('--folder', type=Path, required=True)


def run(options: Namespace) -> None:
    folder = options.folder
    stored = b''.join(path.read_bytes() for path in options.parts)
    found = hashlib.sha256(stored).hexdigest()
    if found != SHA256:
        raise SystemExit(f'the parts are another file: their SHA-256 is {found}')
    model = onnx.load_model_from_string(stored)
    graph = model.graph
    Widener(graph).widen()
    graph.node.append(helper.make_node('Identity', [_DURATIONS], ['durations'], name='durations'))
    filtered = next(node for node in graph.node if _BEFORE_FILTERS in node.output).input[0]
    number = TensorProto.FLOAT
    told = {'tokens': (TensorProto.INT64, [1, 'n']), 'style': (number, [1, 256]), 'speed': (number, [1])}
    between = {filtered: (number, [1, 512, 't']), _PULSES: (number, [1, 22, 'u'])}
    after = {_AFTER_FILTERS: (number, [1, 22, 'v'])}
    folder.mkdir(parents=True, exist_ok=True)
    for name, inputs, outputs, stops in (
            ('sources', told, {**between, 'durations': (TensorProto.INT64, ['n'])}, set()),
            ('filters', {**between, 'style': told['style']}, after, set(between)),
            ('samples', after, {'audio': (number, ['s'])}, set(after))):
        onnx.save(part(model, inputs, outputs, stops), str(folder / f'{name}.onnx'))
