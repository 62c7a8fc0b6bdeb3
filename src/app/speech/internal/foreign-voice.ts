import type { SpokenLanguage } from '../../../core/language.ts'
import { type LeveledVoice, withFallbacks } from '../../../core/voice.ts'
import { espeakNameOf } from '../../../languages/espeak-names.ts'

/** Variants of eSpeak's voices with the gain that levels them; it falls with the brightness of the timbre (fit of the catalogue). */
const LOW = { variant: 'm3', gainDb: 2.1, gainDbPerBrightnessDb: -0.44 } as const
const HIGH = { variant: 'f2', gainDb: 1.25, gainDbPerBrightnessDb: -0.24 } as const
const HIGH_FROM_HZ = 155

/**
 * Who speaks words of another language for a voice: eSpeak NG at the voice's pitch, rate and loudness, in its own
 * variant if the voice is one of eSpeak.
 */
export function foreignVoice(voice: LeveledVoice, language: SpokenLanguage): LeveledVoice {
  if (voice.fallback !== undefined) return foreignVoice(voice.fallback, language)
  const { engine, base, timbre, gainDb } = voice
  const name = espeakNameOf(language)
  if (engine === 'espeak') return { engine, base: base.replace(/^[^+]*/, name), timbre, gainDb }
  const { variant, ...level } = timbre.pitchMeanHz >= HIGH_FROM_HZ ? HIGH : LOW
  return {
    engine: 'espeak',
    base: `${name}+${variant}`,
    timbre,
    gainDb: level.gainDb + level.gainDbPerBrightnessDb * timbre.brightnessDb,
  }
}

const NATURAL_LANGUAGES: readonly SpokenLanguage[] = ['eng', 'spa', 'fra', 'por', 'hin', 'ita', 'jpn', 'ara', 'nld']
/** Engines with networks for several languages, which any of their speakers can speak. */
const LANGUAGES_OF_ENGINES: Readonly<Record<string, readonly SpokenLanguage[]>> = {
  best: NATURAL_LANGUAGES,
  natural: NATURAL_LANGUAGES,
  aria: ['eng', 'spa', 'fra', 'por', 'hin', 'ger', 'jpn', 'ita', 'ara', 'nld'],
}

/** A voice for sentences in another language: itself, by those of its engines that know the language, else `foreignVoice`. */
export const polyglotVoice = (voice: LeveledVoice, language: SpokenLanguage): LeveledVoice =>
  withFallbacks(voice)
    .filter(({ engine }) => LANGUAGES_OF_ENGINES[engine]?.includes(language))
    .reduceRight<LeveledVoice>((fallback, own) => ({ ...own, fallback }), foreignVoice(voice, language))
