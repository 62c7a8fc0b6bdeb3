import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Under Linux's scale of -20 to 19. */
const LOW = 10

/**
 * Lets the other threads of the service go first, and those that this one starts later follow it. On Linux only: elsewhere a
 * priority belongs to the whole process.
 */
export function lowerThreadPriority(): void {
  if (isMainThread || process.platform !== 'linux') return
  try {
    // PROCESS/task/THREAD
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), LOW)
  } catch {
    // Containers may forbid both; then it has the priority of the others.
  }
}
