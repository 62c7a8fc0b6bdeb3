import { readableText, readableWord } from '../../core/readable-text.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import type { WordShare } from '../../languages/language.ts'

/** Characters that eSpeak takes for one word, and the words of the utterance that it is made of. */
export interface EspeakToken {
  /** As eSpeak is to read it, with the punctuation that follows. */
  readonly text: string
  /** Whose rules read it, as eSpeak names the language; null for the voice's own. */
  readonly language: string | null
  readonly shares: readonly WordShare[]
  /** Against the voice's own. */
  readonly rate: number
  readonly pitch: number
}

/** One token a word; `phonemesOf` gives the sounds of a segment as eSpeak takes them, or null to read its spelling. */
export function espeakTokens(
  utterance: Utterance,
  phonemesOf: (word: Word, segmentIndex: number) => string | null,
): EspeakToken[] {
  const tokens: EspeakToken[] = []
  for (const [segmentIndex, segment] of utterance.segments.entries()) {
    const last = tokens.at(-1)
    if (segment.kind === 'punctuation') {
      if (last) tokens[tokens.length - 1] = { ...last, text: last.text + readableText(segment.mark) }
      continue
    }
    const phonemes = phonemesOf(segment, segmentIndex)
    // With a space after it: phonemes right before a tag make eSpeak read the tag out.
    const text = phonemes === null ? readableWord(segment.spoken) : `${phonemes} `
    if (text === '') continue
    if (last?.text.endsWith(PHONEMES_AND_STOP))
      tokens[tokens.length - 1] = { ...last, text: `${last.text.slice(0, -1)};` }
    const weight = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    const { rate, pitch } = segment
    tokens.push({ text, language: null, shares: [{ segmentIndex, weight }], rate, pitch })
  }
  return withUnspokenWords(tokens, utterance)
}

/** After phonemes, with more to come, eSpeak reads a full stop out by its name. */
const PHONEMES_AND_STOP = ']] .'

/** Gives the words of which nothing can be spoken a place that takes no time, so that every word has its mark. */
export function withUnspokenWords(tokens: readonly EspeakToken[], utterance: Utterance): EspeakToken[] {
  const spoken = new Set(tokens.flatMap(({ shares }) => shares.map(({ segmentIndex }) => segmentIndex)))
  const unspoken = [...utterance.segments.keys()].filter(
    (segmentIndex) => utterance.segments[segmentIndex]?.kind === 'word' && !spoken.has(segmentIndex),
  )
  if (unspoken.length === 0) return [...tokens]
  return tokens.map((token, index) => {
    const from = index === 0 ? 0 : (token.shares[0]?.segmentIndex ?? 0)
    const to = tokens[index + 1]?.shares[0]?.segmentIndex ?? Number.POSITIVE_INFINITY
    const silent = unspoken.filter((segmentIndex) => segmentIndex >= from && segmentIndex < to)
    const shares = [...token.shares, ...silent.map((segmentIndex) => ({ segmentIndex, weight: 0 }))]
    return { ...token, shares: shares.sort((one, other) => one.segmentIndex - other.segmentIndex) }
  })
}

export interface MarkedUpText {
  readonly markup: string
  /** Where each token starts in the markup, in eSpeak's count: code points from 1. */
  readonly tokenPositions: readonly number[]
}

/** Wraps every run of tokens that is not in the voice's own manner; `pitchSetting` is eSpeak's for a ratio. */
export function markUp(tokens: readonly EspeakToken[], pitchSetting: (ratio: number) => number): MarkedUpText {
  const tokenPositions: number[] = []
  let markup = ''
  let length = 0
  const add = (text: string): void => {
    markup += text
    length += [...text].length
  }
  for (const [index, token] of tokens.entries()) {
    const { opening, closing } = mannerTags(token, pitchSetting)
    const isOpen = index > 0 && mannerTags(tokens[index - 1], pitchSetting).opening === opening
    const staysOpen = mannerTags(tokens[index + 1], pitchSetting).opening === opening
    if (index > 0) add(' ')
    if (!isOpen) add(opening)
    tokenPositions.push(length + 1)
    add(escapeMarkup(token.text))
    if (!staysOpen) add(closing)
  }
  return { markup, tokenPositions }
}

interface Tags {
  readonly opening: string
  readonly closing: string
}

function mannerTags(token: EspeakToken | undefined, pitchSetting: (ratio: number) => number): Tags {
  const tags: Tags[] = []
  if (token?.language) tags.push({ opening: `<voice xml:lang="${token.language}">`, closing: '</voice>' })
  if (token && (token.rate !== 1 || token.pitch !== 1)) {
    const attributes = `rate="${Math.round(token.rate * 100)}%" pitch="${pitchSetting(token.pitch)}"`
    tags.push({ opening: `<prosody ${attributes}>`, closing: '</prosody>' })
  }
  return {
    opening: tags.map(({ opening }) => opening).join(''),
    closing: tags
      .map(({ closing }) => closing)
      .reverse()
      .join(''),
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
