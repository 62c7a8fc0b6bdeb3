"""Stage `fuse`: the files of voices/aria with fewer, quicker operations. `export` does it too; the weights stay as they are."""
from __future__ import annotations

import hashlib
import json
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

#: The first with LayerNormalization.
_OPSET = 17
_HEIGHT_AXIS = 'height_axis'
_FLAT = 'flat'


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('folder', type=Path, help='with voice.json and the files that it names, which are changed')


def run(options: Namespace) -> None:
    manifest_path = options.folder / 'voice.json'
    manifest = json.loads(manifest_path.read_text())
    for part in ('acoustic', 'voicing', 'vocoder'):
        path = options.folder / manifest[part]['file']
        model = onnx.load(str(path))
        norms, convolutions = fuse_operations(model)
        if norms + convolutions > 0:
            onnx.save(model, str(path))
        manifest[part]['sha256'] = hashlib.sha256(path.read_bytes()).hexdigest()
        print(json.dumps({'file': path.name, 'norms': norms, 'convolutions': convolutions}))
    manifest_path.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + '\n')


def fuse_operations(model: onnx.ModelProto) -> tuple[int, int]:
    """Changes the model; how many normalizations and convolutions. A second time it changes nothing."""
    norms = _fuse_norms(model)
    convolutions = _widen_convolutions(model)
    if norms > 0:
        next(one for one in model.opset_import if one.domain == '').version = _OPSET
    return norms, convolutions


def _fuse_norms(model: onnx.ModelProto) -> int:
    """Layer normalizations of the last dimension, each written as eight operations or ten. Gain and bias are weights, or depend
    on who speaks."""
    graph, nodes = model.graph, list(model.graph.node)
    made = {name: node for node in nodes for name in node.output}
    users = defaultdict(list)
    for node in nodes:
        for name in dict.fromkeys(node.input):
            users[name].append(node)
    constants = _constants(nodes)
    weights = {one.name for one in graph.initializer}
    replaced, dropped = {}, set()

    def only_user(node: onnx.NodeProto | None, kind: str) -> onnx.NodeProto | None:
        found = users[node.output[0]] if node is not None else []
        return found[0] if len(found) == 1 and found[0].op_type == kind else None

    def other_input(node: onnx.NodeProto, known: onnx.NodeProto) -> str:
        return next(name for name in node.input if name != known.output[0])

    for centred in nodes:
        mean = made.get(centred.input[1]) if centred.op_type == 'Sub' else None
        if mean is None or mean.op_type != 'ReduceMean' or mean.input[0] != centred.input[0]:
            continue
        squares = [node for node in users[centred.output[0]]
                   if node.op_type == 'Pow' or list(node.input) == 2 * [centred.output[0]]]
        square = squares[0] if len(squares) == 1 else None
        variance = only_user(square, 'ReduceMean')
        shifted = only_user(variance, 'Add')
        deviation = only_user(shifted, 'Sqrt')
        inverse = only_user(deviation, 'Div')
        if inverse is None:
            continue
        # x / deviation, or x * (1 / deviation)
        scaled = inverse if inverse.input[0] == centred.output[0] else only_user(inverse, 'Mul')
        gained = only_user(scaled, 'Mul')
        biased = only_user(gained, 'Add')
        if biased is None:
            continue
        told = [other_input(gained, scaled), other_input(biased, gained)]
        flat = [name if name in weights else f'{name}_flat_{biased.output[0]}' for name in told]
        epsilon = float(constants[other_input(shifted, variance)])
        replaced[id(biased)] = [
            # The runtime does not spread gain and bias that have the dimensions of a batch.
            *(helper.make_node('Reshape', [name, _FLAT], [to]) for name, to in zip(told, flat) if name != to),
            helper.make_node('LayerNormalization', [centred.input[0], *flat], [biased.output[0]], axis=-1, epsilon=epsilon),
        ]
        dropped |= {id(node) for node in (mean, centred, square, variance, shifted, deviation, inverse, scaled, gained)}
    if any(len(new) > 1 for new in replaced.values()):
        graph.initializer.append(numpy_helper.from_array(np.array([-1], np.int64), _FLAT))
    _replace(graph, nodes, replaced, dropped)
    return len(replaced)


def _widen_convolutions(model: onnx.ModelProto) -> int:
    """Convolutions in time as ones of images of one row, for which the runtime has quicker code. Those without bias stay: they
    are of one channel."""
    graph, nodes = model.graph, list(model.graph.node)
    replaced = {}
    for node in nodes:
        given = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        if node.op_type != 'Conv' or len(given['kernel_shape']) != 1 or len(node.input) < 3:
            continue
        source, weight, bias = node.input
        made = node.output[0]
        replaced[id(node)] = [
            helper.make_node('Unsqueeze', [weight, _HEIGHT_AXIS], [f'{made}_weight']),
            helper.make_node('Unsqueeze', [source, _HEIGHT_AXIS], [f'{made}_source']),
            helper.make_node('Conv', [f'{made}_source', f'{made}_weight', bias], [f'{made}_rows'],
                             kernel_shape=[1, *given['kernel_shape']], group=given['group'],
                             pads=[0, given['pads'][0], 0, given['pads'][1]], strides=[1, *given['strides']],
                             dilations=[1, *given['dilations']]),
            helper.make_node('Squeeze', [f'{made}_rows', _HEIGHT_AXIS], [made]),
        ]
    if replaced:
        graph.initializer.append(numpy_helper.from_array(np.array([2], np.int64), _HEIGHT_AXIS))
    _replace(graph, nodes, replaced, set())
    return len(replaced)


def _constants(nodes: list[onnx.NodeProto]) -> dict[str, np.ndarray]:
    return {node.output[0]: numpy_helper.to_array(node.attribute[0].t) for node in nodes
            if node.op_type == 'Constant'}


def _replace(graph: onnx.GraphProto, nodes: list[onnx.NodeProto], replaced: dict[int, list[onnx.NodeProto]],
             dropped: set[int]) -> None:
    """`replaced` and `dropped` are by the identity of `nodes`. Also drops constants that are used no longer, of which the runtime
    warns."""
    nodes = [new for node in nodes
             for new in replaced.get(id(node), [] if id(node) in dropped else [node])]
    used = {name for node in nodes for name in node.input}
    # Copies: the graph owns its nodes, and loses them when it is emptied.
    kept = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes
            if node.op_type != 'Constant' or node.output[0] in used]
    del graph.node[:]
    graph.node.extend(kept)
