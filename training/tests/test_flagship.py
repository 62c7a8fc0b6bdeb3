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
import torch

from training.dnsmos import levelled
from training.flagship import make_data, next as next_stage, progress, speak, train_adapter, train_student
from training.flagship.background import hold_lock, running
from training.flagship.batches import Corpus, batch_of, phase_of, through_unvoiced
from training.flagship.clauses import ShardWriter
from training.flagship.next import Runner
from training.flagship.place import REPOSITORY, Place
from training.flagship.plan import ADAPTER, DATA, STUDENT, Progress, Rules, next_stages
from training.flagship.student import HOP, Adapter
from training.flagship.teacher import Spoken
from training.flagship.texts import all_texts
from training.flagship.voices import LANGUAGES, MIXTURES, STYLES, UNHEARD, language_of, random_mixture, voices
from training.loop import CHECKPOINT
from training.mel import RATE_HZ
from training.product import read_wav


def spoken(frames: int, seed: int) -> Spoken:
    """A tone of 200 Hz whose level some features tell; the last tenth is unvoiced."""
    made = np.random.default_rng(seed)
    f0 = np.where(np.arange(frames) < frames * 0.9, 200.0, 0.0).astype(np.float32)
    level = made.uniform(0.1, 1, frames)
    samples = 0.3 * np.sin(phase_of(f0, np.arange(frames * HOP))) * np.repeat(level, HOP)
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

    def figures(self, run: str) -> list[dict]:
        return [json.loads(line) for line in (self.place.runs / run / 'figures.jsonl').read_text().splitlines()]


class Plan(unittest.TestCase):
    def at(self, **known) -> list[str]:
        return next_stages(Progress(**{'minutes': 600, 'is_data_whole': True, 'adapter': 0.0, 'student': 0.0, 'mel_error': None} | known),
                           Rules(), processes=2)

    def test_data_come_first_and_a_training_joins_when_there_are_enough(self):
        self.assertEqual(self.at(minutes=0, is_data_whole=False), [DATA, DATA])
        self.assertEqual(self.at(minutes=130, is_data_whole=False), [ADAPTER, DATA])
        self.assertEqual(self.at(), [ADAPTER])

    def test_one_process_makes_all_data_before_it_trains(self):
        self.assertEqual(next_stages(Progress(500, False, 0.0, 0.0, None), Rules(), processes=1), [DATA])

    def test_the_student_is_trained_only_if_the_adapter_is_good_enough(self):
        self.assertEqual(self.at(adapter=1.0, mel_error=0.19), [STUDENT])
        self.assertEqual(self.at(adapter=1.0, mel_error=0.25), [])
        self.assertEqual(self.at(adapter=1.0, mel_error=0.25, is_data_whole=False), [DATA, DATA])
        self.assertEqual(self.at(adapter=1.0, mel_error=0.19, student=1.0), [])


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


