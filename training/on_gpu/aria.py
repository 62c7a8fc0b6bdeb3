"""Aria's vocoder on a lent GPU: mels, pitch and voicing -> samples, from the weights that ship.

Half of what the discriminators hear are copies of the teacher's sounds from their mels. The other half is made from mels that aria's
acoustic model predicts, which no sound belongs to: of these only the discriminators and the smoothed mel say how they are to sound.
"""
from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import torch
from torch.nn import functional

from training.flagship.teacher import TONE_WIDTH_HZ, TONES_HZ
from training.mel import BANDS, HOP, RATE_HZ, TRANSFORM, log_mel_of_frames, mel_error
from training.networks.vocoder import Vocoder, at_samples
from training.on_gpu.clauses import Sound, SoundStore, Starts, to_device
from training.on_gpu.predictions import Predicted
from training.on_gpu.target import Made
from training.on_gpu.teacher import Spoken
from training.prepare import HIGHEST_PEAK, TARGET_LUFS
from training.train_vocoder import Copies
from training.waves import LOUDEST_DB, SOFTEST_DB, Segment

#: Loudness of the teacher's clauses above their power: 0.8 LU, with a deviation of 0.6.
_POWER_DB = TARGET_LUFS - 0.8
#: Share of copies whose mel is blurred.
_BLUR = 0.4
#: The mel of what is made from a prediction is compared over so many bands and frames.
_SMOOTH = (5, 5)
#: The phase of the fundamental is looked for in windows as in `pitch.fundamental_phase`, which smooths it over five of them.
_PHASE_STEP = 64


