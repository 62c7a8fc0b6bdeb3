import { HOMOGRAPH_TABLE } from './homograph-table.ts'

export interface Sense {
  /** As after the underscore: `nou`, `adj-nou`, `nou-ship`. */
  readonly suffix: string
  readonly phonemes: readonly string[]
}

/** The usual sense first; a homograph with one sense is listed because its spelling alone would mislead. */
export type Senses = readonly [Sense, ...Sense[]]

const SIBILANT = /^(?:S|Z|SH|ZH|CH|JH)$/
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
  word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}${/(?:s|x|ch|sh)$/.test(word) ? 'es' : 's'}`
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
  for (const [word, senses] of [...homographs]) {
    const form = spellWithS(word)
    if (takesS(senses) && !/[^s]s$/.test(word) && !homographs.has(form)) {
      homographs.set(form, senses.map(withS) as unknown as Senses)
    }
  }
  return homographs
})()
