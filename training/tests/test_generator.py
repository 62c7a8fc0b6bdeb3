import unittest

import numpy as np
from onnx import helper

try:
    import onnxruntime
except ImportError as missing:
    raise unittest.SkipTest('Debian has no onnxruntime') from missing

from training.flagship.generator import Graph


def beside(x, count, apart, after):
    side = (count - 1) * apart // 2 + after
    padded = np.pad(x, ((side, (count - 1) * apart - side + after), (0, 0)))
    return np.concatenate([padded[i * apart:i * apart + len(x) + after] for i in range(count)], 1)


class Products(unittest.TestCase):
    """Of rows that lie side by side, in 8 bits."""

    def check(self, rows, columns, after_columns, count, apart, after, loudness):
        random = np.random.default_rng(0)
        weight = random.standard_normal((count * columns, after_columns)).astype(np.float32)
        x = (random.standard_normal((rows, columns)) * loudness(np.linspace(0, 1, rows))[:, None]).astype(np.float32)
        graph = Graph()
        graph.nodes.append(helper.make_node('Identity', [graph.product('x', weight, count, apart, after)], ['y']))
        value = helper.make_tensor_value_info
        model = graph.model([value('x', 1, [1, 'n', columns])], [value('y', 1, [1, 'm', after_columns])])
        made = onnxruntime.InferenceSession(model.SerializeToString(), providers=['CPUExecutionProvider']).run(None, {'x': x[None]})[0]
        wanted = beside(x, count, apart, after) @ weight
        self.assertEqual(made.shape, (1, *wanted.shape))
        return np.sqrt(((made[0] - wanted) ** 2).mean(1) / (wanted ** 2).mean(1))

    def test_are_those_of_32_bits_within_3_percent(self):
        for shape in ((300, 64, 32, 3, 1, 0), (1000, 32, 48, 11, 5, 0), (129, 64, 96, 2, 1, 1), (128, 8, 8, 7, 3, 0), (1, 8, 8, 3, 1, 0)):
            self.assertLess(self.check(*shape, np.ones_like).mean(), 0.03, shape)

    def test_of_soft_rows_are_as_exact_where_others_are_loud(self):
        errors = self.check(2000, 64, 32, 3, 1, 0, lambda at: np.where(at < 0.5, 0.001, 1))
        self.assertLess(errors[:800].mean(), 0.03)


if __name__ == '__main__':
    unittest.main()
