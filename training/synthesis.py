"""Sound from checkpoints: the held-out sentences as predicted, with the speaker's own prosody, and copied from their
mels; and mels of the trained takes for `fine-tune`."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from scipy.io import wavfile

from training.corpus import Corpus, Statistics
from training.loop import CHECKPOINT
from training.mel import HOP, RATE_HZ, TRANSFORM
from training.networks.acoustic import AcousticModel
from training.networks.pitch_network import PitchNetwork
from training.networks.prosody import ProsodyFlow
from training.networks.vocoder import (OverlapAdd, Vocoder, at_samples, frame_spectra, pulses, swelling_noise)
from training.train_prosody import load_prosody
from training.workplace import Workplace, load_checkpoint

_MARGIN = 2


@dataclass(frozen=True)
class Networks:
    prosody: ProsodyFlow
    acoustic: AcousticModel
    pitch: PitchNetwork
    vocoder: Vocoder
    statistics: Statistics


def add_network_options(parser: ArgumentParser) -> None:
    for network in ('prosody', 'acoustic', 'pitch', 'vocoder'):
        parser.add_argument(f'--{network}', required=True, help=f'name of the {network} run')


def load_networks(place: Workplace, options: Namespace) -> Networks:
    """Averaged weights of the run of each that the options name."""
    flow, statistics = load_prosody(place, options.prosody)
    return Networks(flow, load_acoustic(place, options.acoustic), _load(place, options.pitch, PitchNetwork),
                    _load(place, options.vocoder, Vocoder), statistics)


def load_acoustic(place: Workplace, run: str) -> AcousticModel:
    return _load(place, run, AcousticModel)


def _load(place: Workplace, run: str, kind: type):
    stored = load_checkpoint(place.run(run) / CHECKPOINT)
    model = kind(**stored['shape'].get('settings', {}))
    model.load_state_dict(stored['parts']['average'])
    return model.eval()


@torch.no_grad()
def vocode(networks: Networks, mel: torch.Tensor, hz: torch.Tensor, seed: int = 0) -> np.ndarray:
    """mel (BANDS, frames) and the pitch contour (frames) -> samples. Voicing is read off the mel, as the engine does."""
    _, voicing = networks.pitch.decode(networks.pitch(mel[None]))
    voiced = _without_single_frames(voicing[0] > 0.5).float()
    wide = lambda values: torch.nn.functional.pad(values[None, None], (_MARGIN, _MARGIN), mode='replicate')[0]
    hz_wide, voiced_wide = wide(hz), wide(voiced)
    count = (mel.shape[1] - 1) * HOP + TRANSFORM
    hz_at, voiced_at = at_samples(hz_wide, count), at_samples(voiced_wide, count)
    phase = (torch.cumsum(hz_at.double(), 1) * (2 * np.pi / RATE_HZ) % (2 * np.pi)).float()
    noise = torch.randn(1, count, generator=torch.Generator().manual_seed(seed))
    window = torch.hann_window(TRANSFORM)
    spectra = lambda signal: frame_spectra(signal, window)
    filters, _ = networks.vocoder.filters(mel[None], hz[None], voiced[None])
    made = networks.vocoder.shape(filters, spectra(pulses(phase, hz_at, voiced_at)),
                                  [[spectra(part) for part in swelling_noise(noise, phase, voiced_at)]])
    return OverlapAdd('cpu')(made[0])[0].numpy().astype(np.float64)


def _without_single_frames(voiced: torch.Tensor) -> torch.Tensor:
    """A frame that differs from both its neighbours is a mistake."""
    kept = voiced.clone()
    alone = voiced[:-2] == voiced[2:]
    kept[1:-1] = torch.where(alone, voiced[:-2], voiced[1:-1])
    return kept


@torch.no_grad()
def natural_prosody_mel(model: AcousticModel, corpus: Corpus, take: int) -> tuple[torch.Tensor, torch.Tensor]:
    """(frames, BANDS) as the acoustic model makes it of the take's own durations, pitch and level; and the contour, Hz."""
    batch = corpus.token_batch(np.array([take]))
    mel, contour, _, _ = model(batch.tokens, batch.durations, batch.pitch_start, batch.pitch_middle,
                               batch.level, int(batch.durations.sum()))
    return mel[0], contour_hz(contour[0], corpus.statistics)


def contour_hz(contour: torch.Tensor, statistics: Statistics) -> torch.Tensor:
    return torch.exp2(contour * statistics.pitch_deviation + statistics.pitch_mean)


def dump_mels(place: Workplace, run: str) -> None:
    """Predicted mels of all trained and held-out takes with their own prosody, so that they lie under the recordings."""
    model, corpus = load_acoustic(place, run), Corpus(place.features)
    folder = place.predicted_mels(run)
    folder.mkdir(parents=True, exist_ok=True)
    for take in np.concatenate([corpus.takes('train'), corpus.takes('held-out')]):
        mel, _ = natural_prosody_mel(model, corpus, take)
        np.save(folder / f'{corpus.ids[take]}.npy', mel.numpy().astype(np.float16))


def speak_copies(place: Workplace, networks: Networks, folder: Path) -> None:
    """The held-out takes through parts of the system alone: `copy` by the vocoder from their own mels, `natural-prosody`
    from mels as predicted for their own durations, pitch and levels."""
    corpus = Corpus(place.features)
    for name in ('copy', 'natural-prosody'):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for take in corpus.takes('held-out'):
        mel, hz = natural_prosody_mel(networks.acoustic, corpus, take)
        file = f'{corpus.ids[take]}.wav'
        write_wav(folder / 'natural-prosody' / file, vocode(networks, mel.T, hz))
        write_wav(folder / 'copy' / file, vocode(networks, corpus.mel_of(take).T, hz))


def write_wav(path: Path, samples: np.ndarray) -> None:
    wavfile.write(path, RATE_HZ, np.round(np.clip(samples, -1, 1) * 32767).astype(np.int16))
