"""Stage `dnsmos`: how clear folders of WAV files sound, by DNSMOS P.835 (signal, background, overall; 1 to 5).

The network is `speechmos/dnsmos_models/sig_bak_ovr.onnx` of the PyPI package speechmos (MIT). Needs onnxruntime. All files are brought
to the same level and ends before. Files of the same name in several folders are compared in pairs.
"""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
from scipy import signal

from training.mel import RATE_HZ
from training.product import read_wav

_JUDGE_HZ, _JUDGE_S = 16_000, 9.01
_LEVEL, _SILENCE_S, _NOISE = 0.07, 0.4, 3e-5
#: What is softer than the loudest, as power over 20 ms, by this much is silence at the ends.
_SOFT, _WINDOW_S = 3e-4, 0.02
#: From the network's values to opinion scores, highest power first; from the package.
_SCALES = ([-0.08397278, 1.22083953, 0.0052439], [-0.13166888, 1.60915514, -0.39604546], [-0.06766283, 1.11546468, 0.04602535])


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--model', type=Path, required=True, help='sig_bak_ovr.onnx')
    parser.add_argument('folders', nargs='+', type=Path)


def levelled(samples: np.ndarray) -> np.ndarray:
    """Speech at one level between equal silences, at 24 kHz."""
    window = int(_WINDOW_S * RATE_HZ)
    power = np.convolve(samples ** 2, np.ones(window) / window, 'same')
    loud = np.flatnonzero(power > power.max() * _SOFT)
    speech = samples[loud[0]:loud[-1] + 1]
    speech = speech * _LEVEL / np.sqrt(np.mean(speech ** 2))
    speech = speech * min(1, 0.97 / np.abs(speech).max())
    silence = np.random.default_rng(0).standard_normal(int(_SILENCE_S * RATE_HZ)) * _NOISE
    return np.concatenate([silence, speech, silence])


def score(session, samples: np.ndarray) -> np.ndarray:
    """(3): signal, background, overall; the mean of windows a second apart."""
    heard = signal.resample_poly(samples, _JUDGE_HZ, RATE_HZ)
    length = int(_JUDGE_S * _JUDGE_HZ)
    heard = np.tile(heard, -(-length // len(heard))) if len(heard) < length else heard
    starts = range(0, len(heard) - length + 1, _JUDGE_HZ)
    found = [session.run(None, {'input_1': heard[None, start:start + length].astype(np.float32)})[0][0] for start in starts]
    return np.mean([[np.polyval(scale, value) for scale, value in zip(_SCALES, one)] for one in found], 0)


def run(options: Namespace) -> None:
    import onnxruntime
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(options.model), settings, providers=['CPUExecutionProvider'])
    scores: dict[Path, dict[str, np.ndarray]] = {}
    for folder in options.folders:
        files = sorted(folder.rglob('*.wav'))
        scores[folder] = {str(path.relative_to(folder)): score(session, levelled(read_wav(path))) for path in files}
        for speaker in dict.fromkeys(str(Path(name).parent) for name in scores[folder]):
            own = [value for name, value in scores[folder].items() if str(Path(name).parent) == speaker]
            print(f'{folder} {speaker}: {_line(own)}', flush=True)
        print(f'{folder}: {_line(list(scores[folder].values()))}', flush=True)
    first, *others = scores
    for folder in others:
        common = scores[first].keys() & scores[folder].keys()
        if common:
            print(f'{folder} - {first}: {_line([scores[folder][name] - scores[first][name] for name in common])}', flush=True)


def _line(values: list[np.ndarray]) -> str:
    mean, deviation = np.mean(values, 0), np.std(values, 0) / len(values) ** 0.5
    return ', '.join(f'{name} {m:.2f} ± {d:.2f}' for name, m, d in zip(('signal', 'background', 'overall'), mean, deviation)) + \
        f' of {len(values)}'
