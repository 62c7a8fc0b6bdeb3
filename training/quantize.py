"""Products with constant weights in 8 bits: a quarter of the bytes, and about twice as quick on a CPU.

Weights have a scale a column, what they are multiplied with one a run, found as it runs.
"""
from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: Smaller ones gain nothing.
_LEAST_WEIGHTS = 4096
_MIDDLE = 'middle_8'


def quantize_products(model: onnx.ModelProto, largest: int = 127, by_row: bool = False) -> int:
    """Changes the model; how many products are now in 8 bits. With weights up to 63, x64 processors without VNNI add pairs of
    products without an overflow. `by_row`: each row of what is
    multiplied has a scale of its own, so that it does not matter what other rows a run has."""
    graph = model.graph
    weights = {one.name: one for one in graph.initializer}
    used: dict[str, int] = {}
    for node in graph.node:
        for name in node.input:
            used[name] = used.get(name, 0) + 1
    nodes, quantized, shared = [], {}, {}
    for node in graph.node:
        name = node.input[1] if node.op_type == 'MatMul' else ''
        if name not in weights or used[name] > 1 or np.prod(weights[name].dims) < _LEAST_WEIGHTS or len(weights[name].dims) != 2:
            nodes.append(node)
            continue
        values = numpy_helper.to_array(weights[name]).astype(np.float32)
        scale = np.maximum(np.abs(values).max(0), 1e-8) / largest
        quantized[name] = (np.clip(np.round(values / scale), -largest, largest).astype(np.int8), scale.astype(np.float32))
        source, made = node.input[0], node.output[0]
        if source not in shared:
            shared[source] = [f'{source}_{part}_8' for part in ('values', 'scale', 'zero')]
            if by_row:
                nodes += _rows_in_8_bits(source, *shared[source][:2])
                shared[source][2] = _MIDDLE
            else:
                nodes.append(helper.make_node('DynamicQuantizeLinear', [source], shared[source]))
        of_source, scale_of_source, zero = shared[source]
        nodes += [helper.make_node('MatMulInteger', [of_source, f'{name}_8', zero], [f'{made}_whole']),
                  helper.make_node('Cast', [f'{made}_whole'], [f'{made}_float'], to=TensorProto.FLOAT),
                  *_scaled(made, scale_of_source, f'{name}_scale', by_row)]
    kept = [one for one in graph.initializer if one.name not in quantized]
    if by_row:
        kept += [numpy_helper.from_array(np.array(128, np.uint8), _MIDDLE), numpy_helper.from_array(np.array(128, np.float32), f'{_MIDDLE}_float'),
                 numpy_helper.from_array(np.array(1 / 127, np.float32), f'{_MIDDLE}_share'), numpy_helper.from_array(np.array(1e-8, np.float32), f'{_MIDDLE}_least')]
    for name, (values, scale) in quantized.items():
        kept += [numpy_helper.from_array(values, f'{name}_8'), numpy_helper.from_array(scale, f'{name}_scale')]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    return len(quantized)


def _rows_in_8_bits(source: str, values: str, scale: str) -> list[onnx.NodeProto]:
    """Whole numbers from 1 to 255, of which 128 is 0."""
    part = lambda name: f'{source}_{name}_8'
    return [helper.make_node('Abs', [source], [part('sizes')]),
            helper.make_node('ReduceMax', [part('sizes')], [part('largest')], axes=[-1], keepdims=1),
            helper.make_node('Mul', [part('largest'), f'{_MIDDLE}_share'], [part('step')]),
            helper.make_node('Max', [part('step'), f'{_MIDDLE}_least'], [scale]),
            helper.make_node('Div', [source, scale], [part('steps')]),
            helper.make_node('Round', [part('steps')], [part('whole')]),
            helper.make_node('Add', [part('whole'), f'{_MIDDLE}_float'], [part('shifted')]),
            helper.make_node('Cast', [part('shifted')], [values], to=TensorProto.UINT8)]


def _scaled(made: str, of_source: str, of_weight: str, by_row: bool) -> list[onnx.NodeProto]:
    """The runtime fuses the product of both scales with what is before, and takes the first for a single number."""
    if by_row:
        return [helper.make_node('Mul', [f'{made}_float', of_source], [f'{made}_scaled']),
                helper.make_node('Mul', [f'{made}_scaled', of_weight], [made])]
    return [helper.make_node('Mul', [of_weight, of_source], [f'{made}_scale']),
            helper.make_node('Mul', [f'{made}_float', f'{made}_scale'], [made])]
