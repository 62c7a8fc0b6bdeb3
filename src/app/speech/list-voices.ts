import { countryCode } from '../../core/countries.ts'
import type { Language } from '../../core/language.ts'
import type { ModelId } from '../../core/model.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'

/** Undefined fields do not filter; values are compared without regard to case. */
export interface VoiceFilter {
  readonly model?: ModelId | undefined
  readonly language?: Language | undefined
  readonly gender?: string | undefined
  /** As the catalogue, ISO 3166 or people write it: `UK`, `GB`, `Britain`. */
  readonly country?: string | undefined
  readonly age?: string | undefined
  /** Also with `more` before it in the catalogue. */
  readonly style?: string | undefined
}

/** The voices that match, in catalogue order. */
export function listVoices(catalogue: Catalogue, filter: VoiceFilter): readonly Voice[] {
  const { model, language, gender, country, age, style } = filter
  return catalogue.voices.filter(
    (voice) =>
      (model === undefined || voice.model === model) &&
      (language === undefined || voice.language === language) &&
      isSame(gender, voice.gender) &&
      isSame(age, voice.age) &&
      (country === undefined || countryCode(voice.country) === countryCode(country)) &&
      (style === undefined || voice.styles.some((each) => isSame(style, each.replace(/^more /, '')))),
  )
}

const isSame = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted.toLowerCase() === value.toLowerCase()
