import { callAdmin } from './call-admin.ts'
import type { SoakServer } from './server.ts'

/** What the server acknowledged, to be looked for at the end. */
export interface Records {
  /** Makes a change, and notes it if it is acknowledged. Throws if it is not. */
  change(): Promise<void>
  readonly acknowledged: number
  /** What is missing, or is there although its removal was acknowledged. */
  missing(): Promise<string[]>
}

/** Keys and dictionary entries that are made, and some removed. */
export function createRecords(server: SoakServer): Records {
  const entries = new Map<string, boolean>()
  const keys = new Map<string, boolean>()
  let number = 0
  /** What is not acknowledged may be done or not: nothing is expected of it. */
  const remove = async (known: Map<string, boolean>, name: string, path: string): Promise<void> => {
    known.delete(name)
    await callAdmin(server, 'DELETE', path)
    known.set(name, false)
  }
  return {
    get acknowledged() {
      return entries.size + keys.size
    },
    async change() {
      const n = ++number
      if (n % 3 === 0) {
        const body = { name: `soak ${n}`, roles: ['synthesis'] }
        const { id } = (await callAdmin(server, 'POST', '/v1/keys', { body })) as { id: string }
        keys.set(id, true)
        if (n % 4 === 0) await remove(keys, id, `/v1/keys/${id}`)
        return
      }
      const word = `soak${String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}`
      const path = `/v1/dictionary/words/${word}`
      await callAdmin(server, 'PUT', path, { body: { pronunciation: 'S OW1 K' } })
      entries.set(word, true)
      if (n % 4 === 0) await remove(entries, word, path)
    },
    async missing() {
      const listed = (await callAdmin(server, 'GET', '/v1/dictionary/words')) as { word: string }[]
      const { keys: known } = (await callAdmin(server, 'GET', '/v1/keys')) as {
        keys: { id: string; revokedAt: string | null }[]
      }
      const words = new Set(listed.map(({ word }) => word))
      const valid = new Set(known.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id))
      const wrong = (kind: string, expected: ReadonlyMap<string, boolean>, found: ReadonlySet<string>) =>
        [...expected].filter(([name, isThere]) => found.has(name) !== isThere).map(([name]) => `${kind} ${name}`)
      return [...wrong('entry', entries, words), ...wrong('key', keys, valid)]
    },
  }
}

/** Returns a key for speech. */
export async function makeKey(
  server: SoakServer,
  terms: { readonly name: string; readonly expiresAt?: string },
): Promise<string> {
  const body = { ...terms, roles: ['synthesis'] }
  return ((await callAdmin(server, 'POST', '/v1/keys', { body })) as { key: string }).key
}
