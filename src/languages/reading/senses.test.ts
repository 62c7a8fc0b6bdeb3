import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sensesOf } from './senses.ts'

const SENSES = ['cardinal', 'code', 'date', 'fraction'] as const
const senses = sensesOf(
  [
    ['code', 'before', 'otp|pin', '5', '2'],
    ['code', 'before', 'ending in', '9', 'next'],
    ['code', 'before', 'code … is|text … to', '5', 'next'],
    ['code', 'before', 'in|about', '-4', 'next'],
    ['code', 'after', 'is … code', '4', '0'],
    ['date', 'before', 'due|appt.', '5', '0'],
    ['date', 'before', 'from|on', '4', 'next'],
    ['date', 'after', 'at #', '4', '0'],
    ['fraction', 'after', 'of', '7', '0'],
  ],
  SENSES,
  new Set(['is', 'no']),
)
const decide = (text: string): string => {
  const [before = '', after = ''] = text.split('_')
  return senses.decide({ cardinal: 2, code: 0, date: 0, fraction: 0 }, { before, after })
}

test.each([
  ['OTP _', 'code'],
  ["Your OTP's (_", 'code'],
  ['OTP: #_', 'code'],
  ['the PIN for login is _', 'code'],
  ['the PIN for your next login is _', 'cardinal'],
  ['otps _', 'cardinal'],
  ['PIN. _', 'cardinal'],
  ['PIN in _', 'cardinal'],
  ['card ending in _', 'code'],
  ['ending in the _', 'cardinal'],
  ['the code for your login is _', 'code'],
  ['the code. Here is _', 'cardinal'],
  ['text STOP to _', 'code'],
  ['_ is your one-time code', 'code'],
  ['_ is. The code', 'cardinal'],
  ['Next appt. _', 'date'],
  ['appt is _', 'date'],
  ['from 3/4 to _', 'date'],
  ['on 3/4, 3/5 and _', 'date'],
  ['from a _', 'cardinal'],
  ['_ at 2:30', 'date'],
  ['_ @ 2', 'date'],
  ['due _ of them', 'fraction'],
  ['due _ to 3/4 of them', 'fraction'],
  ['_', 'cardinal'],
])('%j is a %s', (text, sense) => {
  expect(decide(text)).toBe(sense)
})

test('the first of equal candidates is taken, and an absent one never', () => {
  const nothing = { before: '', after: '' }
  expect(senses.decide({ fraction: 1, date: 1 }, nothing)).toBe('fraction')
  expect(senses.decide({ cardinal: 2 }, { before: 'OTP ', after: '' })).toBe('cardinal')
})

test('a row that cannot be read is refused', () => {
  for (const row of [
    ['lunch', 'before', 'at', '1', '0'],
    ['date', 'beside', 'at', '1', '0'],
    ['date', 'after', 'at', 'much', '0'],
  ])
    expect(() => sensesOf([row], SENSES, new Set())).toThrow(row[0])
})

test('any text around a number leaves one of its candidates', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('otp ', 'code ', 'is ', '. ', '3/4', ' to ', '…', '(', "'s ", 'due', '-'))
      .map((all) => all.join('')),
  )
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(SENSES).toContain(senses.decide({ cardinal: 2, code: 0, date: 0, fraction: 0 }, { before, after }))
    }),
  )
})
