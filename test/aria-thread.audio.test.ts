import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULES = ['fixtures/thread-pool.mjs', 'main/thread.js'].map((path) =>
  JSON.stringify(new URL(`../dist/${path}`, import.meta.url)),
)

/** A thread that is terminated within native code aborts the process. */
const SPEAKING = `
  import { createThreadPool } from ${MODULES[0]}
  const timbre = { formantRatio: 1, pitchMeanHz: 170, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const word = { kind: 'word', spoken: 'mississippi', phonemes: null, span: { start: 0, end: 1 }, rate: 1, pitch: 1, pauseBeforeMs: 0 }
  const utterance = { language: 'eng', segments: Array(9).fill(word), pauseAfterMs: 0 }
  const job = { utterance, voice: { engine: 'aria', base: 'kathleen', timbre, gainDb: 0 }, sampleRateHz: 24000, maxDurationS: 60, minFirstPartS: 0 }
  const options = { threads: 2, threadUrl: new URL(${MODULES[1]}), maxQueuedStreams: 9, warmUp: [job], report: console.log }
  const speak = async (pool) => {
    const stream = pool.openStream()
    for await (const event of stream.speak(job, new AbortController().signal)) if (event.kind === 'audio') return
  }`

function run(script: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', SPEAKING + script], {
    timeout: 50_000,
    encoding: 'utf8',
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' }, // as the service sets it
  })
  return { status, stdout, stderr }
}

test('threads that load or speak end with their pool, and leave the process to go on', { timeout: 60_000 }, () => {
  const ended = run(`
    for (const isHeard of [false, true, true]) {
      const pool = createThreadPool(options)
      if (isHeard) await Promise.all([speak(pool), speak(pool)])
      else await new Promise((resolve) => setTimeout(resolve, 300))
      await pool[Symbol.asyncDispose]()
    }
    console.log('ended')`)
  expect(ended).toEqual({ status: 0, stdout: 'ended\n', stderr: '' })
})

test('a process that ends while its threads speak ends as it means to', { timeout: 60_000 }, () => {
  const ended = run(`
    const pool = createThreadPool(options)
    // A busy machine may have no time for the last one.
    await Promise.allSettled([speak(pool), speak(pool), speak(pool)])
    process.exit(7)`)
  expect(ended).toEqual({ status: 7, stdout: '', stderr: '' })
})
