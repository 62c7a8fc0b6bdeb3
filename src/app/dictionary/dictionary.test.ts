import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../core/store.ts'
import { openSqliteStore } from '../../store/open-sqlite-store.ts'
import { acceptDue, approveRequest, rejectRequest, requestWord, type WordWish } from './dictionary.ts'

const NOW = new Date('2026-05-06T07:08:09Z')
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let dataDir: string
let store: Store
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-additions-'))
  store = await openSqliteStore(dataDir)
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true })
})

const request = (wish: Partial<WordWish>, keyId = 'key', now = NOW) =>
  requestWord(
    store.dictionary,
    { word: 'blorb', note: '', ...wish },
    { keyId, predict: (word) => (word === 'NSFW' ? ['EH1', 'N'] : ['B', 'L', 'AO1', 'R', 'B']), now },
  )
const addedWords = async () =>
  (await store.dictionary.entries()).map(({ word, pronunciation }) => `${word}: ${pronunciation}`)

test('Dictionary additions: what nobody has judged 24 hours after the request is added, and not before', async () => {
  await request({ pronunciation: 'blore b' })
  await request({ word: 'NSFW' })
  await acceptDue(store.dictionary, new Date(hoursLater(24).getTime() - 1))
  expect(await addedWords()).toEqual([])
  await acceptDue(store.dictionary, hoursLater(24))
  expect(await addedWords()).toEqual(['blorb: blore b', 'nsfw: EH1 N'])
  expect(await store.dictionary.requests('key')).toMatchObject([
    { status: 'added', judgedAt: hoursLater(24) },
    { status: 'added', judgedAt: hoursLater(24) },
  ])
})

test('Dictionary additions: what the operator judged stays as he judged it', async () => {
  const rejected = await request({ word: 'no' })
  const edited = await request({ word: 'yes' })
  await rejectRequest(store.dictionary, rejected.id, hoursLater(1))
  expect(
    await approveRequest(store.dictionary, edited.id, { pronunciation: 'Y EH1 S', now: hoursLater(1) }),
  ).toMatchObject({ status: 'added', pronunciation: 'Y EH1 S', isPredicted: false })
  await acceptDue(store.dictionary, hoursLater(25))
  expect(await addedWords()).toEqual(['yes: Y EH1 S'])
})

test('Dictionary additions: a word that the operator set is not overwritten by an older request', async () => {
  await request({ pronunciation: 'wrong' })
  await store.dictionary.add([
    { word: 'blorb', language: 'eng', pronunciation: 'right', addedAt: hoursLater(1), addedBy: null },
  ])
  await acceptDue(store.dictionary, hoursLater(25))
  expect(await addedWords()).toEqual(['blorb: right'])
})

test('two keys may ask for one word; the later request decides if nobody else does', async () => {
  await request({ pronunciation: 'first' }, 'one')
  await request({ pronunciation: 'second' }, 'two', hoursLater(1))
  await acceptDue(store.dictionary, hoursLater(24))
  expect(await addedWords()).toEqual(['blorb: first'])
  await acceptDue(store.dictionary, hoursLater(25))
  expect(await addedWords()).toEqual(['blorb: second'])
})

test('a bad word or pronunciation keeps nothing', async () => {
  await expect(request({ word: 'two "words' })).rejects.toThrow('character """ at place 5')
  await expect(request({ pronunciation: 'B L AO4 R B' })).rejects.toThrow('phoneme "AO4" at place 3')
  expect(await store.dictionary.requests(null)).toEqual([])
})
