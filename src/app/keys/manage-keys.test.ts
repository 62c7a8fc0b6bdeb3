import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ApiKey, type ApiKeyStore, changedKey } from '../../core/api-key.ts'
import { configuredKeyRecord, createKey, updateKey } from './manage-keys.ts'

const NOW = new Date('2026-03-04T05:06:07Z')
const TERMS = { name: 'phone line', roles: ['synthesis'], expiresAt: null, maxConcurrent: 2 } as const

function addedTo(added: ApiKey[]): ApiKeyStore {
  return {
    find: async (ids) => added.filter(({ id }) => ids.includes(id)),
    list: async () => added,
    add: async (key) => void added.push(key),
    addFirst: async () => false,
    update: async (id, changes) => {
      const at = added.findIndex((key) => key.id === id)
      if (at === -1) return undefined
      added[at] = changedKey(added[at] as ApiKey, changes)
      return added[at]
    },
    revoke: async () => false,
    recordUses: async () => {},
  }
}

test('a new key is kept as its hash alone, under the first 12 digits of it', async () => {
  const added: ApiKey[] = []
  const { key, record } = await createKey(addedTo(added), TERMS, NOW)
  const hash = createHash('sha256').update(key).digest('hex')
  const dates = { createdAt: NOW, revokedAt: null, lastUsedAt: null }
  expect(record).toEqual({ ...TERMS, ...dates, limits: {}, id: hash.slice(0, 12), hash })
  expect(added).toEqual([record])
  expect(JSON.stringify(added)).not.toContain(key)
})

test('a new key carries 256 random bits in letters that need no escaping', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => createKey(addedTo([]), TERMS, NOW)))
  for (const { key } of keys) expect(key).toMatch(/^hf_[A-Za-z0-9_-]{43}$/)
  expect(new Set(keys.map(({ key }) => key)).size).toBe(50)
})

test('the configured key may do everything for ever, and has the same id each time', () => {
  const [one, other] = [NOW, new Date()].map((now) => configuredKeyRecord('chosen by the operator', now))
  expect(one).toMatchObject({ roles: ['synthesis', 'admin'], expiresAt: null, revokedAt: null })
  expect(other?.id).toBe(one?.id)
})

test('a key that changes keeps what is not named, loses limits that are null, and is refused once it is revoked', async () => {
  const added: ApiKey[] = []
  const { record } = await createKey(addedTo(added), { ...TERMS, limits: { sockets: 1, weight: 2 } }, NOW)
  const changed = await updateKey(addedTo(added), record.id, { name: 'desk', limits: { weight: null, sockets: 4 } })
  expect(changed).toEqual({ ...record, name: 'desk', limits: { sockets: 4 } })
  const updating = (keys: ApiKey[]) => updateKey(addedTo(keys), record.id, { maxConcurrent: null })
  await expect(updating([])).rejects.toMatchObject({ code: 'resource.unknown' })
  await expect(updating([{ ...record, revokedAt: NOW }])).rejects.toMatchObject({ code: 'resource.conflict' })
})
