import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const LOWEST = 19

/**
 * Starts a module with clients in a process of its own, which receives its orders as messages. Elsewhere they would have a
 * machine of their own; here they must not take the server's processor time.
 */
export function forkClients(module: URL): ChildProcess {
  const child = fork(fileURLToPath(module), { execArgv: ['--import', 'tsx'] })
  if (child.pid !== undefined) setPriority(child.pid, LOWEST)
  return child
}
