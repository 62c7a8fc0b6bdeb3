import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { type Service, startService } from '../../src/main/service.ts'

// The edge in front of the real engines, threads and store: that what the other suites find out about requests is heard.

const KEY = 'whole-service-key'
const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-whole-'))
let service: Service

beforeAll(async () => {
  service = await startService(
    readConfig({ HOARFROST_DATA_DIR: directory, HOARFROST_API_KEY: KEY, HOARFROST_WORKERS: '2', PORT: '0' }),
    {
      clock: () => new Date(),
      logger: pino({ level: 'silent' }),
      droppedLogLines: () => 0,
      threadUrl: new URL('../../dist/main/thread.js', import.meta.url),
    },
  )
}, 60_000)

afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true })
})

const ask = (body: object, accept: string, signal: AbortSignal | null = null) =>
  fetch(`${service.url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, accept },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', ...body }),
    signal,
  })

async function samplesOf(body: object): Promise<Int16Array> {
  const answer = await ask(body, 'audio/pcm')
  const bytes = await answer.arrayBuffer()
  expect([answer.status, bytes.byteLength % 2]).toEqual([200, 0])
  return new Int16Array(bytes)
}

const seconds = async (body: object, rateHz = 24_000) => (await samplesOf(body)).length / rateHz

/** Of pauses; its highest sample. */
const NOISE_FLOOR = 12

/** The longest stretch without a sound. */
function silenceS(samples: Int16Array, rateHz = 24_000): number {
  let longest = 0
  let run = 0
  for (const sample of samples) {
    run = Math.abs(sample) <= NOISE_FLOOR ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest / rateHz
}

const loudness = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

const SENTENCES = {
  eng: 'The quick brown fox jumps over the lazy dog.',
  spa: 'El perro duerme debajo de la mesa.',
  fra: 'Le chien dort sous la table.',
  ger: 'Der Hund schläft unter dem Tisch.',
  por: 'O cachorro dorme debaixo da mesa.',
  jpn: '犬はテーブルの下で寝ています。',
  ara: 'الكلب ينام تحت الطاولة',
  hin: 'कुत्ता मेज़ के नीचे सोता है।',
  ita: 'Il cane dorme sotto il tavolo.',
  nld: 'De hond slaapt onder de tafel.',
}

describe.each(['coda', 'arcana', 'mistv3', 'mistv2'])('S-synth-1: %s is heard', (modelId) => {
  const languages = Object.entries(SENTENCES).slice(0, modelId.startsWith('mist') ? 4 : undefined)
  test.each(languages)('in %s', async (lang, text) => {
    const samples = await samplesOf({ modelId, lang, text, samplingRate: 16_000 })
    expect(samples.length).toBeGreaterThan(16_000)
    expect(samples.length).toBeLessThan(10 * 16_000)
    expect(loudness(samples)).toBeGreaterThan(300)
  })
})

/** Silence at the end. */
function endSilenceS(samples: Int16Array, rateHz = 24_000): number {
  let at = samples.length
  while (at > 0 && Math.abs(samples[at - 1] as number) <= NOISE_FLOOR) at--
  return (samples.length - at) / rateHz
}

describe('T-5: an answer that ends a sentence ends with a pause, so that answers can be joined', () => {
  test.each(Object.entries(SENTENCES).slice(0, 6))('in %s', async (lang, text) => {
    for (const samplingRate of [8000, 24_000]) {
      const whole = await samplesOf({ lang, text, samplingRate })
      expect(endSilenceS(whole, samplingRate)).toBeGreaterThan(0.3)
      expect(endSilenceS(whole, samplingRate)).toBeLessThan(0.6)
      const part = await samplesOf({ lang, text: text.replace(/[.。]$/, ''), samplingRate })
      expect(endSilenceS(part, samplingRate)).toBeLessThan(0.25)
    }
  })

  test.each([
    ['/v1/audio/speech', { model: 'tts-1', voice: 'luna', input: SENTENCES.eng, response_format: 'pcm' }],
    ['/v1/speak?model=luna&encoding=linear16&container=none&sample_rate=24000', { text: SENTENCES.eng }],
    ['/v1/text-to-speech/luna?output_format=pcm_24000', { text: SENTENCES.eng }],
  ])('on %s', async (path, body) => {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const samples = new Int16Array(await answer.arrayBuffer())
    expect(endSilenceS(samples)).toBeGreaterThan(0.3)
    expect(endSilenceS(samples)).toBeLessThan(0.6)
  })

  test('and the parts of a job and its end do not: a book has no doubled pauses', async () => {
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${service.url}/v1/jobs${path}`, { ...init, headers: { authorization: `Bearer ${KEY}` } })
    const body = { modelId: 'mistv3', speaker: 'luna', text: SENTENCES.eng, audioFormat: 'pcm', samplingRate: 24_000 }
    const submitted = await ask('', { method: 'POST', body: JSON.stringify(body) })
    const { id } = (await submitted.json()) as { id: string }
    await expect.poll(async () => (await ask(`/${id}`)).json()).toMatchObject({ state: 'done' })
    const samples = new Int16Array(await (await ask(`/${id}/result`)).arrayBuffer())
    expect(endSilenceS(samples)).toBeLessThan(0.25)
  })
})

