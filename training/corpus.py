"""Shards of all speakers as tensors, and batches of them, for the prosody and acoustic models."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch

from training.rises import rising
from training.mel import BANDS
from training.sounds import COLUMNS, FIRST_SOUND, RISING_END

#: All pitch is in octaves against this, over this: so it is the same for every speaker.
PITCH_ORIGIN_HZ, PITCH_UNIT_OCTAVES = 160.0, 0.25
#: Levels beyond these, in deviations from the mean, are cut.
LOWEST_LEVEL, HIGHEST_LEVEL = -5.0, 3.0
#: Rises begin with the last vowel and not with the last stressed one.
_UNACCENTED = ('jpn', 'fra')


@dataclass(frozen=True)
class Statistics:
    """What values are normalized by, of the trained takes; part of every checkpoint. One number a speaker, or a row."""
    speakers: list[str]
    languages: list[str]
    #: Of each speaker, an index into `languages`.
    language_of: list[int]
    #: Natural logarithm of frames + 1.
    duration_mean: float
    duration_deviation: float
    #: Octaves above PITCH_ORIGIN_HZ.
    pitch_means: list[float]
    #: Natural logarithm of magnitude.
    level_means: list[float]
    level_deviation: float
    mel_means: list[list[float]]
    mel_deviations: list[list[float]]

    def to_dict(self) -> dict:
        return asdict(self)


@dataclass(frozen=True)
class TokenBatch:
    """(batch, tokens) each, zero where `mask` is; pitch and level in units from their speaker's mean."""
    speakers: torch.Tensor
    languages: torch.Tensor
    tokens: torch.Tensor
    counts: torch.Tensor
    mask: torch.Tensor
    durations: torch.Tensor
    pitch_start: torch.Tensor
    pitch_middle: torch.Tensor
    level: torch.Tensor
    #: Share of voiced frames of each token.
    voiced: torch.Tensor

    @property
    def is_sound(self) -> torch.Tensor:
        return (self.tokens[..., 0] >= FIRST_SOUND).float() * self.mask


@dataclass(frozen=True)
class FrameBatch:
    """(batch, frames, BANDS) and (batch, frames), zero after each take's `lengths`."""
    mel: torch.Tensor
    voicing: torch.Tensor
    lengths: list[int]


