import { Worker } from 'node:worker_threads'
import { median, quantile } from '../src/benchmark/statistics.ts'
import { plainWord, type Utterance } from '../src/core/utterance.ts'
import type { EngineVoice, Voice } from '../src/core/voice.ts'
import { ariaEngine } from '../src/engines/aria/aria-engine.ts'
import { readCatalogue } from '../src/voices/catalogue.ts'
import { ChunkScheduler } from '../src/workers/thread/chunk-scheduler.ts'
import type { Table } from './report.ts'
import { ENGLISH_VOICE } from './voices.ts'

const WORDS = 'it is to you that we should have come and so we went on over the long hills until evening'.split(' ')
const CATALOGUE = new URL('../voices/catalogue.tsv', import.meta.url)
const STREAMS = 3
const AHEAD_MS = 3000
const FROM_MS = 20
const WITHIN_MS = 40
/** Waits without using the processor, then says when it did. */
const CALLER = `
  const { parentPort } = require('node:worker_threads')
  const never = new Int32Array(new SharedArrayBuffer(4))
  parentPort.on('message', (ms) => {
    Atomics.wait(never, 0, 0, ms)
    parentPort.postMessage(process.cpuUsage())
  })`

/**
 * What one thread of aria takes to the first audio of a new stream, alone and while it speaks others, in processor time of
 * this process: a busy machine does not change it.
 */
export async function measureNewcomer(newcomers: number): Promise<Table> {
  const { engineVoice } = readCatalogue(CATALOGUE, ['aria']).find('coda', ENGLISH_VOICE.speaker, 'eng') as Voice
  using engine = await ariaEngine.load()
  const scheduler = new ChunkScheduler()
  const speak = async (words: number, msToDeadline: number, onFirst = () => {}): Promise<number> => {
    using turn = scheduler.begin(msToDeadline, () => false)
    let samples = 0
    await engine.speak(utteranceOf(words), engineVoice satisfies EngineVoice, {
      mark() {},
      audio(chunk) {
        if (samples === 0) onFirst()
        samples += chunk.length
        turn.credit(chunk.length / engine.sampleRateHz(engineVoice))
        return true
      },
      nextTurn: () => turn.next().then(() => true),
    })
    return samples / engine.sampleRateHz(engineVoice)
  }
  const newcomer = (sinceMs: number, firstAudiosMs: number[]) =>
    speak(WORDS.length / 2, Number.NEGATIVE_INFINITY, () => firstAudiosMs.push(cpuMs() - sinceMs))
  for (let i = 0; i < STREAMS; i++) await newcomer(0, [])

  const alone: number[] = []
  for (let i = 0; i < newcomers; i++) await newcomer(cpuMs(), alone)

  const beside: number[] = []
  const caller = new Worker(CALLER, { eval: true })
  let isOver = false
  const listening = Promise.all(
    Array.from({ length: STREAMS }, async () => {
      while (!isOver) await speak(WORDS.length, AHEAD_MS)
    }),
  )
  for (let i = 0; i < newcomers; i++) {
    const called = new Promise<NodeJS.CpuUsage>((resolve) => caller.once('message', resolve))
    caller.postMessage(FROM_MS + WITHIN_MS * Math.random())
    await newcomer(cpuMs(await called), beside)
  }
  isOver = true
  await listening
  await caller.terminate()
  const row = (what: string, ms: readonly number[]) => ({
    beside: what,
    median: median(ms),
    ratio: median(ms) / median(alone),
    p90: quantile(ms, 0.9),
  })
  return {
    title: 'One thread, processor time from a message to its first audio',
    columns: [
      { key: 'beside', heading: 'beside' },
      { key: 'median', heading: 'ms: median', digits: 1 },
      { key: 'ratio', heading: 'of that beside nobody', digits: 2 },
      { key: 'p90', heading: 'p90', digits: 1 },
    ],
    rows: [row('nobody', alone), row(`${STREAMS} streams`, beside)],
  }
}

function cpuMs({ user, system } = process.cpuUsage()): number {
  return (user + system) / 1000
}

const utteranceOf = (words: number): Utterance => ({
  language: 'eng',
  segments: WORDS.slice(0, words).map(plainWord),
  pauseAfterMs: 0,
})
