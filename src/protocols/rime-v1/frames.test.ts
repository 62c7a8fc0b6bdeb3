import { fromBinary, fromJson, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSpeechError } from '../../core/errors.ts'
import { WebSocketRequestSchema, WebSocketResponseSchema } from '../rime-messages/text-to-speech_pb.ts'
import { decodeRequest, encodeAudio, encodeResponse, UndecodableFrame } from './frames.ts'

/** Messages of clients: JSON, and the bytes that clients send. */
const REQUESTS: readonly (readonly [json: JsonValue, hex: string])[] = [
  [{ contextId: 'turn-42', text: 'hello' }, '0a077475726e2d3432220568656c6c6f'],
  [{ end: {} }, '2a00'],
  [{ cancel: {} }, '3200'],
  [{ contextId: 'ctx', start: {} }, '0a036374781a00'],
  [{ contextId: 'ctx', text: '' }, '0a036374782200'],
  [{ start: { audioParameters: { samplingRate: 0 }, splitStrategy: 'SPLIT_STRATEGY_NONE' } }, '1a062a0210003002'],
  [
    {
      contextId: 'ctx',
      start: {
        language: 'eng',
        speaker: 'luna',
        text: 'Hello.',
        audioParameters: { audioFormat: 'audio/pcm', samplingRate: 24_000, timeScaleFactor: 1.25 },
        splitStrategy: 'SPLIT_STRATEGY_NONE',
        codaParameters: { textLookaheadTokens: 0 },
      },
    },
    '0a036374781a2f1203656e671a046c756e61220648656c6c6f2e2a140a09617564696f2f70636d10c0bb011d0000a03f300242024000',
  ],
  [
    {
      contextId: 'ctx',
      start: {
        language: '',
        speaker: '',
        audioParameters: { audioFormat: 'audio/pcm', samplingRate: 0, timeScaleFactor: 0 },
        splitStrategy: 'SPLIT_STRATEGY_UNSPECIFIED',
        mistParameters: {
          pauseBetweenBrackets: false,
          phonemizeBetweenBrackets: true,
          inlineTimeScaleFactors: [0.5, 1],
          saveOovs: false,
        },
      },
    },
    '0a036374781a2c12001a002a120a09617564696f2f70636d10001d0000000030004a10080010011a080000003f0000803f2000',
  ],
  [
    { config: { authorization: 'Api-Key test', license: '{}', defaults: { language: 'eng' } } },
    '12190a0c4170692d4b6579207465737412027b7d1a051203656e67',
  ],
  [
    {
      contextId: 'a',
      start: {
        language: 'en',
        speaker: 'astra',
        audioParameters: { audioFormat: 'audio/pcmu', samplingRate: 8000 },
        splitStrategy: 'SPLIT_STRATEGY_ACCUMULATE_SENTENCE',
        timestamps: { enable: true },
        customLexicon: [{ spelling: 'cache', pronunciation: '" k { S' }],
      },
    },
    '0a01611a341202656e1a0561737472612a0f0a0a617564696f2f70636d7510c03e3003520208015a100a056361636865120722206b207b2053',
  ],
]

/** Messages of the server. */
const RESPONSES: readonly (readonly [json: JsonValue, hex: string])[] = [
  [{ ready: { protocol: 1, languages: ['en'] } }, '120608011202656e'],
  [
    { ready: { protocol: 1, languages: ['eng', 'spa'], defaultLanguage: 'eng' } },
    '121108011203656e6712037370611a03656e67',
  ],
  [{ contextId: 'ctx', started: { requestId: 'req' } }, '0a036374781a050a03726571'],
  [{ contextId: 'turn-42', audio: 'AQI=' }, '0a077475726e2d343222020102'],
  [{ contextId: 'ctx', audio: 'AAH+/w==' }, '0a0363747822040001feff'],
  [{ contextId: 'ctx', audio: '' }, '0a036374782200'],
  [{ contextId: 'ctx', done: {} }, '0a036374782a00'],
  [{ contextId: 'ctx', cancelled: {} }, '0a036374783200'],
  [{ done: { timestamps: { status: { code: 14, message: 'busy' } } } }, '2a0c0a0a0a08080e120462757379'],
  [
    { contextId: 'a', done: { timestamps: { status: {}, spans: [{ text: 'hi', start: '0s', end: '0.250s' }] } } },
    '0a01612a130a110a00120d0a02686912001a051080e59a77',
  ],
  [
    { contextId: 'a', done: { timestamps: { spans: [{ text: 'hi', start: '0.120s', end: '1s' }] } } },
    '0a01612a130a11120f0a026869120510809c9c391a020801',
  ],
  [
    { contextId: 'ctx', error: { kind: 'invalid_input', message: 'test error', requestId: 'req' } },
    '0a036374783a200a0d696e76616c69645f696e707574120a74657374206572726f721a03726571',
  ],
  [{ contextId: 'ctx', error: { kind: 'internal', requestId: '' } }, '0a036374783a0c0a08696e7465726e616c1a00'],
  [{ error: { kind: 'unauthenticated', message: 'no key' } }, '3a190a0f756e61757468656e7469636174656412066e6f206b6579'],
]

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const hexOf = (frame: string | Uint8Array) => Buffer.from(frame as Uint8Array).toString('hex')

