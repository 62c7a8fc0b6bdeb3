import { expect, test } from 'vitest'
import { formatTable } from './table.ts'

const HEADER = ['NAME', 'STATE', 'LIMITS']
const ROWS = [
  ['phone', 'active', 'sockets=3'],
  ['web', 'revoked', ''],
]

test('a table has aligned columns', () => {
  const table = 'NAME   STATE    LIMITS\nphone  active   sockets=3\nweb    revoked\n'
  expect(formatTable(HEADER, ROWS, 80)).toBe(table)
  expect(formatTable(HEADER, ROWS, 25)).toBe(table)
})

test('in a terminal that is too narrow, each row is a block', () => {
  expect(formatTable(HEADER, ROWS, 24)).toBe('phone\n  STATE   active\n  LIMITS  sockets=3\nweb\n  STATE   revoked\n')
})
