import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openStoreInProcess } from '../../test/in-process-store.ts'
import { runWithStore } from '../../test/store-process.ts'
import { requestWord } from '../app/dictionary/dictionary.ts'
import type { Clock } from '../core/clock.ts'
import { createLexicon, readWordList } from '../lexicon/lexicon.ts'
import { keepDictionary } from './dictionary.ts'

const LEXICON = createLexicon({ wordList: readWordList(), predict: () => ['B', 'L', 'AO1', 'R', 'B'] })

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-kept-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** A node on the directory; the test fails if it reports an error. */
async function startNode(clock: Clock = () => new Date()) {
  const store = await openStoreInProcess(join(dataDir, 'hoarfrost.db'))
  const report = vi.fn()
  const kept = await keepDictionary(store, { lexicon: LEXICON, clock, report })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await kept[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
    expect(report).not.toHaveBeenCalled()
  }
  onTestFinished(close)
  return { store, close, ...kept }
}

const WITHIN_5_S = { timeout: 5000 }

test('Dictionary additions: every node follows what another process adds and removes within 5 s', async () => {
  const nodes = [await startNode(), await startNode()]
  const found = () => nodes.map(({ entries }) => entries.givenIn('eng')?.('blorb')?.spoken)
  runWithStore(
    dataDir,
    `await store.dictionary.add([{ word: 'blorb', language: 'eng', pronunciation: 'blore b', addedAt: new Date(), addedBy: null }])`,
  )
  await expect.poll(found, WITHIN_5_S).toEqual(['blore b', 'blore b'])
  runWithStore(dataDir, `await store.dictionary.remove({ word: 'blorb', language: 'eng' }, new Date())`)
  await expect.poll(found, WITHIN_5_S).toEqual([undefined, undefined])
})

test('Dictionary additions: what is due is added while nodes run, once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let now = new Date('2026-05-06T07:08:09Z')
  const [one, other] = [await startNode(() => now), await startNode(() => now)]
  const wish = { word: 'blorb', pronunciation: 'blore b', note: '' }
  const { due } = await requestWord(one.store.dictionary, wish, { keyId: 'key', predict: () => [], now })
  now = new Date(due.getTime() - 1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(one.isListed('blorb')).toBe(false)
  now = due
  await vi.advanceTimersByTimeAsync(65_000)
  expect([one, other].map((node) => node.isListed('blorb'))).toEqual([true, true])
  expect(await one.store.dictionary.version()).toBe(1)
  await Promise.all([one.close(), other.close()])
})

test('saveOovs: words are kept by the time a node has closed', async () => {
  const { oovMemory, close } = await startNode()
  oovMemory.remember('A blorb, 2 blorbs and the 42.')
  await close()
  expect(await (await startNode()).store.oovWords.list()).toMatchObject([{ word: 'blorb' }, { word: 'blorbs' }])
})

test('Dictionary additions: what is predicted is how the word would be read', async () => {
  const { predict } = await startNode()
  expect(predict('blorb').join(' ')).toBe('B L AO1 R B')
  expect(predict('V2').join(' ')).toBe('V IY1 T UW1')
  expect(() => predict('Read')).toThrow(expect.objectContaining({ code: 'request.invalid' }))
})
