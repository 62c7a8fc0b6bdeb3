import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const LOWEST = 19
const TYPESCRIPT = new URL('../scripts/typescript.js', import.meta.url).href

/** A process that carries out orders. Disposing ends it. */
export interface Clients<Order extends object, Report> extends Disposable {
  /** Resolves with the process's next message. Throws if the process ends before. */
  ask(order: Order): Promise<Report>
}

/**
 * Starts a module with clients in a process of its own, which receives its orders as messages. Elsewhere they would have a
 * machine of their own; here they must not take the server's processor time. Clients that are prompt read what has come
 * at once, as those that tell when audio comes must: at the lowest priority they read up to 2 s late beside a busy server.
 */
export function forkClients<Order extends object, Report>(
  module: URL,
  { isPrompt = false }: { readonly isPrompt?: boolean } = {},
): Clients<Order, Report> {
  const child = fork(fileURLToPath(module), { execArgv: ['--import', TYPESCRIPT] })
  if (child.pid !== undefined && !isPrompt) setPriority(child.pid, LOWEST)
  return {
    async ask(order) {
      const stopWaiting = new AbortController()
      const died = once(child, 'exit', { signal: stopWaiting.signal }).then(() => {
        throw new Error(`the clients of ${module.pathname} have died`)
      })
      const reported = once(child, 'message', { signal: stopWaiting.signal })
      child.send(order)
      try {
        return (await Promise.race([reported, died]))[0]
      } finally {
        stopWaiting.abort()
      }
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}
