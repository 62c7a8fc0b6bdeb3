import { isPhoneme, isVowel } from '../../core/phonemes.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import { britishSounds } from './british-sounds.ts'
import { isFunctionWord, readFunctionWord, type WordFollower } from './function-words.ts'
import { americanSounds } from './sounds.ts'
import { spellWord } from './spelled-words.ts'
import { markAfter, type SpokenWord } from './spoken-word.ts'

/** Longer pronunciations are cut off; bounds the cost of a word. */
const MOST_PHONES_OF_WORD = 300

/** An English utterance with the lexicon's phonemes, in the American or the British accent. Silent words are left out. */
export function englishWords({ segments }: Utterance, isBritish: boolean): readonly SpokenWord[] {
  const words: SpokenWord[] = []
  let follower: WordFollower = 'end'
  // From the end, since a reading may depend on the next word.
  for (const [segmentIndex, segment] of [...segments.entries()].reverse()) {
    if (segment.kind === 'punctuation') {
      follower = 'end'
      continue
    }
    const phonemes = phonemesOf(segment, follower)
    const [first] = phonemes
    if (first === undefined) continue
    const isLinked = follower === 'vowel'
    words.push({
      shares: [{ segmentIndex, weight: 1 }],
      sounds: isBritish ? britishSounds(phonemes, segment.spoken, isLinked) : americanSounds(phonemes),
      isLight: segment.phonemes === null && isFunctionWord(segment.spoken.toLowerCase()),
      mark: markAfter(segments, segmentIndex),
      rate: segment.rate,
      pitch: segment.pitch,
    })
    follower = isVowel(first) ? 'vowel' : 'consonant'
  }
  return words.reverse()
}

function phonemesOf({ spoken, phonemes }: Word, follower: WordFollower): readonly string[] {
  if (phonemes !== null && phonemes.length > 0 && phonemes.every(isPhoneme)) {
    return phonemes.slice(0, MOST_PHONES_OF_WORD)
  }
  return readFunctionWord(spoken.toLowerCase(), follower) ?? spellWord(spoken).flat().slice(0, MOST_PHONES_OF_WORD)
}
