import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const STOPPED_MS = 3000

export const stoppedProcess: Fault = {
  name: 'process stopped for 3 s',
  breaksAnswersAfterS: Number.POSITIVE_INFINITY,
  refuses: true,
  restarts: false,
  isPossible: () => true,
  async inject(server) {
    server.signal('SIGSTOP')
    await sleep(STOPPED_MS)
    server.signal('SIGCONT')
  },
}
