import type { Client } from '../check.ts'
import { rimeHttp } from '../rime-http.ts'
import { rimeWs3 } from '../rime-ws3.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'

/** Pipecat's `RimeTTSService`, which clears after every turn, and `RimeHttpTTSService`. */
export const pipecat: Client = {
  name: 'pipecat',
  needed: SERVER_AND_KEY,
  checks: [
    rimeWs3({ query: {}, flush: () => ({ operation: 'flush' }), betweenTurns: { operation: 'clear' } }),
    rimeHttp({ samplingRate: 24_000 }),
  ],
}
