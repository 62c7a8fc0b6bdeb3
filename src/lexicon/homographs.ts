import type { GivenReading } from '../core/lexicon.ts'
import type { Segment } from '../core/utterance.ts'
import type { Sense, Senses } from './homographs/homograph-list.ts'
import { HOMOGRAPHS, VERB_FORMS, withS } from './homographs/homograph-list.ts'
import { lowerCase, Sentence } from './homographs/sentence.ts'
import { specialSense } from './homographs/special-senses.ts'
import { verbScore } from './homographs/verb-score.ts'

/** Words of several readings in lower case, each sense with its suffix and ARPAbet, the usual one first. */
export const homographs: ReadonlyMap<string, Senses> = HOMOGRAPHS

/**
 * The ARPAbet of each segment that is an English homograph or a form of one, as its neighbours suggest; null for all else, for words that
 * have their phonemes, and for the verb `does`, which is weak or strong as the engine sees fit. Takes microseconds;
 * never fails.
 */
export function chooseReadings(segments: readonly Segment[]): readonly (readonly string[] | null)[] {
  let sentence: Sentence | undefined
  return segments.map((segment, at) => {
    if (segment.kind !== 'word' || segment.phonemes !== null) return null
    const word = lowerCase(segment.spoken)
    const senses = HOMOGRAPHS.get(word)
    if (senses === undefined) return VERB_FORMS.get(word) ?? possessiveReading(word)
    sentence ??= new Sentence(segments)
    const { suffix, phonemes } = chooseSense(sentence, at, word, senses)
    return word === 'does' && suffix === 'vrb' ? null : phonemes
  })
}

function chooseSense(sentence: Sentence, at: number, word: string, senses: Senses): Sense {
  const special = specialSense(sentence, at, word)
  const named = senses.find(({ suffix }) => suffix === special)
  if (named !== undefined) return named
  const [usual] = senses
  const verb = senses.find(({ suffix }) => suffix === 'vrb')
  const other = senses.find(({ suffix }) => suffix !== 'vrb' && /nou|adj/.test(suffix))
  if (verb === undefined || other === undefined) return usual
  const question = { inS: /[^s]s$/.test(word), orAdjective: other.suffix.startsWith('adj') }
  const score = verbScore(sentence, at, question) + (usual === verb ? 1 : -1)
  return score > 0 ? verb : other
}

/** `the record's length`, `the rebels' leader`: nouns both. */
function possessiveReading(word: string): readonly string[] | null {
  if (!/s'$|'s$/.test(word)) return null
  const isPlural = word.endsWith("'")
  const senses = HOMOGRAPHS.get(word.slice(0, isPlural ? -1 : -2))
  if (senses === undefined) return null
  const noun = senses.find(({ suffix }) => /^(?:adj-)?nou$/.test(suffix)) ?? senses[0]
  return isPlural ? noun.phonemes : withS(noun).phonemes
}

/**
 * The reading of a homograph with its suffix, as mist models take it: `produce_nou`, `Lead_met`. Each part of a joined
 * suffix does as well as the whole (`abstract_nou` for `abstract_adj-nou`). Undefined for any other token.
 */
export function findSuffixed(token: string): GivenReading | undefined {
  const underscore = token.indexOf('_')
  if (underscore < 1) return undefined
  const word = token.slice(0, underscore)
  const wanted = token.slice(underscore + 1).toLowerCase()
  const senses = HOMOGRAPHS.get(lowerCase(word))
  const sense =
    senses?.find(({ suffix }) => suffix === wanted) ?? senses?.find(({ suffix }) => suffix.split('-').includes(wanted))
  return sense && { spoken: word, phonemes: sense.phonemes }
}
