"""Stage `train-prosody`: how long, how high and how loud each sound is spoken, by whom, in which language."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.corpus import PITCH_UNIT_OCTAVES, Corpus, Statistics, TokenBatch
from training.loop import BEST, Loop, add_loop_options, averaged_weights
from training.mel import FRAME_MS
from training.networks.blocks import Average, parameter_count
from training.networks.prosody import DURATION, LEVEL, PITCH_MIDDLE, ProsodyFlow
from training.networks.speaker_blocks import one_hot
from training.shards import add_shard_options, open_corpus
from training.sounds import COMMA, FIRST_SOUND
from training.workplace import Workplace, load_checkpoint, seed_all

#: Steps from noise to values, in evaluation and in what is shipped.
FLOW_STEPS = 4
_DRAWS = 6


def add_options(parser: ArgumentParser) -> None:
    add_loop_options(parser, steps=15000)
    parser.add_argument('--start-from', type=Path, help='checkpoint whose weights a new run begins with')
    add_shard_options(parser)
    parser.add_argument('--frames', type=int, default=9000, help='batch size in frames of speech')
    parser.add_argument('--rate', type=float, default=2e-3, help='initial learning rate')
    parser.add_argument('--channels', type=int, default=192)
    parser.add_argument('--blocks', type=int, default=5)
    parser.add_argument('--dropout', type=float, default=0.1)


def values_of(batch: TokenBatch, statistics: Statistics) -> torch.Tensor:
    duration = (torch.log1p(batch.durations.float()) - statistics.duration_mean) / statistics.duration_deviation
    return torch.stack([duration, batch.pitch_start, batch.pitch_middle, batch.level], -1) * batch.mask.unsqueeze(-1)


def frames_of(duration: torch.Tensor, statistics: Statistics) -> torch.Tensor:
    return torch.clamp(torch.expm1(duration * statistics.duration_deviation + statistics.duration_mean), min=0)


def weights_of(batch: TokenBatch) -> torch.Tensor:
    """How much each value counts: pitch where it is heard, durations of sounds and of pauses that are made."""
    symbol, is_sound = batch.tokens[..., 0], batch.tokens[..., 0] >= FIRST_SOUND
    is_made = (symbol >= COMMA) | (batch.durations > 0)
    duration = torch.where(is_sound, 1.0, torch.where(symbol == COMMA, 0.7, 0.1)) * is_made
    pitch = torch.where(is_sound, 0.2 + 0.8 * batch.voiced, torch.full_like(batch.voiced, 0.05))
    level = torch.where(is_sound, 1.0, 0.2)
    return torch.stack([duration, pitch, pitch, level], -1) * batch.mask.unsqueeze(-1)


class Trainer:
    def __init__(self, place: Workplace, options: Namespace):
        self._options = options
        torch.set_num_threads(options.threads)
        seed_all(options.seed)
        self._corpus = open_corpus(options, with_rises=True)
        self._statistics = self._corpus.statistics
        settings = {'channels': options.channels, 'blocks': options.blocks, 'dropout': options.dropout}
        self._model = ProsodyFlow(**settings)
        if options.start_from is not None:
            self._model.load_state_dict(averaged_weights(options.start_from))
        self._average = Average(self._model, 0.995)
        self._optimizer = torch.optim.AdamW(self._model.parameters(), lr=options.rate, betas=(0.9, 0.98),
                                            weight_decay=0.02)
        self._loop = Loop(place.run(options.run), options,
                          {'model': self._model, 'average': self._average, 'optimizer': self._optimizer},
                          {'settings': settings, 'statistics': self._statistics.to_dict()})
        best = place.run(options.run) / BEST
        self._lowest = load_checkpoint(best)['shape']['score'] if best.exists() else float('inf')
        print(f'{parameter_count(self._model)} parameters, {len(self._corpus.takes("train"))} takes', flush=True)

    def train(self) -> None:
        random = np.random.default_rng(self._options.seed + self._loop.step)
        batches = self._corpus.epochs(random, self._options.frames)
        for _ in self._loop.steps(self._evaluate):
            for group in self._optimizer.param_groups:
                group['lr'] = self._options.rate * self._loop.cosine(100, 0.01)
            self._step(self._corpus.token_batch(next(batches)))

    def _who(self, batch: TokenBatch) -> tuple[torch.Tensor, torch.Tensor]:
        s = self._statistics
        return one_hot(batch.speakers, len(s.speakers)), one_hot(batch.languages, len(s.languages))

    def _step(self, batch: TokenBatch) -> None:
        values, weights = values_of(batch, self._statistics), weights_of(batch)
        noise = torch.randn_like(values)
        moment = torch.rand(len(values), 1, 1)
        who = self._model.who(*self._who(batch))
        text = self._model.text(who, batch.tokens, batch.counts)
        direction = self._model.direction(who, text, (1 - moment) * noise + moment * values, moment,
                                          batch.mask.unsqueeze(-1))
        loss = ((direction - (values - noise)) ** 2 * weights).sum() / weights.sum()
        self._loop.add(loss=loss)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 2.0)
        self._optimizer.step()
        self._average.follow(self._model, self._loop.step)

    def _evaluate(self) -> dict[str, float]:
        """On held-out takes; `score` is the energy score of whole readings, lower is better. The best one is kept."""
        batch = self._corpus.token_batch(_some(self._corpus, 160))
        natural, weights = values_of(batch, self._statistics), weights_of(batch)
        made = torch.Generator().manual_seed(5)
        with self._average.inside(self._model):
            draw = lambda latent: self._model(*self._who(batch), batch.tokens, batch.counts, batch.mask.unsqueeze(-1),
                                              latent, FLOW_STEPS)
            usual = draw(torch.zeros_like(natural))
            draws = [draw(torch.randn(natural.shape, generator=made)) for _ in range(_DRAWS)]
        figures = {'score': energy_score(draws, natural, weights)}
        for name, one in (('usual', usual), ('drawn', draws[0])):
            figures |= {f'{name}_{key}': value for key, value in compare(one, natural, batch, self._statistics).items()}
        if figures['score'] < self._lowest:
            self._lowest = figures['score']
            self._loop.save(BEST, score=self._lowest)
        return figures


def _some(corpus: Corpus, count: int) -> np.ndarray:
    held_out = corpus.takes('held-out')
    return np.random.default_rng(3).permutation(held_out)[:count]


def energy_score(draws: list[torch.Tensor], natural: torch.Tensor, weights: torch.Tensor) -> float:
    """How far draws are from nature, less half of how far they are from each other; distances of whole sentences and of
    the steps from token to token in them."""
    def distance(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        total = 0
        for difference, weight in ((one - other, weights), ((one - other).diff(dim=1), weights[:, 1:])):
            total = total + torch.sqrt((difference ** 2 * weight).sum((1, 2)) / weight.sum((1, 2)))
        return total.mean()

    from_nature = sum(distance(draw, natural) for draw in draws) / len(draws)
    pairs = [distance(a, b) for i, a in enumerate(draws) for b in draws[:i]]
    return float(from_nature - 0.5 * sum(pairs) / len(pairs))


def compare(made: torch.Tensor, natural: torch.Tensor, batch: TokenBatch, statistics: Statistics) -> dict[str, float]:
    voiced = (batch.is_sound > 0) & (batch.voiced > 0.5)
    of_pitch = lambda values: values[..., PITCH_MIDDLE][voiced]
    frames, natural_frames = (frames_of(values[..., DURATION], statistics) for values in (made, natural))
    sounds = batch.is_sound
    return {'pitch_rmse_cents': 1200 * PITCH_UNIT_OCTAVES * float(((of_pitch(made) - of_pitch(natural)) ** 2).mean().sqrt()),
            'pitch_spread': float(of_pitch(made).std() / of_pitch(natural).std()),
            'duration_error_ms': FRAME_MS * float(((frames - natural_frames).abs() * sounds).sum() / sounds.sum()),
            'length_ratio': float((frames * sounds).sum() / (natural_frames * sounds).sum()),
            'level_bias': float(((made - natural)[..., LEVEL] * sounds).sum() / sounds.sum()),
            'pitch_bias': float((of_pitch(made) - of_pitch(natural)).mean())}


def run(place: Workplace, options: Namespace) -> None:
    Trainer(place, options).train()