test('S-synth-1: the sampling rate changes what is sent a second and not how long it lasts', async () => {
  const text = SENTENCES.eng
  const reference = await seconds({ text, temperature: 0 })
  for (const samplingRate of [8000, 22_050, 44_100, 96_000]) {
    expect(await seconds({ text, temperature: 0, samplingRate }, samplingRate)).toBeCloseTo(reference, 1)
  }
})

test('S-synth-2: JSON holds the same audio, with its exact size', async () => {
  const body = { modelId: 'mistv3', text: SENTENCES.eng }
  const { audioContent } = (await (await ask(body, 'application/json')).json()) as { audioContent: string }
  const wav = Buffer.from(audioContent, 'base64')
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
  const streamed = Buffer.from(await (await ask(body, 'audio/wav')).arrayBuffer())
  expect(wav.subarray(44).equals(streamed.subarray(44))).toBe(true)
})

describe('Synthesis: what the fields of a request do can be heard', () => {
  const text = SENTENCES.eng

  test('temperature 0 gives the same bytes every time, and the default does not', async () => {
    const greedy = await samplesOf({ text, temperature: 0 })
    expect(await samplesOf({ text, temperature: 0 })).toEqual(greedy)
    const [one, other] = [await samplesOf({ text }), await samplesOf({ text })]
    expect(one).not.toEqual(other)
  })

  test.each([
    ['coda', { speedAlpha: 2 }, 0.5],
    ['mistv3', { speedAlpha: 0.5 }, 2],
    ['mistv2', { speedAlpha: 2 }, 2],
    ['mistv2', { timeScaleFactor: 0.5 }, 0.5],
    ['coda', { timeScaleFactor: 2, speedAlpha: 5 }, 2],
  ])('%s with %j takes %s times as long', async (modelId, speed, factor) => {
    const body = { modelId, text, temperature: 0, samplingRate: 16_000 }
    const ratio = (await seconds({ ...body, ...speed }, 1)) / (await seconds(body, 1))
    expect(ratio / factor).toBeGreaterThan(0.8)
    expect(ratio / factor).toBeLessThan(1.25)
  })

  test('max_tokens bounds a segment at 12 ms a token', async () => {
    expect(await seconds({ text: `${'word '.repeat(30)}.`, max_tokens: 200, speedAlpha: 0.2 })).toBeLessThan(30)
  })
})

