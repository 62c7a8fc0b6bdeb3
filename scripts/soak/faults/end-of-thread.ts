import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const ENDING_MS = 1500

/** By turns an exit, an error that nobody catches, and memory that is filled (end-thread.cjs). */
export const endOfThread: Fault = {
  name: 'end of a synthesis thread',
  breaksAnswers: true,
  refuses: false,
  restarts: false,
  isPossible: () => true,
  async inject(server) {
    server.signal('SIGUSR2')
    await sleep(ENDING_MS)
  },
}
