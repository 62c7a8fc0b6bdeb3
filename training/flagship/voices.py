"""Who speaks in the flagship's data, what languages, and how much: every style of the teacher, and mixtures of them.

A language without a style of its own in the product is spoken by none: styles of Italian and Chinese speak what is nearest
among those that the product reads, so that mixtures with them are learnt too.
"""
from __future__ import annotations

import random
from dataclasses import dataclass

Mixture = dict[str, float]

#: By the first letter of a style: what it speaks, each of them as often.
_LANGUAGES = {
    'a': ('eng',), 'b': ('eng-GB',), 'e': ('spa',), 'f': ('fra',), 'h': ('hin',), 'j': ('jpn',), 'p': ('por',),
    'i': ('spa', 'eng'), 'z': ('eng', 'jpn')}
LANGUAGES = tuple(dict.fromkeys(language for spoken in _LANGUAGES.values() for language in spoken))
STYLES = tuple((
    'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky am_adam am_echo am_eric '
    'am_fenrir am_liam am_michael am_onyx am_puck am_santa bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george '
    'bm_lewis ef_dora em_alex em_santa ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola jf_alpha jf_gongitsune '
    'jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi '
    'zm_yunxia zm_yunyang').split())
#: Those of aria's speakers and of the flagship's first voices get more than the others, in minutes; styles that the product
#: uses in mixtures only get less.
_MAIN = frozenset((
    'af_heart af_bella am_michael am_onyx am_fenrir bf_emma bf_isabella bm_george bm_daniel ef_dora em_alex ff_siwis pf_dora '
    'pm_alex hf_alpha hm_omega jf_alpha jm_kumo').split())
_MAIN_MINUTES, _OTHER_MINUTES, _PART_MINUTES, _MIXED_MINUTES, _UNHEARD_MINUTES = 10.0, 6.5, 4.0, 180.0, 2.0
#: Voices of which nothing is trained on.
UNHEARD = {'unheard-woman': {'af_nova': 0.6, 'bf_alice': 0.4}, 'unheard-man': {'am_eric': 0.5, 'bm_lewis': 0.3, 'em_alex': 0.2}}
#: A fresh mixture for each clause.
MIXTURES = 'mixtures'


@dataclass(frozen=True)
class Voice:
    """`minutes`: wanted. `mixture`: None where each clause has its own."""
    name: str
    minutes: float
    mixture: Mixture | None
    languages: tuple[str, ...]

    @property
    def is_unheard(self) -> bool:
        return self.name in UNHEARD


def voices(share: float = 1.0) -> list[Voice]:
    """`share`: of the minutes of the whole, about 10 hours."""
    minutes = lambda name: _MAIN_MINUTES if name in _MAIN else _PART_MINUTES if name[0] in 'iz' else _OTHER_MINUTES
    return [*(Voice(name, share * minutes(name), {name: 1.0}, _LANGUAGES[name[0]]) for name in STYLES),
            *(Voice(name, share * _UNHEARD_MINUTES, mixture, ('eng', 'eng-GB')) for name, mixture in UNHEARD.items()),
            Voice(MIXTURES, share * _MIXED_MINUTES, None, LANGUAGES)]


def random_mixture(chance: random.Random) -> Mixture:
    """Two or three styles. Mostly of one sex, since that is how voices are made of them; weights from even to a trace."""
    first = chance.choice(STYLES)
    same = chance.random() < 0.75
    others = [name for name in STYLES if name != first and (name[1] == first[1] or not same)]
    names = [first, *chance.sample(others, 1 if chance.random() < 0.5 else 2)]
    parts = [chance.gammavariate(1.5, 1.0) + 1e-3 for _ in names]
    return {name: round(part / sum(parts), 3) for name, part in zip(names, parts)}


def language_of(voice: Voice, mixture: Mixture, chance: random.Random) -> str:
    """Mixtures mostly speak the language of their largest part."""
    if voice.mixture is None and chance.random() < 0.7:
        return chance.choice(_LANGUAGES[max(mixture, key=mixture.get)[0]])
    return chance.choice(voice.languages)
