import { Command, Option } from 'commander'
import { listVoices } from '../app/speech/list-voices.ts'
import { countryCode, countryName } from '../core/countries.ts'
import { LANGUAGES, languageOfCode } from '../core/language.ts'
import { MODEL_IDS, type ModelId } from '../core/model.ts'
import type { Catalogue, Voice } from '../core/voice.ts'
import { searchVoices } from '../core/voice-words.ts'
import { languageCode, withChoices } from './option-values.ts'
import { formatTable } from './table.ts'

interface VoicesOptions {
  readonly model?: ModelId
  readonly lang?: string
  readonly gender?: string
  readonly country?: string
  readonly age?: string
  readonly style?: string
  readonly json?: true
}

const GENDERS = ['female', 'male', 'non-binary']
/** Ages by what one types: a space is awkward in a shell. */
const AGES: Readonly<Record<string, string>> = { young: 'Young Adult', adult: 'Adult', elder: 'Elder' }
const STYLES = ['professional', 'formal', 'casual', 'energetic']

const HELP = `
All words must match: names, languages, countries and their people, ages, accents, styles, uses, and tones (calm, lively, deep, high,
slow, fast, warm, bright), as in: hoarfrost voices british man calm`

export const voicesCommand = (readCatalogue: () => Promise<Catalogue>): Command =>
  new Command('voices')
    .description('list the voices, or those that words describe')
    .argument('[words...]', 'words to search for')
    .addOption(withChoices(new Option('-m, --model <model>', 'list voices of this model only'), MODEL_IDS))
    .option(
      '-l, --lang <language>',
      `list voices of this language only: ${LANGUAGES.join(', ')}, or a two-letter code`,
      languageCode(),
    )
    .addOption(withChoices(new Option('-g, --gender <gender>', 'list voices of this gender only'), GENDERS))
    .option('-c, --country <country>', 'list voices of this country only: its name, or its code such as GB')
    .addOption(withChoices(new Option('-a, --age <age>', 'list voices of this age only'), Object.keys(AGES)))
    .addOption(withChoices(new Option('--style <style>', 'list voices of this style only'), STYLES))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (words: readonly string[], options: VoicesOptions) => {
      const voices = chosen(await readCatalogue(), words.join(' '), options)
      process.stdout.write(options.json ? asJson(voices) : asTable(voices))
    })

/** Throws an Error of one line if no voice matches. */
function chosen(catalogue: Catalogue, search: string, options: VoicesOptions): readonly Voice[] {
  const { model, lang, gender, country, age, style } = options
  const language = lang === undefined ? undefined : languageOfCode(lang)
  // Tones compare a voice with all others, so the words come first.
  const { found, unmatched } = searchVoices(catalogue.voices, search)
  if (unmatched.length > 0) throw new Error(`no voice matches ${unmatched.join(' or ')}`)
  const listed = new Set(listVoices(catalogue, { model, language, gender, country, age: age && AGES[age], style }))
  const voices = found.filter((voice) => listed.has(voice))
  if (voices.length > 0) return voices
  if (country !== undefined) requireCountry(country, catalogue)
  const asked = Object.entries({ model, language: lang, gender, country, age, style }).filter(
    ([, value]) => value !== undefined,
  )
  const said = [...(search === '' ? [] : [search]), ...asked.map(([name, value]) => `${name} ${value}`)]
  throw new Error(`no voice matches ${said.join(' and ')}`)
}

function requireCountry(country: string, { voices }: Catalogue): void {
  const codes = [...new Set(voices.map((voice) => countryCode(voice.country)))].filter(Boolean).sort()
  if (codes.includes(countryCode(country))) return
  throw new Error(
    `no voice is from ${country}; the countries are ${codes.map((code) => `${code} (${countryName(code)})`).join(', ')}`,
  )
}

const asTable = (voices: readonly Voice[]): string =>
  formatTable(
    ['SPEAKER', 'MODEL', 'LANGUAGE', 'GENDER', 'AGE', 'COUNTRY', 'DIALECT', 'STYLES'],
    voices.map((voice) => [
      voice.speaker,
      voice.model,
      voice.language,
      voice.gender,
      voice.age,
      voice.country,
      voice.dialect,
      voice.styles.join(', '),
    ]),
  )

/** Without the engine voice, which is internal. */
const asJson = (voices: readonly Voice[]): string =>
  `${JSON.stringify(
    voices.map(({ engineVoice: _, ...description }) => description),
    null,
    2,
  )}\n`
