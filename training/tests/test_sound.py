import unittest

import numpy as np
import torch

from training import pitch
from training.loudness import loudness_lufs
from training.measures import clicks, warp
from training.mel import BANDS, HOP, RATE_HZ, log_mel

SECOND = np.arange(RATE_HZ) / RATE_HZ


def voice(hz: float) -> np.ndarray:
    return sum(np.sin(2 * np.pi * hz * k * SECOND) / k for k in range(1, 20)) * 0.1


class Mel(unittest.TestCase):
    def test_a_frame_is_centred_on_each_hop(self):
        self.assertEqual(log_mel(torch.zeros(10 * HOP)).shape, (BANDS, 11))

    def test_silence_lies_on_the_floor(self):
        self.assertAlmostEqual(float(log_mel(torch.zeros(RATE_HZ)).max()), np.log(1e-5), places=4)


class Loudness(unittest.TestCase):
    def test_a_sine_of_minus_20_db_is_the_recommendations_value(self):
        self.assertAlmostEqual(loudness_lufs(0.1 * np.sin(2 * np.pi * 997 * SECOND), RATE_HZ), -23.01, delta=0.05)


class Pitch(unittest.TestCase):
    def test_a_steady_voice_is_tracked_within_five_cents(self):
        hz = pitch.track([voice(187.0)])[0][5:-5]
        self.assertLess(np.abs(1200 * np.log2(hz / 187.0)).max(), 5)

    def test_noise_is_unvoiced(self):
        noise = np.random.default_rng(1).normal(0, 0.1, RATE_HZ)
        self.assertLess((pitch.track([noise])[0] > 0).mean(), 0.1)

    def test_the_phase_of_the_fundamental_follows_the_signal(self):
        samples = np.sin(2 * np.pi * 150 * SECOND + 1.0)
        phase = pitch.fundamental_phase(samples, pitch.track([samples])[0])
        wanted = 2 * np.pi * 150 * SECOND + 1.0 - np.pi / 2
        off = np.angle(np.exp(1j * (phase - wanted)))[2000:-2000]
        self.assertLess(np.abs(off).max(), 0.05)

    def test_a_run_an_octave_down_is_creak(self):
        hz = np.concatenate([np.full(40, 160.0), np.zeros(3), np.full(6, 80.0)])
        self.assertEqual((pitch.without_creak(hz) > 0).sum(), 40)


class Measures(unittest.TestCase):
    def test_a_sequence_said_slower_is_warped_onto_itself(self):
        rows = np.random.default_rng(2).normal(size=(30, 4))
        slow, fast = warp(np.repeat(rows, 2, axis=0), rows)
        self.assertTrue((slow // 2 == fast).all())

    def test_a_broken_waveform_is_a_click_and_a_voice_is_none(self):
        samples = 0.2 * np.sin(2 * np.pi * 200 * SECOND)
        self.assertEqual(len(clicks(samples)), 0)
        self.assertEqual(len(clicks(voice(150.0))), 0)
        samples[15_000] += 0.05
        self.assertEqual([int(round(at, -2)) for at in clicks(samples)], [15_000])
        samples[12_030:] *= 0.3
        self.assertIn(12_000, [int(round(at, -2)) for at in clicks(samples)])


if __name__ == '__main__':
    unittest.main()
