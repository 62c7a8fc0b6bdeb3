import io
import unittest
from collections import Counter

import onnx
import torch
from torch import nn

from training.fuse import fuse_operations
from training.networks.blocks import ChannelNorm
from training.networks.speaker_blocks import WHO_NUMBERS, SpeakerNorm


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.along, self.norm = nn.Conv1d(8, 8, 3, groups=8), ChannelNorm(8)

    def forward(self, x):
        return self.norm(self.along(x).transpose(1, 2))


class Fusing(unittest.TestCase):
    def setUp(self):
        file = io.BytesIO()
        torch.onnx.export(Block(), (torch.zeros(1, 8, 5),), file, opset_version=16, input_names=['x'],
                          dynamic_axes={'x': {2: 't'}})
        self.model = onnx.load_model_from_string(file.getvalue())

    def test_a_norm_is_one_operation_and_a_convolution_has_two_dimensions(self):
        self.assertEqual(fuse_operations(self.model), (1, 1))
        onnx.checker.check_model(self.model, full_check=True)
        counts = Counter(node.op_type for node in self.model.graph.node)
        self.assertEqual((counts['LayerNormalization'], counts['Conv'], counts['ReduceMean'], counts['Sqrt']), (1, 1, 0, 0))
        norm = next(node for node in self.model.graph.node if node.op_type == 'LayerNormalization')
        self.assertEqual(list(norm.input[1:]), ['norm.gain', 'norm.bias'])

    def test_a_norm_by_who_speaks_is_one_operation_with_a_flat_gain(self):
        file = io.BytesIO()
        torch.onnx.export(SpeakerNorm(8), (torch.zeros(1, 5, 8), torch.zeros(1, WHO_NUMBERS)), file, opset_version=16,
                          input_names=['x', 'who'], dynamic_axes={'x': {1: 't'}})
        model = onnx.load_model_from_string(file.getvalue())
        self.assertEqual(fuse_operations(model), (1, 0))
        onnx.checker.check_model(model, full_check=True)
        counts = Counter(node.op_type for node in model.graph.node)
        self.assertEqual((counts['LayerNormalization'], counts['Reshape'], counts['Sqrt']), (1, 2, 0))

    def test_a_second_time_nothing_changes(self):
        fuse_operations(self.model)
        once = self.model.SerializeToString()
        self.assertEqual(fuse_operations(self.model), (0, 0))
        self.assertEqual(self.model.SerializeToString(), once)


if __name__ == '__main__':
    unittest.main()
