import { once } from 'node:events'
import { connect } from 'node:http2'
import { create, type DescMethod, toBinary } from '@bufbuild/protobuf'
import { deadline } from '../../src/core/abort.ts'
import { Health } from '../../src/protocols/grpc-health/health_pb.ts'
import { TextToSpeech } from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { PREFIX_BYTES } from '../../src/server/grpc/message-reader.ts'
import { ANSWER_MS, type FuzzTarget, talk } from './fuzz-target.ts'
import { mutateBytes, type Random } from './mutate.ts'

const START = { speaker: 'luna', language: 'en', audioParameters: { audioFormat: 'audio/pcm', samplingRate: 16_000 } }
const LEXICON = [{ spelling: 'cache', pronunciation: '" k { S' }]

const messageOf = ({ input }: DescMethod, message: object): Uint8Array =>
  toBinary(input, create(input, message as never))

const { synthesizeStreaming, synthesize, normalizeText, getSupportedSpeakers } = TextToSpeech.method
const CALLS: readonly (readonly [method: DescMethod, messages: readonly object[]])[] = [
  [
    synthesizeStreaming,
    [
      { payload: { case: 'header', value: { ...START, splitStrategy: 3, timestamps: { enable: true } } } },
      { payload: { case: 'textChunk', value: 'Hello there. ' } },
    ],
  ],
  [synthesize, [{ ...START, text: 'Hello cache.', customLexicon: LEXICON }]],
  [synthesize, [{ ...START, text: '[slow] <200> {h1El0}', mistParameters: { inlineTimeScaleFactors: [0.5, 2] } }]],
  [normalizeText, [{ text: 'It is 5:30.', language: 'en', customLexicon: LEXICON }]],
  [getSupportedSpeakers, [{ language: 'en' }]],
  [Health.method.check, [{ service: 'rime.TextToSpeech' }]],
]

/** UNKNOWN, INTERNAL: failures that a client's bytes must not cause. */
const FAILURES = [2, 13]

function framed(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

/** What a call sends: some of its messages, changed within or with their frames. */
function bytesOf([method, messages]: (typeof CALLS)[number], random: Random): Buffer {
  const some = messages.filter(() => random.next() < 0.9).map((message) => Buffer.from(messageOf(method, message)))
  const changed = some.map((message) => framed(random.next() < 0.5 ? mutateBytes(message, random) : message))
  const all = Buffer.concat(changed)
  return random.next() < 0.3 ? mutateBytes(all, random) : all
}

export const grpcMessages: FuzzTarget = {
  name: 'gRPC messages',
  async run({ host, port, apiKey }, random) {
    const call = random.pick(CALLS)
    const [{ parent, name }] = call
    const bytes = bytesOf(call, random)
    const path = `/${parent.typeName}/${name}`
    using signal = deadline(null, ANSWER_MS)
    const session = connect(`http://${host}:${port}`)
    session.on('error', () => {})
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${apiKey}`,
      ...(random.next() < 0.2 && { 'grpc-timeout': random.pick(['1S', '0m', '1', '99999999H', '10u']) }),
    })
    const fields: Record<string, unknown> = {}
    stream.on('error', () => {})
    stream.on('response', (headers) => Object.assign(fields, headers))
    stream.on('trailers', (trailers) => Object.assign(fields, trailers))
    stream.resume().end(bytes)
    await once(stream, 'close', { signal }).catch(() => {})
    session.destroy()
    const status = fields['grpc-status']
    const isFailure = status === undefined || FAILURES.includes(Number(status))
    return isFailure ? `${path}: ${fields[':status']} ${status} for ${bytes.toString('base64')}` : undefined
  },
}

const HEX = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
/** Settings, headers of a request for the health of the service with the path as a literal, its message, a ping, a reset. */
const PATH = Buffer.from('/grpc.health.v1.Health/Check')
const TYPE = Buffer.from('application/grpc')
const FIELDS = Buffer.concat([
  HEX('83 86 04'),
  Buffer.from([PATH.length]),
  PATH,
  HEX('0f 10'),
  Buffer.from([TYPE.length]),
  TYPE,
])
const FRAMES = [
  HEX('000000 04 00 00000000'),
  Buffer.concat([HEX('0000'), Buffer.from([FIELDS.length]), HEX('01 04 00000001'), FIELDS]),
  HEX('000005 00 01 00000001 0000000000'),
  HEX('000008 06 00 00000000 0102030405060708'),
  HEX('000004 03 00 00000001 00000008'),
  HEX('000004 08 00 00000000 7fffffff'),
  HEX('000008 07 00 00000000 0000000000000000'),
]

export const http2Frames: FuzzTarget = {
  name: 'HTTP/2 frames',
  async run({ host, port }, random) {
    const some = Array.from({ length: 1 + random.below(4) }, () => random.pick(FRAMES))
    const frames = Buffer.concat([...FRAMES.slice(0, 1 + random.below(3)), ...some])
    await talk(host, port, Buffer.concat([PREFACE, mutateBytes(frames, random)]))
    return undefined
  },
}
