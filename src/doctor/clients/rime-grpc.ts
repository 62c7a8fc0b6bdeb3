import type { ClientHttp2Session } from 'node:http2'
import type { DescMethod, MessageInitShape } from '@bufbuild/protobuf'
import { CallFailure, ClientCall } from '../../protocols/rime-grpc/client-call.ts'
import { SplitStrategy, TextToSpeech } from '../../protocols/rime-messages/text-to-speech_pb.ts'
import { describePcm, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem, type Target } from '../check.ts'
import { connectionProblem, refusal } from '../failures.ts'
import { bearer } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { SENTENCES, TEXT } from '../texts.ts'

const { synthesizeStreaming, synthesize, getSupportedLanguages, getSupportedSpeakers } = TextToSpeech.method
const FORMAT = 'audio/pcm'
const RATE_HZ = 24_000

/** The SDKs take a host and a port, and nothing without TLS. */
const endpoint: Check = {
  name: 'endpoint',
  run: async ({ clientUrl: url }) => {
    const { hostname, pathname, protocol, port } = new URL(url)
    if (pathname !== '/' || /[[_]/.test(hostname)) {
      throw new Problem(
        "Rime's SDKs take a host name of letters, digits and hyphens, without a path",
        'Give the server a host name of its own; see docs/grpc.md.',
      )
    }
    if (protocol === 'http:') {
      throw new Problem(
        "Rime's SDKs connect with TLS only",
        'Set HOARFROST_TLS_CERT and HOARFROST_TLS_KEY, or put a proxy with TLS and HTTP/2 in front; see docs/grpc.md.',
        { isWarning: true },
      )
    }
    return `endpoint ${hostname}:${port || 443}`
  },
}

/** The HTTP status that says the same, for its hint. */
const HTTP_STATUS: ReadonlyMap<number, number> = new Map([
  [3, 400],
  [7, 403],
  [8, 429],
  [14, 503],
  [16, 401],
])

/** Calls the server for the time of `use`. Throws a Problem. */
const grpcCheck = (
  name: string,
  use: (session: ClientHttp2Session, target: Target, signal: AbortSignal) => Promise<string>,
): Check => ({
  name,
  async run(target, signal) {
    const { connect } = await import('node:http2')
    const session = connect(target.url)
    const failed = new Promise<never>((_, reject) => {
      session.once('error', reject)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      return await Promise.race([use(session, target, signal), failed])
    } catch (error) {
      throw problemOf(error, new URL(target.url).host)
    } finally {
      session.on('error', () => {}).destroy()
    }
  },
})

function problemOf(error: unknown, place: string): Problem {
  if (error instanceof CallFailure) return refusal(HTTP_STATUS.get(error.grpcStatus), error.message)
  const { code = '' } = error as NodeJS.ErrnoException
  if (code.startsWith('ERR_HTTP2') || /ALPN|NO_APPLICATION_PROTOCOL/i.test(code)) {
    return new Problem(
      `${place} does not speak HTTP/2`,
      'Is HOARFROST_GRPC on, and does a proxy in front forward HTTP/2? See docs/grpc.md.',
      { cause: error },
    )
  }
  return connectionProblem(error, place)
}

async function ask<M extends DescMethod>(
  session: ClientHttp2Session,
  target: Target,
  method: M,
  request: MessageInitShape<M['input']>,
) {
  const call = new ClientCall(session, method, bearer(target))
  call.send(request)
  call.end()
  const answer = await call.next()
  if (answer === undefined) throw misbehaving(`${method.name} has no answer`)
  return answer
}

const lists = grpcCheck('languages and voices', async (session, target) => {
  const { languages } = await ask(session, target, getSupportedLanguages, {})
  const { speakers } = await ask(session, target, getSupportedSpeakers, { language: 'en' })
  if (!languages.includes('en')) throw misbehaving('the languages lack en')
  if (!speakers.includes(target.speaker)) throw misbehaving(`the voices lack ${target.speaker}`)
  return `${languages.length} languages, ${speakers.length} English voices`
})

/** Pieces of text, the rest after the first audio, as the SDKs for Python and Rust send them. */
const streaming = grpcCheck('SynthesizeStreaming', async (session, target) => {
  const call = new ClientCall(session, synthesizeStreaming, bearer(target))
  const startMs = performance.now()
  const splitStrategy = SplitStrategy.ACCUMULATE_SENTENCE
  call.send({ payload: { case: 'header', value: { ...startOf(target), splitStrategy } } })
  const [first, ...rest] = SENTENCES
  call.send({ payload: { case: 'textChunk', value: `${first} ` } })
  const heard = await hear(call, startMs, () => {
    for (const sentence of rest) call.send({ payload: { case: 'textChunk', value: sentence } })
    call.end()
  })
  return heard
})

/** A complete text, as the SDKs for Node and Go send it. */
const whole = grpcCheck('Synthesize', async (session, target) => {
  const call = new ClientCall(session, synthesize, bearer(target))
  const startMs = performance.now()
  call.send({ ...startOf(target), text: TEXT })
  call.end()
  return hear(call, startMs, () => {})
})

const startOf = ({ speaker }: Target) => ({
  speaker,
  language: 'en',
  audioParameters: { audioFormat: FORMAT, samplingRate: RATE_HZ },
})

async function hear(
  call: ClientCall<typeof synthesizeStreaming> | ClientCall<typeof synthesize>,
  startMs: number,
  onFirst: () => void,
): Promise<string> {
  const audio: Uint8Array[] = []
  let firstMs = 0
  for (let message = await call.next(); message !== undefined; message = await call.next()) {
    if (message.payload.case !== 'audio') throw misbehaving(`the message ${message.payload.case} was not asked for`)
    if (audio.length === 0) {
      firstMs = performance.now() - startMs
      onFirst()
    }
    audio.push(message.payload.value)
  }
  const format = call.headers['x-rime-audio-content-type']
  if (format !== FORMAT) throw misbehaving(`x-rime-audio-content-type is ${format} instead of ${FORMAT}`)
  return withTime(describePcm(Buffer.concat(audio), RATE_HZ), firstMs)
}

/** Rime's SDKs for Python, Node, Go and Rust. */
export const rimeGrpc: Client = {
  name: 'rime-grpc',
  needed: SERVER_AND_KEY,
  checks: [endpoint, lists, streaming, whole],
}
