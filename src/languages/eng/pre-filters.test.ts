import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../core/steps.ts'
import { spokenText } from '../../text/spoken-tokens.ts'
import type { Expansion } from '../reading/expansion.ts'
import { createTable } from '../reading/expansion-table.ts'
import { createFold } from '../reading/fold.ts'
import { EXPANSIONS } from './rules/expansions.ts'
import { englishScript } from './rules/script.ts'

const FOLDER = new URL('./cases/', import.meta.url)
const TEXTS = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => (line.split('\t')[0] ?? '').replaceAll('\\n', '\n').replaceAll('\\t', '\t')),
)

/** A text of the cases, as it stands or with its capitals, spaces or a character changed, or cut and joined to another. */
const text = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.constantFrom(...TEXTS),
    fc.nat(60),
    fc.constantFrom('', ' ', '.', '-', '/', '1', 's', "'"),
    fc.nat(6),
  )
  .map(([one, other, at, inserted, change]) => {
    if (change === 0) return one.toLowerCase()
    if (change === 1) return one.toUpperCase()
    if (change === 2) return one.replaceAll(' ', '')
    if (change === 3) return one.slice(0, at) + inserted + one.slice(at)
    if (change === 4) return one.slice(0, at) + inserted + other.slice(at)
    return one
  })

const fold = createFold(englishScript)
const table = createTable(EXPANSIONS)
const LETTERS = /[\p{L}\p{M}]{1,200}/uy

/** The expansions that are tried on a token that starts at a place. */
function triedAt(folded: string, at: number): readonly Expansion[] {
  LETTERS.lastIndex = at
  const letters = LETTERS.exec(folded)?.[0]
  if (letters === undefined) return table.of(folded.codePointAt(at) ?? 0)
  return table.ofLetters(letters, folded.charCodeAt(at + letters.length))
}

function readingOf({ pattern, read }: Expansion, folded: string, at: number) {
  pattern.lastIndex = at
  const match = pattern.exec(folded)
  if (match === null) return undefined
  const end = at + match[0].length
  const reading = read(match, { before: folded.slice(Math.max(0, at - 48), at), after: folded.slice(end, end + 48) })
  return typeof reading === 'string' ? { spoken: reading, length: match[0].length } : reading
}

function firstReading(expansions: readonly Expansion[], folded: string, at: number) {
  for (const expansion of expansions) {
    const reading = readingOf(expansion, folded, at)
    if (reading !== undefined) return { category: expansion.category, ...reading, rest: folded.slice(at, at + 60) }
  }
  return undefined
}

test('the expansions that are tried on a token read it as all of them would', () => {
  fc.assert(
    fc.property(text, (source) => {
      const { text: folded } = finish(fold(source))
      for (let at = 0; at < folded.length; at++) {
        // A token starts after anything but a letter.
        if (folded.charAt(at) === ' ' || /[\p{L}\p{M}']/u.test(folded.charAt(at - 1))) continue
        expect(firstReading(triedAt(folded, at), folded, at)).toEqual(firstReading(EXPANSIONS, folded, at))
      }
    }),
    { numRuns: 800 },
  )
})

test('a word in capitals is read the same after the same letters in another case', () => {
  expect(spokenText('5 dL')).toBe('five deciliters')
  expect(spokenText('wOOD')).toBe('W O O D')
  expect(spokenText('WOOD')).toBe('wood')
})
