"""Stage `flagship-adapter`: features of a clause -> its mel, by regression; the vocoder is not trained.

Takes up new data while it is made. Its held-out error, `mel`, says whether the student is worth training.
"""
from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace

import torch
from torch import nn
from torch.nn import functional

from training.ending import Ending
from training.flagship.batches import Batch, Corpus, batch_of
from training.flagship.place import Place, add_work_option
from training.flagship.student import HOP, WHOLE_COUNT, Adapter, pulse_mel
from training.loop import Loop, add_loop_options
from training.mel import TRANSFORM, log_mel_of_frames
from training.networks.blocks import Average, Linear, parameter_count
from training.networks.vocoder import frame_spectra, pulses
from training.workplace import seed_all

#: Clauses of each kind that are measured.
HELD_OUT, UNHEARD = 48, 16
_NORMALIZED_BY = 200


def add_options(parser: ArgumentParser) -> None:
    add_work_option(parser)
    add_loop_options(parser, steps=30_000, run='adapter', report_s=240)
    parser.add_argument('--frames', type=int, default=1200, help='batch size in frames')
    parser.add_argument('--rate', type=float, default=1.5e-3, help='initial learning rate')
    parser.add_argument('--last-rate', type=float, default=0.03, help='final learning rate, as a share of the initial one')
    parser.add_argument('--channels', type=int, default=320)
    parser.add_argument('--blocks', type=int, default=4)
    parser.add_argument('--whole-noise', type=float, default=0.1, help="noise on the clause's statistics, in deviations")
    parser.add_argument('--average', type=float, default=0.999)
    parser.add_argument('--parent', type=int, help='id of the process without which this one ends')


class MelReader:
    """An adapter's mel of a batch, and the mel that it should be."""

    def __init__(self, adapter: Adapter, noise: float):
        self._adapter, self._noise = adapter, noise
        self._window = torch.hann_window(TRANSFORM)

    def spectra(self, signal: torch.Tensor) -> torch.Tensor:
        return frame_spectra(signal, self._window, HOP)

    def read(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Hidden and mel, as of Adapter."""
        adapter = self._adapter
        whole = adapter.whole_of(batch.means, batch.deviations)
        if adapter.training:
            whole = whole + self._noise * torch.randn(len(whole), WHOLE_COUNT)
        source = pulse_mel(self.spectra(pulses(batch.phase, batch.hz_at, batch.voicing_at)))
        return adapter(batch.features, batch.hz, batch.voicing, source, batch.timbre, whole)

    def wanted(self, batch: Batch) -> torch.Tensor:
        return log_mel_of_frames(self.spectra(batch.audio).abs().transpose(1, 2))


def new_adapter(settings: dict[str, int], corpus: Corpus) -> Adapter:
    adapter = Adapter(**settings)
    adapter.normalize_by(torch.from_numpy(corpus.some_features(_NORMALIZED_BY, random.Random(0))))
    return adapter


def mel_errors(corpus: Corpus, reader: MelReader) -> dict[str, float]:
    """Mean absolute error on held-out texts, in voices that are trained on (`mel`) and in others (`mel_unheard`). `mel_smooth`: of
    both mels averaged over 5 frames and 5 bands, in which most of what is random in noise is gone."""
    found: dict[str, float] = {}
    for suffix, are_unheard, most in (('', False, HELD_OUT), ('_unheard', True, UNHEARD)):
        clauses = corpus.held_out(are_unheard, most)
        frames = sum(clause.frames for clause in clauses)
        for clause in clauses:
            batch = batch_of([clause], random.Random(0))
            error = reader.read(batch)[1] - reader.wanted(batch)
            for name, values in (('mel', error), ('mel_smooth', functional.avg_pool2d(error[:, None], 5, 1))):
                found[name + suffix] = found.get(name + suffix, 0.0) + float(values.abs().mean()) * batch.frames / frames
    return found


def run(options: Namespace) -> None:
    place = Place(options.work)
    torch.set_num_threads(options.threads)
    seed_all(options.seed)
    Linear.halves_on_cpu = True
    corpus = Corpus(place.shards)
    settings = {'channels': options.channels, 'blocks': options.blocks}
    adapter = new_adapter(settings, corpus)
    average = Average(adapter, options.average)
    optimizer = torch.optim.AdamW(adapter.parameters(), lr=options.rate, betas=(0.9, 0.99), weight_decay=0.01)
    folder = place.runs / options.run
    folder.mkdir(parents=True, exist_ok=True)
    loop = Loop(folder, options, {'model': adapter, 'average': average, 'optimizer': optimizer}, {'settings': settings},
                Ending(options.parent))
    chance = random.Random(f'{options.seed} {loop.step}')
    reader = MelReader(adapter, options.whole_noise)
    print(f'{parameter_count(adapter)} parameters, {corpus.minutes:.0f} minutes', flush=True)

    def evaluate() -> dict[str, float]:
        corpus.refresh()
        with average.inside(adapter):
            return {'data_minutes': corpus.minutes, **mel_errors(corpus, reader)}

    for _ in loop.steps(evaluate):
        for group in optimizer.param_groups:
            group['lr'] = options.rate * loop.cosine(200, options.last_rate)
        batch = corpus.draw(options.frames, chance)
        loss = (reader.read(batch)[1] - reader.wanted(batch)).abs().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(adapter.parameters(), 5.0)
        optimizer.step()
        loop.add(mel=loss)
        average.follow(adapter, loop.step)
