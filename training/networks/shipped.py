"""The networks as the engine runs them: one sentence of one speaker, or of a mixture of speakers, at a time."""
from __future__ import annotations

import math
from dataclasses import astuple, dataclass

import torch
from torch import nn

from training.corpus import PITCH_ORIGIN_HZ, PITCH_UNIT_OCTAVES, Statistics, band_tables
from training.networks.acoustic import AcousticModel
from training.networks.pitch_network import PitchNetwork
from training.networks.prosody import DURATION, LEVEL, PITCH_MIDDLE, PITCH_START, ProsodyFlow, widen_accents
from training.networks.vocoder import Vocoder
from training.sounds import FIRST_SOUND

_UNIT_SEMITONES = 12 * PITCH_UNIT_OCTAVES


@dataclass(frozen=True)
class Calibration:
    """What readings of a speaker's held-out sentences lack: the usual one, of latent zero, if nothing else is said."""
    duration_factor: float
    #: For the usual reading, and for one drawn with noise of variance 1.
    accent_gain: float
    drawn_accent_gain: float
    #: Units of PITCH_UNIT_OCTAVES.
    pitch_offset: float
    #: Natural logarithm of magnitude.
    level_offset: float


class ShippedAcoustic(nn.Module):
    """rows (1, n, 5) int64; speaker (1, speakers) and language (1, languages) float32, weights that add up to 1; the others
    (1, n) float32: `dur_scale` (1), `pitch_shift` semitones from the mixture's own mean (0), `pitch_range` around it (1),
    `energy` dB (0), `dur_frames` (-1: predicted); latent (1, n, 4): 0 is the usual reading, normal noise one as any other.
    -> mel (1, BANDS, t), durations (1, n) int64, f0 (1, t) Hz, voiced (1, t) probability."""

    def __init__(self, prosody: ProsodyFlow, acoustic: AcousticModel, statistics: Statistics,
                 calibrations: list[Calibration], flow_steps: int, voiced_share: torch.Tensor):
        """`calibrations`: of each speaker; a mixture has the mean of its speakers'. `voiced_share`: of each symbol."""
        super().__init__()
        self.prosody, self.acoustic = prosody, acoustic
        self._statistics, self._flow_steps = statistics, flow_steps
        self.register_buffer('calibrations', torch.tensor([astuple(one) for one in calibrations]))
        means, deviations = band_tables(statistics)
        self.register_buffer('means', means)
        self.register_buffer('deviations', deviations)
        self.register_buffer('pitch_means', torch.tensor(statistics.pitch_means) / PITCH_UNIT_OCTAVES)
        self.register_buffer('voiced_share', voiced_share)

    def forward(self, rows, speaker, language, dur_scale, pitch_shift, pitch_range, energy, dur_frames, latent):
        s = self._statistics
        duration_factor, accent_gain, drawn_accent_gain, pitch_offset, level_offset = (speaker @ self.calibrations).unbind(1)
        mask = torch.ones_like(dur_scale).unsqueeze(-1)
        counts = torch.ones_like(rows[..., 0]).sum(1)
        values = self.prosody(speaker, language, rows, counts, mask, latent, self._flow_steps)
        drawn = torch.clamp((latent ** 2).mean(), max=1.0)
        gain = accent_gain + (drawn_accent_gain - accent_gain) * drawn
        values = widen_accents(values, self.voiced_share[rows[..., 0]], gain)
        durations = self._durations(rows, values[..., DURATION], dur_scale * duration_factor, dur_frames)
        centre = (speaker * self.pitch_means).sum(1, keepdim=True) + pitch_shift / _UNIT_SEMITONES
        around = lambda value: (value + pitch_offset) * pitch_range + centre
        level = (values[..., LEVEL] + level_offset / s.level_deviation
                 + energy * (math.log(10) / 20 / s.level_deviation))
        mel, contour, _, voicing = self.acoustic(
            speaker, language, rows, durations, around(values[..., PITCH_START]), around(values[..., PITCH_MIDDLE]), level,
            durations.sum())
        mel = mel * (speaker @ self.deviations).unsqueeze(1) + (speaker @ self.means).unsqueeze(1)
        hz = PITCH_ORIGIN_HZ * torch.exp(contour * (PITCH_UNIT_OCTAVES * math.log(2)))
        return mel.transpose(1, 2), durations, hz, torch.sigmoid(voicing)

    def _durations(self, rows, predicted, scale, asked):
        """Whole frames. The ends are rounded and not the lengths, so nothing drifts; a sound lasts one at least."""
        s = self._statistics
        is_sound = rows[..., 0] >= FIRST_SOUND
        frames = torch.clamp(torch.exp(predicted * s.duration_deviation + s.duration_mean) - 1, min=0) * scale
        frames = torch.where(is_sound, torch.clamp(frames, min=1.0), frames)
        frames = torch.where(asked >= 0, asked, frames)
        ends = torch.round(torch.cumsum(frames, 1))
        whole = torch.cat([ends[:, :1], ends[:, 1:] - ends[:, :-1]], 1).long()
        return torch.where(is_sound & (whole < 1), torch.ones_like(whole), whole)


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
