import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../core/language.ts'
import { LANGUAGE_MODULES } from '../languages.ts'
import { wordFiles } from '../word-files.ts'
import { createSpeller } from './spell-number.ts'

/** A speller of rules that are parted by lines, the base and the rule by a colon. */
const spellerOf = (set: string, overrides = '', locale = 'en') => {
  const rowsOf = (rules: string) =>
    rules
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [key = '', rule = ''] = line.trim().split('\t')
        return [key, rule]
      })
  return createSpeller(locale, {
    list: () => new Set(),
    map: () => new Map(),
    rows: () => rowsOf(set),
    correctedRows: () => [...rowsOf(set), ...rowsOf(overrides)],
  })
}

const ENGLISH = ['zero one two three four five six seven eight nine ten eleven twelve']
  .flatMap((names) => names.split(' ').map((name, i) => `n:${i}\t${name}`))
  .join('\n')

test.each([
  [
    'the quotient and the remainder, left out of multiples',
    'n:20\t←←ty[-→→]\nn:100\t←← hundred[ →→]',
    203,
    'two hundred three',
  ],
  ['optional text of a multiple', 'n:20\t←←ty[-→→]\nn:100\t←← hundred[ →→]', 200, 'two hundred'],
  ['a radix other than ten', 'n:13/12\t←← dozen and →→', 26, 'two dozen and two'],
  [
    'a multiple by the rule before where the remainder is said',
    'n:100\t←← full\nn:101\t←← hundred →→',
    300,
    'three full',
  ],
  ['another set', 'n:13\t=%other=\nother:0\tmany', 14, 'many'],
  [
    'a space that an apostrophe keeps',
    "n:100\ta hundred→%%rest→\nrest:0\t\nrest:1\t' and =%n=",
    104,
    'a hundred and four',
  ],
  ['the plural of the quotient', 'n:1000\t←← $(cardinal,one{sheep}other{sheeps})$', 1000, 'one sheep'],
  ['the plural of another quotient', 'n:1000\t←← $(cardinal,one{sheep}other{sheeps})$', 7000, 'seven sheeps'],
] as const)('a rule says %s', (_what, rules, value, said) => {
  expect(spellerOf(`${ENGLISH}\n${rules}`)(value, 'n')).toBe(said)
})

test('an override takes the place of the rule with its set and number, and may add sets', () => {
  const spell = spellerOf(ENGLISH, 'n:1\tuna\nm:0\t=%n=!')
  expect([spell(1, 'n'), spell(2, 'n'), spell(1, 'm')]).toEqual(['una', 'two', 'una!'])
})

test('a set that does not exist is named', () => {
  expect(() => spellerOf(ENGLISH)(1, 'ordinal')).toThrow('no rule for 1 in ordinal')
})

const wordsOf = (language: string) => new URL(`../${language}/words/`, import.meta.url)
const WITH_RULES = LANGUAGES.filter((language) => existsSync(new URL('numbers.tsv', wordsOf(language))))

describe.each(WITH_RULES)('the number rules of %s', (language) => {
  const files = wordFiles(wordsOf(language))
  const rules = files.map('numbers')
  const isOfCalendar = (key: string): boolean => /^(?:month|weekday):/.test(key)
  const overrides = new Map(
    existsSync(new URL('overrides.tsv', wordsOf(language)))
      ? [...files.map('overrides')].filter(([key]) => !isOfCalendar(key))
      : [],
  )
  const setOf = (key: string): string => key.split(':')[0] ?? ''
  const sets = new Set([...rules.keys(), ...overrides.keys()].map(setOf))

  const isCopied = readFileSync(new URL('numbers.tsv', wordsOf(language)), 'utf8').startsWith('# Unicode CLDR')
  test.each(isCopied ? [language] : [])('the rules of %s are those of CLDR: corrections are overrides', () => {
    const path = createRequire(import.meta.url).resolve(
      `cldr-rbnf/rbnf/${LANGUAGE_MODULES[language].locale.split('-')[0]}.json`,
    )
    const { SpelloutRules } = JSON.parse(readFileSync(path, 'utf8')).rbnf.rbnf
    const plain = (text: string): string => text.replace(/;$/, '').replaceAll('\u00ad', '')
    for (const [key, rule] of rules) {
      const [set = '', from] = key.split(':')
      const ofSet: [string, string][] = SpelloutRules[`%${set}`] ?? SpelloutRules[`%%${set}`]
      expect(plain(ofSet.find(([base]) => base === from)?.[1] ?? ''), key).toBe(rule)
    }
  })

  test('no override says what CLDR says', () => {
    for (const [key, rule] of overrides) expect(rules.get(key), key).not.toBe(rule)
  })

  test('every set that a rule uses exists', () => {
    for (const rule of [...rules.values(), ...overrides.values()])
      for (const [, used = ''] of rule.matchAll(/%%?([a-z\d-]+)/g)) expect(sets).toContain(used)
  })

  test('any number below a quadrillion is written in words alone, by every set that has it', () => {
    const spell = createSpeller(LANGUAGE_MODULES[language].locale, files)
    const spoken = [...sets].filter(
      (set) => /(?:^|-)(?:cardinal|numbering|ordinal)/.test(set) && !/-(?:with-e|tens)$/.test(set),
    )
    fc.assert(
      fc.property(
        fc.maxSafeNat().map((value) => value % 1e15),
        fc.nat(3000),
        (large, small) => {
          for (const set of spoken)
            for (const value of [large, small + 1]) expect(spell(value, set)).toMatch(/^[\p{L}\p{M}' -]+$/u)
        },
      ),
      { numRuns: 60 },
    )
  })
})
