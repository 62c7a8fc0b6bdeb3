import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import unittest
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from training.dnsmos import levelled
from training.flagship import aria_vocoder, make_data, next as next_stage, progress
from training.flagship.aria_vocoder import hz_of, take_of
from training.flagship.background import hold_lock, running
from training.flagship.clauses import Clause, Shard, ShardWriter
from training.flagship.next import Runner
from training.flagship.place import REPOSITORY, Place
from training.flagship.plan import DATA, VOCODER, Progress, Rules, next_stages
from training.flagship.speak import speaker_of
from training.flagship.tally import shard_folders
from training.flagship.teacher import FRAME, Spoken, without_tones
from training.flagship.texts import all_texts
from training.flagship.voices import LANGUAGES, MIXTURES, STYLES, UNHEARD, language_of, random_mixture, voices
from training.loop import CHECKPOINT
from training.mel import HOP, RATE_HZ
from training.on_gpu.clauses import through_unvoiced


def spoken(frames: int, seed: int) -> Spoken:
    """A tone of 200 Hz whose level some features tell; the last tenth is unvoiced."""
    made = np.random.default_rng(seed)
    f0 = np.where(np.arange(frames) < frames * 0.9, 200.0, 0.0).astype(np.float32)
    level = made.uniform(0.1, 1, frames)
    samples = 0.3 * np.sin(2 * np.pi * 200 / RATE_HZ * np.arange(frames * FRAME)) * np.repeat(level, FRAME)
    features = made.normal(size=(frames, 512)) * 0.1 + level[:, None]
    return Spoken(features.astype(np.float32), f0, made.normal(size=256).astype(np.float32), np.full(frames // 8, 4),
                  samples.astype(np.float32))


def write_clauses(place: Place, clauses: int = 24) -> None:
    writer = ShardWriter(place.shards, 'p0')
    for i in range(clauses):
        name = 'unheard-man' if i % 6 == 5 else 'af_heart'
        split = 'held-out' if i % 3 == 2 else 'train'
        writer.add({'id': f't{i}', 'voice': name, 'mixture': {}, 'language': 'eng', 'split': split, 'tokens': [0, 5, 0]},
                   spoken(30 + i, i))
        if i == clauses // 2:
            writer.write()
    writer.write()


def write_sounds(place: Place) -> None:
    place.vocabulary.parent.mkdir(parents=True)
    place.vocabulary.write_text(json.dumps({'a': 1, ' ': 2, '.': 3}))
    word = {'sounds': ['a'], 'light': False, 'mark': '.'}
    rows = [{'id': f'{language}-{split}-{i}', 'language': language, 'split': split, 'text': 'a' * i, 'words': [word] * (i + 3)}
            for language in LANGUAGES for split in ('train', 'held-out') for i in range(4)]
    place.sounds.write_text(''.join(json.dumps(row) + '\n' for row in rows))


def options_of(stage, *arguments: str):
    parser = ArgumentParser()
    stage.add_options(parser)
    return parser.parse_args(arguments)


class FakeTeacher:
    def __init__(self, *_):
        pass

    def release_memory(self):
        pass

    def speak(self, tokens, mixture, speed=1.0, pitch=1.0, is_exact=True):
        return spoken(40 + len(tokens), len(tokens))


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = Place(Path(folder.name))

    def run_stage(self, stage, *arguments: str) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            stage.run(options_of(stage, '--work', str(self.place.root), *arguments))
        return out.getvalue()

    def use_fake_teacher(self, stage) -> None:
        self.addCleanup(setattr, stage, 'SplitTeacher', stage.SplitTeacher)
        stage.SplitTeacher = FakeTeacher


class Tones(unittest.TestCase):
    def test_the_teachers_tones_are_taken_out_and_nothing_else(self):
        at = np.arange(RATE_HZ) / RATE_HZ
        speech = np.sin(2 * np.pi * 440 * at) + np.sin(2 * np.pi * 5000 * at)
        tones = 0.01 * np.sin(2 * np.pi * 4800 * at) + 0.01 * np.sin(2 * np.pi * 9600 * at)
        self.assertLess(np.abs(without_tones(tones)).max(), 1e-6)
        self.assertLess(np.abs(without_tones(speech) - speech).max(), 0.02)


class Plan(unittest.TestCase):
    def at(self, processes: int = 2, **known) -> list[str]:
        return next_stages(Progress(**{'minutes': 600, 'is_data_whole': True, 'vocoder': 0.0} | known), Rules(), processes)

    def test_data_come_first_and_a_training_joins_when_there_are_enough(self):
        self.assertEqual(self.at(minutes=0, is_data_whole=False), [DATA, DATA])
        self.assertEqual(self.at(minutes=100, is_data_whole=False), [VOCODER, DATA])
        self.assertEqual(self.at(), [VOCODER])

    def test_one_process_makes_all_data_before_it_trains(self):
        self.assertEqual(self.at(minutes=500, is_data_whole=False, processes=1), [DATA])

    def test_all_is_done_when_the_training_is(self):
        self.assertEqual(self.at(vocoder=1.0, is_data_whole=False), [DATA, DATA])
        self.assertEqual(self.at(vocoder=1.0), [])


class What(unittest.TestCase):
    def test_every_style_and_language_is_spoken_and_there_are_about_ten_hours(self):
        wanted = voices()
        self.assertEqual(len(STYLES), 54)
        self.assertEqual({voice.name for voice in wanted}, {*STYLES, *UNHEARD, MIXTURES})
        self.assertEqual({language for voice in wanted for language in voice.languages},
                         {'eng', 'eng-GB', 'spa', 'fra', 'por', 'hin', 'jpn'})
        self.assertTrue(8 * 60 <= sum(voice.minutes for voice in wanted) <= 10 * 60)

    def test_mixtures_differ_and_their_weights_make_one(self):
        chance = random.Random(1)
        mixed = [random_mixture(chance) for _ in range(200)]
        self.assertGreater(len({tuple(sorted(mixture)) for mixture in mixed}), 150)
        self.assertTrue(all(2 <= len(mixture) <= 3 and abs(sum(mixture.values()) - 1) < 0.01 for mixture in mixed))
        voice = voices()[-1]
        self.assertEqual({language_of(voice, mixture, chance) for mixture in mixed}, set(LANGUAGES))

    def test_no_text_is_both_held_out_and_trained_on(self):
        rows = all_texts()
        self.assertEqual(len({row['id'] for row in rows}), len(rows))
        of_split = lambda split: {(row['language'], row['text']) for row in rows if row['split'] == split}
        self.assertFalse(of_split('train') & of_split('held-out'))
        self.assertGreater(len(of_split('train')), 5000)


def clauses_of(place: Place) -> list[Clause]:
    return [clause for folder in shard_folders(place.shards) for clause in Shard(folder).clauses]


class Data(InFolder):
    def test_a_clause_comes_back_from_its_shard(self):
        write_clauses(self.place)
        clause = clauses_of(self.place)[7]
        number = int(clause.row['id'][1:])
        wanted = spoken(30 + number, number)
        self.assertEqual(clause.frames, 30 + number)
        np.testing.assert_allclose(clause.features, wanted.features, atol=2e-3)
        np.testing.assert_allclose(clause.samples / 32767, wanted.samples, atol=1e-4)
        np.testing.assert_allclose(clause.whole('means'), wanted.features.mean(0), atol=1e-5)

    def test_unvoiced_frames_have_the_pitch_between_their_neighbours(self):
        hz, voicing = through_unvoiced(np.array([0, 100, 3, 200, 0], np.float32))
        self.assertEqual(hz.tolist(), [100, 100, 150, 200, 200])
        self.assertEqual(voicing.tolist(), [0, 1, 0, 1, 0])

    def test_a_shard_that_was_being_written_is_ignored(self):
        write_clauses(self.place)
        before = len(clauses_of(self.place))
        shard = next(self.place.shards.iterdir())
        shard.rename(shard.with_suffix('.part'))
        self.assertLess(len(clauses_of(self.place)), before)

    def test_pitch_and_phase_of_a_take_are_those_of_its_samples(self):
        write_clauses(self.place)
        clause = max(clauses_of(self.place), key=lambda one: one.frames)
        hz = hz_of(np.asarray(clause.f0))
        self.assertEqual(len(hz), len(clause.samples) // HOP + 1)
        np.testing.assert_allclose(hz[:40], 200)
        self.assertEqual(hz[-1], 0)
        self.assertEqual(hz_of(np.zeros(10)).max(), 0)
        with aria_vocoder_of_short_takes():
            take = take_of(clause)
        step = np.diff(np.unwrap(take['phase'][2000:4000] * (np.pi / 32767)))
        self.assertAlmostEqual(float(np.median(step)), 2 * np.pi * 200 / RATE_HZ, delta=2e-3)


@contextlib.contextmanager
def aria_vocoder_of_short_takes():
    before = aria_vocoder._SHORTEST_S
    aria_vocoder._SHORTEST_S = 0.1
    try:
        yield
    finally:
        aria_vocoder._SHORTEST_S = before


class Speaking(unittest.TestCase):
    def test_a_mixture_is_spoken_at_its_own_pitch_where_the_engine_has_all_of_it(self):
        pitches = {'a': 100.0, 'b': 200.0}
        self.assertEqual(speaker_of('natural', {'a': 1.0}, pitches).base, 'a')
        mixed = speaker_of('natural', {'a': 0.5, 'b': 0.5}, pitches)
        self.assertEqual(mixed.base, 'a*0.5+b*0.5')
        self.assertAlmostEqual(mixed.pitch_hz, 100 * 2 ** 0.5)
        self.assertIsNone(speaker_of('aria', {'a': 0.5, 'c': 0.5}, pitches))


class Making(InFolder):
    def test_every_voice_gets_its_minutes_and_the_same_command_goes_on(self):
        write_sounds(self.place)
        self.use_fake_teacher(make_data)
        self.run_stage(make_data, '--share', '0.003')
        tally = make_data.Tally(self.place.shards)
        self.assertTrue(tally.is_whole(voices(0.003)))
        self.assertFalse(tally.is_whole(voices(0.02)))
        self.run_stage(make_data, '--share', '0.02', '--number', '1')
        self.assertTrue(make_data.Tally(self.place.shards).is_whole(voices(0.02)))
        told = self.run_stage(progress, '--share', '0.02')
        self.assertIn('not running', told)
        self.assertIn(f'{MIXTURES} 3.', told)


class Training(InFolder):
    def test_the_shipped_vocoder_is_trained_on_and_goes_on_where_it_was_left(self):
        writer = ShardWriter(self.place.shards, 'p0')
        for i in range(4):
            writer.add({'id': f't{i}', 'voice': 'af_heart', 'mixture': {}, 'language': 'eng', 'tokens': [0, 5, 0],
                        'split': 'held-out' if i == 3 else 'train'}, spoken(200, i))
        writer.write()
        small = ('--batch', '1', '--segment', '24')
        self.run_stage(aria_vocoder, '--steps', '1', *small)
        self.assertEqual(progress.progress_of(self.place, 1.0).vocoder, 1.0)
        self.run_stage(aria_vocoder, '--steps', '3', *small)
        figures = [json.loads(line) for line in (self.place.aria / 'runs/vocoder/figures.jsonl').read_text().splitlines()]
        self.assertEqual((figures[0]['step'], figures[-1]['step'], figures[-1]['share']), (1, 3, 1.0))
        self.assertTrue({'distance', 'apart', 'phase', 'trained_judge'} <= figures[-1].keys())
        self.assertTrue((self.place.aria / 'runs' / 'vocoder' / CHECKPOINT).exists())


class Judging(unittest.TestCase):
    def test_level_and_silences_around_speech_do_not_matter(self):
        tone = np.sin(np.arange(RATE_HZ) / 10)
        loud, soft = levelled(0.9 * tone), levelled(np.concatenate([np.zeros(9000), 0.01 * tone, np.zeros(4000)]))
        self.assertLess(abs(len(loud) - len(soft)), RATE_HZ // 5)
        self.assertAlmostEqual(np.sqrt(np.mean(loud[12_000:30_000] ** 2)), np.sqrt(np.mean(soft[12_000:30_000] ** 2)), delta=0.001)


class Running(InFolder):
    """The stages are a script that says who it is and waits."""

    def setUp(self):
        super().setUp()
        self.place.python.parent.mkdir(parents=True)
        self.write_script('echo "$5 $@" >> started; exec sleep 60')
        options = Namespace(share=1.0)
        self.runner = Runner(self.place, options)
        self.addCleanup(self.runner.stop)

    def write_script(self, script: str) -> None:
        self.place.python.write_text(f'#!/bin/sh\ncd {self.place.root}\n{script}\n')
        self.place.python.chmod(0o755)

    def started(self, count: int) -> list[str]:
        path = self.place.root / 'started'
        while not path.exists() or len(path.read_text().splitlines()) < count:
            os.sched_yield()
        return [line.split()[0] for line in path.read_text().splitlines()]

    def set_wanted(self, *stages: str) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            self.runner.set_wanted(list(stages))

    def test_a_training_takes_the_place_of_one_of_those_that_make_data(self):
        self.set_wanted(DATA, DATA)
        self.assertEqual(self.started(2), [DATA, DATA])
        self.set_wanted(VOCODER, DATA)
        while len(self.started(2)) < 3:
            self.set_wanted(VOCODER, DATA)
        self.assertEqual(self.started(3)[2:], [VOCODER])
        self.assertEqual(sorted(stage for stage, _ in self.runner.running()), [VOCODER, DATA])
        self.runner.stop()
        self.set_wanted()
        self.assertEqual(self.runner.running(), [])

    def test_a_stage_that_always_fails_is_given_up(self):
        self.write_script('exit 3')
        self.addCleanup(setattr, next_stage, '_WAIT_S', next_stage._WAIT_S)
        next_stage._WAIT_S = 0
        with self.assertRaisesRegex(SystemExit, f'{DATA} failed'):
            while True:
                self.set_wanted(DATA)


class Background(InFolder):
    def test_only_one_runs_in_a_folder_and_its_id_is_known_while_it_does(self):
        self.assertIsNone(running(self.place))
        code = ('import sys, time; from training.flagship.background import hold_lock; from training.flagship.place import *\n'
                f'with hold_lock(Place(Path({str(self.place.root)!r}))): print("holds", flush=True); time.sleep(60)')
        process = subprocess.Popen([sys.executable, '-c', code], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        process.stdout.readline()
        self.assertEqual(running(self.place), process.pid)
        with self.assertRaisesRegex(SystemExit, f'process {process.pid}'), hold_lock(self.place):
            pass
        state = lambda: Path(f'/proc/{process.pid}/stat').read_text().rsplit(')', 1)[1].split()[0]
        command = lambda name: subprocess.run([sys.executable, '-m', 'training', name, '--work', self.place.root], cwd=REPOSITORY,
                                              capture_output=True, text=True)
        self.assertEqual(command('pause').returncode, 0)
        self.assertEqual(state(), 'T')
        self.assertIn('is paused', command('status').stdout)
        self.assertEqual(command('stop').returncode, 0)
        self.assertEqual(process.wait(), -signal.SIGTERM)
        self.assertIsNone(running(self.place))
        self.assertIn('not running', command('pause').stderr)


if __name__ == '__main__':
    unittest.main()
