"""Stage `train-acoustic`: rows with natural durations, pitch and level -> log mel and voicing, of all speakers.

Absolute error and structural similarity first; after a share of the steps also a discriminator of mel patches, which keeps the
mel from becoming an average. It sees normalized mels, so that it judges texture and not timbre.
"""
from __future__ import annotations

import math
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.corpus import PITCH_UNIT_OCTAVES, Corpus, FrameBatch, TokenBatch, band_tables
from training.loop import Loop, add_loop_options, averaged_weights
from training.networks.acoustic import AcousticModel
from training.networks.blocks import Average, Linear, parameter_count
from training.networks.discriminators import MelJudge
from training.networks.speaker_blocks import one_hot
from training.shards import add_shard_options, open_corpus
from training.workplace import Workplace, seed_all

#: So much noise is added to pitch and level, in units: what is predicted is not exact either.
_TOLD_NOISE = 0.08
_SIMILARITY, _VOICING = 0.5, 0.1


def add_options(parser: ArgumentParser) -> None:
    add_loop_options(parser, steps=16000)
    parser.add_argument('--start-from', type=Path, help='checkpoint whose weights a new run begins with')
    add_shard_options(parser)
    parser.add_argument('--frames', type=int, default=3600, help='batch size in frames')
    parser.add_argument('--rate', type=float, default=1.5e-3, help='initial learning rate')
    parser.add_argument('--channels', type=int, default=224)
    parser.add_argument('--encoder-blocks', type=int, default=4)
    parser.add_argument('--decoder-blocks', type=int, default=6)
    parser.add_argument('--expansion', type=int, default=2)
    parser.add_argument('--judge-from', type=float, default=0.3, help='when the discriminator starts, as a share of the steps; 2 disables it')
    parser.add_argument('--judge-channels', type=int, default=32)
    parser.add_argument('--judge-rate', type=float, default=4e-4)
    parser.add_argument('--patch', type=int, default=96, help='length of the input to the discriminator in frames')
    parser.add_argument('--adversary', type=float, default=0.1)
    parser.add_argument('--matching', type=float, default=0.5, help='weight of the feature matching loss')
    parser.add_argument('--average', type=float, default=0.998)


