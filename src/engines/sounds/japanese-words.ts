import type { SpokenWord as ReadWord } from '../../languages/language.ts'
import { japaneseSounds } from './japanese-sounds.ts'
import type { Sound } from './sounds.ts'
import { type SpokenWord, strongestMark } from './spoken-word.ts'

/** The words of our Japanese reader as sounds; `readLatin` gives those of a word that is not kana. */
export const japaneseWords = (
  words: readonly ReadWord[],
  readLatin: (text: string) => readonly Sound[],
): readonly SpokenWord[] =>
  words.flatMap(({ text, kind, punctuation, shares, rate, pitch }): readonly SpokenWord[] => {
    const sounds = kind === 'kana' ? japaneseSounds(text) : readLatin(text)
    return sounds.length === 0
      ? []
      : [{ shares, sounds, isLight: false, mark: strongestMark(punctuation), rate, pitch }]
  })
