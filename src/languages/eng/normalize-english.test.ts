import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { spokenText } from '../../text/spoken-tokens.ts'
import { EXPANSIONS } from './rules/expansions.ts'

const FOLDER = new URL('./cases/', import.meta.url)

/** Lines of text and reading, parted by a tab; `#` opens a comment, `\n` and `\t` stand for themselves. */
const casesOf = (file: string): readonly (readonly [string, string])[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t'))
    .map(([text = '', reading = '']) => [text.replaceAll('\\n', '\n').replaceAll('\\t', '\t'), reading] as const)

describe.each(readdirSync(FOLDER).filter((file) => file.endsWith('.tsv')))('%s', (file) => {
  test.each(casesOf(file))('%j is read %j', (text, reading) => {
    expect(spokenText(text).toLowerCase()).toBe(reading.toLowerCase())
  })
})

test.each(EXPANSIONS.map(({ category, pattern }) => [category, pattern] as const))(
  'the %s pattern %s is sticky and bounded',
  (_category, pattern) => {
    expect(pattern.sticky).toBe(true)
    // Classes and escapes hide characters that would be quantifiers outside them.
    const quantifiers = pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x').match(/[*+]|\{\d+,\}/g)
    expect(quantifiers).toBeNull()
  },
)
