import os
import shutil
import subprocess
import unittest
from pathlib import Path

import numpy as np
import torch

from training import pitch
from training.clicks import clicks, with_break
from training.loudness import loudness_lufs
from training.measures import warp
from training.mel import BANDS, HOP, RATE_HZ, log_mel

SECOND = np.arange(RATE_HZ) / RATE_HZ


def voice(hz: float) -> np.ndarray:
    return sum(np.sin(2 * np.pi * hz * k * SECOND) / k for k in range(1, 20)) * 0.1


#: Of Kathleen, CC0.
RECORDINGS = Path(__file__).parent / 'recordings'


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

    def test_pitch_alike_is_periodic_and_noise_is_less(self):
        clear, noise = voice(150.0), np.random.default_rng(3).normal(0, 0.1, RATE_HZ)
        hz = np.full(1 + RATE_HZ // HOP, 150.0)
        self.assertGreater(pitch.likeness(clear, hz)[5:-5].min(), 0.99)
        self.assertLess(pitch.likeness(clear + noise, hz)[5:-5].mean(), 0.97)


class Clicks(unittest.TestCase):
    def test_a_voice_that_swells_and_fades_is_none(self):
        self.assertEqual(len(clicks(_faded(voice(150.0)))), 0)

    def test_a_voice_that_begins_or_ends_abruptly_is_one(self):
        cut = _faded(voice(150.0))[:12_040]
        self.assertEqual([round(at, -2) for at in clicks(cut)], [12_000])

    def test_pulses_of_a_pressed_voice_are_none_and_one_alone_is(self):
        pulses = np.zeros(RATE_HZ)
        pulses[4800:9600:128] = 0.3
        self.assertEqual(len(clicks(_faded(voice(187.5)) + pulses)), 0)
        pulses[4800:9600] = 0
        pulses[7200] = 0.3
        self.assertEqual(list(clicks(_faded(voice(187.5)) + pulses)), [7200])

    def test_every_kind_of_break_is_found_where_it_is(self):
        for kind, size in (('jump', 0.03), ('sample', 0.01), ('gap', 0.003)):
            broken = with_break(_faded(voice(150.0)), 12_050, kind, size)
            self.assertEqual([abs(int(at) - 12_050) < 5 for at in clicks(broken)], [True], kind)


# In CI a missing program is an error.
@unittest.skipIf(shutil.which('ffmpeg') is None and not os.environ.get('CI'), 'no ffmpeg to decode the recordings')
class ClicksInRecordings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.recordings = [_decode(path) for path in sorted(RECORDINGS.glob('*.mp3'))]

    def test_there_is_none(self):
        self.assertEqual(len(self.recordings), 3)
        self.assertEqual([len(clicks(samples)) for samples in self.recordings], [0, 0, 0])

    def test_most_jumps_of_the_size_of_speech_are_found(self):
        self.assertGreater(self._share_found('jump', 0.3), 0.7)
        self.assertGreater(self._share_found('sample', 0.3), 0.8)

    def _share_found(self, kind: str, size: float) -> float:
        places = [(samples, at) for samples in self.recordings for at in range(3000, len(samples) - 3000, 601)]
        return float(np.mean([(np.abs(clicks(with_break(samples, at, kind, size)) - at) < 24).any()
                              for samples, at in places]))


def _faded(samples: np.ndarray) -> np.ndarray:
    return samples * np.sin(np.pi * SECOND) ** 2


def _decode(path: Path) -> np.ndarray:
    command = ['ffmpeg', '-nostdin', '-v', 'error', '-i', str(path), '-f', 'f32le', '-ac', '1', '-']
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.float32).astype(np.float64)


if __name__ == '__main__':
    unittest.main()
