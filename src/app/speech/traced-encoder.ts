import type { Encoder } from '../../audio/codec.ts'
import type { CreateEncoder } from '../../audio/codecs.ts'
import type { Span } from '../../core/span.ts'

/** Creates encoders whose work is a stage of the span. */
export const tracedEncoders = (createEncoder: CreateEncoder, span: Span | undefined): CreateEncoder =>
  span === undefined ? createEncoder : async (format) => tracedEncoder(await createEncoder(format), span, format.codec)

function tracedEncoder(encoder: Encoder, parent: Span, codec: string): Encoder {
  let span: Span | undefined
  let busyMs = 0
  const timed = async (encode: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> => {
    span ??= parent.begin('encode')
    const startedAtMs = performance.now()
    const bytes = await encode()
    busyMs += performance.now() - startedAtMs
    return bytes
  }
  return {
    header: encoder.header,
    encode: (samples) => timed(() => encoder.encode(samples)),
    finish: () => timed(() => encoder.finish()),
    finalHeader: () => encoder.finalHeader(),
    [Symbol.dispose]() {
      span?.end({ 'hoarfrost.codec': codec, 'hoarfrost.busy_ms': Math.round(busyMs * 1000) / 1000 })
      encoder[Symbol.dispose]()
    },
  }
}
