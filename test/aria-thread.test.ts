import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULES = ['workers/thread-pool.js', 'main/thread.js'].map((path) =>
  JSON.stringify(new URL(`../dist/${path}`, import.meta.url)),
)

/** Ends pools whose threads are loading, or in the middle of speech: a thread that ends within native code ends the process. */
const SCRIPT = `
  import { createThreadPool } from ${MODULES[0]}
  const timbre = { formantRatio: 1, pitchMeanHz: 170, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const word = { kind: 'word', spoken: 'mississippi', phonemes: null, span: { start: 0, end: 1 }, rate: 1, pitch: 1, pauseBeforeMs: 0 }
  const utterance = { language: 'eng', segments: Array(9).fill(word), pauseAfterMs: 0 }
  const job = { utterance, voice: { engine: 'aria', base: 'kathleen', timbre, gainDb: 0 }, sampleRateHz: 24000, maxDurationS: 60 }
  const options = { threads: 2, threadUrl: new URL(${MODULES[1]}), maxQueuedStreams: 9, warmUp: [job], report: console.log }
  const speak = async (pool) => {
    const stream = pool.openStream()
    for await (const event of stream.speak(job, new AbortController().signal)) if (event.kind === 'audio') return
  }
  for (const isHeard of [false, true, true]) {
    const pool = createThreadPool(options)
    if (isHeard) await Promise.all([speak(pool), speak(pool)])
    else await new Promise((resolve) => setTimeout(resolve, 300))
    await pool[Symbol.asyncDispose]()
  }
  console.log('ended')`

test('threads that speak by native code end with their pool, and leave the process to go on', {
  timeout: 60_000,
}, () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    timeout: 50_000,
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' }, // as the service sets it
  })
  expect(output.toString()).toBe('ended\n')
})
