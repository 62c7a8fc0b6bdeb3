import type { Client } from '../check.ts'
import { rimeHttp } from '../rime-http.ts'
import { rimeV1 } from '../rime-v1.ts'
import { rimeWs3 } from '../rime-ws3.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'

/** `@livekit/agents-plugin-rime`: 1.0.10 speaks HTTP; its successor ws3, and Rime v1 in binary frames. */
export const livekit: Client = {
  name: 'livekit',
  needed: SERVER_AND_KEY,
  checks: [
    rimeHttp({}),
    rimeWs3({
      query: { segment: 'bySentence', lang: 'eng', reduceLatency: 'false' },
      flush: (contextId) => ({ contextId, operation: 'flush' }),
    }),
    rimeV1('binary'),
  ],
}