describe('Errors: none of these is one, and none harms the next', () => {
  test.each([
    ['nothing to speak', '... 🙂 !', 1],
    ['control characters', '\u0000\u0007Hello\u001b[31m there', 10],
    ['lone surrogates', 'Hello \ud800 there \udc00', 10],
    ['another script than the language’s', 'Привет 你好 مرحبا שלום', 60],
    ['one endless word', 'x'.repeat(2000), 600],
    ['markup of engines', '<speak><break time="9999s"/>&amp; \\pau=9999\\ [[hello]]</speak>', 60],
  ])(
    '%s',
    async (_what, text, maxSeconds) => {
      const leaving = new AbortController()
      const answer = await ask({ text }, 'audio/pcm', leaving.signal)
      expect(answer.status).toBe(200)
      let length = 0
      for await (const bytes of answer.body ?? []) {
        length += bytes.length
        if (length > maxSeconds * 48_000) break
      }
      leaving.abort()
      expect(length).toBeLessThanOrEqual(maxSeconds * 48_000)
      expect(await seconds({ text: 'Still here.' })).toBeGreaterThan(0.4)
    },
    60_000,
  )
})

test('Answers: clients that leave free what spoke for them', async () => {
  const text = 'This goes on and on. '.repeat(2000)
  for (let i = 0; i < 12; i++) {
    const leaving = new AbortController()
    const answer = await ask({ text }, 'audio/wav', leaving.signal)
    await answer.body?.getReader().read()
    leaving.abort()
  }
  expect(await seconds({ text: 'Still here.' })).toBeGreaterThan(0.4)
})

describe('Text features: markup of the mist models can be heard', () => {
  const bodyOf = (text: string, more: object, modelId: string) => ({ modelId, text, samplingRate: 24_000, ...more })
  const mist = (text: string, more: object = {}, modelId = 'mistv3') => seconds(bodyOf(text, more, modelId))

  test('a pause of 700 ms is 700 ms of silence', async () => {
    const heard = (text: string) => samplesOf(bodyOf(text, { pauseBetweenBrackets: true }, 'mistv3'))
    const plain = await heard('She opened the old door slowly.')
    const paused = await heard('She opened <700> the old door slowly.')
    expect(silenceS(paused)).toBeGreaterThan(0.695)
    expect(silenceS(paused)).toBeLessThan(0.75)
    // The word before a pause is longer, as people make it.
    expect((paused.length - plain.length) / 24_000).toBeGreaterThan(0.65)
    expect((paused.length - plain.length) / 24_000).toBeLessThan(0.95)
    const late = await heard('She opened the old door slowly <300.5>.')
    expect((late.length - plain.length) / 24_000).toBeCloseTo(0.3005, 2)
  })

  test('an inline speed acts on its word, faster above 1 and on mistv2 slower', async () => {
    const plain = await mist('She opened the [wonderful] door.')
    expect(await mist('She opened the [wonderful] door.', { inlineSpeedAlpha: '2' })).toBeLessThan(plain - 0.1)
    expect(await mist('She opened the [wonderful] door.', { inlineSpeedAlpha: '0.5' })).toBeGreaterThan(plain + 0.2)
    const older = await mist('She opened the [wonderful] door.', {}, 'mistv2')
    const slowed = await mist('She opened the [wonderful] door.', { inlineSpeedAlpha: ',2' }, 'mistv2')
    expect(slowed).toBeGreaterThan(older + 0.2)
  })

  test('on coda brackets mean nothing', async () => {
    const coda = (text: string) =>
      seconds({ text, temperature: 0, pauseBetweenBrackets: true, inlineSpeedAlpha: '0.3' })
    expect(await coda('She opened the [wonderful] door.')).toBe(await coda('She opened the wonderful door.'))
  })

  test('noTextNormalization leaves the text to the engine', async () => {
    const text = 'It is due on 3/4 at 5 km.'
    const normalized = await mist(text, {}, 'mistv2')
    expect(await mist(text, { noTextNormalization: true }, 'mistv2')).not.toBe(normalized)
  })
})
