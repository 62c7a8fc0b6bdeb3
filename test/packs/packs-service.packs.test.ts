import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PackManifest } from '../../src/core/pack.ts'
import { readConfig } from '../../src/main/config.ts'
import { startService } from '../../src/main/service.ts'
import { removePack } from '../../src/packs/installed-packs.ts'
import { formatManifest } from '../../src/packs/manifest.ts'
import { readMetrics } from '../metrics-text.ts'
import { type StyleGraph, styleGraph, TONE } from '../onnx-graphs.ts'
import { manifestOf, SPEAKING_FILES } from '../pack-manifests.ts'

const THREAD = new URL('../../dist/main/thread.js', import.meta.url)
const KEY = 'chosen-by-the-operator'

/** A data directory with packs, removed when the test ends. */
function newPacksFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-packs-service-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const packsFolder = join(dataDir, 'packs')
  const install = (manifest: PackManifest, files: Readonly<Record<string, Buffer>> = SPEAKING_FILES): string => {
    const folder = join(packsFolder, manifest.name, manifest.version)
    for (const [path, content] of Object.entries({ ...files, 'pack.json': Buffer.from(formatManifest(manifest)) })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return folder
  }
  return { dataDir, packsFolder, install }
}

/** The whole service with Flite as the embedded engine. */
async function start(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const log: string[] = []
  const config = readConfig({
    PORT: '0',
    HOARFROST_WORKERS: '1',
    HOARFROST_API_KEY: KEY,
    HOARFROST_ENGINE_PREFERENCE: 'pack,flite',
    HOARFROST_PACKS_LEAST_SPEED: '0',
    HOARFROST_DATA_DIR: dataDir,
    ...env,
  })
  const { url, close } = await startService(config, {
    clock: () => new Date(),
    logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    droppedLogLines: () => 0,
    threadUrl: THREAD,
  })
  onTestFinished(close)
  const health = async () => ((await (await fetch(`${url}/health`)).json()) as { packs: object[] }).packs
  return { url, log, health, metrics: async () => readMetrics(await (await fetch(`${url}/metrics`)).text()) }
}

const speak = (url: string, body: object = {}) =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, accept: 'audio/pcm' },
    body: JSON.stringify({
      modelId: 'coda',
      speaker: 'luna',
      text: 'Hello there.',
      samplingRate: 24_000,
      temperature: 0,
      ...body,
    }),
  })

const samplesOf = async (answer: Response): Promise<Int16Array> => new Int16Array(await answer.arrayBuffer())

/** Samples of a period of the tone that the graph of the tests makes. */
const PERIOD = (2 * Math.PI) / TONE
/** Of pauses. */
const NOISE_FLOOR = 20

/** Whether nearly all periods are those of the tone; speech has none that is repeated so often. */
function isTone(heard: Int16Array): boolean {
  const samples = heard.map((sample) => (Math.abs(sample) > NOISE_FLOOR ? sample : 0))
  const rises: number[] = []
  for (let i = 1; i < samples.length; i++) {
    if ((samples[i - 1] as number) < 0 && (samples[i] as number) >= 0) rises.push(i)
  }
  const periods = rises.slice(1).map((at, i) => at - (rises[i] as number))
  const own = periods.filter((period) => Math.abs(period - PERIOD) < 3)
  return periods.length > 20 && own.length > 0.8 * periods.length
}

const speaksByPack = async (url: string, body?: object) => {
  const answer = await speak(url, body)
  expect(answer.status).toBe(200)
  return isTone(await samplesOf(answer))
}

