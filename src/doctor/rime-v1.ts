import { decodeResponse, encodeRequest } from '../protocols/rime-v1/client-frames.ts'
import type { Encoding } from '../protocols/rime-v1/frames.ts'
import { describePcm, withTime } from './audio.ts'
import { type Check, misbehaving, Problem } from './check.ts'
import { bearer } from './http.ts'
import { type Conversation, converse } from './sockets.ts'
import { SENTENCES } from './texts.ts'

/** A turn over `/coda/ws` as LiveKit's plugins take it, and an interrupted one on the same connection. */
export const rimeV1 = (encoding: Encoding): Check => ({
  name: `WebSocket, /coda/ws, rime.v1.${encoding}`,
  run: (target, signal) => {
    const subprotocol = `rime.v1.${encoding}`
    const options = { headers: bearer(target), subprotocols: [subprotocol] }
    return converse(target, '/coda/ws', options, signal, async (socket) => {
      if (socket.subprotocol !== subprotocol) throw misbehaving(`the server does not choose ${subprotocol}`)
      const client = new V1Client(socket, encoding)
      const ready = await client.next('ready')
      if (ready.contextId !== '' || ready.payload.case !== 'ready' || ready.payload.value.protocol !== 1) {
        throw misbehaving('the first event is not ready of protocol 1')
      }
      const description = await client.turn('doctor-1', target.speaker)
      await client.interruptedTurn('doctor-2', target.speaker)
      return description
    })
  },
})

class V1Client {
  readonly #socket: Conversation
  readonly #encoding: Encoding

  constructor(socket: Conversation, encoding: Encoding) {
    this.#socket = socket
    this.#encoding = encoding
  }

  #send(message: Parameters<typeof encodeRequest>[0]): void {
    this.#socket.send(encodeRequest(message, this.#encoding))
  }

  async next(awaited: string) {
    const { data, isBinary } = await this.#socket.next(awaited)
    if (isBinary !== (this.#encoding === 'binary')) throw misbehaving('a frame does not have the negotiated encoding')
    try {
      return decodeResponse(data, this.#encoding)
    } catch {
      throw misbehaving('an event does not fit the schema')
    }
  }

  async #event(contextId: string, awaited: string) {
    const event = await this.next(awaited)
    const { payload } = event
    if (payload.case === 'error') {
      throw new Problem(
        `the server sends the error ${payload.value.kind}: ${payload.value.message}`,
        'The log of the server has the reason.',
      )
    }
    if (event.contextId !== contextId)
      throw misbehaving(`an event has the context ${event.contextId} instead of ${contextId}`)
    return payload
  }

  /** Opens a context; the server starts it before there is text. */
  async #start(contextId: string, speaker: string): Promise<void> {
    const audioParameters = { audioFormat: 'audio/pcm', samplingRate: 24_000 }
    this.#send({ contextId, start: { text: '', speaker, language: 'eng', audioParameters } })
    const started = await this.#event(contextId, 'started')
    if (started.case !== 'started' || started.value.requestId === '')
      throw misbehaving('the first event is not started with an id')
  }

  async turn(contextId: string, speaker: string): Promise<string> {
    await this.#start(contextId, speaker)
    const startMs = performance.now()
    let firstMs = 0
    for (const sentence of SENTENCES) this.#send({ contextId, text: `${sentence} ` })
    const audio: Uint8Array[] = []
    let isEnded = false
    for (;;) {
      const payload = await this.#event(contextId, audio.length === 0 ? 'audio' : 'done')
      if (payload.case === 'audio') {
        if (audio.length === 0) firstMs = performance.now() - startMs
        audio.push(payload.value)
        if (!isEnded) this.#send({ contextId, end: {} })
        isEnded = true
      } else if (payload.case !== 'done') throw misbehaving(`the event ${payload.case} comes within the audio`)
      else if (!isEnded) throw misbehaving('the context is done before it is ended')
      else return withTime(describePcm(Buffer.concat(audio), 24_000), firstMs)
    }
  }

  /** Cancels after the first audio; what comes until `cancelled` may be audio only. */
  async interruptedTurn(contextId: string, speaker: string): Promise<void> {
    await this.#start(contextId, speaker)
    this.#send({ contextId, text: `${SENTENCES.join(' ')} ` })
    let isCancelled = false
    for (;;) {
      const payload = await this.#event(contextId, isCancelled ? 'cancelled' : 'audio')
      if (payload.case === 'cancelled' && isCancelled) return
      if (payload.case !== 'audio') throw misbehaving(`the event ${payload.case} follows a cancel`)
      if (!isCancelled) this.#send({ contextId, cancel: {} })
      isCancelled = true
    }
  }
}
