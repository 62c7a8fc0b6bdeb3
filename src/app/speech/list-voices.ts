import type { Language } from '../../core/language.ts'
import type { ModelId } from '../../core/model.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'

/** Undefined fields do not filter; genders are compared without regard to case. */
export interface VoiceFilter {
  readonly model?: ModelId | undefined
  readonly language?: Language | undefined
  readonly gender?: string | undefined
}

/** The voices that match, in catalogue order. */
export function listVoices(catalogue: Catalogue, { model, language, gender }: VoiceFilter): readonly Voice[] {
  return catalogue.voices.filter(
    (voice) =>
      (model === undefined || voice.model === model) &&
      (language === undefined || voice.language === language) &&
      (gender === undefined || voice.gender.toLowerCase() === gender.toLowerCase()),
  )
}