describe('a running service', () => {
  test('speaks by a pack from when it is installed until it is removed, without a restart', async () => {
    const { dataDir, packsFolder, install } = newPacksFolder()
    const { url, health, metrics, log } = await start(dataDir)
    expect([await speaksByPack(url), await health()]).toEqual([false, []])

    const folder = install(manifestOf())
    await expect
      .poll(health)
      .toEqual([{ name: 'test-pack', version: '1.0', state: 'in use', voices: 536, wordTimes: 'exact' }])
    expect(await speaksByPack(url)).toBe(true)
    expect(await speaksByPack(url, { lang: 'spa', speaker: 'isa' })).toBe(false)
    expect((await metrics()).get('hoarfrost_pack_voices{pack="test-pack"}')).toBe(536)
    expect(log.join('')).toContain('"msg":"a voice pack is in use"')

    await removePack(packsFolder, folder)
    await expect.poll(health).toEqual([])
    expect(await speaksByPack(url)).toBe(false)
    expect(log.join('')).toContain('"msg":"a voice pack was removed"')
  })

  test('ends a request by the pack that is removed meanwhile', async () => {
    const { dataDir, packsFolder, install } = newPacksFolder()
    const folder = install(manifestOf())
    const { url, health } = await start(dataDir)
    const sentence = 'This sentence is spoken by one voice to its very end. '
    const answer = await speak(url, { text: sentence.repeat(20) })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const chunks = [(await reader.read()).value as Uint8Array]
    await removePack(packsFolder, folder)
    await expect.poll(health).toEqual([])
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    const bytes = Buffer.concat(chunks)
    const whole = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
    expect(isTone(whole)).toBe(true)
    expect(isTone(whole.slice(-30_000))).toBe(true)
  })

  test('speaks by the later version of two, and by the first of two packs', async () => {
    const { dataDir, install } = newPacksFolder()
    install(manifestOf())
    const { url, health } = await start(dataDir)
    const other = (names: readonly string[], changes: Partial<PackManifest>) =>
      manifestOf(SPEAKING_FILES, { serves: [{ language: 'eng', names, speakers: ['one'], why: 'A test' }], ...changes })
    install(other(['luna'], { version: '2.0' }))
    await expect.poll(health).toMatchObject([{ version: '2.0' }])
    install(other(['luna', 'andromeda'], { name: 'a-pack' }))
    await expect.poll(health).toMatchObject([
      { name: 'a-pack', voices: expect.any(Number) },
      { name: 'test-pack', voices: 0 },
    ])
    expect([await speaksByPack(url), await speaksByPack(url, { speaker: 'orion' })]).toEqual([true, false])
  })

  test.each([
    ['HOARFROST_PACKS', { HOARFROST_PACKS: 'none' }],
    ['HOARFROST_ENGINE_PREFERENCE', { HOARFROST_ENGINE_PREFERENCE: 'flite' }],
    ['an engine before it in HOARFROST_ENGINE_PREFERENCE', { HOARFROST_ENGINE_PREFERENCE: 'flite,pack' }],
  ])('leaves packs alone by %s', async (_, env) => {
    const { dataDir, install } = newPacksFolder()
    install(manifestOf())
    expect(await speaksByPack((await start(dataDir, env)).url)).toBe(false)
  })

  test('does not use a pack that is slower than HOARFROST_PACKS_LEAST_SPEED', async () => {
    const { dataDir, install } = newPacksFolder()
    install(manifestOf())
    const { url, health, log } = await start(dataDir, { HOARFROST_PACKS_LEAST_SPEED: '100000' })
    expect(await health()).toMatchObject([{ state: 'failed', voices: 0 }])
    expect(await speaksByPack(url)).toBe(false)
    expect(log.join('')).toMatch(/s of speech a second here, less than HOARFROST_PACKS_LEAST_SPEED/)
  })
})

test('a service whose folder of packs cannot be read starts without packs, and says why once', async () => {
  const { dataDir, packsFolder } = newPacksFolder()
  symlinkSync('packs', packsFolder) // a loop
  const { url, health, log } = await start(dataDir)
  expect([await speaksByPack(url), await health()]).toEqual([false, []])
  expect(log.filter((line) => line.includes('the voice packs cannot be read'))).toHaveLength(1)
})

