import type { Segment } from '../../core/utterance.ts'
import type { MoraTone, WordShare } from '../../languages/language.ts'
import type { Sound } from './sounds.ts'

/** A word as it is said, the same for every language. */
export interface SpokenWord {
  /** The words of the utterance that it is made of, and how its time is divided among them. */
  readonly shares: readonly WordShare[]
  readonly sounds: readonly Sound[]
  /** A function word inside a sentence: said without stress. */
  readonly isLight: boolean
  /** The punctuation that follows, one of , ; : . ? ! … — or empty. */
  readonly mark: string
  /** Speaking rate and pitch, relative to the voice's own. */
  readonly rate: number
  readonly pitch: number
  /** Where the language has an accent of pitch: the tones of the morae that each sound takes. */
  readonly tones?: readonly (readonly MoraTone[])[]
}

const SAME_AS: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '،': ',',
  '；': ';',
  '؛': ';',
  '：': ':',
  '。': '.',
  '।': '.',
  '॥': '.',
  '！': '!',
  '？': '?',
  '؟': '?',
  '–': '—',
}
const KNOWN = new Set([...',;:.?!…—'])

/** The mark of another script as one of , ; : . ? ! … —; empty for brackets, quotes and the like. */
function plainMark(mark: string): string {
  const plain = SAME_AS[mark] ?? mark
  return KNOWN.has(plain) ? plain : ''
}

/** Of several marks after a word, a question or exclamation mark wins, else the first. */
export function markAfter(segments: readonly Segment[], at: number): string {
  let found = ''
  for (let i = at + 1; i < segments.length; i++) {
    const segment = segments[i]
    if (segment?.kind !== 'punctuation') break
    found = strongestMark(segment.mark, found)
  }
  return found
}

export function strongestMark(text: string, before = ''): string {
  let found = before
  for (const letter of text) {
    const mark = plainMark(letter)
    if (mark === '?' || mark === '!' || found === '') found = mark || found
  }
  return found
}
