import contextlib
import io
import json
import tempfile
import unittest
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import numpy as np
import torch

from training import pitch
from training.export import sha256_of
from training.flagship.place import REPOSITORY
from training.loudness import loudness_lufs
from training.mel import BANDS, RATE_HZ
from training.networks.flagship import FEATURE_COUNT, HOP
from training.networks.pitch_network import without_single_frames
from training.networks.vocoder import Vocoder
from training.on_gpu import export, train
from training.on_gpu.aria import AriaVocoder, fundamental_phase, levelled, without_tones
from training.on_gpu.clauses import SoundStore
from training.on_gpu.freight import across, load, narrow, store, widen
from training.on_gpu.fronts import Told
from training.on_gpu.judges import Judges
from training.on_gpu.natural import NaturalVocoder
from training.on_gpu.predictions import Predicted
from training.on_gpu.teacher import Spoken
from training.on_gpu.weights import read_weights
from training.prepare import TARGET_LUFS
from training.sounds import COMMA, END, START, rows_of

_CPU = torch.device('cpu')
_SEGMENT_S = 0.15


def clause(number: int, frames: int = 90) -> Spoken:
    """Twelve harmonics of a tone that glides; the last tenth is unvoiced."""
    chance = np.random.default_rng(number)
    voiced = np.arange(frames) < 0.9 * frames
    f0 = np.where(voiced, np.linspace(120, 160, frames) + 10 * number, 0).astype(np.float32)
    phase = 2 * np.pi * np.cumsum(np.repeat(f0, HOP)) / RATE_HZ
    tones = sum(np.cos(k * phase + k) / k for k in range(1, 13)) * np.repeat(voiced, HOP)
    samples = 0.1 * tones + 0.003 * chance.standard_normal(frames * HOP)
    features = chance.standard_normal((frames, FEATURE_COUNT)).astype(np.float16)
    told = Told(number, features, f0, chance.standard_normal(256).astype(np.float32))
    return Spoken(told, torch.from_numpy(features), torch.from_numpy(samples.astype(np.float32)), number % 3 == 0)


class MadeUpTeacher:
    clauses = 6

    def __init__(self, predictions: int):
        self._left = [clause(number) for number in range(self.clauses)]
        self._predictions = [Predicted(np.full((60, BANDS), -3, np.float16), np.full(60, 150, np.float32), np.ones(60, np.float32))
                             for _ in range(predictions)]

    @property
    def is_done(self) -> bool:
        return not self._left

    def spoken(self, most: int) -> Iterator[Spoken]:
        while self._left and most > 0:
            most -= 1
            yield self._left.pop(0)

    def predicted(self) -> Iterator[Predicted]:
        while self._predictions:
            yield self._predictions.pop()

    def end(self) -> None:
        self._left = []


class Training(unittest.TestCase):
    """Few steps with tiny batches and discriminators on the CPU."""

    def setUp(self):
        self.addCleanup(setattr, train, 'Judges', train.Judges)
        train.Judges = lambda: Judges(4, (4, 8, 8, 8))

    def train(self, folder: Path, target) -> dict[str, dict]:
        parser = ArgumentParser()
        train.add_options(parser)
        options = parser.parse_args(['--folder', str(folder), '--out', str(folder), '--seconds', '600', '--steps', '4', '--device', 'cpu',
                                     '--batch', '1', '--judged', '2', '--first-minutes', '1'])
        torch.manual_seed(0)
        with contextlib.redirect_stdout(io.StringIO()):
            train.Training(options, MadeUpTeacher(int(isinstance(target, AriaVocoder))), target, lambda _: None, lambda: 1.0).run()
        return {line['label']: line for line in map(json.loads, (folder / 'figures.jsonl').read_text().splitlines())}

    def check(self, target) -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        before = {name: value.clone() for name, value in target.model.state_dict().items()}
        figures = self.train(Path(folder.name), target)
        self.assertEqual({label: line['step'] for label, line in figures.items()}, {'start': 0, 'regression': 4, 'end': 8})
        self.assertTrue(all(np.isfinite([line['distance'], line['mel'], line['phase']]).all() for line in figures.values()))
        made = read_weights(Path(folder.name), target.name)
        self.assertFalse(all(torch.equal(value, made[name]) for name, value in before.items()))
        return Path(folder.name)

    def test_natural_is_trained_by_regression_and_then_by_discriminators(self):
        self.check(NaturalVocoder(_CPU, 9000, MadeUpTeacher.clauses, _SEGMENT_S))

    def test_aria_is_trained_from_weights_that_are_given_and_exported_as_it_ships(self):
        torch.manual_seed(0)
        folder = self.check(AriaVocoder(_CPU, 9000, _SEGMENT_S, 500, Vocoder().state_dict()))
        for name in ('voice.json', 'vocoder.onnx'):
            copyfile(REPOSITORY / 'voices' / 'aria' / name, folder / name)
        shipped = json.loads((folder / 'voice.json').read_text(encoding='utf-8'))
        with contextlib.redirect_stdout(io.StringIO()):
            export.run(Namespace(weights=folder, name='vocoder', folder=folder))
        changed = json.loads((folder / 'voice.json').read_text(encoding='utf-8'))
        self.assertEqual(changed['vocoder']['sha256'], sha256_of(folder / 'vocoder.onnx'))
        self.assertNotEqual(changed['vocoder']['sha256'], shipped['vocoder']['sha256'])
        self.assertEqual(changed | {'vocoder': 0}, shipped | {'vocoder': 0})

    def test_aria_does_not_begin_without_predictions(self):
        with self.assertRaisesRegex(SystemExit, 'no predictions'):
            AriaVocoder(_CPU, 1000, 0.3, 500, Vocoder().state_dict()).begin()


