import type { AudioFormat } from '../../src/audio/codecs.ts'
import { createEncoder } from '../../src/audio/encoder.ts'
import { loadResampling } from '../../src/audio/resample.ts'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import { Samples } from '../../src/core/samples.ts'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import { applyLoad, describeAnswers } from '../load.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario, ScenarioOptions } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { type Answer, createSpeechClient } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const RATE_HZ = ENGLISH_VOICE.samplingRate
/** Typical chunk of the engines. */
const CHUNK_S = 0.04

const FORMATS: readonly (AudioFormat & { readonly accept: string })[] = [
  { codec: 'wav', sampleRateHz: RATE_HZ, accept: 'audio/wav' },
  { codec: 'pcm', sampleRateHz: RATE_HZ, accept: 'audio/pcm' },
  { codec: 'mulaw', sampleRateHz: 8000, accept: 'audio/PCMU' },
  { codec: 'mp3', sampleRateHz: RATE_HZ, accept: 'audio/mpeg' },
  { codec: 'ogg', sampleRateHz: RATE_HZ, accept: 'audio/ogg;codecs=opus' },
  { codec: 'webm', sampleRateHz: RATE_HZ, accept: 'audio/webm;codecs=opus' },
]

const RATES_HZ = [
  [16_000, 24_000],
  [16_000, 8000],
  [16_000, 48_000],
  [22_050, 24_000],
  [22_050, 8000],
  [22_050, 44_100],
  [24_000, 8000],
  [24_000, 44_100],
  [24_000, 48_000],
  [24_000, 96_000],
  [24_000, 384_000],
] as const

/** Cost of codecs and resampling in this process, and first audio through the server. */
export const formats: Scenario = {
  name: 'formats',
  summary:
    'What each audio format and the resampler cost, and how much later their first audio and that of others comes',
  isLong: false,
  run: async (options) => {
    await using server = await options.startServer()
    const speech = await fetchSpeech(server)
    const runs = options.isSmoke ? 1 : 8
    options.tell('codecs')
    const codecs = await codecTable(speech, runs)
    options.tell('resampler')
    const resampling = await resamplingTable(speech, runs)
    return [codecs, resampling, await firstAudioTable(server, options), await neighboursTable(server, codecs, options)]
  },
}

