import { isLoopbackAddress } from '../../core/origin.ts'
import { type Check, type Client, Problem } from '../check.ts'
import { rimeHttp } from '../rime-http.ts'
import { rimeV1 } from '../rime-v1.ts'
import { rimeWs3 } from '../rime-ws3.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'

/** The plugin sends its key to loopback addresses and to hosts that it knows, unless it is told otherwise. */
const endpoint: Check = {
  name: 'address',
  run: async ({ clientUrl: url }) => {
    const { hostname, protocol, port } = new URL(url)
    if (isLoopbackAddress(url)) return `${hostname} is accepted without TLS`
    if (hostname === 'localhost') {
      throw new Problem(
        'the plugin refuses the name localhost',
        `Write 127.0.0.1: npx hoarfrost doctor --client livekit-python http://127.0.0.1:${port}`,
      )
    }
    if (protocol === 'http:') {
      throw new Problem(
        `the plugin refuses ws:// to ${hostname}`,
        'Put a reverse proxy with TLS in front of the server, and give its https URL; see docs/operating.md.',
      )
    }
    return `${hostname} is accepted with allow_custom_endpoint=True`
  },
}

/** `livekit-plugins-rime` 1.8: HTTP, ws3, and Rime v1 in either encoding. */
export const livekitPython: Client = {
  name: 'livekit-python',
  needed: SERVER_AND_KEY,
  checks: [
    endpoint,
    rimeHttp({ lang: 'eng', samplingRate: 24_000 }),
    rimeWs3({
      query: { segment: 'bySentence', lang: 'eng' },
      flush: (contextId) => ({ operation: 'flush', contextId }),
    }),
    rimeV1('binary'),
    rimeV1('json'),
  ],
}
