"""What aria's acoustic model predicts for texts, by the shipped files: mels that no recording belongs to, for its vocoder to learn from."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.networks.pitch_network import LOOK_AHEAD, LOOK_BACK, without_single_frames
from training.networks.prosody import VALUES
from training.on_gpu.freight import PREDICTIONS, load


@dataclass(frozen=True)
class Predicted:
    """`mel` (frames, BANDS) in halves, `hz` and `voicing` (0 or 1) of each frame."""
    mel: np.ndarray
    hz: np.ndarray
    voicing: np.ndarray


def predictions(folder: Path, number: int, count: int) -> Iterator[Predicted]:
    """Of each `count`th text from the one of this `number` on, as the engine does at its usual reading. Needs onnxruntime."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    stored = {name: values.tobytes() for name, values in load(folder / PREDICTIONS).items()}
    acoustic, voicing = (onnxruntime.InferenceSession(stored[name], options, providers=['CPUExecutionProvider'])
                         for name in ('acoustic', 'voicing'))
    texts = json.loads(stored['texts'])
    for text in texts[number::count]:
        rows = np.array([text['rows']], np.int64)
        ones = np.ones(rows.shape[:2], np.float32)
        mel, hz = acoustic.run(['mel', 'f0'], {
            'rows': rows, 'speaker': np.array([text['speaker']], np.float32), 'language': np.array([text['language']], np.float32),
            'dur_scale': ones, 'pitch_shift': ones * text['pitch'], 'pitch_range': ones, 'energy': 0 * ones, 'dur_frames': -ones,
            'latent': np.zeros((*ones.shape, VALUES), np.float32)})
        probability, = voicing.run(['v'], {'mel': np.pad(mel, ((0, 0), (0, 0), (LOOK_BACK, LOOK_AHEAD)), 'edge')})
        voiced = without_single_frames(torch.from_numpy(probability[0]) > 0.5)
        yield Predicted(mel[0].T.astype(np.float16), hz[0].astype(np.float32), voiced.float().numpy())
