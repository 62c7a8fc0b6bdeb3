import { describe, expect, test } from 'vitest'
import { MODELS } from '../../src/core/model.ts'
import { openSocket } from './socket-client.ts'
import { shareTestService } from './test-service.ts'

const TEXT = 'Hi, "world"! 🙂 Ça <500> va?'
const BODY = { text: TEXT, speaker: 'luna', modelId: 'coda', samplingRate: 8000, timestamps: true }

const startService = shareTestService()

async function answered(body: object, accept = 'application/json') {
  const service = await startService()
  const answer = await service.speech(body, { accept })
  const text = await answer.text()
  return { status: answer.status, text, json: () => JSON.parse(text) }
}

describe('O-synth-10: timestamps in the JSON answer', () => {
  test('tell when each word is heard, as it was written, and where it stands in the text', async () => {
    const { json } = await answered(BODY)
    const { audioContent, word_timestamps, spans } = json()
    expect(word_timestamps).toEqual({
      words: ['Hi,', '"world"!', '🙂', 'Ça', '<500>', 'va?'],
      start: [0, 0.1, 0.2, 0.2, 0.3, 0.4],
      end: [0.1, 0.2, 0.2, 0.3, 0.4, 0.5],
    })
    expect(spans.map(([start, end]: [number, number]) => TEXT.slice(start, end))).toEqual(word_timestamps.words)
    expect(spans.slice(0, 2)).toEqual([
      [0, 3],
      [4, 12],
    ])
    expect(Buffer.from(audioContent, 'base64').length).toBe(44 + 2 * 8000 * 0.5)
  })

  test.each(MODELS.coda.languages)('end where the audio ends in %s', async (lang) => {
    const { json } = await answered({ ...BODY, lang, text: 'uno dos tres' })
    const { audioContent, word_timestamps } = json()
    expect(word_timestamps.words).toEqual(['uno', 'dos', 'tres'])
    expect(word_timestamps.end.at(-1)).toBe((Buffer.from(audioContent, 'base64').length - 44) / 16_000)
  })

  test.each(['coda', 'arcana', 'mistv3', 'mistv2'])('are for whoever asks, on %s', async (modelId) => {
    expect(Object.keys((await answered({ ...BODY, modelId })).json())).toEqual([
      'audioContent',
      'word_timestamps',
      'spans',
    ])
    for (const timestamps of [false, null, undefined]) {
      expect(Object.keys((await answered({ ...BODY, modelId, timestamps })).json())).toEqual(['audioContent'])
    }
    for (const timestamps of ['true', 1, {}, [true]]) {
      const { status, text } = await answered({ ...BODY, modelId, timestamps })
      expect([status, text]).toEqual([400, 'timestamps must be a boolean'])
    }
  })

  test('a pause that is one is no word', async () => {
    const { json } = await answered({ ...BODY, modelId: 'mistv3', text: 'Wait <500> here', pauseBetweenBrackets: true })
    expect(json().word_timestamps.words).toEqual(['Wait', 'here'])
    expect(json().spans).toEqual([
      [0, 4],
      [11, 15],
    ])
  })

  test('a text with nothing to speak lasts as long as its silence', async () => {
    expect((await answered({ ...BODY, text: '...' })).json()).toMatchObject({
      word_timestamps: { words: ['...'], start: [0], end: [0.2] },
      spans: [[0, 3]],
    })
    expect((await answered({ ...BODY, text: ' ' })).json()).toMatchObject({
      word_timestamps: { words: [], start: [], end: [] },
      spans: [],
    })
  })

  test('say nothing where audio is sent as it is', async () => {
    const { status, text } = await answered(BODY, 'audio/pcm')
    expect([status, text.startsWith('{')]).toEqual([200, false])
  })

  test('C: WebSocket: they are no parameter of a socket, whatever they say', async () => {
    const { send, untilDone } = await openSocket(await startService(), { timestamps: 'perhaps' })
    send({ text: 'One.' })
    send({ operation: 'flush' })
    expect((await untilDone()).length).toBeGreaterThan(1)
  })
})
