import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CODEC_NAMES, CODECS, type Codec } from '../src/audio/codecs.ts'
import { recordSocket } from './api/recorded-socket.ts'
import { audioBytes, messagesOf, openSocket } from './api/socket-client.ts'
import { json, openV1 } from './api/v1-client.ts'
import { openCommandLine, SPEAK_TONES } from './command-line.ts'
import { AUTHORIZATION, KEY, openWholeService, TONE_THREAD } from './whole-service.ts'

const RATE_HZ = 24_000
const AUDIO_FORMATS = CODEC_NAMES.filter((codec) => CODECS[codec].isAudioFormat)
const MISTV2 = { speaker: 'luna', modelId: 'mistv2', samplingRate: RATE_HZ }

interface Times {
  readonly start: readonly number[]
  readonly end: readonly number[]
}

interface WordTimestamps extends Times {
  readonly words: readonly string[]
}

/** What a route gives for a text in a format: times in seconds, and the audio. */
interface Timed {
  /** One list each segment, from the segment's start. */
  readonly segments: readonly Times[]
  readonly audio: Buffer
}

// Nothing is spoken from the cache: every text is new, as those of users are.
let service: Awaited<ReturnType<typeof openWholeService>>
beforeAll(async () => {
  service = await openWholeService({ HOARFROST_CACHE_MEGABYTES: '0' }, TONE_THREAD)
})
afterAll(() => service.remove())

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, ...headers },
    body: JSON.stringify(body),
  })

const ofBase64 = (pieces: readonly string[]): Buffer => Buffer.concat(pieces.map((each) => Buffer.from(each, 'base64')))

async function inJson(text: string, audioFormat: Codec): Promise<Timed> {
  const body = { ...MISTV2, text, audioFormat, timestamps: true }
  const answer = await post('/v1/rime-tts', body, { accept: 'application/json' })
  const { audioContent, word_timestamps } = (await answer.json()) as {
    audioContent: string
    word_timestamps: WordTimestamps
  }
  return { segments: [word_timestamps], audio: ofBase64([audioContent]) }
}

async function inEvents(text: string, audioFormat: Codec): Promise<Timed> {
  const answer = await post('/v1/rime-tts', { ...MISTV2, text, audioFormat }, { accept: 'text/event-stream' })
  const events = (await answer.text())
    .trim()
    .split('\n\n')
    .map((event) => /^event: (\w+)\ndata: (.*)$/.exec(event) as RegExpExecArray)
    .map(([, name, data = '']) => ({ name, data: JSON.parse(data) }))
  expect(events.slice(-2).map(({ name }) => name)).toEqual(['timestamps', 'done'])
  return {
    segments: [events.at(-2)?.data.word_timestamps],
    audio: ofBase64(events.flatMap(({ name, data }) => (name === 'chunk' ? [data.data] : []))),
  }
}

async function onSocket(text: string, audioFormat: Codec): Promise<Timed> {
  const options = { headers: AUTHORIZATION }
  const { send, untilDone, socket } = await openSocket(service, { ...MISTV2, audioFormat }, '/ws3', options)
  send({ text, operation: 'flush' })
  const frames = await untilDone()
  socket.terminate()
  expect(frames.map((frame) => 'type' in frame && frame.type).slice(-2)).toEqual(['timestamps', 'done'])
  const segments = messagesOf(frames, 'timestamps').map(({ word_timestamps }) => word_timestamps)
  return { segments, audio: audioBytes(frames) }
}

/** The names of the formats of ElevenLabs. */
const ELEVENLABS: Partial<Record<Codec, string>> = {
  wav: 'wav',
  pcm: 'pcm',
  mp3: 'mp3',
  ogg: 'opus',
  mulaw: 'ulaw',
  alaw: 'alaw',
}
const ELEVENLABS_FORMATS = AUDIO_FORMATS.filter((codec) => codec in ELEVENLABS)
const elevenlabs = (path: string, codec: Codec) =>
  `/v1/text-to-speech/luna/${path}?model_id=mistv2&output_format=${ELEVENLABS[codec]}_${RATE_HZ}`

interface Alignment {
  readonly character_start_times_seconds: number[]
  readonly character_end_times_seconds: number[]
}
interface Aligned {
  readonly audio_base64: string
  readonly alignment: Alignment | null
}

