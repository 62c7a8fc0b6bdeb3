"""Stage `flagship-student`: adapter and vocoder together, by the vocoder's losses and the mel. Begins with the adapter's run and
aria's vocoder."""
from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from pathlib import Path

import torch
from torch import nn

from training.ending import Ending
from training.flagship.batches import Batch, Corpus, batch_of
from training.flagship.place import REPOSITORY, Place, add_work_option
from training.flagship.student import HOP, Adapter, Student
from training.flagship.train_adapter import HELD_OUT, UNHEARD, MelReader
from training.loop import CHECKPOINT, Loop, add_loop_options, averaged_weights
from training.mel import TRANSFORM
from training.networks.blocks import Average, Linear, parameter_count
from training.networks.vocoder import OverlapAdd, Vocoder, pulses, swelling_noise
from training.train_vocoder import SpectralDistance, phase_error
from training.workplace import load_checkpoint, seed_all


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    add_loop_options(parser, steps=30_000, run='student', report_s=240)
    parser.add_argument('--frames', type=int, default=1200, help='batch size of the adapter, in frames')
    parser.add_argument('--segments', type=int, default=8, help='batch size of the vocoder, in parts of these clauses')
    parser.add_argument('--segment', type=int, default=57, help='length of a segment in frames')
    parser.add_argument('--rate', type=float, default=6e-4, help='initial learning rate')
    parser.add_argument('--last-rate', type=float, default=0.05, help='final learning rate, as a share of the initial one')
    parser.add_argument('--mel', type=float, default=0.7, help='weight of the error of mels')
    parser.add_argument('--phase', type=float, default=0.3)
    parser.add_argument('--whole-noise', type=float, default=0.1, help="noise on the clause's statistics, in deviations")
    parser.add_argument('--average', type=float, default=0.998)
    parser.add_argument('--voice', type=Path, default=REPOSITORY / 'voices' / 'aria', help='folder of the vocoder to begin with')
    parser.add_argument('--parent', type=int, help='id of the process without which this one ends')


def new_student(adapter_run: Path, voice: Path) -> Student:
    from training.convert import vocoder_weights
    adapter = Adapter(**load_checkpoint(adapter_run / CHECKPOINT)['shape']['settings'])
    adapter.load_state_dict(averaged_weights(adapter_run / CHECKPOINT))
    vocoder = Vocoder()
    vocoder.load_state_dict(vocoder_weights(voice))
    return Student(adapter, vocoder)


def cut(whole: torch.Tensor, rows: list[int], firsts: list[int], length: int, axis: int) -> torch.Tensor:
    """Of rows of a batch, `length` steps from each one's first."""
    return torch.stack([whole[row].narrow(axis - 1, first, length) for row, first in zip(rows, firsts)])


class Speaker:
    """Losses of segments that the student speaks."""

    def __init__(self, student: Student, options: Namespace):
        self._student, self._options = student, options
        self._reader = MelReader(student.adapter, options.whole_noise)
        self._distance = SpectralDistance(torch.device('cpu'))
        self._overlap_add = OverlapAdd('cpu', HOP)

    def losses(self, batch: Batch, count: int, chance: random.Random) -> dict[str, torch.Tensor]:
        """Of `count` segments: distance, apart and phase as of stage `train-vocoder`; mel over the whole clauses."""
        hidden, mel = self._reader.read(batch)
        error = (mel - self._reader.wanted(batch)).abs().mean()
        length = min(self._options.segment, batch.frames)
        rows = [i % len(batch.hz) for i in range(count)]
        firsts = [chance.randint(0, batch.frames - length) for _ in rows]
        of_frames = lambda whole, axis=1: cut(whole, rows, firsts, length, axis)
        of_samples = lambda whole: cut(whole, rows, [HOP * first for first in firsts], HOP * (length - 1) + TRANSFORM, 1)
        hz, voicing = of_frames(batch.hz), of_frames(batch.voicing)
        phase, hz_at, voicing_at = (of_samples(one) for one in (batch.phase, batch.hz_at, batch.voicing_at))
        filters = self._student.filters(of_frames(hidden), of_frames(mel, 2), hz, voicing)
        spectra, audio = self._reader.spectra, of_samples(batch.audio)
        noises = [[spectra(part) for part in swelling_noise(torch.randn_like(audio), phase, voicing_at)] for _ in range(2)]
        made = self._student.vocoder.shape(filters, spectra(pulses(phase, hz_at, voicing_at)), noises)
        natural = audio[:, TRANSFORM // 2:-TRANSFORM // 2]
        distance, apart = self._distance.of_draws([self._overlap_add(one) for one in made], natural)
        turned = phase_error(made[0].harmonics * (voicing[:, :, None] > 0.5), spectra(audio))
        return {'distance': distance, 'apart': apart, 'phase': turned, 'mel': error}

    def evaluate(self, corpus: Corpus) -> dict[str, float]:
        """On held-out texts; `excess` is 0 where the student's noise is as far from the teacher's as from its own."""
        state = torch.get_rng_state()
        torch.manual_seed(7)
        found: dict[str, float] = {}
        for suffix, are_unheard, most in (('', False, HELD_OUT), ('_unheard', True, UNHEARD)):
            clauses = corpus.held_out(are_unheard, most)
            for clause in clauses:
                losses = self.losses(batch_of([clause], random.Random(0)), 1, random.Random(0))
                losses['excess'] = losses['distance'] - losses.pop('apart')
                for name, value in losses.items():
                    found[name + suffix] = found.get(name + suffix, 0.0) + float(value) / len(clauses)
        torch.set_rng_state(state)
        return found


def run(options: Namespace) -> None:
    place = Place(options.work)
    torch.set_num_threads(options.threads)
    seed_all(options.seed)
    corpus = Corpus(place.shards)
    folder = place.runs / options.run
    folder.mkdir(parents=True, exist_ok=True)
    student = new_student(place.runs / 'adapter', options.voice)
    Linear.halves_on_cpu = True
    average = Average(student, options.average)
    optimizer = torch.optim.AdamW(student.parameters(), lr=options.rate, betas=(0.8, 0.99), weight_decay=0.01)
    loop = Loop(folder, options, {'model': student, 'average': average, 'optimizer': optimizer}, {}, Ending(options.parent))
    chance = random.Random(f'{options.seed} {loop.step}')
    speaker = Speaker(student, options)
    print(f'{parameter_count(student)} parameters, {corpus.minutes:.0f} minutes', flush=True)

    def evaluate() -> dict[str, float]:
        corpus.refresh()
        with average.inside(student):
            return {'data_minutes': corpus.minutes, **speaker.evaluate(corpus)}

    for _ in loop.steps(evaluate):
        for group in optimizer.param_groups:
            group['lr'] = options.rate * loop.cosine(100, options.last_rate)
        losses = speaker.losses(corpus.draw(options.frames, chance), options.segments, chance)
        loss = losses['distance'] - 0.5 * losses['apart'] + options.phase * losses['phase'] + options.mel * losses['mel']
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(student.parameters(), 5.0)
        optimizer.step()
        loop.add(**losses)
        average.follow(student, loop.step)
