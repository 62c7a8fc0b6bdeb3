import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillDisk } from '../disk.ts'
import { FAULT_MS, type Fault, HARMLESS } from '../fault.ts'

const WRITING_MS = 5000

export const fullLogDisk: Fault = {
  ...HARMLESS,
  name: 'full disk of the log',
  isPossible: ({ log, logDisk }) => log === 'file' && logDisk.isSmall,
  async inject({ logDisk }, note) {
    const bytes = () => statSync(join(logDisk.folder, 'log')).size
    await fillDisk(logDisk.folder, FAULT_MS)
    const before = bytes()
    const until = performance.now() + WRITING_MS
    while (bytes() === before && performance.now() < until) await sleep(100)
    if (bytes() === before) note('the log is not written any more after its disk was full')
  },
}
