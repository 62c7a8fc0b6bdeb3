import { HOMOGRAPH_TABLE } from './homograph-table.ts'
import { LOCAL_PLACES } from './local-places.ts'

export interface Sense {
  /** As after the underscore: `nou`, `adj-nou`, `nou-ship`. */
  readonly suffix: string
  readonly phonemes: readonly string[]
}

/** The usual sense first; a homograph with one sense is listed because its spelling alone would mislead. */
export type Senses = readonly [Sense, ...Sense[]]

const SIBILANT = /^(?:S|Z|SH|ZH|CH|JH)$/
const CHANGES_Y = /[^aeiou]y$/
const VOICELESS = /^(?:P|T|K|F|TH)$/

function parseSense(written: string): Sense {
  const [suffix = '', ...phonemes] = written.split(' ')
  return { suffix, phonemes }
}

/** With the -s of plurals, third persons and possessives. */
export function withS(sense: Sense): Sense {
  const last = sense.phonemes.at(-1) as string
  const ending = SIBILANT.test(last) ? ['IH0', 'Z'] : [VOICELESS.test(last) ? 'S' : 'Z']
  return { suffix: sense.suffix, phonemes: [...sense.phonemes, ...ending] }
}

const spellWithS = (word: string): string =>
  CHANGES_Y.test(word) ? `${word.slice(0, -1)}ies` : `${word}${/(?:s|x|ch|sh)$/.test(word) ? 'es' : 's'}`
const isNoun = (sense: Sense): boolean => sense.suffix.split('-').includes('nou')
const isVerb = (sense: Sense): boolean => sense.suffix === 'vrb'
const takesS = (senses: Senses): boolean => senses.length === 2 && senses.some(isVerb) && senses.some(isNoun)

/** Every homograph in lower case with its senses, forms in -s included. */
export const HOMOGRAPHS: ReadonlyMap<string, Senses> = (() => {
  const homographs = new Map<string, Senses>()
  for (const line of HOMOGRAPH_TABLE.trim().split('\n')) {
    const [word = '', ...senses] = line.split(' | ')
    homographs.set(word, senses.map(parseSense) as unknown as Senses)
  }
  for (const line of LOCAL_PLACES.trim().split('\n')) {
    const [word = '', usual = '', local = ''] = line.split(' | ')
    const places = [parseSense(`geo ${usual}`), parseSense(`local ${local}`)]
    homographs.set(word, [...(homographs.get(word) ?? []), ...places] as unknown as Senses)
  }
  for (const [word, senses] of [...homographs]) {
    const form = spellWithS(word)
    if (takesS(senses) && !/[^s]s$/.test(word) && !homographs.has(form)) {
      homographs.set(form, senses.map(withS) as unknown as Senses)
    }
  }
  return homographs
})()

/** Their verbs are irregular or double a letter, or the forms are of one sense only. */
const WITHOUT_FORMS = new Set(
  `affect bow dove lead live moped nestle overlap override overthrow permit polish rebel recap remake rerun reset retake
  rewrite tear transfer upset wind wound`.split(/\s+/),
)

/** Forms in -ed and -ing, which only the verb has: `contracted`, `deserting`. Dictionaries stress some as the noun. */
export const VERB_FORMS: ReadonlyMap<string, readonly string[]> = (() => {
  const forms = new Map<string, readonly string[]>()
  const add = (form: string, phonemes: readonly string[]) => {
    if (!HOMOGRAPHS.has(form)) forms.set(form, phonemes)
  }
  for (const [word, senses] of HOMOGRAPHS) {
    const verb = senses.length === 2 ? senses.find(isVerb) : undefined
    if (verb === undefined || WITHOUT_FORMS.has(word) || /(?:[^s]s|ed|ing)$/.test(word)) continue
    const stem = word.replace(/e$/, '')
    add(`${CHANGES_Y.test(word) ? `${word.slice(0, -1)}i` : stem}ed`, withEd(verb.phonemes))
    add(`${stem}ing`, [...verb.phonemes, 'IH0', 'NG'])
  }
  return forms
})()

function withEd(phonemes: readonly string[]): readonly string[] {
  const last = phonemes.at(-1) as string
  if (last === 'T' || last === 'D') return [...phonemes, 'IH0', 'D']
  return [...phonemes, VOICELESS.test(last) || /^(?:S|SH|CH)$/.test(last) ? 'T' : 'D']
}
