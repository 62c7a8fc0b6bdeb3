"""Stage `train-acoustic`: tokens with natural durations, pitch and level -> log mel and voicing.

Absolute error and structural similarity first; from a share of the budget on also a judge of mel patches, which keeps
the mel from becoming an average.
"""
from __future__ import annotations

import math
from argparse import ArgumentParser, Namespace

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.corpus import Corpus, FrameBatch, TokenBatch
from training.loop import Loop, add_loop_options
from training.networks.acoustic import AcousticModel
from training.networks.blocks import Average, Linear, parameter_count
from training.networks.discriminators import MelJudge
from training.workplace import Workplace, load_checkpoint, open_device, seed_all


def add_options(parser: ArgumentParser) -> None:
    add_loop_options(parser, minutes=60)
    parser.add_argument('--frames', type=int, default=3600, help='batch size in frames')
    parser.add_argument('--rate', type=float, default=2e-3, help='initial learning rate')
    parser.add_argument('--channels', type=int, default=192)
    parser.add_argument('--encoder-blocks', type=int, default=3)
    parser.add_argument('--decoder-blocks', type=int, default=5)
    parser.add_argument('--decoder-width', type=int, default=9)
    parser.add_argument('--dropout', type=float, default=0.0)
    parser.add_argument('--judge-from', type=float, default=0.25, help='when the discriminator starts, as a share of the steps; 2 disables it')
    parser.add_argument('--judge-channels', type=int, default=32)
    parser.add_argument('--judge-rate', type=float, default=4e-4)
    parser.add_argument('--patch', type=int, default=96, help='length of the input to the discriminator in frames')
    parser.add_argument('--adversary', type=float, default=0.1)
    parser.add_argument('--matching', type=float, default=0.5, help="weight of the feature matching loss")
    parser.add_argument('--average', type=float, default=0.998)


#: So much noise is added to pitch and level, in deviations: what is predicted is not exact either.
_TOLD_NOISE = 0.05
_SIMILARITY, _VOICING = 0.5, 0.1


class Trainer:
    def __init__(self, place: Workplace, options: Namespace):
        self._options = options
        self._device = open_device(options.device, options.threads)
        seed_all(options.seed)
        Linear.halves_on_cpu = True
        self._corpus = Corpus(place.features, self._device)
        statistics = self._corpus.statistics
        settings = {'channels': options.channels, 'encoder_blocks': options.encoder_blocks,
                    'decoder_blocks': options.decoder_blocks, 'decoder_width': options.decoder_width,
                    'dropout': options.dropout}
        self._model = AcousticModel(**settings).to(self._device)
        self._model.mean.copy_(torch.tensor(statistics.mel_mean))
        self._model.deviation.copy_(torch.tensor(statistics.mel_deviation))
        if options.start_from is not None:
            self._model.load_state_dict(averaged_weights(options.start_from))
        self._judge = MelJudge(options.judge_channels).to(self._device)
        self._average = Average(self._model, options.average)
        self._optimizer = torch.optim.AdamW(decayed_groups(self._model), lr=options.rate, betas=(0.9, 0.98))
        self._judge_optimizer = torch.optim.AdamW(self._judge.parameters(), lr=options.judge_rate, betas=(0.6, 0.95))
        self._loop = Loop(place.run(options.run), options, {
            'model': self._model, 'average': self._average, 'judge': self._judge, 'optimizer': self._optimizer,
            'judge_optimizer': self._judge_optimizer}, {'settings': settings, 'statistics': statistics.to_dict()})
        print(f'{parameter_count(self._model)} parameters, judge {parameter_count(self._judge)}', flush=True)

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
        blurred = lambda values: values + _TOLD_NOISE * torch.randn_like(values)
        made, live, voicing = self._predict(tokens, frames, blurred)
        mask = live.unsqueeze(-1).float()
        error = ((made - frames.mel).abs() * mask).sum() / mask.sum() / made.shape[-1]
        normal = lambda mel: (mel - self._model.mean) / self._model.deviation
        unlike = dissimilarity(normal(made), normal(frames.mel), mask)
        unvoiced = (functional.binary_cross_entropy_with_logits(voicing, frames.voicing, reduction='none')
                    * mask[..., 0]).sum() / mask.sum()
        loss = error + _SIMILARITY * unlike + _VOICING * unvoiced
        self._loop.add(error=error, unlike=unlike, voicing=unvoiced)
        since = self._loop.share - options.judge_from
        if since > 0:
            starts = [int(random.integers(0, max(1, length - options.patch + 1))) for length in frames.lengths]
            cut = lambda mel: patches(mel, starts, options.patch)
            loss = loss + min(1.0, since / 0.05) * self._judged(cut(normal(made) * mask), cut(normal(frames.mel) * mask))
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 2.0)
        self._optimizer.step()
        self._average.follow(self._model, self._loop.step)

    def _predict(self, tokens: TokenBatch, frames: FrameBatch, told=lambda values: values):
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == 'cuda'):
            made, _, live, voicing = self._model(
                tokens.tokens, tokens.durations, told(tokens.pitch_start), told(tokens.pitch_middle),
                told(tokens.level), frames.mel.shape[1], tokens.mask.unsqueeze(-1))
        return made.float(), live, voicing.float()

    def _judged(self, made: torch.Tensor, natural: torch.Tensor) -> torch.Tensor:
        """One step of the judge, and the model's loss by it."""
        with torch.autocast(self._device.type, torch.bfloat16):
            of_natural, _ = self._judge(natural)
            of_made, _ = self._judge(made.detach())
        judge_loss = ((of_natural.float() - 1) ** 2).mean() + (of_made.float() ** 2).mean()
        self._judge_optimizer.zero_grad(set_to_none=True)
        judge_loss.backward()
        self._judge_optimizer.step()
        self._judge.requires_grad_(False)
        with torch.autocast(self._device.type, torch.bfloat16):
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
        """On the held-out takes, with natural durations, pitch and level."""
        takes = self._corpus.takes('held-out')
        error = count = moved = should_move = misvoiced = 0.0
        with self._average.inside(self._model):
            for first in range(0, len(takes), 8):
                some = takes[first:first + 8]
                tokens, frames = self._corpus.token_batch(some), self._corpus.frame_batch(some)
                made, live, voicing = self._predict(tokens, frames)
                mask = live.unsqueeze(-1).float()
                error += float(((made - frames.mel).abs() * mask).sum()) / made.shape[-1]
                count += float(mask.sum())
                moved += float(((made[:, 1:] - made[:, :-1]) ** 2 * mask[:, 1:]).sum())
                should_move += float(((frames.mel[:, 1:] - frames.mel[:, :-1]) ** 2 * mask[:, 1:]).sum())
                misvoiced += float((((voicing > 0) != (frames.voicing > 0.5)) * mask[..., 0]).sum())
        return {'mel_error': error / count, 'sharpness': math.sqrt(moved / should_move),
                'voicing_error': misvoiced / count}


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


def averaged_weights(path) -> dict[str, torch.Tensor]:
    """The averaged weights of a checkpoint; a file of weights alone is taken as it is."""
    stored = load_checkpoint(path)
    return stored['parts']['average'] if 'parts' in stored else stored


def train_acoustic(place: Workplace, options: Namespace) -> None:
    Trainer(place, options).train()
