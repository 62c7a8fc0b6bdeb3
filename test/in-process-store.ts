import type { Store } from '../src/core/store.ts'
import { openStoreOn } from '../src/store/open-sqlite-store.ts'
import { openConnections } from '../src/store/sqlite/sqlite-connections.ts'
import { SqliteError } from '../src/store/sqlite/statement.ts'

/**
 * A store without a thread, for tests with fake timers or where a thread would only take time: its promises need no
 * event loop. The file must exist. The caller disposes it.
 */
export async function openStoreInProcess(file: string): Promise<Store> {
  const connections = openConnections(file)
  const runner = {
    generation: 0,
    run: async (statement: Parameters<typeof connections.run>[0]) => {
      try {
        return connections.run(statement)
      } catch (error) {
        const { message, code } = error as Error & { readonly code?: string }
        throw new SqliteError(message, code)
      }
    },
    [Symbol.asyncDispose]: async () => connections.close(),
  }
  return openStoreOn(runner, 1000)
}
