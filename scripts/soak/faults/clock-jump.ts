import { setTimeout as sleep } from 'node:timers/promises'
import type { FalseClock } from '../false-clock.ts'
import { type Fault, HARMLESS } from '../fault.ts'
import { makeKey } from '../records.ts'
import type { SoakServer } from '../server.ts'

const HOUR_S = 3600
/** The server sees a jump, and each key is read again. */
const SEEN_MS = 2500

/** By an hour ahead, back, an hour back, and ahead: keys and sessions are valid until their times, by the server's clock. */
export const clockJump: Fault = {
  ...HARMLESS,
  name: 'clock that jumps by an hour, ahead and back',
  isPossible: ({ clock }) => clock !== undefined,
  async inject(server, note) {
    const expiresAt = new Date(Date.now() + (1000 * HOUR_S) / 2).toISOString()
    const key = await makeKey(server, { name: 'for half an hour', expiresAt })
    const session = await signIn(server)
    for (const [offsetS, keyStatus] of [
      [HOUR_S, 401],
      [0, 200],
      [-HOUR_S, 200],
      [0, 200],
    ] as const) {
      ;(server.clock as FalseClock).setOffset(offsetS)
      await sleep(SEEN_MS)
      const found = [
        await status(server, { authorization: `Bearer ${key}` }),
        await status(server, { cookie: session }),
      ]
      if (`${found}` !== `${[keyStatus, 200]}`) {
        note(`${offsetS} s off, a key for half an hour gets ${found[0]}, a session ${found[1]}`)
      }
    }
  },
}

async function signIn({ url, adminKey }: SoakServer): Promise<string> {
  const body = JSON.stringify({ key: adminKey })
  const answer = await fetch(`${url}/dashboard/session`, { method: 'POST', body })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const status = async ({ url }: SoakServer, headers: Record<string, string>): Promise<number> => {
  const answer = await fetch(`${url}/v1/usage`, { headers })
  await answer.arrayBuffer()
  return answer.status
}
