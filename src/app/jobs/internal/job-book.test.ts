import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/property-seed.ts'
import type { Job, JobPartState } from '../../../core/job.ts'
import { bookOf, bookOfChapter } from './job-book.ts'

const RATE_HZ = 1000
const named = (name: string | null): Job => ({ name }) as Job

interface Spoken {
  readonly seconds: number
  readonly pauseAfterMs?: number
  readonly chapter?: number
  readonly title?: string
}

const partsOf = (spoken: readonly Spoken[]): readonly JobPartState[] =>
  spoken.map(({ seconds, pauseAfterMs = 730, chapter = 1, title = '' }, part) => ({
    ...{ part, chapter, title, pauseAfterMs, characters: 1, samples: RATE_HZ * seconds },
  }))

const chaptersOf = (parts: readonly JobPartState[], job = named(null)) =>
  bookOf(job, parts, RATE_HZ).chapters.map(({ title, start }) => [title, start / RATE_HZ])

test('the chapters of a book are those of its text, however long; those without a title have their number', () => {
  const parts = partsOf([
    { seconds: 30, chapter: 1 },
    { seconds: 9000, chapter: 2, title: 'Loomings' },
    { seconds: 9000, chapter: 2, title: 'Loomings' },
    { seconds: 60, chapter: 3, title: 'The\u0000Carpet-Bag\n ' },
  ])
  expect(chaptersOf(parts)).toEqual([
    ['1', 0],
    ['Loomings', 30],
    ['The Carpet-Bag', 18_030],
  ])
  expect(chaptersOf(parts, named('Moby-Dick'))[0]).toEqual(['Moby-Dick', 0])
})

test('a text without chapters, or with one, has sections of about ten minutes', () => {
  const hour = Array.from({ length: 30 }, () => ({ seconds: 120 }))
  const starts = [0, 600, 1200, 1800, 2400, 3000]
  expect(chaptersOf(partsOf(hour), named('Moby-Dick'))).toEqual(starts.map((start, i) => [`${i + 1}`, start]))
  const entitled = partsOf(hour.map((part) => ({ ...part, title: 'Moby-Dick' })))
  expect(chaptersOf(entitled).map(([title]) => title)).toEqual(['Moby-Dick', '2', '3', '4', '5', '6'])
  expect(chaptersOf(partsOf([{ seconds: 800 }]))).toEqual([['1', 0]])
  expect(chaptersOf([])).toEqual([])
})

test('sections begin with a part after a pause, and no more than fit', () => {
  const part = fc.record({
    seconds: fc.integer({ min: 20, max: 150 }),
    pauseAfterMs: fc.constantFrom(0, 380, 730, 730, 730),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 300 }), (spoken) => {
      const parts = partsOf(spoken)
      const chapters = chaptersOf(parts) as [string, number][]
      expect(chapters.map(([title]) => title)).toEqual(chapters.map((_, i) => `${i + 1}`))
      let at = 0
      const places = spoken.map(({ seconds }) => {
        at += seconds
        return at - seconds
      })
      const allowed = new Set([0, ...places.filter((_, i) => (spoken[i - 1]?.pauseAfterMs ?? 0) > 0)])
      for (const [, start] of chapters) expect(allowed.has(start)).toBe(true)
      expect(chapters[0]?.[1]).toBe(0)
      expect(chapters.length).toBeLessThanOrEqual(Math.max(1, Math.round(at / 600)))
    }),
  )
})

test('of a book with more headings than anybody reads, the first 10,000 are chapters', () => {
  const parts = partsOf(Array.from({ length: 10_001 }, (_, i) => ({ seconds: 1, chapter: i + 1 })))
  expect(chaptersOf(parts)).toHaveLength(10_000)
})

test('a book has the name of its job, else that of its first chapter; the file of a chapter has both', () => {
  const parts = partsOf([{ seconds: 1, title: 'Loomings' }])
  expect(bookOf(named('Moby-Dick'), parts, RATE_HZ)).toMatchObject({ title: 'Moby-Dick', album: 'Moby-Dick' })
  expect(bookOf(named(null), parts, RATE_HZ)).toMatchObject({ title: 'Loomings', album: '' })
  expect(bookOfChapter(named('Moby-Dick'), parts)).toEqual({ title: 'Loomings', album: 'Moby-Dick', chapters: [] })
  expect(bookOfChapter(named(null), partsOf([{ seconds: 1, chapter: 7 }]))).toMatchObject({ title: '7', album: '' })
})
