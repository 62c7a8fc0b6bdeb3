import { deadline } from '../core/abort.ts'
import type { Store } from '../core/store.ts'

/** The store of a command. */
export interface CommandStore extends Store {
  /** The kind and name of the store, for people. */
  readonly place: string
  /** Whether it was created. */
  readonly isNew: boolean
  /** Whether a server that runs may be assumed to use it. */
  readonly isInUse: boolean
}

/** Prints where the store is to standard error, and warns if a server uses another one. */
export async function announceStore({ place, isNew, isInUse }: CommandStore, serverUrl: string): Promise<void> {
  process.stderr.write(`${place}${isNew ? ' (new)' : ''}\n`)
  if (isInUse || !(await isServer(serverUrl))) return
  process.stderr.write(
    `hoarfrost: the server at ${serverUrl} uses another data directory; set HOARFROST_DATA_DIR to that one\n`,
  )
}

const ANSWER_MS = 1000

async function isServer(url: string): Promise<boolean> {
  using signal = deadline(null, ANSWER_MS)
  try {
    const answer = await fetch(`${url}/health`, { signal })
    return 'modelReachable' in ((await answer.json()) as object)
  } catch {
    return false
  }
}
