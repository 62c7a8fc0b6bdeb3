"""Who of the teacher's voices speaks, how much, and what."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TeacherVoice:
    """`styles`: the teacher's own voices that it is a mixture of, with their weights."""
    name: str
    language: str
    gender: str
    minutes: float
    styles: dict[str, float]


def _voice(name: str, language: str, minutes: float, styles: dict[str, float] | None = None) -> TeacherVoice:
    return TeacherVoice(name, language, 'woman' if name[1] == 'f' else 'man', minutes, styles or {name: 1.0})


#: First letter: whose language; second: woman or man. The French man is one that the teacher does not have.
VOICES = (
    _voice('am_michael', 'eng', 26), _voice('af_heart', 'eng', 26), _voice('am_onyx', 'eng', 24),
    _voice('bf_emma', 'eng-GB', 24), _voice('bm_george', 'eng-GB', 26), _voice('am_fenrir', 'eng', 24),
    _voice('af_bella', 'eng', 24), _voice('ef_dora', 'spa', 14), _voice('em_alex', 'spa', 14),
    _voice('ff_siwis', 'fra', 14), _voice('fm_blend', 'fra', 14, {'em_alex': 0.7, 'ff_siwis': 0.3}),
    _voice('pf_dora', 'por', 14), _voice('pm_alex', 'por', 14), _voice('hf_alpha', 'hin', 14),
    _voice('hm_omega', 'hin', 14), _voice('jf_alpha', 'jpn', 14), _voice('jm_kumo', 'jpn', 14),
    _voice('bm_daniel', 'eng-GB', 20), _voice('bf_isabella', 'eng-GB', 20),
)
BY_NAME = {voice.name: voice for voice in VOICES}
