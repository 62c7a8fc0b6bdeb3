import type { CatalogueRow } from '../src/voices/catalogue-file.ts'

/** The engine of a voice, and the base voices that may be used for it. */
export interface EngineBases {
  readonly engine: string
  readonly bases: readonly [string, ...string[]]
  /** Another engine's voice that can replace any of them, with the same timbre. */
  readonly alternative?: { readonly engine: string; readonly base: string }
}

/** Countries whose English is closer to Scottish than to American English. */
const BRITISH_AND_KIN: ReadonlySet<string> = new Set(['UK', 'GB', 'England', 'IE', 'AU', 'AUS', 'Australia', 'ZA'])
const SPAIN: ReadonlySet<string> = new Set(['ES', 'Spain'])

const ESPEAK_LANGUAGES: Readonly<Record<string, string>> = {
  jpn: 'ja',
  por: 'pt-br',
  ger: 'de',
  ara: 'ar',
  fra: 'fr',
  hin: 'hi',
}

/** eSpeak's natural-sounding variants; the others croak, whisper or sound like robots. */
const ESPEAK_WOMEN = ['+f1', '+f2', '+f3', '+f4'] as const
const ESPEAK_MEN = ['', '+m1', '+m3', '+m4', '+m6'] as const

/** Throws an Error for a language that no engine speaks. */
export function engineBases(row: CatalogueRow): EngineBases {
  if (row.language === 'eng') return englishBases(row)
  const language = row.language === 'spa' ? spanish(row) : ESPEAK_LANGUAGES[row.language]
  if (language === undefined) throw new Error(`${row.speaker}: no engine speaks ${row.language}`)
  const [first, ...others] = row.gender === 'Male' ? ESPEAK_MEN : ESPEAK_WOMEN
  return { engine: 'espeak', bases: [language + first, ...others.map((variant) => language + variant)] }
}

/** Our own recorded speaker is an American woman too, and replaces Flite's. */
function englishBases(row: CatalogueRow): EngineBases {
  const base = fliteBase(row)
  const alternative = { engine: 'aria', base: 'kathleen' }
  return { engine: 'flite', bases: [base], ...(base === 'slt' ? { alternative } : {}) }
}

/**
 * Flite has one American woman and two men, American and Scottish. The Scottish man cannot become a woman: his formants
 * would rise by a fifth, twice as far as possible without artefacts. So women of all accents are American.
 */
function fliteBase(row: CatalogueRow): string {
  if (row.gender !== 'Male') return 'slt'
  return BRITISH_AND_KIN.has(row.country) ? 'awb' : 'rms'
}

const spanish = (row: CatalogueRow): string => (SPAIN.has(row.country) ? 'es' : 'es-419')
