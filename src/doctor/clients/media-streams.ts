import { describePcm, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem } from '../check.ts'
import { bearer } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { SENTENCES } from '../texts.ts'

const RATE_HZ = 8000

/** A turn over `/ws3` in bytes that a telephone service takes as they are. */
const turn: Check = {
  name: 'WebSocket, /ws3, G.711 µ-law',
  run: (target, signal) => {
    const settings = { speaker: target.speaker, modelId: 'coda', audioFormat: 'mulaw', samplingRate: `${RATE_HZ}` }
    const path = `/ws3?${new URLSearchParams(settings)}`
    return converse(target, path, { headers: bearer(target) }, signal, async (socket) => {
      const startMs = performance.now()
      for (const sentence of SENTENCES) socket.send({ text: `${sentence} ` })
      socket.send({ operation: 'flush' })
      const audio: Buffer[] = []
      let firstMs = 0
      for (;;) {
        const { type, data, message } = messageOf(await socket.next('done'))
        if (type === 'error')
          throw new Problem(`the server sends an error: ${message}`, 'The log of the server has the reason.')
        if (type === 'done') break
        if (type !== 'chunk') continue
        if (audio.length === 0) firstMs = performance.now() - startMs
        audio.push(Buffer.from(`${data}`, 'base64'))
      }
      const bytes = Buffer.concat(audio)
      if (bytes.toString('latin1', 0, 4) === 'RIFF') throw misbehaving('a WAV header precedes the samples')
      return withTime(describePcm(samplesOf(bytes), RATE_HZ), firstMs)
    })
  },
}

/** 16-bit samples of µ-law (ITU-T G.711). */
function samplesOf(bytes: Buffer): Buffer {
  const samples = Buffer.alloc(2 * bytes.length)
  for (const [i, byte] of bytes.entries()) {
    const code = ~byte & 0xff
    const size = ((((code & 0xf) << 3) + BIAS) << ((code >> 4) & 7)) - BIAS
    samples.writeInt16LE(code & 0x80 ? -size : size, 2 * i)
  }
  return samples
}

const BIAS = 132

/** A program between Twilio Media Streams, or a service like it, and the server, as examples/media-streams.mjs is one. */
export const mediaStreams: Client = {
  name: 'media-streams',
  needed: SERVER_AND_KEY,
  checks: [turn],
}
