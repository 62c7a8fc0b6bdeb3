import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERROR_CODES, type ErrorCode, SpeechError } from '../core/errors.ts'
import type { PackManifest } from '../core/pack.ts'
import { Samples } from '../core/samples.ts'
import type { SpeechPool } from '../core/speech.ts'
import { parseManifest } from '../packs/manifest.ts'
import { readCatalogue } from '../voices/catalogue.ts'
import { createPackKeeper, type PackKeeper } from './packs.ts'

const RETRY_MS = 15_000
const embedded = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))

let dataDir: string
let keeper: PackKeeper | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-keeper-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await keeper?.[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true })
})

/** Installs a pack, or installs it anew. */
function install(name: string, family: 'remote' | 'kokoro'): string {
  const folder = join(dataDir, 'packs', name, '1')
  const file = { path: 'one', bytes: 1, sha256: 'a'.repeat(64), isChecked: true }
  const manifest: PackManifest = {
    name,
    version: '1',
    summary: 'A pack for tests',
    family,
    licences: [{ of: 'weights', spdx: 'CC0-1.0', holder: 'nobody', statedAt: 'this file' }],
    baseModel: null,
    files: [{ ...file, from: [{ kind: 'import', members: ['one'], how: 'None' }] }],
    parts: family === 'remote' ? { settings: 'one' } : { model: 'one', voices: 'one' },
    speakers: [{ name: 'one', language: 'eng', accent: 'eng-US', gender: 'Female', gainDb: 0 }],
    serves: [{ language: 'eng', speakers: ['one'], why: 'A test' }],
    unverified: [],
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'one'), '1')
  writeFileSync(join(folder, 'pack.json'), JSON.stringify(parseManifest(JSON.stringify(manifest))))
  return folder
}

/** A keeper whose packs speak, or fail with the error that `failure` returns. */
function keep(failure: () => Error | undefined) {
  const trials: string[] = []
  const pool: SpeechPool = {
    isBusy: false,
    isReady: true,
    hasTimeFor: () => true,
    [Symbol.asyncDispose]: async () => {},
    reserve: () => ({ [Symbol.dispose]: () => {} }),
    openStream: () => ({
      async *speak({ voice }) {
        trials.push(voice.base)
        const error = failure()
        if (error !== undefined) throw error
        yield { kind: 'audio', samples: new Samples(new Int16Array(24_000)) }
      },
      credit: () => {},
      end: () => {},
      [Symbol.dispose]: () => {},
    }),
  }
  const utterance = { language: 'eng', segments: [], pauseAfterMs: 0 } as const
  const engine = { load: () => Promise.reject(new Error('not here')) }
  keeper = createPackKeeper(
    {
      dataDir,
      packOrder: 'all',
      packMinSpeed: 0,
      enginePreference: ['remote', 'pack', 'natural', 'aria', 'flite'],
    },
    {
      embedded,
      engineByName: new Map(['remote', 'pack'].map((name) => [name, { name, ...engine }])),
      clock: () => new Date(),
      report: () => {},
      trial: { pool, planUtterances: () => [utterance][Symbol.iterator]() },
    },
  )
  return { packs: keeper, trials }
}

const stateOf = (packs: PackKeeper) => packs.states()[0]?.state
const voiceOf = (folder: string) => ({ engine: 'pack', base: `${folder}#one`, timbre: PLAIN, gainDb: 0 })
const PLAIN = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const failing = (code: ErrorCode) => new SpeechError(code, 'it fails')

test('a server that fails its first trial is tried every 15 s until it speaks, with one text each time', async () => {
  install('remote', 'remote')
  let error: Error | undefined = failing('voice.unusable')
  const { packs, trials } = keep(() => error)
  await packs.refresh()
  for (const count of [1, 2, 3, 4]) {
    expect([stateOf(packs), trials.length]).toEqual(['failed', count])
    await vi.advanceTimersByTimeAsync(RETRY_MS)
  }
  error = undefined
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(packs.states()).toMatchObject([{ state: 'in use', wordTimes: 'exact' }])
  expect(packs.catalogue).not.toBe(embedded)
})

