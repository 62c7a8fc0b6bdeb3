import { describeMp3, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem, type Target } from '../check.ts'
import { ask, jsonOf } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { TEXT } from '../texts.ts'

const FORMAT = 'output_format=mp3_22050_32'
const key = ({ apiKey }: Target) => ({ 'xi-api-key': apiKey })

const voices: Check = {
  name: 'GET /v1/voices',
  async run(target, signal) {
    const { voices: listed } = jsonOf(await ask(target, '/v1/voices', { headers: key(target) }, signal)) as {
      voices?: { voice_id: string }[]
    }
    if (!listed?.some(({ voice_id }) => voice_id === target.speaker))
      throw misbehaving(`${target.speaker} is not listed`)
    return `${listed.length} voices`
  },
}

const stream: Check = {
  name: 'POST /v1/text-to-speech/…/stream',
  async run(target, signal) {
    const path = `/v1/text-to-speech/${target.speaker}/stream?${FORMAT}`
    const body = { text: TEXT, model_id: 'eleven_flash_v2_5', voice_settings: { stability: 0.5, speed: 1 } }
    const { mediaType, bytes, firstByteMs } = await ask(target, path, { headers: key(target), body }, signal)
    if (!mediaType.startsWith('audio/')) throw misbehaving(`the answer is ${mediaType} instead of audio`)
    return withTime(describeMp3(bytes), firstByteMs)
  },
}

const timed: Check = {
  name: 'POST /v1/text-to-speech/…/stream/with-timestamps',
  async run(target, signal) {
    const path = `/v1/text-to-speech/${target.speaker}/stream/with-timestamps?${FORMAT}`
    const body = { text: TEXT, model_id: 'eleven_flash_v2_5' }
    const { bytes } = await ask(target, path, { headers: key(target), body }, signal)
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
    const parts = lines.map(
      (line) => JSON.parse(line) as { audio_base64?: string; alignment?: { characters: string[] } | null },
    )
    requireCharacters(parts.flatMap(({ alignment }) => alignment?.characters ?? []))
    return `${describeMp3(Buffer.concat(parts.map(({ audio_base64 = '' }) => Buffer.from(audio_base64, 'base64'))))}, times of characters`
  },
}

function requireCharacters(characters: readonly string[]): void {
  if (characters.join('').trim() !== TEXT) throw misbehaving('the times are of other characters')
}

interface StreamMessage {
  readonly contextId?: string
  readonly audio?: string | null
  readonly isFinal?: boolean | null
  readonly normalizedAlignment?: { readonly chars: readonly string[] } | null
  readonly error?: string
  readonly message?: string
}

/** One context, word by word, closed right after the flush, as LiveKit and Pipecat send it. */
const multi: Check = {
  name: 'WebSocket, …/multi-stream-input',
  run: (target, signal) => {
    const query = `model_id=eleven_flash_v2_5&${FORMAT}&auto_mode=true&sync_alignment=true`
    const path = `/v1/text-to-speech/${target.speaker}/multi-stream-input?${query}`
    return converse(target, path, { headers: key(target) }, signal, async (connection) => {
      const context_id = 'doctor'
      const startMs = performance.now()
      connection.send({ text: ' ', voice_settings: { stability: 0.5 }, context_id })
      for (const word of TEXT.split(' ')) connection.send({ text: `${word} `, context_id })
      connection.send({ text: '', context_id, flush: true })
      connection.send({ context_id, close_context: true })
      const audio: Buffer[] = []
      const characters: string[] = []
      let firstMs = 0
      for (;;) {
        const message: StreamMessage = messageOf(await connection.next('isFinal'))
        if (message.error !== undefined)
          throw new Problem(
            `the server sends ${message.error}: ${message.message}`,
            'The log of the server has the reason.',
          )
        if (message.contextId !== context_id) throw misbehaving(`a message has the context ${message.contextId}`)
        if (message.isFinal === true) break
        if (message.audio) {
          if (audio.length === 0) firstMs = performance.now() - startMs
          audio.push(Buffer.from(message.audio, 'base64'))
        }
        characters.push(...(message.normalizedAlignment?.chars ?? []))
      }
      requireCharacters(characters)
      return `${withTime(describeMp3(Buffer.concat(audio)), firstMs)}; times of characters`
    })
  },
}

/** ElevenLabs' SDKs, and the plugins of LiveKit and Pipecat for ElevenLabs. */
export const elevenlabs: Client = { name: 'elevenlabs', needed: SERVER_AND_KEY, checks: [voices, stream, timed, multi] }
