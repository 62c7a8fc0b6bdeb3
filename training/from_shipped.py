"""Weights of a shipped vocoder for a training to start from: python3 -m training.from_shipped VOCODER.onnx FILE

The recordings' checkpoints are not kept anywhere; what is shipped has all weights, in 16 bits.
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training.networks.vocoder import Vocoder
from training.workplace import save_checkpoint


def vocoder_weights(path: Path) -> dict[str, torch.Tensor]:
    """Most weights keep their name in the file; those of products are transposed and have none: they come in order."""
    graph = onnx.load(str(path)).graph
    named = {one.name.removesuffix('_half'): torch.from_numpy(numpy_helper.to_array(one).copy()).float()
             for one in graph.initializer}
    products = list(dict.fromkeys(name for node in graph.node if node.op_type == 'MatMul' for name in node.input
                                  if name.startswith('onnx::') and name in named))
    model = Vocoder()
    wanted = [f'trunk.blocks.{i}.{part}.weight' for i in range(len(model.trunk.blocks)) for part in ('widen', 'narrow')]
    found = dict(zip([*wanted, 'head.weight'], products))
    state = model.state_dict()
    for name, value in state.items():
        if name in found:
            state[name] = named[found[name]].t().contiguous()
        elif f'vocoder.{name}' in named:
            state[name] = named[f'vocoder.{name}'].reshape(value.shape)
        elif name not in ('spread', 'band_sums'):
            raise SystemExit(f'{path} has no weights for {name}')
    model.load_state_dict(state)
    return model.state_dict()


if __name__ == '__main__':
    save_checkpoint(Path(sys.argv[2]), {'parts': {'average': vocoder_weights(Path(sys.argv[1]))}, 'shape': {'settings': {}},
                                        'step': 0, 'spent_s': 0})
