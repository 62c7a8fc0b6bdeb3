"""A shipped vocoder with its products in 8 bits: python3 -m training.many.quantize_vocoder FOLDER changes it and its manifest."""
from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from training.export import halve_weights
from training.many.quantize import quantize_products


def widen_weights(model: onnx.ModelProto) -> None:
    """Undoes `halve_weights`."""
    graph = model.graph
    stored = {one.name: one for one in graph.initializer}
    nodes, kept = [], [one for one in graph.initializer if not one.name.endswith('_half')]
    for node in graph.node:
        if node.op_type == 'Cast' and node.input[0].endswith('_half') and node.input[0] in stored:
            values = numpy_helper.to_array(stored[node.input[0]]).astype(np.float32)
            kept.append(numpy_helper.from_array(values, node.output[0]))
        else:
            nodes.append(node)
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)


def main(folder: Path) -> None:
    manifest = json.loads((folder / 'voice.json').read_text())
    path = folder / manifest['vocoder']['file']
    model = onnx.load(str(path))
    widen_weights(model)
    print(quantize_products(model), 'products in 8 bits')
    halve_weights(model)
    onnx.save(model, str(path))
    manifest['vocoder']['sha256'] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / 'voice.json').write_text(json.dumps(manifest, indent=2) + '\n')


if __name__ == '__main__':
    main(Path(sys.argv[1]))
