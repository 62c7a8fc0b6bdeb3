import { afterEach, expect, test, vi } from 'vitest'
import { kokoroPack, type TestPack } from '../../../test/neural-pack.ts'
import { styleGraph } from '../../../test/onnx-graphs.ts'
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
  using models = new OpenModels({ mostModels: 2, idleMs: IDLE_MS })
  const [pack] = folders(1) as [PackFolder]
  const [one, other] = await Promise.all([
    models.use(pack, async ({ model }) => model),
    models.use(pack, async ({ model }) => model),
  ])
  expect(one).toBe(other)
  expect(await models.use(pack, async ({ model }) => model)).toBe(one)
})

test('a model that is idle is released, and loaded again for the next use', async () => {
  const [pack] = folders(1) as [PackFolder]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  using models = new OpenModels({ mostModels: 2, idleMs: IDLE_MS })
  const first = await models.use(pack, async ({ model }) => model)
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  expect(models.size).toBe(1)
  await vi.advanceTimersByTimeAsync(IDLE_MS + 1)
  expect(models.size).toBe(0)
  expect(await models.use(pack, async ({ model }) => model)).not.toBe(first)
})

test('of more models than there is room for, those used last are kept', async () => {
  using models = new OpenModels({ mostModels: 2, idleMs: IDLE_MS })
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

test('a model that is taken out while it speaks is released only after that', async () => {
  using models = new OpenModels({ mostModels: 1, idleMs: IDLE_MS })
  const [one, two] = folders(2) as [PackFolder, PackFolder]
  const released: string[] = []
  await models.use(one, async ({ model }) => {
    vi.spyOn(model, 'release').mockImplementation(async () => void released.push('one'))
    await models.use(two, async () => {})
    expect(released).toEqual([])
  })
  await vi.waitFor(() => expect(released).toEqual(['one']))
})

test('a model that failed is loaded anew for the next use', async () => {
  using models = new OpenModels({ mostModels: 2, idleMs: IDLE_MS })
  const [pack] = folders(1) as [PackFolder]
  const first = await models.use(pack, async ({ model }) => model)
  await expect(models.use(pack, () => Promise.reject(new Error('a bad run')))).rejects.toThrow('a bad run')
  expect(await models.use(pack, async ({ model }) => model)).not.toBe(first)
})
