"""Stage `speak`: held-out sentences of each speaker as the teacher or the speaker said them, as the vocoder copies them from
those mels, and as the networks speak them.

FOLDER/natural, FOLDER/copy, FOLDER/aria, each with SPEAKER/ID.wav; FOLDER/said.jsonl says what was said.
"""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import torch
from scipy.io import wavfile

from training.corpus import Corpus, Statistics
from training.export import add_run_options, calibrate, load_prosody_and_acoustic, load_sound, shards_of, voiced_shares
from training.mel import HOP, RATE_HZ, TRANSFORM
from training.networks.pitch_network import PitchNetwork, without_single_frames
from training.networks.prosody import VALUES
from training.networks.shipped import ShippedAcoustic
from training.networks.speaker_blocks import one_hot
from training.networks.vocoder import OverlapAdd, Vocoder, at_samples, frame_spectra, pulses, swelling_noise
from training.shards import add_shard_options
from training.sounds import RISING_END
from training.train_prosody import FLOW_STEPS
from training.workplace import Workplace

KINDS = ('natural', 'copy', 'aria')
_MARGIN = 2


def add_options(parser: ArgumentParser) -> None:
    add_shard_options(parser)
    add_run_options(parser)
    parser.add_argument('--folder', type=Path, required=True)
    parser.add_argument('--takes', type=int, default=20, help='of each speaker')


def run(place: Workplace, options: Namespace) -> None:
    prosody, acoustic, statistics = load_prosody_and_acoustic(place, options)
    pitch, vocoder = load_sound(place, options)
    shards = shards_of(options.shards, statistics)
    corpus = Corpus(shards, statistics, with_rises=True)
    shares = voiced_shares(corpus)
    model = ShippedAcoustic(prosody, acoustic, statistics, calibrate(prosody, corpus, shares), FLOW_STEPS, shares).eval()
    said = []
    for path in shards:
        said += _speak_shard(path, statistics, model, pitch, vocoder, options)
    with (options.folder / 'said.jsonl').open('w', encoding='utf-8') as file:
        for row in said:
            file.write(json.dumps(row, ensure_ascii=False) + '\n')


def _speak_shard(path: Path, statistics: Statistics, model: ShippedAcoustic, pitch: PitchNetwork, vocoder: Vocoder,
                 options: Namespace) -> list[dict]:
    stored = np.load(path)
    speaker, language = str(stored['speaker']), str(stored['language'])
    ends = lambda name: np.concatenate([[0], np.cumsum(stored[name].astype(np.int64))])
    tokens, frames, samples = ends('tokens'), ends('frames'), ends('length')
    arrays = {name: stored[name] for name in ('rows', 'durations', 'mel', 'samples', 'hz')}
    who = one_hot(torch.tensor([statistics.speakers.index(speaker)]), len(statistics.speakers))
    tongue = one_hot(torch.tensor([statistics.languages.index(language)]), len(statistics.languages))
    folders = {kind: options.folder / kind / speaker for kind in KINDS}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    said = []
    for i in np.flatnonzero(stored['split'] == 'held-out'):
        if len(list(folders['aria'].iterdir())) >= options.takes:
            break
        name = f'{stored["ids"][i]}.wav'
        rows = torch.from_numpy(arrays['rows'][tokens[i]:tokens[i + 1]].astype(np.int64))[None]
        head = int(stored['head'][i]) * HOP
        _write_wav(folders['natural'] / name, arrays['samples'][samples[i]:samples[i + 1]][head:] / 32767)
        mel = torch.from_numpy(arrays['mel'][frames[i]:frames[i + 1]].astype(np.float32)).T
        with torch.no_grad():
            copied_hz, _ = pitch.decode(pitch(mel[None]))
            ones = torch.ones(1, rows.shape[1])
            made, durations, hz, _ = model(rows, who, tongue, ones, 0 * ones, ones, 0 * ones, -ones,
                                             torch.zeros(1, rows.shape[1], VALUES))
        _write_wav(folders['copy'] / name, _vocode(pitch, vocoder, mel, copied_hz[0]))
        _write_wav(folders['aria'] / name, _vocode(pitch, vocoder, made[0], hz[0]))
        said.append({'speaker': speaker, 'language': language, 'id': str(stored['ids'][i]), 'text': str(stored['text'][i]),
                     'rises': bool(rows[0, -1, 0] == RISING_END), 'frames': int(durations.sum()),
                     'natural_frames': int(arrays['durations'][tokens[i]:tokens[i + 1]].sum())})
    return said


@torch.no_grad()
def _vocode(pitch: PitchNetwork, vocoder: Vocoder, mel: torch.Tensor, hz: torch.Tensor) -> np.ndarray:
    """mel (BANDS, frames) and the pitch contour (frames) -> samples. Voicing is read off the mel, as the engine does."""
    _, voicing = pitch.decode(pitch(mel[None]))
    voiced = without_single_frames(voicing[0] > 0.5).float()
    wide = lambda values: torch.nn.functional.pad(values[None, None], (_MARGIN, _MARGIN), mode='replicate')[0]
    hz_wide, voiced_wide = wide(hz), wide(voiced)
    count = (mel.shape[1] - 1) * HOP + TRANSFORM
    hz_at, voiced_at = at_samples(hz_wide, count), at_samples(voiced_wide, count)
    phase = (torch.cumsum(hz_at.double(), 1) * (2 * np.pi / RATE_HZ) % (2 * np.pi)).float()
    noise = torch.randn(1, count, generator=torch.Generator().manual_seed(0))
    window = torch.hann_window(TRANSFORM)
    spectra = lambda signal: frame_spectra(signal, window)
    filters, _ = vocoder.filters(mel[None], hz[None], voiced[None])
    made = vocoder.shape(filters, spectra(pulses(phase, hz_at, voiced_at)),
                                  [[spectra(part) for part in swelling_noise(noise, phase, voiced_at)]])
    return OverlapAdd('cpu')(made[0])[0].numpy().astype(np.float64)


def _write_wav(path: Path, samples: np.ndarray) -> None:
    wavfile.write(path, RATE_HZ, np.round(np.clip(samples, -1, 1) * 32767).astype(np.int16))