class Trainer:
    def __init__(self, place: Workplace, options: Namespace):
        self._options = options
        torch.set_num_threads(options.threads)
        seed_all(options.seed)
        Linear.halves_on_cpu = True
        self._corpus = open_corpus(options)
        statistics = self._corpus.statistics
        self._means, self._deviations = band_tables(statistics)
        self._pitch_means = torch.tensor(statistics.pitch_means)
        settings = {'channels': options.channels, 'encoder_blocks': options.encoder_blocks,
                    'decoder_blocks': options.decoder_blocks, 'expansion': options.expansion}
        self._model = AcousticModel(**settings)
        if options.start_from is not None:
            self._model.load_state_dict(averaged_weights(options.start_from))
        self._judge = MelJudge(options.judge_channels)
        self._average = Average(self._model, options.average)
        self._optimizer = torch.optim.AdamW(decayed_groups(self._model), lr=options.rate, betas=(0.9, 0.98))
        self._judge_optimizer = torch.optim.AdamW(self._judge.parameters(), lr=options.judge_rate, betas=(0.6, 0.95))
        self._loop = Loop(place.run(options.run), options, {
            'model': self._model, 'average': self._average, 'judge': self._judge, 'optimizer': self._optimizer,
            'judge_optimizer': self._judge_optimizer}, {'settings': settings, 'statistics': statistics.to_dict()})
        print(f'{parameter_count(self._model)} parameters, judge {parameter_count(self._judge)}, '
              f'{len(self._corpus.takes("train"))} takes of {len(statistics.speakers)} speakers', flush=True)

    def train(self) -> None:
        random = np.random.default_rng(self._options.seed + self._loop.step)
        batches = self._corpus.epochs(random, self._options.frames)
        for _ in self._loop.steps(self._evaluate):
            for optimizer, rate, last in ((self._optimizer, self._options.rate, 0.01),
                                          (self._judge_optimizer, self._options.judge_rate, 0.1)):
                for group in optimizer.param_groups:
                    group['lr'] = rate * self._loop.cosine(200, last)
            takes = next(batches)
            self._step(self._corpus.token_batch(takes), self._corpus.frame_batch(takes), random)

    def _step(self, tokens: TokenBatch, frames: FrameBatch, random: np.random.Generator) -> None:
        options = self._options
        made, live, voicing = self._predict(tokens, frames, lambda v: v + _TOLD_NOISE * torch.randn_like(v))
        mask = live.unsqueeze(-1).float()
        natural, deviations = self._normal(tokens, frames)
        error = ((made - natural).abs() * deviations * mask).sum() / mask.sum() / made.shape[-1]
        unlike = dissimilarity(made, natural, mask)
        unvoiced = (functional.binary_cross_entropy_with_logits(voicing, frames.voicing, reduction='none')
                    * mask[..., 0]).sum() / mask.sum()
        loss = error + _SIMILARITY * unlike + _VOICING * unvoiced
        self._loop.add(error=error, unlike=unlike, voicing=unvoiced)
        since = self._loop.share - options.judge_from
        if since > 0:
            starts = [int(random.integers(0, max(1, length - options.patch + 1))) for length in frames.lengths]
            cut = lambda mel: patches(mel, starts, options.patch)
            loss = loss + min(1.0, since / 0.05) * self._judged(cut(made * mask), cut(natural * mask))
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 2.0)
        self._optimizer.step()
        self._average.follow(self._model, self._loop.step)

    def _normal(self, tokens: TokenBatch, frames: FrameBatch) -> tuple[torch.Tensor, torch.Tensor]:
        means, deviations = self._means[tokens.speakers][:, None], self._deviations[tokens.speakers][:, None]
        return (frames.mel - means) / deviations, deviations

    def _predict(self, tokens: TokenBatch, frames: FrameBatch, told=lambda values: values):
        s = self._corpus.statistics
        mean = (self._pitch_means[tokens.speakers] / PITCH_UNIT_OCTAVES)[:, None]
        made, _, live, voicing = self._model(
            one_hot(tokens.speakers, len(s.speakers)), one_hot(tokens.languages, len(s.languages)), tokens.tokens,
            tokens.durations, told(tokens.pitch_start) + mean, told(tokens.pitch_middle) + mean, told(tokens.level),
            frames.mel.shape[1], tokens.mask.unsqueeze(-1))
        return made, live, voicing

    def _judged(self, made: torch.Tensor, natural: torch.Tensor) -> torch.Tensor:
        """One step of the judge, and the model's loss by it."""
        with torch.autocast('cpu', torch.bfloat16):
            of_natural, _ = self._judge(natural)
            of_made, _ = self._judge(made.detach())
        judge_loss = ((of_natural.float() - 1) ** 2).mean() + (of_made.float() ** 2).mean()
        self._judge_optimizer.zero_grad(set_to_none=True)
        judge_loss.backward()
        self._judge_optimizer.step()
        self._judge.requires_grad_(False)
        with torch.autocast('cpu', torch.bfloat16):
            score, features = self._judge(made)
            with torch.no_grad():
                _, wanted = self._judge(natural)
        self._judge.requires_grad_(True)
        fooled = ((score.float() - 1) ** 2).mean()
        matching = sum((a.float() - b.float()).abs().mean() / (b.float().abs().mean() + 1e-3)
                       for a, b in zip(features, wanted)) / len(wanted)
        self._loop.add(judge=judge_loss, fooled=fooled, matching=matching)
        return self._options.adversary * fooled + self._options.matching * matching

    def _evaluate(self) -> dict[str, float]:
        """On held-out takes, with natural durations, pitch and level; of all, and the error of each speaker."""
        takes = _some_of_each(self._corpus, 4)
        figures: dict[str, list[float]] = {}
        error = count = moved = should_move = misvoiced = 0.0
        with self._average.inside(self._model):
            for first in range(0, len(takes), 8):
                some = takes[first:first + 8]
                tokens, frames = self._corpus.token_batch(some), self._corpus.frame_batch(some)
                made, live, voicing = self._predict(tokens, frames)
                mask = live.unsqueeze(-1).float()
                made = made * self._deviations[tokens.speakers][:, None] + self._means[tokens.speakers][:, None]
                errors = ((made - frames.mel).abs() * mask).sum((1, 2)) / made.shape[-1]
                for speaker, one, frames_of_one in zip(tokens.speakers.tolist(), errors, mask.sum((1, 2))):
                    sums = figures.setdefault(self._corpus.statistics.speakers[speaker], [0.0, 0.0])
                    sums[0] += float(one)
                    sums[1] += float(frames_of_one)
                error += float(errors.sum())
                count += float(mask.sum())
                moved += float(((made[:, 1:] - made[:, :-1]) ** 2 * mask[:, 1:]).sum())
                should_move += float(((frames.mel[:, 1:] - frames.mel[:, :-1]) ** 2 * mask[:, 1:]).sum())
                misvoiced += float((((voicing > 0) != (frames.voicing > 0.5)) * mask[..., 0]).sum())
        return {'mel_error': error / count, 'sharpness': math.sqrt(moved / should_move),
                'voicing_error': misvoiced / count, **{name: a / b for name, (a, b) in figures.items()}}


def _some_of_each(corpus: Corpus, count: int) -> np.ndarray:
    held_out = corpus.takes('held-out')
    speakers = corpus.speaker[held_out]
    chosen = np.concatenate([held_out[speakers == speaker][:count] for speaker in np.unique(speakers)])
    return chosen[np.argsort(corpus.frame_counts[chosen])]


def decayed_groups(model: nn.Module) -> list[dict]:
    return [{'params': [p for p in model.parameters() if p.ndim > 1], 'weight_decay': 0.02},
            {'params': [p for p in model.parameters() if p.ndim <= 1], 'weight_decay': 0.0}]


def patches(mel: torch.Tensor, starts: list[int], length: int) -> torch.Tensor:
    cut = [mel[i, start:start + length] for i, start in enumerate(starts)]
    return torch.stack([functional.pad(patch, (0, 0, 0, length - len(patch))) for patch in cut])


def dissimilarity(made: torch.Tensor, natural: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """One minus the structural similarity of 7 x 7 squares."""
    mean = lambda values: functional.avg_pool2d(values, 7, 2)
    x, y = (made * mask).unsqueeze(1), (natural * mask).unsqueeze(1)
    mean_x, mean_y = mean(x), mean(y)
    spread_x, spread_y = mean(x * x) - mean_x * mean_x, mean(y * y) - mean_y * mean_y
    shared = mean(x * y) - mean_x * mean_y
    likeness = ((2 * mean_x * mean_y + 0.05) * (2 * shared + 0.05)
                / ((mean_x ** 2 + mean_y ** 2 + 0.05) * (spread_x + spread_y + 0.05)))
    weight = mean(mask.expand_as(made).unsqueeze(1))
    return 1 - (likeness * weight).sum() / weight.sum()


def run(place: Workplace, options: Namespace) -> None:
    Trainer(place, options).train()
