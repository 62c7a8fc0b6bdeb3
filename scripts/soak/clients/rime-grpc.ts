import { connect } from 'node:http2'
import { CallFailure, ClientCall } from '../../../src/protocols/rime-grpc/client-call.ts'
import { TextToSpeech } from '../../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { type Asked, type Heard, Refusal, type SpeechCase, TEXTS } from '../client.ts'

const [, , , , { speaker, text }] = TEXTS
/** Statuses of a call that a server refuses: RESOURCE_EXHAUSTED, UNAVAILABLE. */
const REFUSED = [8, 14]

/** A text that comes word by word over Rime's gRPC, on a connection of its own. */
export const RIME_GRPC: SpeechCase = { name: 'Rime gRPC', text, isExact: false, hasKey: true, ask: synthesize }

async function synthesize({ url, key }: Asked, signal: AbortSignal): Promise<Heard> {
  const session = connect(url)
  const failed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    session.once('error', reject)
    session.once('close', () => reject(new Error('the connection was closed')))
  })
  failed.catch(() => {}) // heard where it is awaited
  const call = new ClientCall(session, TextToSpeech.method.synthesizeStreaming, { authorization: `Bearer ${key}` })
  const sentAtMs = performance.now()
  let bytes = 0
  let firstAudioMs = Number.NaN
  try {
    const audioParameters = { audioFormat: 'audio/pcm', samplingRate: 24_000 }
    call.send({ payload: { case: 'header', value: { speaker, audioParameters } } })
    for (const value of text.split(/(?<= )/)) call.send({ payload: { case: 'textChunk', value } })
    call.end()
    for (;;) {
      const message = await Promise.race([call.next(), failed])
      if (message === undefined) return { bytes, firstAudioMs }
      if (message.payload.case !== 'audio') continue
      if (bytes === 0) firstAudioMs = performance.now() - sentAtMs
      bytes += message.payload.value.length
    }
  } catch (error) {
    const isRefused = error instanceof CallFailure && REFUSED.includes(error.grpcStatus)
    // A server that stops resets connections whose calls it has not read.
    const isUnread = !(error instanceof CallFailure) && call.headers[':status'] === undefined && !signal.aborted
    throw isRefused || isUnread ? new Refusal((error as Error).message) : error
  } finally {
    session.destroy()
  }
}