class Data(InFolder):
    def test_a_clause_comes_back_from_its_shard(self):
        write_clauses(self.place)
        corpus = Corpus(self.place.shards)
        clause = corpus.held_out(False, 1)[0]
        number = int(clause.row['id'][1:])
        wanted = spoken(30 + number, number)
        self.assertEqual(clause.frames, 30 + number)
        np.testing.assert_allclose(clause.features, wanted.features, atol=2e-3)
        np.testing.assert_allclose(clause.samples / 32767, wanted.samples, atol=1e-4)
        np.testing.assert_allclose(clause.whole('means'), wanted.features.mean(0), atol=1e-5)

    def test_a_frame_is_centred_on_its_samples_and_phases_are_those_of_the_samples(self):
        write_clauses(self.place)
        clause = Corpus(self.place.shards).held_out(False, 1)[0]
        batch = batch_of([clause], random.Random(0))
        count = batch.audio.shape[1]
        self.assertEqual(count, HOP * (clause.frames - 1) + 1024)
        first_centre = 512
        np.testing.assert_allclose(batch.audio[0, first_centre:first_centre + 600], clause.samples[150:750] / 32767, atol=1e-6)
        step = np.diff(np.unwrap(batch.phase[0, 700:2000].numpy().astype(np.float64)))
        np.testing.assert_allclose(step, 2 * np.pi * 200 / RATE_HZ, atol=1e-5)
        np.testing.assert_allclose(np.sign(batch.audio[0, 700:900]), np.sign(np.sin(batch.phase[0, 700:900])))

    def test_unvoiced_frames_have_the_pitch_between_their_neighbours(self):
        hz, voicing = through_unvoiced(np.array([0, 100, 3, 200, 0], np.float32))
        self.assertEqual(hz.tolist(), [100, 100, 150, 200, 200])
        self.assertEqual(voicing.tolist(), [0, 1, 0, 1, 0])

    def test_held_out_texts_and_voices_are_not_trained_on_and_new_shards_come_in(self):
        write_clauses(self.place)
        corpus = Corpus(self.place.shards)
        before = corpus.minutes
        self.assertEqual({clause.row['split'] for clause in corpus.held_out(False, 99) + corpus.held_out(True, 99)}, {'held-out'})
        self.assertEqual({clause.row['voice'] for clause in corpus.held_out(True, 99)}, {'unheard-man'})
        write_clauses(self.place)
        corpus.refresh()
        self.assertAlmostEqual(corpus.minutes, 2 * before)

    def test_a_shard_that_was_being_written_is_ignored(self):
        write_clauses(self.place)
        before = Corpus(self.place.shards).minutes
        shard = next(self.place.shards.iterdir())
        shard.rename(shard.with_suffix('.part'))
        self.assertLess(Corpus(self.place.shards).minutes, before)


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
    SMALL = ('--frames', '120', '--threads', '1')

    def setUp(self):
        super().setUp()
        write_clauses(self.place)

    def test_an_adapter_learns_goes_on_where_it_was_left_and_becomes_a_student(self):
        small = ('--channels', '16', '--blocks', '1', *self.SMALL)
        self.run_stage(train_adapter, '--steps', '1', *small)
        self.run_stage(train_adapter, '--steps', '12', *small)
        first, last = self.figures('adapter')
        self.assertEqual((first['step'], last['step'], last['share']), (1, 12, 1.0))
        self.assertLess(last['mel'], first['mel'])
        self.assertIn('mel_unheard', last)
        self.assertEqual(progress.progress_of(self.place, 1.0).mel_error, last['mel'])

        self.run_stage(train_student, '--steps', '2', '--segments', '2', '--segment', '24', *self.SMALL)
        of_student, = self.figures('student')
        self.assertTrue({'mel', 'excess', 'phase', 'excess_unheard'} <= of_student.keys())
        self.assertLess(abs(of_student['mel'] - last['mel']), 0.3)
        self.assertTrue((self.place.runs / 'student' / CHECKPOINT).exists())

        write_sounds(self.place)
        self.use_fake_teacher(speak)
        folder = self.place.root / 'spoken'
        self.run_stage(speak, '--folder', str(folder), '--voices', 'af_heart', 'unheard-man', '--texts', '2')
        said = [json.loads(line) for line in (folder / 'said.jsonl').read_text().splitlines()]
        self.assertEqual([row['speaker'] for row in said], ['af_heart'] * 2 + ['unheard-man'] * 2)
        for row in said:
            taught, student = (read_wav(folder / kind / row['speaker'] / f'{row["id"]}.wav') for kind in ('teacher', 'student'))
            self.assertEqual(len(taught), len(student))
            self.assertGreater(np.abs(student).max(), 0.001)

    def test_what_is_far_away_in_a_clause_is_heard_everywhere(self):
        torch.manual_seed(0)
        adapter = Adapter(16, 1)
        inputs = [torch.randn(1, 60, 512), torch.full((1, 60), 150.0), torch.ones(1, 60), torch.zeros(1, 60, 100),
                  torch.zeros(1, 128), torch.zeros(1, 1024)]
        with torch.no_grad():
            before = adapter(*inputs)[1][0, :, 0]
            inputs[0][0, 50:] *= 5
            self.assertGreater(float((adapter(*inputs)[1][0, :, 0] - before).abs().max()), 1e-5)


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
        self.set_wanted(ADAPTER, DATA)
        while len(self.started(2)) < 3:
            self.set_wanted(ADAPTER, DATA)
        self.assertEqual(self.started(3)[2:], [ADAPTER])
        self.assertEqual(sorted(stage for stage, _ in self.runner.running()), [ADAPTER, DATA])
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
