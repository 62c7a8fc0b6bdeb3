import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, isDay } from './instant.ts'

test('every day of the calendar is one, and is written as Date writes it', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      const text = date.toISOString()
      expect(isDay(text.slice(0, 10))).toBe(true)
      expect(instantOf(text)).toEqual(date)
    }),
  )
})

test('no other number of a day or month is one', () => {
  fc.assert(
    fc.property(fc.nat(9999), fc.nat(99), fc.nat(99), (year, month, day) => {
      const text = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
        '-',
      )
      const isKept = new Date(text).getTime() > -1e15 && new Date(text).toISOString().startsWith(text)
      if (year >= 100) expect(isDay(text)).toBe(isKept)
    }),
  )
})

test.each([
  '2026-02-30T12:00:00Z',
  '2025-02-29T12:00:00Z',
  '2100-02-29T12:00:00Z',
  '2026-04-31T12:00:00+02:00',
  '2026-00-10T12:00:00Z',
  '2026-13-10T12:00:00Z',
  '2026-01-00T12:00:00Z',
  '2026-01-10T24:00:00Z',
  '2026-01-10T12:60:00Z',
  '2026-01-10T12:00:60Z',
  '2026-01-10T12:00:00+24:00',
  '2026-01-10T12:00:00',
  '2026-01-10',
  '2026-1-1T12:00:00Z',
  '20260110T120000Z',
  ' 2026-01-10T12:00:00Z',
])('%s is no instant', (text) => {
  expect(instantOf(text)).toBeUndefined()
})
