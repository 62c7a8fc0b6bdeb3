import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../src/main/config.ts'
import { type Service, startService } from '../src/main/service.ts'
import { pitchTrackHz } from './audio-measures.ts'
import { readMetrics } from './metrics-text.ts'

const KEY = 'key-of-the-long-text'
const RATE_HZ = 24_000
const VOICE = { modelId: 'coda', speaker: 'astra', temperature: 0 }
const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-long-'))
let service: Service

beforeAll(async () => {
  const settings = {
    PORT: '0',
    HOARFROST_WORKERS: '1',
    HOARFROST_ENGINE_PREFERENCE: 'flite',
    HOARFROST_CACHE_MEGABYTES: '0',
  }
  service = await startService(readConfig({ ...settings, HOARFROST_DATA_DIR: directory, HOARFROST_API_KEY: KEY }), {
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    droppedLogLines: () => 0,
    threadUrl: new URL('../dist/main/thread.js', import.meta.url),
  })
}, 60_000)

afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true })
})

const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

async function timedSpeech(text: string) {
  const answer = await fetch(`${service.url}/v1/rime-tts`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, accept: 'application/json' },
    body: JSON.stringify({ ...VOICE, text, audioFormat: 'pcm', samplingRate: RATE_HZ, timestamps: true }),
  })
  const { audioContent, word_timestamps } = (await answer.json()) as {
    readonly audioContent: string
    readonly word_timestamps: { readonly start: readonly number[] }
  }
  const pcm = Buffer.from(audioContent, 'base64')
  const samples = Float32Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(2 * i) / 32_768)
  return { samples, wordStartsS: word_timestamps.start }
}

/** How long nothing is heard, wherever that is long enough to be a pause. */
function pausesMs(samples: Float32Array): number[] {
  const lengths: number[] = []
  let start = 0
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.002) continue
    lengths.push((1000 * (at - start)) / RATE_HZ)
    start = at
  }
  return lengths.filter((length) => length > 100)
}

/** Each is too long for one utterance: the first has commas to be cut at, the second none. */
const LONG_SENTENCES = [
  'When the rain had stopped, the children went out to play in the garden, their mother called them in for tea, the dog ran after the ball, a neighbour waved from the window, the sun came out again, and nobody thought of the long road that lay before them, or of the winter that was to come.',
  'The old keeper walked along the narrow path that led from the harbour to the tower and stopped now and then to look back at the boats that had come in during the night while the children who had followed him threw pebbles into the water and laughed whenever a wave came close enough to wet their shoes before it ran back to the sea.',
] as const

test('Long text: paragraphs breathe longer than sentences', async () => {
  const { samples } = await timedSpeech('One man came. Two men left.\n\nThree men stayed. Four men slept.')
  const [sentence = 0, paragraph = 0, other = 0] = pausesMs(samples)
  for (const pause of [sentence, other]) {
    expect(pause).toBeGreaterThan(480)
    expect(pause).toBeLessThan(650)
  }
  expect(paragraph - sentence).toBeGreaterThan(300)
})

test('Long text: a sentence that is cut breathes no longer there than at its other commas, and else not at all', async () => {
  const [withCommas, without] = await Promise.all(LONG_SENTENCES.map((text) => timedSpeech(text)))
  expect(Math.max(...pausesMs((withCommas as Timed).samples))).toBeLessThan(330)
  expect(Math.max(...pausesMs((without as Timed).samples).slice(0, -1), 0)).toBeLessThan(150)
})

type Timed = Awaited<ReturnType<typeof timedSpeech>>

test.each([
  ['with', LONG_SENTENCES[0]],
  ['without', LONG_SENTENCES[1]],
])('Long text: the pitch does not jump within a sentence %s commas', async (_what, text) => {
  const { samples, wordStartsS } = await timedSpeech(text)
  const track = pitchTrackHz(samples, RATE_HZ)
  const medianPitch = (fromS: number, toS: number): number => {
    const voiced = track.subarray(Math.max(0, Math.round(100 * fromS)), Math.round(100 * toS)).filter((hz) => hz > 0)
    return voiced.toSorted()[voiced.length >> 1] ?? Number.NaN
  }
  const jumps = wordStartsS
    .map((startS) => 12 * Math.log2(medianPitch(startS, startS + 0.3) / medianPitch(startS - 0.3, startS)))
    .filter(Number.isFinite)
  // Within an utterance it is up to 5; where each was spoken as a sentence of its own it was 8.
  expect(Math.max(...jumps)).toBeLessThan(6)
})

test('Long text: synthesis waits for a reader who stops, and goes on to the same end when he does', async () => {
  // Two minutes at a high rate: 23 MB, several times what the network's buffers take.
  const text = 'She closed the gate and walked down to the harbour. '.repeat(40)
  const straight = await digestOf(await ask(text))
  const answer = await ask(text)
  for (let idle = 0; idle < 5; idle = (await speakingThreads()) === 0 ? idle + 1 : 0) await delay(50)
  const digest = digestOf(answer)
  await vi.waitFor(async () => expect(await speakingThreads()).toBe(1), { interval: 5 })
  expect(await digest).toBe(straight)
}, 60_000)

/** A long answer, of which nothing is read yet. */
function ask(text: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${service.url}/v1/rime-tts`, { method: 'POST', headers: AUTHORIZATION, agent: false }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ ...VOICE, text, samplingRate: 96_000 }))
  })
}

async function digestOf(answer: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of answer) hash.update(bytes)
  return hash.digest('hex')
}

async function speakingThreads(): Promise<number> {
  const metrics = readMetrics(await (await fetch(`${service.url}/metrics`)).text())
  return metrics.get('hoarfrost_speaking_threads') ?? Number.NaN
}
