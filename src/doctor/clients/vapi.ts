import { describePcm, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem } from '../check.ts'
import { ask } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { TEXT } from '../texts.ts'

/** Vapi's service calls the server, so it needs a URL on the internet. */
const address: Check = {
  name: 'address',
  run: async ({ clientUrl: url }) => {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'https:') return `${hostname}, with TLS`
    throw new Problem(
      `${url} cannot be reached by Vapi's service`,
      'For Vapi, put a reverse proxy with TLS on a public host in front of the server; see docs/operating.md.',
      { isWarning: true },
    )
  },
}

const voiceRequest = (sampleRate: number): Check => ({
  name: `POST /vapi/synthesize, ${sampleRate} Hz`,
  async run(target, signal) {
    const path = `/vapi/synthesize?speaker=${target.speaker}`
    const message = { type: 'voice-request', text: TEXT, sampleRate, timestamp: Date.now() }
    const headers = { 'x-vapi-secret': target.apiKey }
    const { mediaType, bytes, firstByteMs } = await ask(target, path, { headers, body: { message } }, signal)
    if (mediaType !== 'application/octet-stream') throw misbehaving(`the answer is ${mediaType}`)
    return withTime(describePcm(bytes, sampleRate), firstByteMs)
  },
})

/** The custom voice of Vapi, with the key as its secret. */
export const vapi: Client = {
  name: 'vapi',
  needed: SERVER_AND_KEY,
  checks: [address, voiceRequest(24_000), voiceRequest(8000)],
}
