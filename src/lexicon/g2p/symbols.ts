import { CONSONANTS, VOWELS } from '../../core/phonemes.ts'

/** The letters the model knows; their places here are their numbers, in the model file too. */
export const LETTERS = "'abcdefghijklmnopqrstuvwxyz"
/** Stands before the first letter and after the last. */
export const NO_LETTER = LETTERS.length

const STRESSES = ['0', '1', '2']
/** Their places here are their numbers, in the model file too. */
export const PHONEMES: readonly string[] = [
  ...[...VOWELS].flatMap((vowel) => STRESSES.map((digit) => vowel + digit)),
  ...CONSONANTS,
]
/** Stands for the second phoneme of a unit of one, for both of a silent letter, and outside the word. */
export const NO_PHONEME = PHONEMES.length

const VOWEL_COUNT = VOWELS.size * STRESSES.length
export const isVowelNumber = (phoneme: number): boolean => phoneme < VOWEL_COUNT
export const isPrimaryNumber = (phoneme: number): boolean => phoneme < VOWEL_COUNT && phoneme % 3 === 1
