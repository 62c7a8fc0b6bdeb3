"""The product speaks, through its own text and lexicon: commands of its TypeScript, run in the repository."""
from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import signal
from scipy.io import wavfile

from training.mel import RATE_HZ

REPOSITORY = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Speaker:
    """A voice of an engine."""
    engine: str
    base: str
    pitch_hz: float


def run_script(name: str, *arguments: object) -> None:
    subprocess.run(['node', '--import', './scripts/typescript.js', f'training/{name}', *map(str, arguments)], cwd=REPOSITORY, check=True)


def speak_held_out(speaker: Speaker, takes: Path, folder: Path, voice: Path | None) -> None:
    """TAKE.wav of each held-out sentence; `voice` is a folder of aria's files in place of those that are shipped."""
    run_script('speak-held-out.ts', speaker.engine, speaker.base, speaker.pitch_hz, takes.resolve(), folder.resolve(),
               *([voice.resolve()] if voice is not None and speaker.engine == 'aria' else []))


def read_wav(path: Path) -> np.ndarray:
    """At 24 kHz."""
    rate_hz, samples = wavfile.read(path)
    samples = samples.astype(np.float64) / 32768
    return samples if rate_hz == RATE_HZ else signal.resample_poly(samples, RATE_HZ, rate_hz)