class Sounds(unittest.TestCase):
    def test_pulses_lie_under_the_fundamental_as_in_the_trainings_on_a_cpu(self):
        spoken = clause(1, 200)
        sounds = SoundStore(_CPU, 2000, 200 * HOP // 64 * 64)
        sounds.add(spoken.told, spoken.samples, False)
        sound = sounds.sound_at(sounds.draw(1) * 0 + sounds._starts._places[3])
        found = fundamental_phase(sound.audio, sound.phase)[0].numpy()
        hz = np.where(sound.voicing_at[0, ::256] > 0.5, sound.hz_at[0, ::256], 0).astype(np.float32)
        wanted = pitch.fundamental_phase(sound.audio[0].numpy(), np.append(hz, hz[-1]))
        voiced = slice(3000, 40_000)
        off = np.angle(np.exp(1j * (found - wanted)))[voiced]
        self.assertLess(np.abs(off).max(), 0.1)

    def test_clauses_are_levelled_and_lose_the_teachers_tones(self):
        spoken = clause(2, 240)
        at = torch.arange(len(spoken.samples)) / RATE_HZ
        clear = without_tones(spoken.samples + 0.05 * torch.sin(2 * torch.pi * 4800 * at))
        self.assertLess(float((clear - spoken.samples).square().mean().sqrt()), 0.003)
        self.assertAlmostEqual(loudness_lufs(levelled(0.1 * spoken.samples).numpy(), RATE_HZ), TARGET_LUFS, delta=2.0)

    def test_a_frame_that_differs_from_both_neighbours_is_an_error(self):
        self.assertEqual(without_single_frames(torch.tensor([1, 0, 1, 1, 0, 0, 1, 0])).tolist(), [1, 1, 1, 1, 0, 0, 0, 0])

    def test_rows_are_those_that_the_engine_makes(self):
        word = lambda mark: {'sounds': ['n', 'ˈO'], 'light': False, 'mark': mark, 'falls': False}
        symbols = [row[0] for row in rows_of([word(','), word(''), word('.')])]
        self.assertEqual([i for i, symbol in enumerate(symbols) if symbol in (START, COMMA, END)], [0, 3, 8])


class Freight(unittest.TestCase):
    def test_weights_of_8_bits_come_back_exact_and_others_as_near_as_was_asked(self):
        chance = np.random.default_rng(0)
        in_bytes = (chance.integers(-127, 128, (40, 300)) * chance.uniform(0.001, 0.1, (40, 1))).astype(np.float32)
        others = chance.standard_normal((64, 32, 20)).astype(np.float32)
        with tempfile.TemporaryDirectory() as folder:
            def back(**asked) -> dict[str, np.ndarray]:
                store(Path(folder) / 'w', narrow(across({'in_bytes': in_bytes, 'others': others}), **asked))
                return across(widen(load(Path(folder) / 'w')))

            error = lambda made, wanted: np.abs(made - wanted).max() / np.abs(wanted).max()
            exact, small = back(), back(halve=True, round_from=1000)
        self.assertLess(error(exact['in_bytes'], in_bytes), 1e-5)
        self.assertLess(error(exact['others'], others), 1e-3)
        self.assertLess(error(small['in_bytes'], in_bytes), 0.6 / 127)
        self.assertLess(error(small['others'], others), 1.1 / 127)


if __name__ == '__main__':
    unittest.main()
