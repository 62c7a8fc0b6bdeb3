import type { Tokenizer } from 'lindera-wasm-nodejs-ipadic'
import type { Utterance } from '../../core/utterance.ts'
import {
  isTunedAlike,
  type SpokenToken,
  spokenText,
  type TokenShare,
  withUnspokenWords,
} from '../../engines/espeak/spoken-tokens.ts'
import { beatsOf, speakableKana } from './kana.ts'
import { type Morpheme, type Reading, readMorphemes } from './morphemes.ts'

interface DictionaryToken {
  readonly surface: string
  readonly partOfSpeech: string
  readonly partOfSpeechSubcategory1?: string
  readonly pronunciation?: string
}

/** Longer words sound chopped; the rest of a long chain of endings is said as a word of its own. */
const MOST_BEATS = 12
/** It began after the dictionary was made. */
const NEW_ERA = '令和'
/** Japanese as eSpeak can speak it: kana by pronunciation, numbers with their counters, particles with their words. */
export class JapaneseReader implements Disposable {
  readonly #tokenizer: Tokenizer

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

  /** The words of the utterance regrouped as they are said; each keeps its share of the time. */
  tokens(utterance: Utterance): SpokenToken[] {
    const { text, segmentAt } = joinedText(utterance)
    return withUnspokenWords(spokenTokens(readMorphemes(this.#morphemes(text), text), segmentAt, utterance), utterance)
  }

  /** As `tokens`, of a text: what is said, words apart. */
  read(text: string): string {
    const span = { start: 0, end: text.length }
    const word = { kind: 'word', spoken: text, phonemes: null, span, rate: 1, pitch: 1, pauseBeforeMs: 0 } as const
    return this.tokens({ language: 'jpn', segments: [word], pauseAfterMs: 0 })
      .map((token) => token.text)
      .join(' ')
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
      const role = [token.partOfSpeech, token.partOfSpeechSubcategory1].join(' ').trim()
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
    const piece = spokenText((segment.kind === 'word' ? segment.spoken : segment.mark).normalize('NFKC')).replaceAll(
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

function spokenTokens(readings: readonly Reading[], segmentAt: readonly number[], utterance: Utterance): SpokenToken[] {
  const tuningOf = ({ start }: Reading): Pick<SpokenToken, 'rate' | 'pitch'> => {
    const segment = utterance.segments[segmentAt[start] ?? -1]
    return segment?.kind === 'word' ? { rate: segment.rate, pitch: segment.pitch } : { rate: 1, pitch: 1 }
  }
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
  return groups.flatMap(({ readings: group, kana, punctuation }): SpokenToken[] => {
    const [first] = group
    const text = first?.kind === 'kana' ? speakableKana(kana) : kana
    if (!first || text === '') return []
    const language = first.kind === 'english' ? 'en' : null
    return [{ text: text + punctuation, language, shares: sharesOf(group, segmentAt), ...tuningOf(first) }]
  })
}

const isSaidWith = (group: Group, { kind, text, isBound }: Reading): boolean =>
  isBound &&
  kind === 'kana' &&
  group.punctuation === '' &&
  group.readings.every((reading) => reading.kind === 'kana') &&
  beatsOf(group.kana + text) <= MOST_BEATS

/** A word takes as much of the time as it has of the beats. */
function sharesOf(readings: readonly Reading[], segmentAt: readonly number[]): TokenShare[] {
  const weightBySegment = new Map<number, number>()
  for (const { text, start, end, kind } of readings) {
    const beats = kind === 'kana' ? beatsOf(text) : text.length
    for (let at = start; at < end; at++) {
      const segmentIndex = segmentAt[at] ?? 0
      weightBySegment.set(segmentIndex, (weightBySegment.get(segmentIndex) ?? 0) + beats / (end - start))
    }
  }
  return [...weightBySegment].map(([segmentIndex, weight]) => ({ segmentIndex, weight }))
}
