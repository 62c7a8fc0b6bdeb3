import { setTimeout as sleep } from 'node:timers/promises'
import { FAULT_MS, type Fault, HARMLESS } from '../fault.ts'

export const unreadLog: Fault = {
  ...HARMLESS,
  name: 'log that nobody reads',
  isPossible: ({ log }) => log === 'pipe',
  async inject(server) {
    server.readLog(false)
    await sleep(FAULT_MS)
    server.readLog(true)
  },
}