describe('frames of the Rime v1 protocol', () => {
  test.each(REQUESTS)('the request %j is read from both encodings, and has the bytes of clients', (json, hex) => {
    const fromText = decodeRequest(Buffer.from(JSON.stringify(json)), false)
    expect(toJson(WebSocketRequestSchema, fromText)).toEqual(json)
    expect(toJson(WebSocketRequestSchema, decodeRequest(bytes(hex), true))).toEqual(json)
    expect(hexOf(toBinary(WebSocketRequestSchema, fromText))).toBe(hex)
  })

  test.each(RESPONSES)('the response %j is written in both encodings as clients read it', (json, hex) => {
    const response = fromJson(WebSocketResponseSchema, json)
    const { contextId, payload } = response
    if (payload.case === 'audio') {
      expect(hexOf(encodeAudio(contextId, payload.value, 'binary'))).toBe(hex)
      expect(JSON.parse(encodeAudio(contextId, payload.value, 'json').toString())).toEqual(json)
    }
    expect(hexOf(encodeResponse(response, 'binary'))).toBe(hex)
    expect(JSON.parse(encodeResponse(response, 'json') as string)).toEqual(json)
    expect(toJson(WebSocketResponseSchema, fromBinary(WebSocketResponseSchema, bytes(hex)))).toEqual(json)
  })

  test('audio of any context and length is what the library reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(70_000), (contextId, length) => {
        const audio = new Uint8Array(length).map((_, i) => i)
        for (const read of [
          fromBinary(WebSocketResponseSchema, encodeAudio(contextId, audio, 'binary')),
          fromJson(WebSocketResponseSchema, JSON.parse(encodeAudio(contextId, audio, 'json').toString())),
        ]) {
          expect(read.contextId).toBe(contextId)
          expect(Buffer.compare(read.payload.value as Uint8Array, audio)).toBe(0)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('unknown fields are ignored in both encodings', () => {
    const expected = { text: 'hello' }
    expect(toJson(WebSocketRequestSchema, decodeRequest(bytes('220568656c6c6ff80701'), true))).toEqual(expected)
    const text = Buffer.from('{"text":"hello","flush":{},"other":[1]}')
    expect(toJson(WebSocketRequestSchema, decodeRequest(text, false))).toEqual(expected)
  })

  test('a long text is read whole from both encodings, wherever it stands', () => {
    const text = 'Long text. '.repeat(20_000)
    for (const json of [{ text }, { start: { text, speaker: 'luna' } }]) {
      const binary = Buffer.from(toBinary(WebSocketRequestSchema, fromJson(WebSocketRequestSchema, json)))
      for (const { payload } of [
        decodeRequest(Buffer.from(JSON.stringify(json)), false),
        decodeRequest(binary, true),
      ]) {
        expect(payload.case === 'start' ? payload.value.text : payload.value).toBe(text)
      }
    }
  })

  test.each([
    ['lexicon entries', { start: { customLexicon: Array(30_000).fill({ spelling: 'a' }) } }],
    ['factors', { start: { mistParameters: { inlineTimeScaleFactors: Array(40_000).fill(1) } } }],
    ['defaults', { config: { defaults: { customLexicon: Array(30_000).fill({ spelling: 'a' }) } } }],
  ])('messages with many %s are refused in both encodings, before they are decoded', (_, json) => {
    const binary = toBinary(WebSocketRequestSchema, fromJson(WebSocketRequestSchema, json))
    const refusal = expect.objectContaining({
      code: 'request.too-large',
      message: 'message is too large apart from its text',
    })
    expect(() => decodeRequest(Buffer.from(JSON.stringify(json)), false)).toThrow(refusal)
    expect(() => decodeRequest(Buffer.from(binary), true)).toThrow(refusal)
  })

  test.each([
    ['unknown fields', '7800'],
    ['empty ends', '2a00'],
    ['groups', '7b7c'],
  ])('binary frames of many %s are refused', (_, hex) => {
    expect(() => decodeRequest(Buffer.alloc(2 ** 20, hex, 'hex'), true)).toThrow(
      'message is too large apart from its text',
    )
  })

  test('any frame is read, refused in words, or undecodable', () => {
    const frame = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.json().map((json) => Buffer.from(json)),
      // Larger than what is decoded without a look at its fields.
      fc.uint8Array({ minLength: 1, maxLength: 20 }).map((pattern) => Buffer.alloc(70_000, pattern)),
      fc.constantFrom(...REQUESTS).chain(([, hex]) => fc.nat(200).map((cut) => bytes(hex.slice(0, cut)))),
    )
    fc.assert(
      fc.property(frame, fc.boolean(), (data, isBinary) => {
        try {
          decodeRequest(Buffer.from(data), isBinary)
        } catch (error) {
          expect(error instanceof UndecodableFrame || isSpeechError(error)).toBe(true)
        }
      }),
    )
  })
})
