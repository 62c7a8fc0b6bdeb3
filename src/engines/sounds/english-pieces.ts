import { isPhoneme, isVowel } from '../../core/phonemes.ts'
import type { Segment, Word } from '../../core/utterance.ts'
import { readFunctionWord, type WordFollower } from './function-words.ts'
import { spellWord } from './spelled-words.ts'

/** Longer pronunciations are cut off; bounds the cost of a word. */
const MAX_PHONES_OF_WORD = 300

/** A word of an English utterance with its phonemes in ARPAbet. */
export interface EnglishWord {
  readonly segmentIndex: number
  readonly word: Word
  /** One reading, or the names of the letters of a word that is spelled. Empty for a silent word. */
  readonly pieces: readonly (readonly string[])[]
  /** What is heard next; `end` before punctuation. */
  readonly follower: WordFollower
}

/** The words of an English utterance, read by the lexicon, as function words, or letter by letter. */
export function piecesOfEnglish(segments: readonly Segment[]): readonly EnglishWord[] {
  const words: EnglishWord[] = []
  let follower: WordFollower = 'end'
  // From the end, since a reading may depend on the next word.
  for (let segmentIndex = segments.length - 1; segmentIndex >= 0; segmentIndex--) {
    const word = segments[segmentIndex]
    if (word?.kind !== 'word') {
      follower = 'end'
      continue
    }
    const pieces = piecesOf(word, follower)
    words.push({ segmentIndex, word, pieces, follower })
    const [first] = pieces[0] ?? []
    if (first !== undefined) follower = isVowel(first) ? 'vowel' : 'consonant'
  }
  return words.reverse()
}

function piecesOf({ spoken, phonemes }: Word, follower: WordFollower): readonly (readonly string[])[] {
  if (phonemes !== null && phonemes.length > 0 && phonemes.every(isPhoneme)) {
    return [phonemes.slice(0, MAX_PHONES_OF_WORD)]
  }
  const light = readFunctionWord(spoken.toLowerCase(), follower)
  return light === undefined ? spellWord(spoken) : [light]
}
