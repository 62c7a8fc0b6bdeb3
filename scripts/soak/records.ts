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
  const headers = { authorization: `Bearer ${server.adminKey}` }
  const entries = new Map<string, boolean>()
  const keys = new Map<string, boolean>()
  let number = 0
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${answer.status}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  /** What is not acknowledged may be done or not: nothing is expected of it. */
  const remove = async (known: Map<string, boolean>, name: string, path: string): Promise<void> => {
    known.delete(name)
    await call('DELETE', path)
    known.set(name, false)
  }
  return {
    get acknowledged() {
      return entries.size + keys.size
    },
    async change() {
      const n = ++number
      if (n % 3 === 0) {
        const { id } = (await call('POST', '/v1/keys', { name: `soak ${n}`, roles: ['synthesis'] })) as { id: string }
        keys.set(id, true)
        if (n % 4 === 0) await remove(keys, id, `/v1/keys/${id}`)
        return
      }
      const word = `soak${n.toString(36).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`
      const path = `/v1/dictionary/words/${word}`
      await call('PUT', path, { pronunciation: 'S OW1 K' })
      entries.set(word, true)
      if (n % 4 === 0) await remove(entries, word, path)
    },
    async missing() {
      const words = new Set(((await call('GET', '/v1/dictionary/words')) as { word: string }[]).map(({ word }) => word))
      const { keys: listed } = (await call('GET', '/v1/keys')) as { keys: { id: string; revokedAt: string | null }[] }
      const valid = new Set(listed.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id))
      const wrong = (kind: string, known: ReadonlyMap<string, boolean>, found: ReadonlySet<string>) =>
        [...known].filter(([name, isThere]) => found.has(name) !== isThere).map(([name]) => `${kind} ${name}`)
      return [...wrong('entry', entries, words), ...wrong('key', keys, valid)]
    },
  }
}
