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

/** A store that does not exist, as its place tells. */
export type MissingStore = Pick<CommandStore, 'place'>

/** Opens the configured store. One that does not exist is created, or, unless `mayCreate`, told. */
export type OpenStore = (options: { readonly mayCreate: boolean }) => Promise<CommandStore | MissingStore>

/** Stores of commands. The place of one is printed to standard error if it is new, missing or not that of the server. */
export interface CommandStores {
  /** Creates it if it does not exist. */
  open(): Promise<CommandStore>
  /** Throws an Error of one line if it does not exist. */
  openExisting(): Promise<CommandStore>
  /** What is read of it; nothing if it does not exist. */
  readAll<T>(read: (store: CommandStore) => Promise<readonly T[]>): Promise<readonly T[]>
}

const isFound = (store: CommandStore | MissingStore): store is CommandStore => 'isNew' in store

export function commandStores(openStore: OpenStore, serverUrl: () => string): CommandStores {
  async function find(mayCreate: boolean): Promise<CommandStore | MissingStore> {
    const store = await openStore({ mayCreate })
    await announceStore(store, serverUrl())
    return store
  }
  async function openExisting(mayCreate = false): Promise<CommandStore> {
    const store = await find(mayCreate)
    if (!isFound(store))
      throw new Error('there is no database; set HOARFROST_DATA_DIR to the data directory of the server')
    return store
  }
  return {
    open: () => openExisting(true),
    openExisting: () => openExisting(),
    async readAll(read) {
      const found = await find(false)
      if (!isFound(found)) return []
      await using store = found
      return await read(store)
    },
  }
}

/** Says where a store is if it is new, missing or not that of the server, which it warns of. */
async function announceStore(store: CommandStore | MissingStore, serverUrl: string): Promise<void> {
  const isNew = isFound(store) && store.isNew
  const isOther = !(isFound(store) && store.isInUse) && (await isServer(serverUrl))
  if (isNew || isOther || !isFound(store)) process.stderr.write(`${store.place}${isNew ? ' (new)' : ''}\n`)
  if (!isOther) return
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
