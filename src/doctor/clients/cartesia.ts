import { describePcm, describeWav, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem, type Target } from '../check.ts'
import { ask, jsonOf } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { TEXT } from '../texts.ts'

const RATE_HZ = 24_000
const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: RATE_HZ }
const headersOf = ({ apiKey }: Target) => ({ 'x-api-key': apiKey, 'cartesia-version': '2025-04-16' })
const requestOf = ({ speaker }: Target) => ({ model_id: 'sonic-3', voice: { mode: 'id', id: speaker } })

const voices: Check = {
  name: 'GET /voices',
  async run(target, signal) {
    const listed: string[] = []
    for (let after = ''; ; after = `&starting_after=${listed.at(-1)}`) {
      const path = `/voices?limit=100${after}`
      const { data = [] } = jsonOf(await ask(target, path, { headers: headersOf(target) }, signal)) as {
        data?: { id: string }[]
      }
      if (data.length === 0) break
      listed.push(...data.map(({ id }) => id))
    }
    if (!listed.includes(target.speaker)) throw misbehaving(`${target.speaker} is not listed`)
    return `${listed.length} voices`
  },
}

const bytes: Check = {
  name: 'POST /tts/bytes',
  async run(target, signal) {
    const body = { ...requestOf(target), transcript: TEXT, output_format: { ...RAW, container: 'wav' } }
    const {
      mediaType,
      bytes: audio,
      firstByteMs,
    } = await ask(target, '/tts/bytes', { headers: headersOf(target), body }, signal)
    if (mediaType !== 'audio/wav') throw misbehaving(`the answer is ${mediaType} instead of audio/wav`)
    return withTime(describeWav(audio), firstByteMs)
  },
}

interface SpeechMessage {
  readonly type?: string
  readonly context_id?: string
  readonly data?: string
  readonly error?: string
  readonly word_timestamps?: { readonly words: readonly string[] }
}

/** One context, sentence by sentence, ended by an empty text, as LiveKit and Pipecat send it; then one that is cancelled. */
const socket: Check = {
  name: 'WebSocket, /tts/websocket',
  run: (target, signal) =>
    converse(target, '/tts/websocket', { headers: headersOf(target) }, signal, async (connection) => {
      const settings = { ...requestOf(target), output_format: RAW, add_timestamps: true, max_buffer_delay_ms: 0 }
      const context_id = 'doctor'
      const sentences = TEXT.split(/(?<=[.!?]) /)
      const startMs = performance.now()
      for (const transcript of sentences) {
        connection.send({ ...settings, context_id, transcript: `${transcript} `, continue: true })
      }
      connection.send({ ...settings, context_id, transcript: ' ', continue: false })
      const audio: Buffer[] = []
      const words: string[] = []
      let firstMs = 0
      for (;;) {
        const message: SpeechMessage = messageOf(await connection.next('done'))
        if (message.type === 'error')
          throw new Problem(`the server sends: ${message.error}`, 'The log of the server has the reason.')
        if (message.context_id !== context_id) throw misbehaving(`a message has the context ${message.context_id}`)
        if (message.type === 'done') break
        if (message.data !== undefined) {
          if (audio.length === 0) firstMs = performance.now() - startMs
          audio.push(Buffer.from(message.data, 'base64'))
        }
        words.push(...(message.word_timestamps?.words ?? []))
      }
      if (words.join(' ') !== TEXT) throw misbehaving('the times are of other words')
      connection.send({ ...settings, context_id: 'cancelled', transcript: TEXT, continue: true })
      connection.send({ context_id: 'cancelled', cancel: true })
      for (let type: unknown; type !== 'done'; ) ({ type } = messageOf(await connection.next('done')))
      return `${withTime(describePcm(Buffer.concat(audio), RATE_HZ), firstMs)}; times of words`
    }),
}

/** Cartesia's SDKs, and the plugins of LiveKit and Pipecat for Cartesia. */
export const cartesia: Client = { name: 'cartesia', needed: SERVER_AND_KEY, checks: [voices, bytes, socket] }
