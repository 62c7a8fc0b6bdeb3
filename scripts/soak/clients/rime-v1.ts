import { decodeResponse, encodeRequest } from '../../../src/protocols/rime-v1/client-frames.ts'
import type { Encoding } from '../../../src/protocols/rime-v1/frames.ts'
import { type SpeechCase, TEXTS } from '../client.ts'
import { speakTurn } from '../socket-turn.ts'

const [ENGLISH, , SPANISH] = TEXTS

/** Contexts of the Rime v1 protocol, in both encodings. */
export const RIME_V1: readonly SpeechCase[] = [context('json', ENGLISH), context('binary', SPANISH)]

function context(encoding: Encoding, { speaker, lang, text }: (typeof TEXTS)[number]): SpeechCase {
  const audioParameters = { audioFormat: 'audio/pcm', samplingRate: 24_000 }
  const contextId = 'soak'
  return {
    name: `rime.v1.${encoding} ${speaker}`,
    text,
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}/coda/ws`,
          subprotocol: `rime.v1.${encoding}`,
          headers: { authorization: `Bearer ${key}` },
          messages: [
            { contextId, start: { speaker, language: lang, audioParameters } },
            { contextId, text },
            { contextId, end: {} },
          ].map((message) => encodeRequest(message, encoding)),
          hear: (message) => {
            const { payload } = decodeResponse(message, encoding)
            if (payload.case === 'error') throw new Error(`${payload.value.kind}: ${payload.value.message}`)
            if (payload.case === 'done') return 'end'
            return payload.case === 'audio' ? message.length : 0
          },
        },
        signal,
      ),
  }
}