test.each(Object.entries(ERROR_CODES))(
  'a model whose first trial fails with %s is tried again if that may pass',
  async (code, { permanent }) => {
    install('model', 'kokoro')
    let error: Error | undefined = failing(code as ErrorCode)
    const { packs } = keep(() => error)
    await packs.refresh()
    expect(stateOf(packs)).toBe('failed')
    error = undefined
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(stateOf(packs)).toBe(permanent ? 'failed' : 'in use')
  },
)

test('a model that crashes in each trial is tried less and less often', async () => {
  install('model', 'kokoro')
  const { packs, trials } = keep(() => failing('engine.crashed'))
  await packs.refresh()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(trials.length).toBeLessThan(12)
})

test('a pack that fails for texts alone stays in use, and all failures are counted', async () => {
  const folder = install('model', 'kokoro')
  const { packs } = keep(() => undefined)
  await packs.refresh()
  for (let i = 0; i < 10; i++) {
    packs.reportFailure(voiceOf(folder), failing('engine.crashed'))
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(packs.states()).toMatchObject([{ state: 'in use', failures: 10 }])
})

test('texts that a server refuses are counted, and cause no trial', async () => {
  const folder = install('remote', 'remote')
  let error: Error | undefined
  const { packs, trials } = keep(() => error)
  await packs.refresh()
  error = failing('voice.unusable')
  for (let i = 0; i < 5; i++) packs.reportFailure(voiceOf(folder), failing('engine.refused'))
  await vi.advanceTimersByTimeAsync(1)
  expect(packs.states()).toMatchObject([{ state: 'in use', failures: 5 }])
  expect(trials).toHaveLength(1)
})

test('many failures at once are followed by one trial, and the pack fails if it fails', async () => {
  const folder = install('remote', 'remote')
  let error: Error | undefined
  const { packs, trials } = keep(() => error)
  await packs.refresh()
  error = failing('voice.unusable')
  for (let i = 0; i < 5; i++) packs.reportFailure(voiceOf(folder), failing('voice.unusable'))
  await vi.advanceTimersByTimeAsync(1)
  expect(packs.states()).toMatchObject([{ state: 'failed', failures: 5, voices: 0 }])
  expect([trials.length, packs.isUsable(voiceOf(folder))]).toEqual([2, false])
})

test('a pack that is installed while another one is tried is found by the next look', async () => {
  install('first', 'remote')
  const { packs } = keep(() => {
    install('second', 'remote')
    return undefined
  })
  await packs.refresh()
  expect(packs.states().map(({ name }) => name)).toEqual(['first'])
  await packs.refresh()
  expect(packs.states().map(({ name }) => name)).toEqual(['first', 'second'])
})

test('a failed pack that is installed anew in the same folder is tried anew', async () => {
  const folder = install('model', 'kokoro')
  let error: Error | undefined = failing('voice.unusable')
  const { packs } = keep(() => error)
  await packs.refresh()
  await packs.refresh()
  expect(stateOf(packs)).toBe('failed')
  error = undefined
  utimesSync(join(folder, 'pack.json'), 1, 1)
  await packs.refresh()
  expect(stateOf(packs)).toBe('in use')
})

test('no audio of a pack is found in a cache after the pack was installed anew in the same folder', async () => {
  const folder = install('model', 'kokoro')
  const { packs } = keep(() => undefined)
  const boundVoice = () => packs.catalogue.voices.find(({ engineVoice }) => engineVoice.engine === 'pack')?.engineVoice
  await packs.refresh()
  const first = boundVoice()
  expect(first?.installation).toBeTruthy()
  utimesSync(join(folder, 'pack.json'), 1, 1)
  await packs.refresh()
  expect(boundVoice()).toEqual({ ...first, installation: expect.any(String) })
  expect(boundVoice()?.installation).not.toBe(first?.installation)
})
