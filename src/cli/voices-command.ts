import { Command, Option } from 'commander'
import { listVoices } from '../app/speech/list-voices.ts'
import { LANGUAGES, languageOfCode } from '../core/language.ts'
import { MODEL_IDS, type ModelId } from '../core/model.ts'
import type { Catalogue, Voice } from '../core/voice.ts'
import { languageCode, withChoices } from './option-values.ts'
import { formatTable } from './table.ts'

interface VoicesOptions {
  readonly model?: ModelId
  readonly lang?: string
  readonly gender?: string
  readonly json?: true
}

const GENDERS = ['female', 'male', 'non-binary']

export const voicesCommand = (readCatalogue: () => Promise<Catalogue>): Command =>
  new Command('voices')
    .description('list the voices')
    .addOption(withChoices(new Option('-m, --model <model>', 'list voices of this model only'), MODEL_IDS))
    .option(
      '-l, --lang <language>',
      `list voices of this language only: ${LANGUAGES.join(', ')}, or a two-letter code`,
      languageCode(),
    )
    .addOption(withChoices(new Option('-g, --gender <gender>', 'list voices of this gender only'), GENDERS))
    .option('--json', 'print JSON')
    .action(async (options: VoicesOptions) => {
      const voices = chosen(await readCatalogue(), options)
      process.stdout.write(options.json ? asJson(voices) : asTable(voices))
    })

function chosen(catalogue: Catalogue, { model, lang, gender }: VoicesOptions): readonly Voice[] {
  const language = lang === undefined ? undefined : languageOfCode(lang)
  const voices = listVoices(catalogue, { model, language, gender })
  if (voices.length > 0) return voices
  const asked = Object.entries({ model, language: lang, gender }).filter(([, value]) => value !== undefined)
  throw new Error(`no voice matches ${asked.map(([name, value]) => `${name} ${value}`).join(' and ')}`)
}

const asTable = (voices: readonly Voice[]): string =>
  formatTable(
    ['SPEAKER', 'MODEL', 'LANGUAGE', 'GENDER', 'AGE', 'COUNTRY', 'DIALECT'],
    voices.map((voice) => [
      voice.speaker,
      voice.model,
      voice.language,
      voice.gender,
      voice.age,
      voice.country,
      voice.dialect,
    ]),
  )

/** Without the engine voice, which is internal. */
const asJson = (voices: readonly Voice[]): string =>
  `${JSON.stringify(
    voices.map(({ engineVoice: _, ...description }) => description),
    null,
    2,
  )}\n`
