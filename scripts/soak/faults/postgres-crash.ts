import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, HARMLESS } from '../fault.ts'

const DOWN_MS = 2000

export const postgresCrash: Fault = {
  ...HARMLESS,
  name: 'crash and start of PostgreSQL',
  isPossible: ({ postgres }) => postgres !== undefined,
  async inject({ postgres }) {
    await postgres?.crash()
    await sleep(DOWN_MS)
    await postgres?.start()
  },
}
