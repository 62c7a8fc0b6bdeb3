import { parseIpa, parseIpaAsIpa } from '../../core/ipa.ts'
import type { Language } from '../../core/language.ts'
import { isIpaVowel, parseXSampa, parseXSampaAsIpa } from '../../core/x-sampa.ts'

interface Rules {
  /** Where the stress falls in a word that is written without, by the places of its vowels. */
  readonly stressed: (sounds: readonly string[], vowels: readonly number[]) => number | undefined
  /** Whether marks of stress may be written. */
  readonly takesStress: boolean
}

const last = (vowels: readonly number[]) => vowels.at(-1)
const beforeLast = (vowels: readonly number[]) => vowels.at(-2) ?? vowels.at(-1)

/** Languages besides English. */
const RULES: Readonly<Partial<Record<Language, Rules>>> = {
  spa: {
    takesStress: true,
    stressed: (sounds, vowels) => (/^(?:[aeouins])$/.test(sounds.at(-1) ?? '') ? beforeLast(vowels) : last(vowels)),
  },
  por: {
    takesStress: true,
    stressed: (sounds, vowels) => (/^(?:[aeoɐəms])$/.test(sounds.at(-1) ?? '') ? beforeLast(vowels) : last(vowels)),
  },
  ger: {
    takesStress: true,
    stressed: (sounds, vowels) => vowels.find((at) => !/^[əɐ]/.test(sounds[at] ?? '')) ?? vowels[0],
  },
  ita: { takesStress: true, stressed: (_sounds, vowels) => beforeLast(vowels) },
  nld: {
    takesStress: true,
    stressed: (sounds, vowels) => vowels.find((at) => !(sounds[at] ?? '').startsWith('ə')) ?? vowels[0],
  },
  fra: {
    takesStress: false,
    stressed: (sounds, vowels) => vowels.findLast((at) => !(sounds[at] ?? '').startsWith('ə')) ?? last(vowels),
  },
}

/** Whether words of a language can be given by their sounds. */
export const takesSounds = (language: Language): boolean => language === 'eng' || RULES[language] !== undefined

/**
 * The sounds of a word, as `GivenReading` has them, of its IPA. Throws `request.invalid` with the symbol and its position.
 * The language must be one that `takesSounds`.
 */
export function soundsOfIpa(ipa: string, language: Language): readonly string[] {
  const rules = RULES[language]
  return rules === undefined ? parseIpa(ipa) : stressed(parseIpaAsIpa(ipa, rules.takesStress), rules)
}

/** The same of its X-SAMPA. */
export function soundsOfXSampa(xSampa: string, language: Language): readonly string[] {
  const rules = RULES[language]
  return rules === undefined ? parseXSampa(xSampa) : stressed(parseXSampaAsIpa(xSampa, rules.takesStress), rules)
}

function stressed(
  { sounds, hasStress }: { readonly sounds: readonly string[]; readonly hasStress: boolean },
  rules: Rules,
): readonly string[] {
  if (hasStress) return sounds
  const vowels = sounds.flatMap((sound, at) => (isIpaVowel(sound) ? [at] : []))
  const place = rules.stressed(sounds, vowels)
  return sounds.map((sound, at) => (at === place ? `ˈ${sound.replace('ˌ', '')}` : sound))
}
