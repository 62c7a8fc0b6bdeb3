import { setTimeout as sleep } from 'node:timers/promises'
import { holdDatabaseLock } from '../../../test/database-lock.ts'
import { FAULT_MS, type Fault, HARMLESS } from '../fault.ts'

export const lockedDatabase: Fault = {
  ...HARMLESS,
  name: 'database locked by another process',
  isPossible: ({ postgres }) => postgres === undefined,
  async inject({ dataDisk }) {
    const lock = await holdDatabaseLock(dataDisk.folder)
    await sleep(FAULT_MS)
    await lock.release()
  },
}
