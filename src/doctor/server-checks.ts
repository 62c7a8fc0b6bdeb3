import { statfs } from 'node:fs/promises'
import type { Health } from '../protocols/operations/health.ts'
import { describePcm } from './audio.ts'
import { type Check, misbehaving, Problem, type Target } from './check.ts'
import { refusal } from './failures.ts'
import { ask, bearer, send } from './http.ts'
import { rimeWs3 } from './rime-ws3.ts'

/** A voice of an engine, as the catalogue has it. */
export interface EngineSample {
  readonly engine: string
  readonly speaker: string
  readonly language: string
  readonly text: string
}

/** Milliseconds by which clocks may differ: keys and tokens expire by the server's. */
const MAX_SKEW_MS = 5000
/** Milliseconds after which callers notice the pause. */
const LATE_MS = 1000
const GIBIBYTE = 2 ** 30

/** Whether the URL is that of a server that can speak. Others make no sense if it fails. */
const reachable: Check = {
  name: 'server',
  async run(target, signal) {
    const { answer, health } = await readHealth(target, signal)
    if (answer.status !== 200 || !health.modelReachable) {
      throw new Problem('the server is not ready', 'Wait until it has started; its log says what it waits for.')
    }
    return 'ready'
  },
}

/** Throws a Problem if another server answers. */
async function readHealth(target: Target, signal: AbortSignal) {
  const answer = await send(target, '/health', {}, signal)
  if (answer.status === 502 || answer.status === 504) throw refusal(answer.status, '')
  const health = parsed(answer.bytes)
  if (health?.apiStatus !== undefined) return { answer, health: health as Health }
  throw new Problem(
    `GET ${target.url}/health is not answered by Hoarfrost (status ${answer.status})`,
    'Another server listens there, or a proxy does not forward /health: check the port and the path of the URL.',
  )
}

function parsed(bytes: Buffer): Partial<Health> | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether the key is accepted, with a request that costs nothing. */
const keyAccepted: Check = {
  name: 'key',
  async run(target, signal) {
    const body = { text: 'Hello.' }
    if (target.apiKey === '') {
      throw new Problem(
        'no API key is given',
        'Set HOARFROST_API_KEY, or give --key-file FILE; npx hoarfrost keys create makes a key.',
      )
    }
    await ask(target, '/textnorm', { headers: bearer(target), body }, signal)
    return 'accepted'
  },
}

/** What every client of the HTTP port needs. */
export const SERVER_AND_KEY = [reachable, keyAccepted] as const

const keyRequired: Check = {
  name: 'requests without a key',
  async run(target, signal) {
    const { status } = await send(target, '/textnorm', { body: { text: 'Hello.' } }, signal)
    if (status === 401) return 'refused'
    throw new Problem(
      `a request without a key gets ${status}`,
      'Does a proxy add a key to every request? Then anybody can use the server.',
    )
  },
}

const engines: Check = {
  name: 'engines',
  async run(target, signal) {
    const { health } = await readHealth(target, signal)
    const failed = health.packs.filter(({ state }) => state === 'failed').map(({ name }) => name)
    if (health.missingEngines.length > 0) {
      throw new Problem(
        `another engine speaks for ${health.missingEngines.join(', ')}`,
        'The log of the server has the reason; its runtime may lack a build for this system.',
        { isWarning: true },
      )
    }
    if (failed.length > 0) {
      throw new Problem(
        `the voice packs ${failed.join(', ')} have failed`,
        'The log of the server has the reason; see npx hoarfrost packs list.',
        { isWarning: true },
      )
    }
    const packs = health.packs.map(({ name }) => name)
    return packs.length === 0 ? 'none is missing' : `none is missing; voice packs: ${packs.join(', ')}`
  },
}

const speech = ({ engine, speaker, language, text }: EngineSample): Check => ({
  name: `engine ${engine}, ${language}, voice ${speaker}`,
  async run(target, signal) {
    const body = { speaker, modelId: 'coda', lang: language, samplingRate: 24_000, text }
    const headers = { ...bearer(target), accept: 'audio/pcm' }
    const { bytes } = await ask(target, '/v1/rime-tts', { headers, body }, signal)
    return describePcm(bytes, 24_000)
  },
})

/** Of several requests, so that the first, which loads a voice, does not count. */
const firstAudio: Check = {
  name: 'first audio',
  async run(target, signal) {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const body = { speaker: target.speaker, modelId: 'coda', samplingRate: 24_000, text: `This is request ${i + 1}.` }
      const headers = { ...bearer(target), accept: 'audio/pcm' }
      times.push((await ask(target, '/v1/rime-tts', { headers, body }, signal)).firstByteMs)
    }
    const ms = Math.round(times.sort((a, b) => a - b)[2] as number)
    if (ms > LATE_MS) {
      throw new Problem(
        `after ${ms} ms`,
        'Is the machine busy, or does a proxy buffer responses? See docs/performance.md.',
        { isWarning: true },
      )
    }
    return `after ${ms} ms (median of 5)`
  },
}

const clock: Check = {
  name: 'clock',
  async run(target, signal) {
    const sentMs = Date.now()
    const { health } = await readHealth(target, signal)
    const skewMs = Date.parse(health.timestamp) - (sentMs + Date.now()) / 2
    if (Number.isNaN(skewMs)) throw misbehaving(`the time of the server is ${health.timestamp}`)
    if (Math.abs(skewMs) <= MAX_SKEW_MS) return `${Math.abs(Math.round(skewMs))} ms from this machine's`
    throw new Problem(
      `${(Math.abs(skewMs) / 1000).toFixed(0)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's`,
      'Synchronize the clocks (NTP): keys and tokens expire by the clock of the server.',
      { isWarning: true },
    )
  },
}

/** The disk of the data directory that this configuration names, if the server is on this machine. */
const disk = (folder: string): Check => ({
  name: `disk of ${folder}`,
  async run() {
    const stats = await statfs(folder).catch(() => undefined)
    if (stats === undefined) {
      throw new Problem(
        'the directory does not exist',
        'Run this command where the server runs, or set HOARFROST_DATA_DIR, to check the disk.',
        { isWarning: true },
      )
    }
    const free = stats.bavail * stats.bsize
    const message = `${(free / GIBIBYTE).toFixed(1)} GiB free`
    if (free >= GIBIBYTE) return message
    throw new Problem(message, 'Free some space: keys and dictionary entries are stored there.', {
      isWarning: free > GIBIBYTE / 10,
    })
  },
})

/** Checks of a server without a client. `dataDir` is null if the server is on another machine. */
export const serverChecks = (samples: readonly EngineSample[], dataDir: string | null): readonly Check[] => [
  keyRequired,
  engines,
  ...samples.map(speech),
  firstAudio,
  rimeWs3({ query: {}, flush: (contextId) => ({ operation: 'flush', contextId }) }),
  clock,
  ...(dataDir === null ? [] : [disk(dataDir)]),
]
