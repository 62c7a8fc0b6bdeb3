import type { ReadWord } from '../../languages/language.ts'
import { soundsByMora } from './japanese-sounds.ts'
import type { Sound } from './sounds.ts'
import { type SpokenWord, strongestMark } from './spoken-word.ts'

/** The words of our Japanese reader as sounds; `readLatin` gives those of a word that is not kana. */
export const japaneseWords = (
  words: readonly ReadWord[],
  readLatin: (text: string) => readonly Sound[],
): readonly SpokenWord[] =>
  words.flatMap(({ text, kind, punctuation, shares, rate, pitch, tones = [] }): readonly SpokenWord[] => {
    const word = { shares, isLight: false, mark: strongestMark(punctuation), rate, pitch }
    if (kind !== 'kana') {
      const sounds = readLatin(text)
      return sounds.length === 0 ? [] : [{ ...word, sounds }]
    }
    const { sounds, morae } = soundsByMora(text)
    return sounds.length === 0 ? [] : [{ ...word, sounds, tones: morae.map(([from, to]) => tones.slice(from, to)) }]
  })
