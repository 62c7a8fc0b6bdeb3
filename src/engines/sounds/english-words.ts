import type { Utterance } from '../../core/utterance.ts'
import { britishSounds } from './british-sounds.ts'
import { piecesOfEnglish } from './english-pieces.ts'
import { isFunctionWord } from './function-words.ts'
import { americanSounds } from './sounds.ts'
import { markAfter, type SpokenWord } from './spoken-word.ts'

/** An English utterance with the lexicon's phonemes, in the American or the British accent. Silent words are left out. */
export const englishWords = ({ segments }: Utterance, isBritish: boolean): readonly SpokenWord[] =>
  piecesOfEnglish(segments).flatMap(({ segmentIndex, word, pieces, follower }): readonly SpokenWord[] => {
    if (pieces.length === 0) return []
    const phonemes = pieces.flat()
    return [
      {
        shares: [{ segmentIndex, weight: 1 }],
        sounds: isBritish ? britishSounds(phonemes, word.spoken, follower === 'vowel') : americanSounds(phonemes),
        isLight: word.phonemes === null && isFunctionWord(word.spoken.toLowerCase()),
        mark: markAfter(segments, segmentIndex),
        rate: word.rate,
        pitch: word.pitch,
      },
    ]
  })
