import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenText } from '../../text/spoken-tokens.ts'
import { contextsOf } from './contexts.ts'

const contexts = contextsOf([
  ['before-digits', 'código|tel.|código … es|-code', 'es|n.º'],
  ['before-roman', 'siglo|s.'],
  ['after-date', 'um-|om #'],
  ['before-time', 'a', 'las'],
])

test.each([
  ['before-digits', 'Su código ', true],
  ['before-digits', 'código: ', true],
  ['before-digits', 'CODIGO es ', true],
  ['before-digits', 'codigo n.º #', true],
  ['before-digits', 'el tel ', true],
  ['before-digits', 'el tel. ', true],
  ['before-digits', 'el hotel ', false],
  ['before-digits', 'subcódigo ', false],
  ['before-digits', 'código de su pedido es ', true],
  ['before-digits', 'código a b c d e es ', false],
  ['before-digits', 'Bestätigungscode ', true],
  ['before-digits', 'codefrei ', false],
  ['before-digits', 'código', false],
  ['before-roman', 'siglos ', false],
  ['before-roman', 'siglo XVI y ', true],
  ['before-roman', 'los s ', false],
  ['before-time', 'a las ', true],
  ['before-time', 'a, ', false],
  ['after-date', ', umher', true],
  ['after-date', ' darum', false],
  ['after-date', ' om 8', true],
  ['after-date', ' om de', false],
] as const)('%s: %j is %s', (kind, text, holds) => {
  expect(contexts[kind]?.(text)).toBe(holds)
})

test('a kind without a row is absent, and one that does not exist is refused', () => {
  expect(contexts['before-date']).toBeUndefined()
  expect(() => contextsOf([['before-lunch', 'a']])).toThrow('before-lunch')
})

test('any phrase is found as it is written, whatever its characters mean to patterns', () => {
  const phrase = fc
    .string({ minLength: 1, unit: 'grapheme' })
    .map((written) => written.normalize('NFC').trim())
    .filter((written) => written !== '' && !/[|…#-]/u.test(written))
  fc.assert(
    fc.property(phrase, phrase, (one, other) => {
      const made = contextsOf([['before-time', `${one}|${other}`, other]])
      for (const text of [`${one} `, `x ${other} `, `${one} ${other} `]) expect(made['before-time']?.(text)).toBe(true)
    }),
  )
})

test.each([
  ['hin', 'otp 4821', 'otp चार आठ दो एक'],
  ['fra', 'tel 2123', 'tel vingt et un vingt-trois'],
] as const)('the tables of a language hold in either case and without accents: %s %j', (language, text, reading) => {
  expect(spokenText(text, undefined, language)).toBe(reading)
})
