import type { Expansion } from '../../reading/expansion.ts'
import { digitByDigit } from './number-words.ts'

/** As long as a text may be on the models that asked for `spell()` first. */
const CONTENT = String.raw`[^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,200}){0,4}`

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['@', 'at'],
  ['_', 'underscore'],
  ['-', 'dash'],
  ['–', 'dash'],
  ['.', 'dot'],
  ['/', 'slash'],
  ['\\', 'backslash'],
  ['+', 'plus'],
  ['&', 'and'],
  ['#', 'hash'],
  ['*', 'star'],
  ['=', 'equals'],
  ['%', 'percent'],
  ['$', 'dollar'],
  [':', 'colon'],
  ['~', 'tilde'],
  ['!', 'exclamation mark'],
  ['?', 'question mark'],
])

/** `4252528929` → `425 252 89 29`: threes, and twos where a single one would be left over. */
function inThreesAndTwos(run: string): readonly string[] {
  const groups: string[] = []
  for (let at = 0; at < run.length; ) {
    const left = run.length - at
    const size = left === 4 || left === 2 ? 2 : Math.min(left, 3)
    groups.push(run.slice(at, at + size))
    at += size
  }
  return groups
}

const lettersOf = (group: string): string => [...group.toUpperCase()].join(' ')

/** Read unit by unit, with a pause between groups; empty if nothing of it has a name. */
export function spelled(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  let spoken = ''
  let needsPause = false
  for (const [run] of plain.matchAll(/\d{1,1000}|\p{L}{1,1000}|[^\d\p{L}]/gu)) {
    const symbol = SYMBOLS.get(run)
    if (symbol !== undefined) {
      spoken += ` ${symbol}`
      needsPause = false
    } else if (/^[\d\p{L}]/u.test(run)) {
      const groups = inThreesAndTwos(run).map(/^\d/.test(run) ? digitByDigit : lettersOf)
      spoken += `${needsPause ? ',' : ''} ${groups.join(', ')}`
      needsPause = true
    }
  }
  return spoken.trim()
}

/** `spell(X)`; what is empty or not closed is text like any other. */
export const spells: readonly Expansion[] = [
  {
    category: 'spell',
    first: /s/i,
    words: new Set(['spell']),
    pattern: new RegExp(String.raw`spell\((?<content>${CONTENT})\)`, 'iy'),
    read: ({ groups }, { before }) =>
      /[\p{L}\d]$/u.test(before) ? undefined : spelled(innermost(groups?.content ?? '')) || undefined,
  },
]

/** `spell(spell(ab))` spells no more than `spell(ab)`. */
const innermost = (content: string): string => content.replaceAll(/spell\(([^()]{0,200})\)/gi, '$1')
