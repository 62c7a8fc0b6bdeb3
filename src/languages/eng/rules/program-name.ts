import type { Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { opensWord } from './sentence-context.ts'

export const PROGRAM_NAMES = englishWords.map('program-names')

/** `systemd` → `system D`: as programmers say it. */
export const programNames: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[a-z]/i,
    words: new Set(PROGRAM_NAMES.keys()),
    written: ['lower', 'capitalized'],
    pattern: /[a-z]{4,10}(?![\p{L}\p{M}\d])/iuy,
    read: ([name], { before }) =>
      opensWord(before) && !/[@#]$/.test(before) && !/^[A-Z]+$/.test(name)
        ? PROGRAM_NAMES.get(name.toLowerCase())
        : undefined,
  },
]
