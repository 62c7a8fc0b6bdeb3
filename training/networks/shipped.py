"""The networks as the engine runs them: one sentence at a time, with what a caller may ask for as inputs."""
from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import nn

from training.corpus import Statistics
from training.networks.acoustic import AcousticModel
from training.networks.pitch_network import PitchNetwork
from training.networks.prosody import (DURATION, LEVEL, PITCH_MIDDLE, PITCH_START, VALUES, ProsodyFlow,
                                       widen_accents)
from training.networks.vocoder import Vocoder
from training.symbols import FIRST_PHONE


@dataclass(frozen=True)
class Calibration:
    """What readings lack on the held-out sentences: the usual one, of latent zero, if nothing else is said."""
    duration_factor: float
    #: For the usual reading, and for one drawn with noise of variance 1.
    accent_gain: float
    drawn_accent_gain: float
    #: Octaves.
    pitch_offset: float
    #: Natural logarithm of magnitude.
    level_offset: float


class ShippedAcoustic(nn.Module):
    """tokens (1, n, 4) int64; the others (1, n) float32: `dur_scale` (1), `pitch_shift` semitones (0), `pitch_range`
    around the voice's mean (1), `energy` dB (0), `dur_frames` (-1: predicted); with `latent` (1, n, VALUES) too, where
    the file has it: 0 is the usual reading, normal noise a reading as any other.
    -> mel (1, BANDS, t), durations (1, n) int64, f0 (1, t) Hz, voiced (1, t) probability."""

    def __init__(self, prosody: ProsodyFlow, acoustic: AcousticModel, statistics: Statistics, calibration: Calibration,
                 flow_steps: int, voiced_share: torch.Tensor):
        """`voiced_share`: of each symbol."""
        super().__init__()
        self.register_buffer('voiced_share', voiced_share)
        self.prosody, self.acoustic = prosody, acoustic
        self._statistics, self._calibration, self._flow_steps = statistics, calibration, flow_steps

    def forward(self, tokens, dur_scale, pitch_shift, pitch_range, energy, dur_frames, latent=None):
        s, c = self._statistics, self._calibration
        mask = torch.ones_like(dur_scale).unsqueeze(-1)
        if latent is None:
            latent = torch.zeros_like(mask).expand(-1, -1, VALUES)
        values = self.prosody(tokens, torch.ones_like(tokens[..., 0]).sum(1), mask, latent, self._flow_steps)
        drawn = torch.clamp((latent ** 2).mean(), max=1.0)
        gain = c.accent_gain + (c.drawn_accent_gain - c.accent_gain) * drawn
        values = widen_accents(values, self.voiced_share[tokens[..., 0]], gain)
        durations = self._durations(tokens, values[..., DURATION], dur_scale * c.duration_factor, dur_frames)
        shift = pitch_shift / 12 / s.pitch_deviation
        spread = lambda value: (value + c.pitch_offset / s.pitch_deviation) * pitch_range + shift
        level = (values[..., LEVEL] + c.level_offset / s.level_deviation
                 + energy * (math.log(10) / 20 / s.level_deviation))
        mel, contour, _, voicing = self.acoustic(tokens, durations, spread(values[..., PITCH_START]),
                                                 spread(values[..., PITCH_MIDDLE]), level, durations.sum())
        hz = torch.exp((contour * s.pitch_deviation + s.pitch_mean) * math.log(2))
        return mel.transpose(1, 2), durations, hz, torch.sigmoid(voicing)

    def _durations(self, tokens, predicted, scale, asked):
        """Whole frames. The ends are rounded and not the lengths, so nothing drifts; a phone lasts one at least."""
        s = self._statistics
        is_phone = tokens[..., 0] >= FIRST_PHONE
        frames = torch.clamp(torch.exp(predicted * s.duration_deviation + s.duration_mean) - 1, min=0) * scale
        frames = torch.where(is_phone, torch.clamp(frames, min=1.0), frames)
        frames = torch.where(asked >= 0, asked, frames)
        ends = torch.round(torch.cumsum(frames, 1))
        whole = torch.cat([ends[:, :1], ends[:, 1:] - ends[:, :-1]], 1).long()
        return torch.where(is_phone & (whole < 1), torch.ones_like(whole), whole)


class ShippedPitch(nn.Module):
    """mel (1, BANDS, LOOK_BACK + t + LOOK_AHEAD) -> f0 (1, t) Hz, v (1, t) probability of voicing."""

    def __init__(self, network: PitchNetwork):
        super().__init__()
        self.network = network

    def forward(self, mel):
        return self.network.decode(self.network(mel, padded=True))


class ShippedVocoder(nn.Module):
    """mel (1, BANDS, LOOK_BACK + t + LOOK_AHEAD), f0 and v likewise, state (blocks, 1, channels, 6) -> filt (1, t, 7 *
    BINS + ENVELOPE_POINTS): real and imaginary gain of the harmonics, gain of the noise, gains of the noise times
    cosine and sine of the phase and of twice it, envelope of the noise within the frame; and the next state."""

    def __init__(self, vocoder: Vocoder):
        super().__init__()
        self.vocoder = vocoder

    def forward(self, mel, f0, v, state):
        filters, states = self.vocoder.filters(mel, f0, v, [state[i] for i in range(len(self.vocoder.trunk.blocks))])
        turn = (torch.rsqrt(filters.turn_real ** 2 + filters.turn_imaginary ** 2 + 1e-6)
                * torch.exp(filters.harmonic_gain.clamp(max=6)))
        noise = torch.exp(filters.noise_gain.clamp(max=6))
        return torch.cat([filters.turn_real * turn, filters.turn_imaginary * turn, noise,
                          *(noise * swell for swell in filters.swells), filters.envelope], 2), torch.stack(states)
