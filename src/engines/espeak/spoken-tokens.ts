import type { Utterance } from '../../core/utterance.ts'

/** Characters that eSpeak takes for one word, and the words of the utterance that it is made of. */
export interface SpokenToken {
  /** As eSpeak is to read it, with the punctuation that follows. */
  readonly text: string
  readonly shares: readonly TokenShare[]
  /** Against the voice's own. */
  readonly rate: number
  readonly pitch: number
}

export interface TokenShare {
  readonly segmentIndex: number
  /** How much of the token's time is this word's, against the other shares. */
  readonly weight: number
}

/** Spelled out, a word of this many letters lasts 40 s. */
const MOST_LETTERS = 120
/** eSpeak drops the end of a much longer word. */
const LETTERS_AT_ONCE = 40

/** One token a word; what cannot be spoken shares the time of the word before without taking any. */
export function spokenTokens(utterance: Utterance): SpokenToken[] {
  const tokens: SpokenToken[] = []
  let unspoken: TokenShare[] = []
  for (const [segmentIndex, segment] of utterance.segments.entries()) {
    const last = tokens.at(-1)
    if (segment.kind === 'punctuation') {
      if (last) tokens[tokens.length - 1] = { ...last, text: last.text + readableText(segment.mark) }
      continue
    }
    const text = inPieces(readableText(segment.spoken))
    const weight = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    const share = { segmentIndex, weight }
    if (text !== '') {
      tokens.push({ text, shares: [...unspoken, share], rate: segment.rate, pitch: segment.pitch })
      unspoken = []
    } else if (last) {
      tokens[tokens.length - 1] = { ...last, shares: [...last.shares, share] }
    } else {
      unspoken.push(share)
    }
  }
  return tokens
}

/** Without what eSpeak stops at (NUL), misreads as markup of its own or has no character for. */
export const readableText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\ufeff\u200b]+/gu, ' ')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1') // no script stacks more; eSpeak reads each by its name
    .replace(/\s+/gu, ' ')
    .trim()

function inPieces(text: string): string {
  const letters = [...text]
  if (letters.length <= LETTERS_AT_ONCE) return text
  const pieces: string[] = []
  for (let start = 0; start < Math.min(letters.length, MOST_LETTERS); start += LETTERS_AT_ONCE) {
    pieces.push(letters.slice(start, Math.min(start + LETTERS_AT_ONCE, MOST_LETTERS)).join(''))
  }
  return pieces.join(' ')
}

export interface MarkedUpText {
  readonly markup: string
  /** Where each token starts in the markup, in eSpeak's count: code points from 1. */
  readonly tokenPositions: readonly number[]
}

/** Wraps every run of tokens that differs from the voice's own rate or pitch; `pitchSetting` is eSpeak's for a ratio. */
export function markUp(tokens: readonly SpokenToken[], pitchSetting: (ratio: number) => number): MarkedUpText {
  const tokenPositions: number[] = []
  let markup = ''
  let length = 0
  const add = (text: string): void => {
    markup += text
    length += [...text].length
  }
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (index > 0) add(' ')
    if (isTuned(token) && !(before && isTunedAlike(token, before))) {
      add(`<prosody rate="${Math.round(token.rate * 100)}%" pitch="${pitchSetting(token.pitch)}">`)
    }
    tokenPositions.push(length + 1)
    add(escapeMarkup(token.text))
    const after = tokens[index + 1]
    if (isTuned(token) && !(after && isTunedAlike(token, after))) add('</prosody>')
  }
  return { markup, tokenPositions }
}

const isTuned = ({ rate, pitch }: SpokenToken): boolean => rate !== 1 || pitch !== 1
const isTunedAlike = (one: SpokenToken, other: SpokenToken): boolean =>
  one.rate === other.rate && one.pitch === other.pitch

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
