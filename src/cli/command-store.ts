import type { Store } from '../core/store.ts'

/** The store that a command works on. */
export interface CommandStore extends Store {
  /** The absolute path of the data directory. */
  readonly directory: string
  /** Whether the directory held no store before. */
  readonly isNew: boolean
  /** Whether another process, such as a server, has the store open. */
  readonly isInUse: boolean
}

/** Says on standard error where the store is, and warns where a server runs on another one. */
export async function announceStore({ directory, isNew, isInUse }: CommandStore, serverUrl: string): Promise<void> {
  process.stderr.write(`Data directory: ${directory}${isNew ? ' (new)' : ''}\n`)
  if (isInUse || !(await isServer(serverUrl))) return
  process.stderr.write(
    `hoarfrost: the server at ${serverUrl} uses another data directory; set HOARFROST_DATA_DIR to that one\n`,
  )
}

const ANSWER_MS = 1000

async function isServer(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return 'modelReachable' in ((await answer.json()) as object)
  } catch {
    return false
  }
}
