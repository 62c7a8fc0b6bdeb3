import tempfile
import unittest
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

from training.convert import Constants, statistics_of, unlike, weights_of
from training.corpus import Statistics
from training.export import acoustic_graph, halve_weights
from training.loop import Loop
from training.mel import BANDS
from training.networks.acoustic import AcousticModel
from training.networks.prosody import PITCH_MIDDLE, VALUES, ProsodyFlow, widen_accents
from training.networks.shipped import Calibration, ShippedAcoustic, ShippedVocoder
from training.networks.vocoder import LOOK_AHEAD, LOOK_BACK, Vocoder
from training.quantize import quantize_products
from training.sounds import END, START, SYMBOLS, Word, silence_row, word_rows

#: A low and a high speaker, half an octave under the origin of pitch and half an octave above it.
STATISTICS = Statistics(['low', 'high'], ['eng'], [0, 0], 2.0, 0.5, [-0.5, 0.5], [3.0, 3.0], 0.8, [[0.0] * BANDS] * 2,
                        [[1.0] * BANDS] * 2)


class ShippedNetworks(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        word = Word(('h', 'ə', 'l', 'ˈO'), light=False, follows=2)
        self.rows = torch.tensor([[silence_row(START), *word_rows(word), silence_row(END)]])
        self.model = ShippedAcoustic(
            ProsodyFlow(16, 1), AcousticModel(16, 1, 1), STATISTICS, [Calibration(1.1, 1.7, 1.3, 0.0, 0.0)] * 2, 2,
            torch.ones(len(SYMBOLS))).eval()

    def speak(self, **asked: torch.Tensor):
        ones = torch.ones(self.rows.shape[:2])
        inputs = {'speaker': torch.tensor([[1.0, 0]]), 'language': torch.ones(1, 1), 'dur_scale': ones,
                  'pitch_shift': 0 * ones, 'pitch_range': ones, 'energy': 0 * ones, 'dur_frames': -ones,
                  'latent': torch.zeros(*ones.shape, VALUES)} | asked
        with torch.no_grad():
            return self.model(self.rows, **inputs)

    def test_frames_are_as_many_as_the_durations_say(self):
        mel, durations, hz, voiced = self.speak()
        frames = int(durations.sum())
        self.assertEqual((mel.shape, hz.shape, voiced.shape), ((1, BANDS, frames), (1, frames), (1, frames)))
        self.assertTrue((durations[0, 1:-1] >= 1).all())

    def test_durations_that_are_asked_for_are_kept(self):
        asked = torch.tensor([[3.0, 4, 5, 6, 7, 0]])
        self.assertEqual(self.speak(dur_frames=asked)[1].tolist(), asked.long().tolist())

    def test_the_same_latent_is_the_same_reading_and_another_is_another(self):
        noise = torch.randn(1, self.rows.shape[1], VALUES)
        self.assertTrue(torch.equal(self.speak(latent=noise)[2], self.speak(latent=noise)[2]))
        self.assertFalse(np.array_equal(self.speak(latent=noise)[2].numpy(), self.speak()[2].numpy()))

    def test_a_mixture_speaks_at_a_pitch_between_its_speakers(self):
        pitch = lambda *shares: float(torch.log2(self.speak(speaker=torch.tensor([shares]), pitch_range=torch.zeros(1, 6))[2]).mean())
        self.assertAlmostEqual(pitch(0.0, 1.0) - pitch(1.0, 0.0), 1.0, places=4)
        self.assertAlmostEqual(pitch(0.5, 0.5) - pitch(1.0, 0.0), 0.5, places=4)

    def test_filters_made_in_chunks_are_those_made_at_once(self):
        frames, blocks = 23, 2
        vocoder = Vocoder(16, blocks).eval()
        shipped = ShippedVocoder(vocoder)
        mel, hz = torch.randn(1, BANDS, frames) - 3, torch.full((1, frames), 170.0)
        padded = [torch.nn.functional.pad(x, (LOOK_BACK, LOOK_AHEAD), mode='replicate')
                  for x in (mel, hz[None], torch.ones(1, 1, frames))]
        padded = [padded[0], padded[1][0], padded[2][0]]
        with torch.no_grad():
            state = torch.zeros(blocks, 1, 16, 6)
            whole, _ = shipped(*padded, state)
            parts = []
            for start in range(0, frames, 5):
                end = min(frames, start + 5) + LOOK_BACK + LOOK_AHEAD
                part, state = shipped(*(x[..., start:end] for x in padded), state)
                parts.append(part)
        self.assertLess(float((torch.cat(parts, 1) - whole).abs().max() / whole.abs().max()), 1e-5)


class Accents(unittest.TestCase):
    def test_a_gain_leaves_a_steady_fall_and_widens_what_stands_out(self):
        fall = torch.linspace(1, -1, 60)
        values = torch.zeros(1, 60, VALUES)
        values[0, :, PITCH_MIDDLE] = fall
        values[0, 30, PITCH_MIDDLE] += 1.0
        wide = widen_accents(values, torch.ones(1, 60), 2.0)[0, :, PITCH_MIDDLE]
        self.assertLess(float((wide - fall)[15:19].abs().max()), 0.15)
        self.assertGreater(float((wide - fall)[30]), 1.7)


class Files(unittest.TestCase):
    def test_halved_weights_are_widened_again_when_the_file_is_read(self):
        weight = np.random.default_rng(0).normal(size=(64, 64)).astype(np.float32)
        value = lambda name: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, 64])
        graph = helper.make_graph([helper.make_node('MatMul', ['x', 'w'], ['y'])], 'g', [value('x')], [value('y')],
                                  [numpy_helper.from_array(weight, 'w')])
        model = helper.make_model(graph)
        halve_weights(model)
        onnx.checker.check_model(model)
        self.assertEqual(numpy_helper.to_array(model.graph.initializer[0]).dtype, np.float16)
        self.assertEqual([node.op_type for node in model.graph.node], ['Cast', 'MatMul'])


    def test_weights_and_statistics_come_back_from_a_file_of_8_and_16_bits(self):
        def graph_of(networks, statistics):
            model = ShippedAcoustic(*networks, statistics, [Calibration(1.1, 1.7, 1.3, 0.0, 0.0)] * 2, 2,
                                    torch.ones(len(SYMBOLS)))
            return acoustic_graph(model, statistics)

        torch.manual_seed(0)
        statistics = replace(STATISTICS, level_deviation=0.75)
        trained = ProsodyFlow(16, 1), AcousticModel(64, 1, 1)
        with torch.no_grad():
            for weight in (weight for network in trained for weight in network.parameters()):
                weight.add_(0.1 * torch.randn(weight.shape))
        file = graph_of(trained, statistics)
        quantize_products(file)
        halve_weights(file)
        others = unlike(ProsodyFlow(16, 1), AcousticModel(64, 1, 1))
        unknown = replace(statistics, duration_mean=2.71822, duration_deviation=0.91827, level_deviation=0.57722,
                          pitch_means=[0.0, 0.0], mel_deviations=[[2.0] * BANDS] * 2)
        both = Constants(file), Constants(graph_of(others, unknown))
        self.assertEqual(statistics_of(*both, unknown), statistics)
        for network, other, prefix in zip(trained, others, ('prosody.', 'acoustic.')):
            found = weights_of(*both, other, prefix)
            for name, weight in network.state_dict().items():
                in_use = weight[:2] if name == 'who.speakers' else weight[:1] if name == 'who.languages' else weight
                self.assertLess(float((found[name][:len(in_use)] - in_use).abs().max()), 0.01 * float(weight.abs().max()) + 1e-6,
                                name)


class Training(unittest.TestCase):
    def test_the_same_command_goes_on_where_a_training_was_left(self):
        options = Namespace(steps=6, call_minutes=None, report_s=100, seed=1)
        with tempfile.TemporaryDirectory() as folder:
            def run(steps: int) -> list[int]:
                layer = torch.nn.Linear(1, 1)
                loop = Loop(Path(folder), Namespace(**{**vars(options), 'steps': steps}), {'layer': layer}, {})
                seen = list(loop.steps(lambda: {}))
                return seen

            self.assertEqual(run(3), [0, 1, 2])
            self.assertEqual(run(6), [3, 4, 5])


if __name__ == '__main__':
    unittest.main()