class Corpus:
    """`shards`: files that `shards.save_shard` wrote."""

    def __init__(self, shards: list[Path], known: Statistics | None = None, with_rises: bool = False):
        """`with_rises`: the pitch of questions is what the prosody model is to learn, not what was spoken."""
        stored = [np.load(path) for path in shards]
        joined = lambda name: np.concatenate([one[name] for one in stored])
        self.ids, self.split = [str(i) for i in joined('ids')], joined('split')
        self.token_counts, self.frame_counts = joined('tokens').astype(np.int64), joined('frames').astype(np.int64)
        self.token_ends = np.concatenate([[0], np.cumsum(self.token_counts)])
        self.frame_ends = np.concatenate([[0], np.cumsum(self.frame_counts)])
        who = [str(one['speaker']) for one in stored]
        spoken = {name: str(one['language']) for name, one in zip(who, stored)}
        before = known.speakers if known else []
        names = [*before, *sorted(set(spoken) - set(before))]
        languages = known.languages if known else []
        languages = [*languages, *sorted(set(spoken.values()) - set(languages))]
        self.speaker = np.repeat([names.index(name) for name in who], [len(one['ids']) for one in stored])
        language_of = [*(known.language_of if known else []),
                       *(languages.index(spoken[name]) for name in names[len(before):])]
        self.rows, self.durations = joined('rows').astype(np.int64), joined('durations').astype(np.int64)
        assert self.rows.shape[1] == COLUMNS
        octaves = lambda name: joined(name) - np.log2(PITCH_ORIGIN_HZ)
        self.pitch_start, self.pitch_middle, level = octaves('pitch_start'), octaves('pitch_middle'), joined('level')
        self.hz, self.mel = joined('hz'), joined('mel')
        self.statistics = self._measured(known, names, languages, language_of, level)
        s = self.statistics
        of_token = np.repeat(self.speaker, self.token_counts)
        pitch_mean, level_mean = np.array(s.pitch_means)[of_token], np.array(s.level_means)[of_token]
        start, middle = ((pitch - pitch_mean) / PITCH_UNIT_OCTAVES for pitch in (self.pitch_start, self.pitch_middle))
        if with_rises:
            self._rise(start, middle)
        level = np.clip((level - level_mean) / s.level_deviation, LOWEST_LEVEL, HIGHEST_LEVEL)
        tensor = lambda values, kind=np.float32: torch.from_numpy(np.ascontiguousarray(values.astype(kind)))
        self._tokens = {
            'tokens': tensor(self.rows, np.int64), 'durations': tensor(self.durations, np.int64),
            'pitch_start': tensor(start), 'pitch_middle': tensor(middle),
            'level': tensor(level), 'voiced': tensor(self._voiced_shares())}
        self._mel, self._voicing = torch.from_numpy(self.mel), tensor(self.hz > 0)

    def _rise(self, start: np.ndarray, middle: np.ndarray) -> None:
        unaccented = {i for i, name in enumerate(self.statistics.languages) if name in _UNACCENTED}
        for take, (first, end) in enumerate(zip(self.token_ends, self.token_ends[1:])):
            if self.rows[end - 1, 0] == RISING_END:
                is_accented = self.statistics.language_of[self.speaker[take]] not in unaccented
                start[first:end], middle[first:end] = rising(self.rows[first:end], self.durations[first:end],
                                                             start[first:end], middle[first:end], take, is_accented)

    def takes(self, split: str) -> np.ndarray:
        return np.flatnonzero(self.split == split)

    def _measured(self, known: Statistics | None, names: list[str], languages: list[str], language_of: list[int],
                  level: np.ndarray) -> Statistics:
        """What is known stays as it is; speakers that are new are measured."""
        if known is not None and len(known.speakers) == len(names):
            return known
        trained = self.split == 'train'
        of_token, of_frame = np.repeat(self.speaker, self.token_counts), np.repeat(self.speaker, self.frame_counts)
        sounds = np.repeat(trained, self.token_counts) & (self.rows[:, 0] >= FIRST_SOUND)
        frames = np.repeat(trained, self.frame_counts)
        pitch_means, level_means, mel_means, mel_deviations, left = [], [], [], [], []
        for speaker in range(len(known.speakers) if known else 0, len(names)):
            own = frames & (of_frame == speaker)
            if not own.any():
                raise SystemExit(f'{names[speaker]} has no take to be trained on')
            pitch_means.append(float((np.log2(self.hz[own & (self.hz > 0)]) - np.log2(PITCH_ORIGIN_HZ)).mean()))
            mine = level[sounds & (of_token == speaker)]
            level_means.append(float(mine.mean()))
            left.append(mine - mine.mean())
            mel = self.mel[own].astype(np.float32)
            mel_means.append(mel.mean(0).tolist())
            mel_deviations.append(mel.std(0).tolist())
        if known is not None:
            return replace(known, speakers=names, languages=languages, language_of=language_of,
                           pitch_means=known.pitch_means + pitch_means, level_means=known.level_means + level_means,
                           mel_means=known.mel_means + mel_means, mel_deviations=known.mel_deviations + mel_deviations)
        duration = np.log1p(self.durations[sounds])
        return Statistics(names, languages, language_of, float(duration.mean()), float(duration.std()), pitch_means,
                          level_means, float(np.concatenate(left).std()), mel_means, mel_deviations)

    def _voiced_shares(self) -> np.ndarray:
        sums = np.concatenate([[0], np.cumsum(self.hz > 0)])
        ends = np.cumsum(self.durations)
        return (sums[ends] - sums[ends - self.durations]) / np.maximum(self.durations, 1)

    def token_batch(self, takes: np.ndarray) -> TokenBatch:
        counts = self.token_counts[takes]
        index, mask = _index(self.token_ends[takes], counts)
        parts = {name: values[index] * (mask if values.ndim == 1 else mask.unsqueeze(-1))
                 for name, values in self._tokens.items()}
        speakers = self.speaker[takes]
        return TokenBatch(torch.from_numpy(speakers), torch.tensor(self.statistics.language_of)[speakers],
                          counts=torch.from_numpy(counts), mask=mask.float(), **parts)

    def frame_batch(self, takes: np.ndarray) -> FrameBatch:
        lengths = self.frame_counts[takes]
        index, mask = _index(self.frame_ends[takes], lengths)
        return FrameBatch(self._mel[index].float() * mask.unsqueeze(-1), self._voicing[index] * mask, lengths.tolist())

    def epochs(self, random: np.random.Generator, most_frames: int) -> Iterator[np.ndarray]:
        """Batches of takes of about the same length, of all speakers mixed, without end."""
        takes = self.takes('train')
        while True:
            lengths = self.frame_counts[takes]
            order = takes[np.argsort(lengths * (1 + 0.06 * random.standard_normal(len(takes))))]
            batches, current, longest = [], [], 0
            for take in order:
                longest = max(longest, self.frame_counts[take])
                if current and longest * (len(current) + 1) > most_frames:
                    batches.append(np.array(current))
                    current, longest = [], self.frame_counts[take]
                current.append(take)
            batches.append(np.array(current))
            random.shuffle(batches)
            yield from batches


def _index(starts: np.ndarray, counts: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    at = np.arange(counts.max())[None]
    mask = at < counts[:, None]
    return torch.from_numpy(np.where(mask, starts[:, None] + at, 0)), torch.from_numpy(mask)


def band_tables(statistics: Statistics) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and deviation of each band of each speaker, (speakers, BANDS)."""
    means, deviations = torch.tensor(statistics.mel_means), torch.tensor(statistics.mel_deviations)
    assert means.shape[1] == BANDS
    return means, deviations
