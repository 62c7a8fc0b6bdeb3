import type { Store } from '../core/store.ts'

/** The store of a command. */
export interface CommandStore extends Store {
  /** The absolute path of the data directory. */
  readonly directory: string
  /** Whether the directory had no store before. */
  readonly isNew: boolean
  /** Whether another process, such as a server, has the store open. */
  readonly isInUse: boolean
}

/** Prints the store's directory to standard error, and warns if a server uses another one. */
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
