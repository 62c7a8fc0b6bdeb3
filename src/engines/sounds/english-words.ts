import type { Utterance } from '../../core/utterance.ts'
import { britishSounds } from './british-sounds.ts'
import { piecesOfEnglish } from './english-pieces.ts'
import { isFunctionWord, stressOfFunctionWord } from './function-words.ts'
import { americanSounds } from './sounds.ts'
import { markAfter, type SpokenWord } from './spoken-word.ts'

/** An English utterance with the lexicon's phonemes, in the American or the British accent. Silent words are left out. */
export const englishWords = ({ segments }: Utterance, isBritish: boolean): readonly SpokenWord[] =>
  piecesOfEnglish(segments).flatMap(({ segmentIndex, word, pieces, follower }): readonly SpokenWord[] => {
    if (pieces.length === 0) return []
    const phonemes = pieces.flat()
    const sounds = isBritish ? britishSounds(phonemes, word.spoken, follower === 'vowel') : americanSounds(phonemes)
    const spoken = word.spoken.toLowerCase()
    const isFunction = word.phonemes === null && isFunctionWord(spoken)
    const beginsPhrase = segments[segmentIndex - 1]?.kind !== 'word'
    const stress = isFunction ? stressOfFunctionWord(spoken, beginsPhrase) : undefined
    return [
      {
        shares: [{ segmentIndex, weight: 1 }],
        sounds: stress ? sounds.map((sound) => sound.replace('ˈ', stress)) : sounds,
        isLight: isFunction && !stress,
        mark: markAfter(segments, segmentIndex),
        rate: word.rate,
        pitch: word.pitch,
      },
    ]
  })
