import type { PlacedWordTimes, WordTimes } from '../../app/speech/word-times.ts'

/** Times of characters, in seconds from the start of the audio. The time of a word is shared evenly. */
export interface CharacterTimes {
  readonly characters: readonly string[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Times of all characters of a text. Those between words take no time. */
export function timesOfText(text: string, { spans, start, end }: PlacedWordTimes): CharacterTimes {
  const times = new Collected()
  let at = 0
  let reachedS = 0
  for (const [i, span] of spans.entries()) {
    times.add(text.slice(at, span.start), reachedS, reachedS)
    times.add(text.slice(span.start, span.end), start[i] as number, end[i] as number)
    at = span.end
    reachedS = end[i] as number
  }
  times.add(text.slice(at), reachedS, reachedS)
  return times
}

/** Times of the characters of words, with a space after each, since clients join what they receive. */
export function timesOfWords({ words, start, end }: WordTimes): CharacterTimes {
  const times = new Collected()
  for (const [i, word] of words.entries()) {
    times.add(word, start[i] as number, end[i] as number)
    times.add(' ', end[i] as number, end[i] as number)
  }
  return times
}

class Collected implements CharacterTimes {
  readonly characters: string[] = []
  readonly starts: number[] = []
  readonly ends: number[] = []

  add(text: string, startS: number, endS: number): void {
    const characters = Array.from(text)
    const lengthS = (endS - startS) / characters.length
    for (const [i, character] of characters.entries()) {
      this.characters.push(character)
      this.starts.push(rounded(startS + i * lengthS))
      this.ends.push(rounded(startS + (i + 1) * lengthS))
    }
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** The form of HTTP answers. */
export const alignmentInSeconds = ({ characters, starts, ends }: CharacterTimes) => ({
  characters,
  character_start_times_seconds: starts,
  character_end_times_seconds: ends,
})

/** The form of WebSocket messages. */
export const alignmentInMilliseconds = ({ characters, starts, ends }: CharacterTimes) => ({
  chars: characters,
  charStartTimesMs: starts.map(milliseconds),
  charDurationsMs: starts.map((start, i) => milliseconds(ends[i] as number) - milliseconds(start)),
})

const milliseconds = (seconds: number): number => Math.round(seconds * 1000)
