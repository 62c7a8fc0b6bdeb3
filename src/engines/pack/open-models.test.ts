import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { styleGraph } from '../../../test/onnx-graphs.ts'
import { kokoroPack, type TestPack } from '../../../test/pack-fixture.ts'
import { OpenModels } from './open-models.ts'
import { type PackFolder, readPackFolder } from './pack-folder.ts'

const IDLE_MS = 60_000
const packs: TestPack[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const pack of packs.splice(0)) pack[Symbol.dispose]()
})

function folders(count: number): PackFolder[] {
  const made = Array.from({ length: count }, () => kokoroPack(styleGraph()))
  packs.push(...made)
  return made.map(({ folder }) => readPackFolder(folder))
}

test('a model is loaded once and kept while it is used', async () => {
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const [pack] = folders(1) as [PackFolder]
  const [one, other] = await Promise.all([
    models.use(pack, async ({ model }) => model),
    models.use(pack, async ({ model }) => model),
  ])
  expect(one).toBe(other)
  expect(await models.use(pack, async ({ model }) => model)).toBe(one)
})

test('a model that was installed anew in the same folder is loaded anew, and the old one released', async () => {
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const [pack] = folders(1) as [PackFolder]
  const first = await models.use(pack, async ({ model }) => model)
  const release = vi.spyOn(first, 'release')
  utimesSync(join(pack.folder, 'pack.json'), 1, 1)
  const second = await models.use(readPackFolder(pack.folder), async ({ model }) => model)
  expect(second).not.toBe(first)
  expect([models.size, release.mock.calls.length]).toEqual([1, 1])
})

test('a model that is idle is released, and loaded again for the next use', async () => {
  const [pack] = folders(1) as [PackFolder]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const first = await models.use(pack, async ({ model }) => model)
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  expect(models.size).toBe(1)
  await vi.advanceTimersByTimeAsync(IDLE_MS + 1)
  expect(models.size).toBe(0)
  expect(await models.use(pack, async ({ model }) => model)).not.toBe(first)
})

test('a model that is idle is released, however busy another one is', async () => {
  const [idle, busy] = folders(2) as [PackFolder, PackFolder]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  await models.use(idle, async () => {})
  for (let i = 0; i < 6; i++) {
    await models.use(busy, async () => {})
    await vi.advanceTimersByTimeAsync(IDLE_MS / 4)
  }
  expect(models.size).toBe(1)
})

test('a model that is in use for long is not idle', async () => {
  const [pack] = folders(1) as [PackFolder]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const first = await models.use(pack, async ({ model }) => model)
  await models.use(pack, async () => {
    await vi.advanceTimersByTimeAsync(3 * IDLE_MS)
    expect(await models.use(pack, async ({ model }) => model)).toBe(first)
    await vi.advanceTimersByTimeAsync(3 * IDLE_MS)
  })
  expect(await models.use(pack, async ({ model }) => model)).toBe(first)
})

test('of more models than there is room for, those used last are kept', async () => {
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const [one, two, three] = folders(3) as [PackFolder, PackFolder, PackFolder]
  const modelOf = (pack: PackFolder) => models.use(pack, async ({ model }) => model)
  const first = await modelOf(one)
  const second = await modelOf(two)
  await modelOf(one)
  await modelOf(three)
  expect(models.size).toBe(2)
  expect(await modelOf(one)).toBe(first)
  expect(await modelOf(two)).not.toBe(second)
})

test('a model in use is kept, though another was used later', async () => {
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const [one, two, three] = folders(3) as [PackFolder, PackFolder, PackFolder]
  const modelOf = (pack: PackFolder) => models.use(pack, async ({ model }) => model)
  await models.use(one, async ({ model: first }) => {
    const second = await modelOf(two)
    await modelOf(three)
    expect(await modelOf(one)).toBe(first)
    expect(models.size).toBe(2)
    expect(await modelOf(two)).not.toBe(second)
  })
})

test('more models than allowed are in memory only while they are in use', async () => {
  using models = new OpenModels({ maxModels: 1, idleMs: IDLE_MS })
  const [one, two] = folders(2) as [PackFolder, PackFolder]
  await models.use(one, async ({ model: first }) => {
    await models.use(two, async () => {
      expect(models.size).toBe(2)
    })
    expect(models.size).toBe(1)
    expect(await models.use(one, async ({ model }) => model)).toBe(first)
  })
})

test('a model that is dropped while it speaks is released only after that', async () => {
  const models = new OpenModels({ maxModels: 1, idleMs: IDLE_MS })
  const [pack] = folders(1) as [PackFolder]
  const released: string[] = []
  await models.use(pack, async ({ model }) => {
    vi.spyOn(model, 'release').mockImplementation(async () => void released.push('model'))
    models[Symbol.dispose]()
    await new Promise(setImmediate)
    expect(released).toEqual([])
  })
  await vi.waitFor(() => expect(released).toEqual(['model']))
})

test('a model that failed is loaded anew for the next use', async () => {
  using models = new OpenModels({ maxModels: 2, idleMs: IDLE_MS })
  const [pack] = folders(1) as [PackFolder]
  const first = await models.use(pack, async ({ model }) => model)
  await expect(models.use(pack, () => Promise.reject(new Error('a bad run')))).rejects.toThrow('a bad run')
  expect(await models.use(pack, async ({ model }) => model)).not.toBe(first)
})