def without_tones(samples: torch.Tensor) -> torch.Tensor:
    """(samples) without the teacher's tones. Whole seconds are transformed: a GPU plans each length anew."""
    whole = -(-len(samples) // RATE_HZ) * RATE_HZ
    spectrum = torch.fft.rfft(samples, whole)
    hz = torch.linspace(0, RATE_HZ / 2, len(spectrum), device=samples.device)
    for tone in TONES_HZ:
        away = ((hz - tone) / (TONE_WIDTH_HZ / 2)) ** 2
        spectrum = spectrum * (away / (1 + away))
    return torch.fft.irfft(spectrum, whole)[:len(samples)]


def levelled(samples: torch.Tensor) -> torch.Tensor:
    """Of about the loudness that aria was trained at."""
    gain = 10 ** (_POWER_DB / 20) / (samples.square().mean().sqrt() + 1e-6)
    return samples * torch.minimum(gain, HIGHEST_PEAK / (samples.abs().amax() + 1e-6))


@lru_cache(maxsize=None)
def _phase_window(device: torch.device) -> torch.Tensor:
    over_five = np.zeros(4 * _PHASE_STEP + 1)
    over_five[::_PHASE_STEP] = 0.1, 0.2, 0.4, 0.2, 0.1
    return torch.from_numpy(np.convolve(np.hanning(514)[1:-1], over_five).astype(np.float32)).to(device)


def fundamental_phase(audio: torch.Tensor, phase: torch.Tensor) -> torch.Tensor:
    """(batch, samples): `phase`, which has the frequency of the fundamental, moved to what the fundamental in the audio does, as
    `pitch.fundamental_phase` does it. The number of samples is a multiple of _PHASE_STEP."""
    turned = torch.stack([audio * torch.cos(phase), -audio * torch.sin(phase)])
    count, window = audio.shape[1], _phase_window(audio.device)
    side = len(window) // 2
    parts = functional.conv1d(turned.reshape(-1, 1, count), window[None, None], stride=_PHASE_STEP, padding=side)
    parts = parts.reshape(2, -1, parts.shape[-1])
    parts = parts / (parts.square().sum(0).sqrt() + 1e-9)
    real, imaginary = functional.interpolate(parts, count + 1, mode='linear', align_corners=True)[..., :count]
    return phase + torch.atan2(imaginary, real)


class MelStore:
    """Predictions in the GPU's memory, one after another, and segments of `frames` drawn from them."""

    def __init__(self, device: torch.device, most: int, frames: int):
        new = lambda *shape, kind=torch.float32: torch.zeros(shape, dtype=kind, device=device)
        self._device, self._frames = device, frames
        self._mel, self._hz, self._voicing = new(most, BANDS, kind=torch.float16), new(most) + 160.0, new(most)
        self._starts = Starts(device, most)
        self._end = 0

    @property
    def is_empty(self) -> bool:
        """Nothing can be drawn."""
        return self._starts.count == 0

    def add(self, predicted: Predicted) -> None:
        first, last = self._end, self._end + len(predicted.hz)
        if last > len(self._hz) or last - first < self._frames + 4:
            return
        for place, values in ((self._mel, predicted.mel), (self._hz, predicted.hz), (self._voicing, predicted.voicing)):
            place[first:last] = to_device(values, self._device)
        self._starts.add(first + 2, last - self._frames - 1)
        self._end = last

    def draw(self, count: int) -> tuple[Segment, torch.Tensor]:
        """The segments have no samples, but as many places for them; mel (count, BANDS, frames)."""
        at = self._starts.draw(count)[:, None] + torch.arange(-2, self._frames + 2, device=self._device)
        hz = self._hz[at]
        samples = torch.zeros(count, (self._frames - 1) * HOP + TRANSFORM, device=self._device)
        turns = torch.cumsum(at_samples(hz, samples.shape[1]) / RATE_HZ, 1) + torch.rand(count, 1, device=self._device)
        return (Segment(samples, 2 * math.pi * (turns - turns.floor()), hz, self._voicing[at]),
                self._mel[at[:, 2:-2]].float().transpose(1, 2))


class AriaVocoder:
    name, rate, regression = 'vocoder', 2e-4, 0.1
    weights = {'distance': 1.0, 'apart': -0.5, 'phase': 0.3, 'anchor': 0.5}

    def __init__(self, device: torch.device, frames: int, seconds: float, predicted: int, weights: dict[str, torch.Tensor]):
        """`frames` of the teacher, and `predicted` ones of HOP samples, that there is room for; `seconds` of a segment; `weights` to
        begin with."""
        self.model = Vocoder()
        self.model.load_state_dict(weights)
        self.model.to(device)
        count = round(seconds * RATE_HZ / HOP) + 1
        self.store = SoundStore(device, frames, (count - 1) * HOP + TRANSFORM)
        self._mels = MelStore(device, predicted, count)
        self._copies = Copies(self.model, device)
        self._places = torch.arange(0, (count + 3) * HOP + 1, HOP, device=device).clamp(max=(count + 3) * HOP - 1)

    def take(self, spoken: Spoken) -> None:
        self.store.add(spoken.told, levelled(without_tones(spoken.samples)), spoken.is_held_out)

    def predict(self, predicted: Predicted) -> None:
        self._mels.add(predicted)

    def begin(self) -> None:
        if self._mels.is_empty:
            raise SystemExit('there are no predictions of the acoustic model')

    def copies(self, count: int) -> Made:
        return self._copied(self._drawn(count), _BLUR)

    def judged(self, count: int) -> Made:
        segments = self._drawn(count)
        paired = count - count // 2
        copied = self._copied(Segment(*(one[:paired] for one in vars(segments).values())), _BLUR)
        drawn, mel = self._mels.draw(count // 2)
        invented = self._copies.samples(self._copies.speak(drawn, mel, 1)[0])
        smooth = lambda one: functional.avg_pool2d(one, _SMOOTH, 1)
        heard = log_mel_of_frames(self._copies.spectra(invented).abs().transpose(1, 2))
        anchor = (smooth(heard) - smooth(mel[:, :, 2:-2])).abs().mean()
        return Made({**copied.losses, 'anchor': anchor}, segments.samples[:, TRANSFORM // 2:-TRANSFORM // 2],
                    torch.cat([copied.made, invented]), paired)

    def measured(self, starts: torch.Tensor) -> dict[str, torch.Tensor]:
        made = self._copied(self._segment(self.store.sound_at(starts)), 0.0)
        return {**made.losses, 'mel': mel_error(self._copies.spectra(made.made), self._copies.spectra(made.natural))}

    def _drawn(self, count: int) -> Segment:
        segment = self._segment(self.store.sound_at(self.store.draw(count)))
        gain_db = torch.rand(count, 1, device=segment.samples.device) * (LOUDEST_DB - SOFTEST_DB) + SOFTEST_DB
        return Segment(segment.samples * 10 ** (gain_db / 20), segment.phase, segment.hz, segment.voicing)

    def _segment(self, sound: Sound) -> Segment:
        """A frame is voiced or not."""
        voicing = (sound.voicing_at[:, self._places] > 0.5).float()
        return Segment(sound.audio, fundamental_phase(sound.audio, sound.phase), sound.hz_at[:, self._places], voicing)

    def _copied(self, segment: Segment, blur: float) -> Made:
        losses, natural, made = self._copies.of(segment, blur)
        return Made(losses, natural, made, len(made))
