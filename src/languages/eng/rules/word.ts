import type { Expansion, Reading } from '../../reading/expansion.ts'
import { speakableWord } from './speakable.ts'
import { isStretched, unstretched } from './stretched.ts'

const WORD = /[\p{L}\p{M}]{1,200}(?:'[\p{L}\p{M}]{1,40}){0,4}/uy
const APOSTROPHE = 39

function isAscii(letters: string): boolean {
  for (let i = 0; i < letters.length; i++) if (letters.charCodeAt(i) > 127) return false
  return true
}

/** A word that no expansion took, with what follows an apostrophe. */
export function readWord(text: string, at: number, end: number): Reading {
  const letters = text.slice(at, end)
  if (text.charCodeAt(end) !== APOSTROPHE && isAscii(letters))
    return { spoken: isStretched(letters) ? unstretched(letters) : letters, length: letters.length }
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0] ?? letters
  return { spoken: speakableWord(word), length: word.length }
}

const LOWER_A = 97
const LOWER_T = 116

/** `dot gov`: what an address ends with is no abbreviation. */
export function isAfterDot(text: string, at: number, end: number): boolean {
  if (text.charCodeAt(at - 2) !== LOWER_T || text.charCodeAt(at) < LOWER_A) return false
  return text.slice(Math.max(0, at - 5), at) === ' dot ' && !/[\d:;<=>?@]/.test(text.charAt(end))
}

/** `item(s)`, `dish(es)`. */
export const optionalPlurals: readonly Expansion[] = [
  {
    category: 'word',
    first: /[A-Za-z]/,
    next: /\(/,
    pattern: /([A-Za-z]{1,200})\((s|es|ren)\)(?!\p{L})/uy,
    read: ([, word = '', plural = '']) => word + plural,
  },
]
