import { parentPort } from 'node:worker_threads'
import type { LocalEncoder } from '../audio/codec.ts'
import { createEncoder, warmUpEncoders } from '../audio/encoder.ts'
import { Samples } from '../core/samples.ts'
import type { Encoded, EncodingRequest, FromEncoderThread, ToEncoderThread } from './encoding/messages.ts'

const NOTHING = new Uint8Array(0)

/** Runs an encoder thread until it ends. Call once, in a worker thread that an encoder pool started. */
export async function runEncoderThread(warmUp = warmUpEncoders): Promise<void> {
  await warmUp()
  const encoders = new Map<number, Promise<LocalEncoder>>()

  function openEncoder({ encoderId, format }: Extract<EncodingRequest, { kind: 'open' }>): Promise<LocalEncoder> {
    const encoder = createEncoder(format)
    encoders.set(encoderId, encoder)
    return encoder
  }

  function closeEncoder(encoderId: number): void {
    const dispose = (encoder: LocalEncoder): void => encoder[Symbol.dispose]()
    encoders.get(encoderId)?.then(dispose, () => {}) // a failure to open has been reported already
    encoders.delete(encoderId)
  }

  async function encoded(request: EncodingRequest): Promise<Encoded> {
    if (request.kind === 'open') return { bytes: NOTHING, header: (await openEncoder(request)).header }
    const encoder = await encoders.get(request.encoderId)
    if (encoder === undefined) throw new Error('there is no such encoder')
    if (request.kind === 'encode') return { bytes: encoder.encode(new Samples(request.samples)), header: NOTHING }
    return { bytes: encoder.finish(), header: encoder.finalHeader() }
  }

  async function answer({ requestId, ...request }: EncodingRequest & { readonly requestId: number }): Promise<void> {
    try {
      const { bytes, header } = await encoded(request)
      // A Buffer may share Node's pooled memory, which cannot be transferred.
      const own = { bytes: Uint8Array.from(bytes), header: Uint8Array.from(header) }
      say({ kind: 'encoded', requestId, ...own }, [own.bytes.buffer, own.header.buffer])
    } catch (error) {
      say({ kind: 'failed', requestId, message: String(error) })
    }
  }

  parentPort?.on('message', (message: ToEncoderThread) => {
    if (message.kind === 'close') closeEncoder(message.encoderId)
    else void answer(message)
  })
  say({ kind: 'ready' })
}

function say(message: FromEncoderThread, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}
