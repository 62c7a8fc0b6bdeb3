import { expect, test } from 'vitest'
import { formatTable } from './report.ts'

test('a table is aligned, numbers to the right, and what is not known is a dash', () => {
  const columns = [
    { key: 'who', heading: 'who' },
    { key: 'ms', heading: 'first audio ms', digits: 1 },
    { key: 'rss', heading: 'RSS MB' },
  ]
  const rows = [
    { who: 'Hoarfrost', ms: 9.04, rss: 212.6 },
    { who: 'flite', ms: 51, rss: undefined },
    { who: 'broken', ms: Number.NaN, rss: 0 },
  ]
  expect(formatTable({ title: 'English', columns, rows })).toBe(
    [
      'English',
      'who        first audio ms  RSS MB',
      'Hoarfrost             9.0     213',
      'flite                51.0       –',
      'broken                  –       0',
    ].join('\n'),
  )
})