const withTimestamps =
  (path: string) =>
  async (text: string, codec: Codec): Promise<Timed> => {
    const answer = await post(elevenlabs(path, codec), { text, model_id: 'mistv2' })
    const parts = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Aligned)
    const alignments = parts.flatMap(({ alignment }) => alignment ?? [])
    return {
      segments: alignments.map((one) => ({
        start: one.character_start_times_seconds,
        end: one.character_end_times_seconds,
      })),
      audio: ofBase64(parts.map(({ audio_base64 }) => audio_base64)),
    }
  }

interface StreamMessage {
  readonly audio?: string | null
  readonly isFinal?: boolean | null
  readonly alignment?: { readonly charStartTimesMs: number[]; readonly charDurationsMs: number[] } | null
}

const streamInput =
  (path: string, context: object, end: object) =>
  async (text: string, codec: Codec): Promise<Timed> => {
    const { send, until, socket } = await recordSocket(service, elevenlabs(path, codec), { 'xi-api-key': KEY })
    send({ text, ...context })
    send(end)
    const messages = (await until((all) => all.some((one) => (one as StreamMessage).isFinal))) as StreamMessage[]
    socket.terminate()
    return {
      segments: messages
        .flatMap(({ alignment }) => alignment ?? [])
        .map(({ charStartTimesMs: starts, charDurationsMs }) => ({
          start: starts.map((ms) => ms / 1000),
          end: starts.map((ms, i) => (ms + (charDurationsMs[i] as number)) / 1000),
        })),
      audio: ofBase64(messages.flatMap(({ audio }) => audio ?? [])),
    }
  }

const V1_FORMATS = AUDIO_FORMATS

async function onV1(text: string, codec: Codec): Promise<Timed> {
  const { send, finished, socket } = await openV1(service, { path: '/mistv2/ws', headers: AUTHORIZATION })
  const audioParameters = { audioFormat: CODECS[codec].mediaTypes[0], samplingRate: RATE_HZ }
  send({ contextId: 'a', start: { speaker: 'luna', text, audioParameters, timestamps: { enable: true } } })
  const events = await finished('a')
  socket.terminate()
  const done = json(events.at(-1) as (typeof events)[number]) as {
    done?: { timestamps?: { spans: { start: string; end: string }[] } }
  }
  const spans = done.done?.timestamps?.spans ?? []
  return {
    segments: [
      {
        start: spans.map(({ start }) => Number.parseFloat(start)),
        end: spans.map(({ end }) => Number.parseFloat(end)),
      },
    ],
    audio: Buffer.concat(events.map(({ payload }) => (payload.case === 'audio' ? payload.value : Buffer.alloc(0)))),
  }
}

async function inJob(text: string, audioFormat: Codec): Promise<Timed> {
  const submitted = await post('/v1/jobs', { ...MISTV2, text, audioFormat, captions: ['json'] })
  const { id } = (await submitted.json()) as { id: string }
  const get = (path: string) => fetch(`${service.url}/v1/jobs/${id}${path}`, { headers: AUTHORIZATION })
  await expect.poll(async () => ((await (await get('')).json()) as { state: string }).state).toBe('done')
  const { word_timestamps } = (await (await get('/result?captions=json')).json()) as { word_timestamps: WordTimestamps }
  return { segments: [word_timestamps], audio: Buffer.from(await (await get('/result')).arrayBuffer()) }
}

const ROUTES: readonly [string, readonly Codec[], (text: string, codec: Codec) => Promise<Timed>][] = [
  ['Rime in JSON', AUDIO_FORMATS, inJson],
  ['Rime in events of mistv2', AUDIO_FORMATS, inEvents],
  ['/ws3', AUDIO_FORMATS, onSocket],
  ['/with-timestamps of ElevenLabs', ELEVENLABS_FORMATS, withTimestamps('with-timestamps')],
  ['/stream/with-timestamps of ElevenLabs', ELEVENLABS_FORMATS, withTimestamps('stream/with-timestamps')],
  ['/stream-input of ElevenLabs', ELEVENLABS_FORMATS, streamInput('stream-input', {}, { text: '' })],
  [
    '/multi-stream-input of ElevenLabs',
    ELEVENLABS_FORMATS,
    streamInput('multi-stream-input', { context_id: 'a' }, { context_id: 'a', close_context: true }),
  ],
  ['Rime v1', V1_FORMATS, onV1],
  ['a job', AUDIO_FORMATS, inJob],
]

