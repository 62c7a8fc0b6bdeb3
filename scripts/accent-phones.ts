import { readFileSync } from 'node:fs'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { britishSounds } from '../src/engines/sounds/british-sounds.ts'
import { englishWords } from '../src/engines/sounds/english-words.ts'
import { americanSounds, type Sound } from '../src/engines/sounds/sounds.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { cmudictEntries } from '../src/lexicon/word-list/cmudict.ts'
import { readSupplement, supplementText, withSupplement } from '../src/lexicon/word-list/supplement.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { READING_PLAN } from '../training/reading-plan.ts'

const TEXT = new URL('../training/spoken-texts.txt', import.meta.url)

/** The sounds of a word in both accents. */
interface Reading {
  readonly american: readonly Sound[]
  readonly british: readonly Sound[]
}

interface PhoneClass {
  readonly name: string
  readonly example: string
  /** An American and a British letter that stand for each other, `-` for none. */
  readonly is: RegExp
}

/** A difference belongs to the first class that it fits. */
const CLASSES: readonly PhoneClass[] = [
  { name: 'r only before vowels', example: 'car', is: /^ɹ[^ɹ]$/ },
  { name: 'GOAT', example: 'goat', is: /^OQ$/ },
  { name: 'LOT, CLOTH', example: 'lot', is: /^[ɑɔ]ɒ$/ },
  { name: 'BATH, PALM', example: 'bath', is: /^æɑ$/ },
  { name: 't, not a flap', example: 'water', is: /^T./ },
  { name: 'j after t, d, n', example: 'new', is: /^-j$/ },
  { name: 'vowels without stress', example: 'market', is: /^[əɪiʊʌɛ][əɪiʊʌI]$/ },
  { name: 'all others', example: 'hurry', is: /./ },
]

export interface PhoneDifferences {
  readonly words: number
  readonly different: number
  readonly byClass: readonly number[]
}

/** A table of how many words of the lexicon and of a text sound differently in the British accent, by class. */
export function phoneTable(): string {
  const lexicon = compare(readingsOfLexicon())
  const text = compare(readingsOfText())
  const pronounce = (word: string): readonly string[] => openedLexicon.pronounce(word)[0].phonemes
  const share = ({ words }: PhoneDifferences, count: number): string => ((100 * count) / words).toFixed(1)
  const line = (name: string, example: string, inLexicon: number, inText: number): string =>
    `| ${name} | ${example} | ${inLexicon.toLocaleString('en')} | ${share(lexicon, inLexicon)} | ${share(text, inText)} |`
  const exampleOf = (word: string): string =>
    `*${word}* ${americanSounds(pronounce(word)).join('')}, ${britishSounds(pronounce(word), word).join('')}`
  return [
    '| Class | American, British | words of the lexicon | % | % of the text |',
    '| --- | --- | --: | --: | --: |',
    ...CLASSES.map(({ name, example }, i) =>
      line(name, exampleOf(example), lexicon.byClass[i] as number, text.byClass[i] as number),
    ),
    line('any', '', lexicon.different, text.different),
  ].join('\n')
}

const openedLexicon = openLexicon()

function readingsOfLexicon(): readonly Reading[] {
  const entries = withSupplement(cmudictEntries(dictionary), readSupplement(supplementText()))
  return entries.map(([word, [phonemes = []]]) => ({
    american: americanSounds(phonemes),
    british: britishSounds(phonemes, word),
  }))
}

function readingsOfText(): readonly Reading[] {
  const pronounce = createPronouncer(openedLexicon)
  return [...planUtterances(readFileSync(TEXT, 'utf8'), { ...READING_PLAN, language: 'eng' })].flatMap((planned) => {
    if (planned === undefined) return []
    const utterance = pronounce(planned)
    const british = englishWords(utterance, true)
    return englishWords(utterance, false).map(({ sounds }, i) => ({
      american: sounds,
      british: british[i]?.sounds ?? [],
    }))
  })
}

function compare(readings: readonly Reading[]): PhoneDifferences {
  const classes = readings.map(({ american, british }) => {
    const pairs = differences(american.flatMap(letters), british.flatMap(letters))
    return new Set(pairs.map((pair) => CLASSES.findIndex(({ is }) => is.test(pair))))
  })
  return {
    words: readings.length,
    different: classes.filter(({ size }) => size > 0).length,
    byClass: CLASSES.map((_, i) => classes.filter((found) => found.has(i)).length),
  }
}

/** Without stress and length, and without the differences in notation: one a, and the rhotic vowel as a vowel and an r. */
function letters(sound: Sound): readonly string[] {
  const letter = sound.replace(/[ˈˌː]/g, '').replace('a', 'æ')
  return letter === 'ɚ' ? [/[ˈˌ]/.test(sound) ? 'ɜ' : 'ə', 'ɹ'] : [letter]
}

const VOWEL = /[AIOQWYaeiouæɐɑɒɔəɛɜɪʊʌ]/
const GAP = 1
function costOf(one: string, other: string): number {
  if (one === other) return 0
  return VOWEL.test(one) === VOWEL.test(other) ? 0.6 : 1.5
}

/** The pairs of the cheapest alignment that are not alike. */
function differences(american: readonly string[], british: readonly string[]): readonly string[] {
  // Cheapest ways from each place on, filled from the end.
  const ways: { cost: number; pairs: readonly string[] }[][] = []
  for (let i = american.length; i >= 0; i--) {
    const row: { cost: number; pairs: readonly string[] }[] = []
    ways[i] = row
    for (let j = british.length; j >= 0; j--) {
      const [one, other] = [american[i], british[j]]
      const [next, same, skip] = [row[j + 1], ways[i + 1]?.[j + 1], ways[i + 1]?.[j]]
      const found = []
      if (one !== undefined && other !== undefined && same)
        found.push({
          cost: same.cost + costOf(one, other),
          pairs: one === other ? same.pairs : [one + other, ...same.pairs],
        })
      if (one !== undefined && skip) found.push({ cost: skip.cost + GAP, pairs: [`${one}-`, ...skip.pairs] })
      if (other !== undefined && next) found.push({ cost: next.cost + GAP, pairs: [`-${other}`, ...next.pairs] })
      row[j] = found.reduce((best, way) => (way.cost < best.cost ? way : best), found[0] ?? { cost: 0, pairs: [] })
    }
  }
  return ways[0]?.[0]?.pairs ?? []
}
