import { readFileSync } from 'node:fs'
import type { Language } from '../src/core/language.ts'
import { mixtureOf, type Speaker } from '../src/engines/aria/mixture.ts'
import { espeakNameOf } from '../src/languages/espeak-names.ts'
import type { CatalogueRow } from '../src/voices/catalogue-file.ts'

/** The engine of a voice, and the base voices that may be used for it. */
export interface EngineBases {
  readonly engine: string
  readonly bases: readonly [string, ...string[]]
  /** Speakers of aria and mixtures of them, which replace any of these with the same timbre. Empty if it has none. */
  readonly aria: readonly AriaBase[]
}

export interface AriaBase {
  readonly base: string
  readonly pitchMeanHz: number
}

/** Countries whose English is closer to British than to American English. */
export const BRITISH_AND_KIN: ReadonlySet<string> = new Set([
  'UK',
  'GB',
  'England',
  'IE',
  'AU',
  'AUS',
  'Australia',
  'ZA',
])
const SPAIN: ReadonlySet<string> = new Set(['ES', 'Spain'])

/** eSpeak's natural-sounding variants; the others croak, whisper or sound like robots. */
const ESPEAK_WOMEN = ['+f1', '+f2', '+f3', '+f4'] as const
const ESPEAK_MEN = ['', '+m1', '+m3', '+m4', '+m6'] as const

/** Aria's speakers by language and gender. A language that is missing is left to the other engines: docs/aria.md. */
const ARIA_SPEAKERS: Readonly<Record<string, readonly string[]>> = {
  'eng Female': ['kathleen', 'af_heart', 'af_bella'],
  'eng Male': ['am_michael', 'am_fenrir', 'am_onyx'],
  'eng-GB Female': ['bf_emma', 'bf_isabella'],
  'eng-GB Male': ['bm_george', 'bm_daniel'],
  'spa Female': ['ef_dora'],
  'spa Male': ['em_alex'],
  'por Female': ['pf_dora'],
  'por Male': ['pm_alex'],
  'fra Female': ['ff_siwis'],
  'fra Male': ['fm_blend'],
  'hin Female': ['hf_alpha'],
  'hin Male': ['hm_omega'],
  'jpn Female': ['jf_alpha'],
  'jpn Male': ['jm_kumo'],
  'ger Female': ['kerstin'],
  // Speakers of other languages, who are understood as well.
  'ger Male': ['em_alex', 'am_michael'],
  // With an accent, and understood better than eSpeak.
  'ita Female': ['ef_dora'],
  'ita Male': ['em_alex'],
  'nld Female': ['kerstin'],
  'nld Male': ['em_alex'],
  'ara Female': ['ef_dora'],
  'ara Male': ['em_alex'],
}
/** Between a woman and a man. */
const NON_BINARY = ['kathleen', 'kathleen*0.6+am_fenrir*0.4', 'af_heart*0.5+am_fenrir*0.5']
/** Share of the first speaker in a mixture of two. */
const SHARES = [0.67, 0.33]

const { speakers } = JSON.parse(readFileSync(new URL('../voices/aria/voice.json', import.meta.url), 'utf8')) as {
  readonly speakers: readonly Speaker[]
}

export function engineBases(row: CatalogueRow): EngineBases {
  const aria = ariaBases(row).map((base) => ({ base, pitchMeanHz: mixtureOf(base, speakers).pitchMeanHz }))
  if (row.language === 'eng') return { engine: 'flite', bases: [fliteBase(row)], aria }
  const language = espeakAccent(row)
  const [first, ...others] = row.gender === 'Male' ? ESPEAK_MEN : ESPEAK_WOMEN
  return { engine: 'espeak', bases: [language + first, ...others.map((variant) => language + variant)], aria }
}

function ariaBases({ language, gender, country }: CatalogueRow): readonly string[] {
  if (gender === 'Non-binary') return language === 'eng' ? NON_BINARY : []
  const accent = language === 'eng' && BRITISH_AND_KIN.has(country) ? 'eng-GB' : language
  const own = ARIA_SPEAKERS[`${accent} ${gender}`] ?? []
  const pairs = own.flatMap((one, i) => own.slice(i + 1).map((other) => [one, other] as const))
  const mixed = pairs.flatMap(([one, other]) =>
    SHARES.map((share) => `${one}*${share}+${other}*${(1 - share).toFixed(2)}`),
  )
  return [...own, ...mixed]
}

/**
 * Flite has one American woman and two men, American and Scottish. The Scottish man cannot become a woman: his formants
 * would rise by a fifth, twice as far as possible without artefacts. So women of all accents are American.
 */
function fliteBase(row: CatalogueRow): string {
  if (row.gender !== 'Male') return 'slt'
  return BRITISH_AND_KIN.has(row.country) ? 'awb' : 'rms'
}

function espeakAccent({ language, country }: CatalogueRow): string {
  if (language === 'spa' && !SPAIN.has(country)) return 'es-419'
  return language === 'por' ? 'pt-br' : espeakNameOf(language as Language)
}
