import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const REPLACED_MS = 120_000

/** By turns an exit, an error that nobody catches, and memory that is filled (end-thread.cjs). */
export const endOfThread: Fault = {
  name: 'end of a synthesis thread',
  breaksAnswersAfterS: 0,
  refuses: false,
  restarts: false,
  leavesMemory: true,
  isPossible: () => true,
  async inject(server, note) {
    const { startedThreads } = server
    const until = performance.now() + REPLACED_MS
    server.signal('SIGUSR2')
    while (server.startedThreads === startedThreads && performance.now() < until) await sleep(50)
    if (server.startedThreads === startedThreads) note('a synthesis thread that was to end has not been replaced')
  },
}
