import { describePcm, describeWav, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem } from '../check.ts'
import { ask, bearer } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { SENTENCES, TEXT } from '../texts.ts'

const RATE_HZ = 8000

const request = (type: 'text' | 'ssml', text: string): Check => ({
  name: `POST /jambonz/synthesize, ${type}`,
  async run(target, signal) {
    const body = { language: 'en-US', voice: target.speaker, type, text }
    const { mediaType, bytes, firstByteMs } = await ask(
      target,
      '/jambonz/synthesize',
      { headers: bearer(target), body },
      signal,
    )
    if (mediaType !== 'audio/wav') throw misbehaving(`the answer is ${mediaType} instead of audio/wav`)
    return withTime(describeWav(bytes), firstByteMs)
  },
})

/** The stream has no event for the end of a turn, so the audio ends when none has come for a while. */
const QUIET_MS = 1000

const stream: Check = {
  name: 'WebSocket, /jambonz/stream',
  run: (target, signal) => {
    const query = new URLSearchParams({ voice: target.speaker, language: 'en-US', sampleRate: String(RATE_HZ) })
    return converse(target, `/jambonz/stream?${query}`, { headers: bearer(target) }, signal, async (socket) => {
      const { type, data } = messageOf(await socket.next('connect')) as {
        type?: string
        data?: { sample_rate?: number }
      }
      if (type !== 'connect' || data?.sample_rate !== RATE_HZ)
        throw misbehaving('the first message is not connect with the rate')
      const startMs = performance.now()
      for (const sentence of SENTENCES) socket.send({ type: 'stream', text: `${sentence} ` })
      socket.send({ type: 'flush' })
      const audio: Buffer[] = []
      const hear = async () => {
        const frame = await socket.next('audio')
        if (!frame.isBinary) {
          throw new Problem(
            `the server sends an error: ${messageOf(frame).error}`,
            'The log of the server has the reason.',
          )
        }
        audio.push(frame.data)
      }
      await hear()
      const firstMs = performance.now() - startMs
      for (let isQuiet = false; !isQuiet; ) {
        while (socket.waiting > 0) await hear()
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
        isQuiet = socket.waiting === 0
      }
      socket.send({ type: 'stop' })
      await socket.closed()
      return withTime(describePcm(Buffer.concat(audio), RATE_HZ), firstMs)
    })
  },
}

/** A custom speech vendor of jambonz. */
export const jambonz: Client = {
  name: 'jambonz',
  needed: SERVER_AND_KEY,
  checks: [request('text', TEXT), request('ssml', `<speak>${TEXT} <break time="200ms"/></speak>`), stream],
}
