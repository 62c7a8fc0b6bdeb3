import type { Tokenizer } from 'lindera-wasm-nodejs-ipadic'
import { readableWord } from '../../core/readable-text.ts'
import type { Utterance } from '../../core/utterance.ts'
import { moraeOf } from '../kana.ts'
import type { MoraTone, ReadWord, WordReader, WordShare } from '../language.ts'
import { AccentLexicon } from './accent-lexicon.ts'
import { tonesOf } from './accent-phrases.ts'
import { type Morpheme, type Reading, readMorphemes } from './morphemes.ts'

interface DictionaryToken {
  readonly surface: string
  readonly partOfSpeech: string
  readonly partOfSpeechSubcategory1?: string
  readonly partOfSpeechSubcategory2?: string
  readonly partOfSpeechSubcategory3?: string
  readonly conjugationType?: string
  readonly conjugationForm?: string
  readonly pronunciation?: string
}

const ROLE_FIELDS = [
  'partOfSpeech',
  'partOfSpeechSubcategory1',
  'partOfSpeechSubcategory2',
  'partOfSpeechSubcategory3',
  'conjugationType',
  'conjugationForm',
] as const
/** Longer words sound chopped; the rest of a long chain of endings is said as a word of its own. */
const MAX_MORAE = 12
/** It began after the dictionary was made. */
const NEW_ERA = '令和'

/** Reads Japanese in katakana by pronunciation: numbers with their counters, particles joined to their words. */
export class JapaneseReader implements WordReader {
  readonly #tokenizer: Tokenizer
  readonly #accents = new AccentLexicon()

  private constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer
  }

  /** Reads a dictionary of 13 MB: a quarter of a second. */
  static async load(): Promise<JapaneseReader> {
    const { TokenizerBuilder } = await import('lindera-wasm-nodejs-ipadic')
    const builder = new TokenizerBuilder()
    builder.setDictionary('embedded://ipadic')
    builder.setMode('normal')
    return new JapaneseReader(builder.build())
  }

  read(utterance: Utterance): ReadWord[] {
    const { text, segmentAt } = joinedText(utterance)
    return wordsOf(readMorphemes(this.#morphemes(text), text, this.#accents), segmentAt, utterance)
  }

  [Symbol.dispose](): void {
    this.#tokenizer.free()
  }

  #morphemes(text: string): Morpheme[] {
    let end = 0
    return this.#tokenizer.tokenize(text).map((token: DictionaryToken): Morpheme => {
      const { surface } = token
      const start = text.indexOf(surface, end) // white space between two is left out
      end = start + surface.length
      const role = ROLE_FIELDS.map((field) => token[field] ?? '*')
        .filter((part) => part !== '*')
        .join(' ')
      return { surface, start, end, role, pronunciation: token.pronunciation }
    })
  }
}

/** The whole text, full-width letters and digits made narrow, with the segment that each UTF-16 unit comes from. */
function joinedText(utterance: Utterance): { text: string; segmentAt: number[] } {
  let text = ''
  const segmentAt: number[] = []
  let before: number | undefined
  for (const [segmentIndex, segment] of utterance.segments.entries()) {
    const isApart = segment.kind === 'word' && before !== undefined && before < segment.span.start
    const piece = readableWord((segment.kind === 'word' ? segment.spoken : segment.mark).normalize('NFKC')).replaceAll(
      NEW_ERA,
      'レイワ',
    )
    text += isApart ? ` ${piece}` : piece
    while (segmentAt.length < text.length) segmentAt.push(segmentIndex)
    before = segment.kind === 'word' ? segment.span.end : undefined
  }
  return { text, segmentAt }
}

/** Readings that are said as one word. */
interface Group {
  readonly readings: Reading[]
  kana: string
  punctuation: string
}

function wordsOf(readings: readonly Reading[], segmentAt: readonly number[], utterance: Utterance): ReadWord[] {
  const tuningOf = ({ start }: Reading): Tuning => {
    const segment = utterance.segments[segmentAt[start] ?? -1]
    return segment?.kind === 'word' ? { rate: segment.rate, pitch: segment.pitch } : { rate: 1, pitch: 1 }
  }
  const tones = tonesByReading(readings)
  const groups: Group[] = []
  for (const reading of readings) {
    const last = groups.at(-1)
    if (reading.kind === 'punctuation') {
      if (last) last.punctuation += reading.text
    } else if (
      last &&
      isSaidWith(last, reading) &&
      isTunedAlike(tuningOf(last.readings[0] ?? reading), tuningOf(reading))
    ) {
      last.readings.push(reading)
      last.kana += reading.text
    } else {
      groups.push({ readings: [reading], kana: reading.text, punctuation: '' })
    }
  }
  return groups.flatMap(({ readings: group, kana: text, punctuation }): ReadWord[] => {
    const [first] = group
    if (!first || first.kind === 'punctuation' || text === '') return []
    const spoken = { text, kind: first.kind, punctuation, shares: sharesOf(group, segmentAt), ...tuningOf(first) }
    return [first.kind === 'kana' ? { ...spoken, tones: group.flatMap((reading) => tones.get(reading) ?? []) } : spoken]
  })
}

function tonesByReading(readings: readonly Reading[]): ReadonlyMap<Reading, readonly MoraTone[]> {
  const tones = tonesOf(readings.flatMap(({ words }) => words))
  let at = 0
  return new Map(
    readings.map((reading) => {
      const from = at
      at += reading.words.length
      return [reading, tones.slice(from, at).flat()]
    }),
  )
}

type Tuning = Pick<ReadWord, 'rate' | 'pitch'>
const isTunedAlike = (one: Tuning, other: Tuning): boolean => one.rate === other.rate && one.pitch === other.pitch

const isSaidWith = (group: Group, { kind, text, isBound }: Reading): boolean =>
  isBound &&
  kind === 'kana' &&
  group.punctuation === '' &&
  group.readings.every((reading) => reading.kind === 'kana') &&
  moraeOf(group.kana + text) <= MAX_MORAE

/** A word takes as much of the time as it has of the morae. */
function sharesOf(readings: readonly Reading[], segmentAt: readonly number[]): WordShare[] {
  const weightBySegment = new Map<number, number>()
  for (const { text, start, end, kind } of readings) {
    const morae = kind === 'kana' ? moraeOf(text) : text.length
    for (let at = start; at < end; at++) {
      const segmentIndex = segmentAt[at] ?? 0
      weightBySegment.set(segmentIndex, (weightBySegment.get(segmentIndex) ?? 0) + morae / (end - start))
    }
  }
  return [...weightBySegment].map(([segmentIndex, weight]) => ({ segmentIndex, weight }))
}