describe('a pack that fails', () => {
  const broken = (graph: StyleGraph) => ({ ...SPEAKING_FILES, 'model.onnx': styleGraph(graph) })

  test.each<[string, Readonly<Record<string, Buffer>>]>([
    ['with a corrupt model', { ...SPEAKING_FILES, 'model.onnx': Buffer.from('not a model at all') }],
    ['with a model that makes no numbers', broken({ fault: 'nan' })],
    ['with a model that makes nothing', broken({ fault: 'nothing' })],
    ['with a cut style', { ...SPEAKING_FILES, 'voices/one.bin': Buffer.alloc(7) }],
  ])('%s is found when it is installed, and callers hear the embedded voice', async (_, files) => {
    const { dataDir, install } = newPacksFolder()
    install(manifestOf(files), files)
    const { url, health, log, metrics } = await start(dataDir)
    expect(await health()).toMatchObject([{ name: 'test-pack', version: '1.0', state: 'failed', voices: 0 }])
    expect(await speaksByPack(url)).toBe(false)
    expect((await metrics()).get('hoarfrost_pack_failed{pack="test-pack"}')).toBe(1)
    expect(
      log.filter((line) => line.includes('a voice pack failed; the embedded engines speak its voices')),
    ).toHaveLength(1)
  })

  /** The speaker of the trial is right, the style of the one that callers hear is cut. */
  const installHalfBroken = (install: ReturnType<typeof newPacksFolder>['install']): string => {
    const files = { ...SPEAKING_FILES, 'voices/other.bin': Buffer.alloc(7) }
    const serves = [{ language: 'eng' as const, speakers: ['other'], why: 'A test' }]
    return install(manifestOf(files, { serves }), files)
  }

  test('for some requests only gives those to the embedded voice, is counted, and stays in use', async () => {
    const { dataDir, install } = newPacksFolder()
    installHalfBroken(install)
    const { url, health, log, metrics } = await start(dataDir)
    for (const failures of [1, 2, 3]) {
      expect(await speaksByPack(url)).toBe(false)
      expect((await metrics()).get('hoarfrost_pack_failures_total{pack="test-pack"}')).toBe(failures)
    }
    expect(await health()).toMatchObject([{ state: 'in use', voices: 536 }])
    expect(log.join('')).not.toContain('a voice pack failed')
  })

  test('for a request and for the trial after it is not used any more', async () => {
    const { dataDir, install } = newPacksFolder()
    const folder = installHalfBroken(install)
    const { url, health, log, metrics } = await start(dataDir)
    expect(await health()).toMatchObject([{ state: 'in use', voices: 536 }])
    writeFileSync(join(folder, 'voices/one.bin'), Buffer.alloc(7))
    expect(await speaksByPack(url)).toBe(false)
    await expect.poll(health).toMatchObject([{ state: 'failed', voices: 0 }])
    expect(log.filter((line) => line.includes('a voice pack failed'))).toHaveLength(1)
    expect(await speaksByPack(url)).toBe(false)
    expect((await metrics()).get('hoarfrost_pack_failures_total{pack="test-pack"}')).toBe(1)
  })

  test('speaks again when it is installed anew', async () => {
    const { dataDir, packsFolder, install } = newPacksFolder()
    const files = broken({ fault: 'nan' })
    const folder = install(manifestOf(files), files)
    const { url, health } = await start(dataDir)
    expect(await health()).toMatchObject([{ state: 'failed' }])
    await removePack(packsFolder, folder)
    await expect.poll(health).toEqual([])
    install(manifestOf())
    await expect.poll(health).toMatchObject([{ state: 'in use' }])
    expect(await speaksByPack(url)).toBe(true)
  })

  test.each([
    ['a damaged manifest', '{'],
    ['a manifest of another pack', formatManifest(manifestOf(SPEAKING_FILES, { name: 'other' }))],
  ])('with %s is left alone, and said once', async (_, manifest) => {
    const { dataDir, packsFolder, install } = newPacksFolder()
    install(manifestOf())
    writeFileSync(join(packsFolder, 'test-pack/1.0/pack.json'), manifest)
    const { url, log } = await start(dataDir)
    expect(await speaksByPack(url)).toBe(false)
    expect(log.filter((line) => line.includes('a voice pack cannot be used'))).toHaveLength(1)
  })
})