const WORD = fc.constantFrom('ice', 'winter', 'a', 'window', 'frost', '42', 'white', 'on')
const SENTENCE = fc
  .array(WORD, { minLength: 1, maxLength: 6 })
  .map((words) => `${words.join(' ').replace(/^./, (letter) => letter.toUpperCase())}.`)
const TEXT = fc.array(SENTENCE, { minLength: 2, maxLength: 4 }).map((sentences) => sentences.join(' '))

/** Of PCM. */
const secondsOf = (audio: Buffer): number => audio.length / 2 / RATE_HZ

const lastEnd = ({ end }: Times): number => end.at(-1) as number

/** Never back, each segment from 0 on. */
function expectOrder({ start, end }: Times): void {
  expect(start.length).toBeGreaterThan(0)
  for (const [i, startS] of start.entries()) {
    expect(startS).toBeGreaterThanOrEqual(i === 0 ? 0 : (start[i - 1] as number))
    expect(end[i]).toBeGreaterThanOrEqual(startS)
    if (i > 0) expect(end[i]).toBeGreaterThanOrEqual(end[i - 1] as number)
  }
}

describe('times of words', () => {
  test.each(ROUTES)(
    '%s: in every format those of PCM, never going back, to the end of the audio',
    async (_, codecs, route) => {
      await fc.assert(
        fc.asyncProperty(TEXT, async (text) => {
          const pcm = await route(text, 'pcm')
          pcm.segments.forEach(expectOrder)
          const wholeS = pcm.segments.reduce((sum, segment) => sum + lastEnd(segment), 0)
          // Those of v1 end with the last word; all others end with the audio.
          if (route === onV1) expect(wholeS).toBeLessThanOrEqual(secondsOf(pcm.audio))
          else expect(wholeS).toBeCloseTo(secondsOf(pcm.audio), 2)
          expect(wholeS).toBeGreaterThan(0.5 * secondsOf(pcm.audio))
          const others = codecs.filter((codec) => codec !== 'pcm')
          const timed = await Promise.all(others.map((codec) => route(text, codec)))
          for (const [i, { segments, audio }] of timed.entries()) {
            expect([others[i], segments]).toEqual([others[i], pcm.segments])
            expect(audio.length).toBeGreaterThan(0)
          }
        }),
        { numRuns: route === inJob ? 1 : 2 },
      )
    },
  )
})

describe('hoarfrost say', () => {
  const { directory, hoarfrost } = openCommandLine()
  const text = 'Good morning. This is a talk. It has two parts.'
  const NODE_OPTIONS = SPEAK_TONES.join(' ')

  function say(extension: string) {
    const file = (name: string) => join(directory, `${extension.slice(1)}.${name}`)
    const captions = ['json', 'srt', 'vtt'].flatMap((name) => [`--${name}`, file(name)])
    const args = [
      'say',
      text,
      '-m',
      'mistv2',
      '--sampling-rate',
      `${RATE_HZ}`,
      '-o',
      file('out') + extension,
      ...captions,
    ]
    expect(hoarfrost(args, { env: { NODE_OPTIONS } })).toEqual({ status: 0, stdout: '', stderr: '' })
    const [timesFile = '', srt, vtt] = ['json', 'srt', 'vtt'].map((name) => readFileSync(file(name), 'utf8'))
    const { word_timestamps } = JSON.parse(timesFile) as { word_timestamps: WordTimestamps }
    return { word_timestamps, srt, vtt, audio: readFileSync(file('out') + extension) }
  }

  /** Other formats are encoded in the command's own thread. */
  const ENCODED = CODEC_NAMES.filter((codec) => CODECS[codec].isCostly).map(
    (codec) => CODECS[codec].extensions[0] as string,
  )
  let pcm: ReturnType<typeof say> | undefined

  test.each(ENCODED)('-o file%s: --json, --srt and --vtt are those of PCM', (extension) => {
    pcm ??= say('.pcm')
    expectOrder(pcm.word_timestamps)
    expect(lastEnd(pcm.word_timestamps)).toBeCloseTo(secondsOf(pcm.audio), 5)
    const { audio: _, ...times } = say(extension)
    const { audio: __, ...expected } = pcm
    expect(times).toEqual(expected)
  })
})
