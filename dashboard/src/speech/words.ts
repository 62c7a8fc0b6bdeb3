/** A word with its range in the text, in UTF-16 code units, and its time in seconds from the start of the audio. */
export interface TimedWord {
  readonly start: number
  readonly end: number
  readonly startS: number
  readonly endS: number
}

export interface WordTimes {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
}

/** Finds words in the text, from the place on where the last found word ends. Words that are not found are left out. */
export function locateWords(text: string, from: number, { words, start, end }: WordTimes, offsetS = 0): TimedWord[] {
  let place = from
  return words.flatMap((word, i) => {
    const found = text.indexOf(word, place)
    if (found < 0 || word === '') return []
    place = found + word.length
    return [{ start: found, end: place, startS: offsetS + (start[i] ?? 0), endS: offsetS + (end[i] ?? 0) }]
  })
}

/** The word that is spoken at a time. */
export const wordAt = (words: readonly TimedWord[], timeS: number): TimedWord | undefined =>
  words.find(({ startS, endS }) => timeS >= startS && timeS < endS)