/** Fetches some seconds of speech at the bench's rate. */
async function fetchSpeech({ host, port, apiKey }: BenchServer): Promise<Int16Array> {
  const response = await fetch(`http://${host}:${port}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, accept: 'audio/pcm' },
    body: JSON.stringify({ ...ENGLISH_VOICE, text: ENGLISH_SENTENCES.join(' ') }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return new Int16Array(await response.arrayBuffer())
}

/** CPU milliseconds per second of audio: median of several runs after one warm-up. */
async function costOf(runs: number, audioS: number, run: () => Promise<void>): Promise<number> {
  await run()
  const costs: number[] = []
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000 / audioS)
  }
  return median(costs)
}

async function codecTable(speech: Int16Array, runs: number): Promise<Table> {
  const rows: Row[] = []
  for (const format of FORMATS) {
    const { codec, sampleRateHz } = format
    // The same samples at every rate; only their number matters.
    const audioS = speech.length / sampleRateHz
    const chunkLength = Math.round(sampleRateHz * CHUNK_S)
    let bytes = 0
    const cpuMsPerAudioSecond = await costOf(runs, audioS, async () => {
      using encoder = await createEncoder(format)
      bytes = encoder.header.length
      for (let from = 0; from < speech.length; from += chunkLength) {
        bytes += encoder.encode(new Samples(speech.slice(from, from + chunkLength))).length
      }
      bytes += encoder.finish().length
    })
    rows.push({
      codec,
      sampleRateHz,
      failures: 0,
      cpuMsPerAudioSecond,
      kbps: (8 * bytes) / 1000 / audioS,
      heldMs: await heldMs(format),
    })
  }
  const columns = [
    { key: 'codec', heading: 'format' },
    { key: 'sampleRateHz', heading: 'Hz' },
    { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 2 },
    { key: 'kbps', heading: 'kbit/s', digits: 1 },
    { key: 'heldMs', heading: 'audio before the first bytes, ms', digits: 1 },
  ]
  return { title: `Codecs, ${(speech.length / RATE_HZ).toFixed(0)} s of speech`, columns, rows }
}

/** Milliseconds of audio that a codec needs before its first bytes. */
async function heldMs(format: AudioFormat): Promise<number> {
  using encoder = await createEncoder(format)
  let samples = 1
  while (encoder.encode(new Samples(new Int16Array(1))).length === 0) samples++
  return (1000 * samples) / format.sampleRateHz
}

async function resamplingTable(speech: Int16Array, runs: number): Promise<Table> {
  const createResampler = await loadResampling()
  const samples = Float32Array.from(speech, (sample) => sample / 32_768)
  const rows: Row[] = []
  for (const [fromHz, toHz] of RATES_HZ) {
    const chunkLength = Math.round(fromHz * CHUNK_S)
    const cpuMsPerAudioSecond = await costOf(runs, samples.length / fromHz, async () => {
      const resampler = createResampler(fromHz, toHz)
      for (let from = 0; from < samples.length; from += chunkLength) {
        resampler.process(samples.subarray(from, from + chunkLength))
      }
      resampler.finish()
    })
    rows.push({ fromHz, toHz, failures: 0, cpuMsPerAudioSecond })
  }
  const columns = [
    { key: 'fromHz', heading: 'from Hz' },
    { key: 'toHz', heading: 'to Hz' },
    { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 2 },
  ]
  return { title: 'Resampler', columns, rows }
}

/** One request at a time, formats in rotation, so that other load affects all of them alike. */
async function firstAudioTable(server: BenchServer, { isSmoke, tell }: ScenarioOptions): Promise<Table> {
  const clients = await Promise.all(
    FORMATS.map(async (format) => {
      using encoder = await createEncoder(format)
      const { accept } = format
      const voice = { ...ENGLISH_VOICE, samplingRate: format.sampleRateHz }
      const client = createSpeechClient(server, voice, { accept, headerBytes: encoder.header.length })
      return { accept, client, firstAudioMs: [] as number[], reasons: [] as string[] }
    }),
  )
  const texts = isSmoke
    ? ENGLISH_SENTENCES.slice(0, 2)
    : [...ENGLISH_SENTENCES, ...ENGLISH_SENTENCES, ...ENGLISH_SENTENCES]
  for (const [i, text] of [...ENGLISH_SENTENCES.slice(0, 5), ...texts].entries()) {
    if (i % 10 === 0) tell(`sentence ${i} of ${texts.length + 5}`)
    for (const { client, firstAudioMs, reasons } of clients) {
      const answer = await client.speak(text)
      if (answer.kind === 'failed') reasons.push(answer.reason)
      else if (i >= 5) firstAudioMs.push(answer.firstAudioMs)
    }
  }
  for (const { client } of clients) client[Symbol.dispose]()
  const wavMs = median(clients[0]?.firstAudioMs ?? [])
  const rows = clients.map(({ accept, firstAudioMs, reasons }) => ({
    accept,
    requests: firstAudioMs.length,
    failures: reasons.length,
    failureReasons: [...new Set(reasons)].join('; '),
    firstAudioMedianMs: median(firstAudioMs),
    firstAudioP90Ms: quantile(firstAudioMs, 0.9),
    moreThanWavMs: median(firstAudioMs) - wavMs,
  }))
  const columns = [
    { key: 'accept', heading: 'Accept' },
    { key: 'requests', heading: 'requests' },
    { key: 'failures', heading: 'failed' },
    { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
    { key: 'firstAudioP90Ms', heading: 'p90', digits: 1 },
    { key: 'moreThanWavMs', heading: 'more than WAV', digits: 1 },
  ]
  return { title: 'First audio over HTTP, one request at a time', columns, rows }
}

const [WAV, MP3, OGG] = ['audio/wav', 'audio/mpeg', 'audio/ogg;codecs=opus'] as const
/** Measured format, and formats of concurrent requests. */
const NEIGHBOURS = [[WAV], [MP3], [OGG], [WAV, WAV], [WAV, MP3], [WAV, OGG]] as const

/** Effect of costly codecs on first audio, their own and that of others. `codecs` gives bytes per second. */
async function neighboursTable(server: BenchServer, codecs: Table, { isSmoke, tell }: ScenarioOptions): Promise<Table> {
  const rounds = isSmoke ? 1 : 5
  const load = { concurrency: 12, requests: isSmoke ? 12 : 60, texts: ENGLISH_SENTENCES }
  const clientOf = async (accept: string) => {
    const format = FORMATS.find((each) => each.accept === accept) as (typeof FORMATS)[number]
    using encoder = await createEncoder(format)
    const kbps = Number(codecs.rows.find(({ codec }) => codec === format.codec)?.kbps)
    const bytesPerSecond = (kbps * 1000) / 8
    return createSpeechClient(server, ENGLISH_VOICE, { accept, headerBytes: encoder.header.length, bytesPerSecond })
  }
  const rows = NEIGHBOURS.map(([accept, beside]) => ({
    accept,
    beside,
    answers: [] as Answer[],
    othersAnswers: [] as Answer[],
    cpuMs: 0,
    late: [] as Row[],
  }))
  // In rotation, so that other load affects all of them alike.
  for (let round = 0; round < rounds; round++) {
    tell(`12 at a time, round ${round + 1} of ${rounds}`)
    for (const row of rows) {
      using client = await clientOf(row.accept)
      using other = await clientOf(row.beside ?? row.accept)
      const loopDelay = await watchEventLoop(server)
      const cpuBefore = server.cpuMs() ?? Number.NaN
      const others = row.beside === undefined ? [] : applyLoad(other, load)
      row.answers.push(...(await applyLoad(client, load)))
      row.othersAnswers.push(...(await others))
      row.cpuMs += (server.cpuMs() ?? Number.NaN) - cpuBefore
      row.late.push(await loopDelay())
    }
  }
  const columns = [
    { key: 'accept', heading: '12 concurrent requests' },
    { key: 'beside', heading: 'beside 12 of' },
    { key: 'requests', heading: 'requests' },
    { key: 'failures', heading: 'failed' },
    { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 1 },
    { key: 'firstAudioP95Ms', heading: 'p95', digits: 1 },
    { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 1 },
    ...LOOP_COLUMNS,
  ]
  const max = (late: readonly Row[], key: string) => Math.max(...late.map((row) => Number(row[key])))
  const described = rows.map(({ accept, beside, answers, othersAnswers, cpuMs, late }) => ({
    accept,
    beside,
    ...describeAnswers(answers),
    cpuMsPerAudioSecond: cpuMs / describeAnswers([...answers, ...othersAnswers]).audioS,
    loopP999Ms: max(late, 'loopP999Ms'),
    loopMaxMs: max(late, 'loopMaxMs'),
  }))
  return { title: 'First audio over HTTP among others', columns, rows: described }
}
