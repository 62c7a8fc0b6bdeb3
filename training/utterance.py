"""What the models learn of one utterance: rows with durations, pitch and levels, its mel, and its samples with the pulses' phase."""
from __future__ import annotations

import numpy as np
import torch
from scipy import ndimage

from training import pitch
from training.align import HOP as ALIGNED_HOP
from training.mel import HOP, log_mel
from training.sounds import FIRST_SOUND

#: A question that rises by more than this above its median is a rising one.
RISE_SEMITONES = 2.5
#: Mel frames of silence kept before and after the speech.
_KEPT_HEAD, _KEPT_TAIL = 15, 18


def final_rise(hz: np.ndarray) -> float:
    """Semitones from the median of an utterance to its end; `hz` is 0 where it is unvoiced."""
    voiced = hz[hz > 0]
    return float(12 * np.log2(np.median(voiced[-6:]) / np.median(voiced))) if len(voiced) > 6 else 0.0


def to_mel_frame(frame: int) -> int:
    """From a frame of the alignment."""
    return int(np.ceil((frame - 0.5) * ALIGNED_HOP / HOP))


def measure(take: dict, rows: np.ndarray, starts: list[int], samples: np.ndarray, hz: np.ndarray) -> dict | None:
    """Arrays of one utterance for `shards.save_shard`; None where a sound has no length.

    `take` has id, split and text; `rows` (tokens, 5) as in sounds.py; `starts`: the mel frame where each begins; `samples` at
    24 kHz; `hz` as tracked, a value a mel frame.
    """
    mel = log_mel(torch.from_numpy(samples).float()).numpy()
    frames = mel.shape[1]
    bounds = np.maximum.accumulate(np.minimum([*starts, frames], frames))
    bounds[0] = 0
    durations = np.diff(bounds)
    if (durations[rows[:, 0] >= FIRST_SOUND] < 1).any():
        return None
    head = max(0, int(durations[0]) - _KEPT_HEAD)
    end = frames - max(0, int(durations[-1]) - _KEPT_TAIL)
    durations[0] -= head
    durations[-1] -= frames - end
    kept_mel, kept_hz = mel[:, head:end], pitch.without_creak(hz)[head:end]
    return {'id': take['id'], 'split': take['split'], 'text': take['text'], 'head': head, 'rows': rows.astype(np.int16),
            'durations': durations.astype(np.int16), 'mel': kept_mel.T.astype(np.float16),
            'hz': pitch.tighten(samples[head * HOP:], kept_hz), **_token_values(durations, _contour(kept_hz), kept_mel),
            **sound_of(samples, hz)}


def sound_of(samples: np.ndarray, hz: np.ndarray) -> dict[str, np.ndarray]:
    """What the vocoder and the pitch network learn from: whole frames of samples, tracked pitch, phase of the fundamental."""
    whole = samples[:len(samples) // HOP * HOP]
    phase = (pitch.fundamental_phase(whole, hz) + np.pi) % (2 * np.pi) - np.pi
    return {'samples': np.round(whole * 32767).astype(np.int16), 'tracked_hz': hz[:len(whole) // HOP + 1],
            'phase': (phase / np.pi * 32767).astype(np.int16)}


def _contour(hz: np.ndarray) -> np.ndarray:
    """Octaves above 1 Hz through unvoiced frames, without the tracker's small steps."""
    octaves = np.log2(pitch.through_unvoiced(hz))
    return ndimage.gaussian_filter1d(ndimage.median_filter(octaves, 5, mode='nearest'), 1.2, mode='nearest')


def _token_values(durations: np.ndarray, contour: np.ndarray, mel: np.ndarray) -> dict[str, np.ndarray]:
    """Pitch at each token's start and middle (octaves), and its mean level (log of magnitude)."""
    ends = np.concatenate([[0], np.cumsum(durations)])
    at = lambda place: np.interp(place - 0.5, np.arange(len(contour)), contour)
    level = 0.5 * np.log(np.exp(2 * mel.astype(np.float64)).sum(0))
    sums = np.concatenate([[0.0], np.cumsum(level)])
    values = {'pitch_start': at(ends[:-1]), 'pitch_middle': at((ends[:-1] + ends[1:]) / 2),
              'level': (sums[ends[1:]] - sums[ends[:-1]]) / np.maximum(durations, 1)}
    return {name: one.astype(np.float32) for name, one in values.items()}
