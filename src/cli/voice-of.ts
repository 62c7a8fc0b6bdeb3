import { listVoices } from '../app/speech/list-voices.ts'
import { shortCountryName } from '../core/countries.ts'
import { languageOfCode } from '../core/language.ts'
import type { Catalogue, Voice } from '../core/voice.ts'
import { chooseVoice } from '../core/voice-words.ts'
import type { AskedVoice } from './voice-hints.ts'

/** The options with the speaker that fits a description best, which standard error tells. Throws an Error of one line if none does. */
export async function withVoiceOf<T extends AskedVoice>(
  description: string,
  options: T,
  readCatalogue: () => Promise<Catalogue>,
): Promise<T> {
  const { model, lang } = options
  const language = lang === undefined ? undefined : languageOfCode(lang)
  const chosen = chooseVoice(listVoices(await readCatalogue(), { model, language }), description)
  if (chosen === undefined) {
    throw new Error(
      `no voice of ${model} fits "${description}"; \`hoarfrost voices --help\` tells which words there are`,
    )
  }
  const { voice, missed } = chosen
  const lacking =
    missed.length === 0 ? '' : `; nothing is known of it for ${missed.map((word) => `"${word}"`).join(', ')}`
  process.stderr.write(`Voice: ${factsOf(voice)}${lacking}\n`)
  return { ...options, speaker: voice.speaker }
}

const factsOf = ({ speaker, model, language, gender, age, country, styles }: Voice): string =>
  `${speaker} (${[model, language, shortCountryName(country), gender, age, ...styles].filter(Boolean).join(', ')})`
