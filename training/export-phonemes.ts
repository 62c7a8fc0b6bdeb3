// What the product's own front end makes of each prompt, so that training and speaking see the same symbols.
// node --import ./scripts/typescript.js training/export-phonemes.ts TAKES.jsonl PHONEMES.jsonl
import { readFileSync, writeFileSync } from 'node:fs'
import type { GivenReading } from '../src/core/lexicon.ts'
import type { Segment, Word } from '../src/core/utterance.ts'
import { chooseReadings } from '../src/lexicon/homographs.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { READING_PLAN } from './reading-plan.ts'

/** `,` for any mark within the sentence, `.` or `?` for its end, nothing where the next word follows. */
type Boundary = '' | ',' | '.' | '?'

interface SpokenWord {
  readonly spoken: string
  /** ARPAbet of every reading that the word may have, the likeliest first; the alignment finds which was spoken. */
  readonly readings: readonly string[]
  readonly boundary: Boundary
}

/** Words of the prompts that no dictionary has, as they are read in the recordings. */
const GIVEN = new Map(
  Object.entries({
    disconcerning: 'D IH2 S K AH0 N S ER1 N IH0 NG',
    ee: 'IY1',
    nightglow: 'N AY1 T G L OW2',
    provocateurs: 'P R OW0 V AA2 K AH0 T ER1 Z',
    roadmate: 'R OW1 D M EY2 T',
    seafaring: 'S IY1 F EH2 R IH0 NG',
    springy: 'S P R IH1 NG IY0',
    tomfoolery: 'T AA2 M F UW1 L ER0 IY0',
    unquenchable: 'AH0 N K W EH1 N CH AH0 B AH0 L',
  }),
)

const given = (token: string): GivenReading | undefined => {
  const phonemes = GIVEN.get(token.toLowerCase())
  return phonemes === undefined ? undefined : { spoken: token, phonemes: phonemes.split(' ') }
}

const lexicon = openLexicon()

function wordsOf(text: string): readonly SpokenWord[] {
  const words: SpokenWord[] = []
  for (const utterance of planUtterances(text, { ...READING_PLAN, language: 'eng', givenIn: () => given })) {
    if (utterance === undefined) continue
    const chosen = chooseReadings(utterance.segments)
    utterance.segments.forEach((segment, at) => {
      if (segment.kind === 'word') words.push(spokenWord(segment, chosen[at] ?? null, utterance.segments[at + 1]))
    })
  }
  const last = words.at(-1)
  if (last === undefined) throw new Error(`nothing to read in '${text}'`)
  return [
    ...words.slice(0, -1).map((word) => ({ ...word, boundary: word.boundary && (',' as const) })),
    { ...last, boundary: /\?["')\]]*\s*$/.test(text) ? '?' : '.' },
  ]
}

function spokenWord(word: Word, chosen: readonly string[] | null, next: Segment | undefined): SpokenWord {
  const readings = word.phonemes === null ? [...(chosen === null ? [] : [chosen]), ...listed(word)] : [word.phonemes]
  return {
    spoken: word.spoken,
    readings: [...new Set(readings.map((phonemes) => phonemes.join(' ')))],
    boundary: next?.kind === 'word' ? '' : ',',
  }
}

/** Of the small word too: the `A` that begins a sentence is not always the letter. */
const listed = ({ spoken }: Word): readonly (readonly string[])[] =>
  [spoken, spoken.toLowerCase()].flatMap((word) => lexicon.pronounce(word).map(({ phonemes }) => phonemes))

const [takesFile, phonemesFile] = process.argv.slice(2)
if (takesFile === undefined || phonemesFile === undefined) throw new Error('two files, please: takes and phonemes')
const takes = readFileSync(takesFile, 'utf8').trimEnd().split('\n')
const lines = takes.map((line) => {
  const { id, text } = JSON.parse(line) as { readonly id: string; readonly text: string }
  return JSON.stringify({ id, words: wordsOf(text) })
})
writeFileSync(phonemesFile, `${lines.join('\n')}\n`)
console.log(`${lines.length} takes`)
