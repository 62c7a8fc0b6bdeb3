"""The teacher cut where its generator begins: what the flagship keeps of it, and what its student replaces.

`front.onnx`: tokens, style, speed, pitch -> features, F0, durations. `source.onnx`: F0 -> the generator's pulses. The
generator's `filters.onnx` and `samples.onnx` are those of `teacher-widen`. Needs onnx.
"""
from __future__ import annotations

from pathlib import Path

import onnx
from onnx import TensorProto, helper

from training.teacher.widen import part

FRONT, SOURCE = 'front.onnx', 'source.onnx'
FEATURES, PULSES = '/decoder/decoder/decode.3/Div_4_output_0', '/decoder/decoder/generator/Concat_3_output_0'
_TO_DECODER = '/decoder/decoder/Unsqueeze_output_0'


def split(models: Path) -> None:
    """F0 is multiplied by the input `pitch` before the decoder and the generator see it."""
    model = onnx.load(str(models / 'sources.onnx'))
    graph = model.graph
    taker = next(i for i, node in enumerate(graph.node) if _TO_DECODER in node.output)
    spoken = graph.node[taker].input[0]
    graph.node[taker].input[0] = 'f0'
    graph.node.insert(taker, helper.make_node('Mul', [spoken, 'pitch'], ['f0'], name='pitch'))
    number = TensorProto.FLOAT
    told = {'tokens': (TensorProto.INT64, [1, 'n']), 'style': (number, [1, 256]), 'speed': (number, [1]), 'pitch': (number, [1])}
    front = part(model, told, {FEATURES: (number, [1, 512, 't']), 'f0': (number, None), 'durations': (TensorProto.INT64, ['n'])},
                 set())
    source = part(model, {'f0': (number, None)}, {PULSES: (number, [1, 22, 'u'])}, {'f0'})
    for name, made in ((SOURCE, source), (FRONT, front)):
        partial = models / f'{name}.part'
        onnx.save(made, str(partial))
        partial.replace(models / name)
