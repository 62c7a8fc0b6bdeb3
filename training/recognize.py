"""Word error rate by a small general recognizer, pocketsphinx with its model of US English. Only the order of systems
counts: it knows neither the voice nor the texts."""
from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import signal
from scipy.io import wavfile

MODEL = Path('/usr/share/pocketsphinx/model/en-us')
_RATE_HZ = 16_000
_PEAK = 10 ** (-3 / 20)
_SILENCE_S = 0.3


def words_of(text: str) -> list[str]:
    return re.sub(r"[^a-z' ]+", ' ', text.lower().replace('’', "'").replace('-', ' ')).split()


def edits(heard: list[str], said: list[str]) -> int:
    """Least insertions, deletions and substitutions."""
    row = list(range(len(said) + 1))
    for i, word in enumerate(heard):
        before, row = row, [i + 1]
        for j, other in enumerate(said):
            row.append(min(before[j] + (word != other), before[j + 1] + 1, row[j] + 1))
    return row[-1]


@dataclass(frozen=True)
class Errors:
    """Of each sentence."""
    wrong: np.ndarray
    said: np.ndarray

    def part(self, sentences: list[int]) -> Errors:
        return Errors(self.wrong[sentences], self.said[sentences])

    @property
    def rate(self) -> float:
        return self.wrong.sum() / self.said.sum()

    @property
    def deviation(self) -> float:
        """Standard error of the rate, were other sentences taken."""
        return _deviation(self.wrong, self.said)

    def deviation_of_difference(self, other: Errors) -> float:
        """Of the rates of two systems for the same sentences; less than of each, since what is hard is so for both."""
        return _deviation(self.wrong - other.wrong, self.said)


def _deviation(wrong: np.ndarray, said: np.ndarray) -> float:
    off = wrong - said * (wrong.sum() / said.sum())
    return float(np.sqrt(len(off) / (len(off) - 1) * (off ** 2).sum()) / said.sum())


def count_errors(readings: dict[str, np.ndarray], rate_hz: int, texts: dict[str, str]) -> Errors:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key, samples in readings.items():
            _write(folder / f'{key}.wav', samples, rate_hz)
        heard = _recognize(folder, list(readings))
    said = {key: words_of(texts[key]) for key in readings}
    return Errors(np.array([edits(heard.get(key, []), words) for key, words in said.items()]),
                  np.array([len(words) for words in said.values()]))


def _write(path: Path, samples: np.ndarray, rate_hz: int) -> None:
    slow = signal.resample_poly(samples, _RATE_HZ // 1000, rate_hz // 1000)
    slow = np.pad(slow * (_PEAK / np.abs(slow).max()), int(_SILENCE_S * _RATE_HZ))
    wavfile.write(path, _RATE_HZ, np.round(slow * 32767).astype(np.int16))


def _recognize(folder: Path, keys: list[str]) -> dict[str, list[str]]:
    (folder / 'list').write_text('\n'.join(keys) + '\n')
    subprocess.run(
        ['pocketsphinx_batch', '-adcin', 'yes', '-adchdr', '44', '-cepdir', str(folder), '-cepext', '.wav',
         '-ctl', str(folder / 'list'), '-hmm', str(MODEL / 'en-us'), '-lm', str(MODEL / 'en-us.lm.bin'),
         '-dict', str(MODEL / 'cmudict-en-us.dict'), '-hyp', str(folder / 'heard'), '-logfn', '/dev/null'],
        check=True)
    lines = (re.match(r'(.*)\((\S+) -?\d+\)', line.strip()) for line in (folder / 'heard').read_text().splitlines())
    return {line[2]: words_of(re.sub(r'\(\d+\)', '', line[1])) for line in lines if line}
