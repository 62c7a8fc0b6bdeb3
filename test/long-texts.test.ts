import { expect, onTestFinished, test, vi } from 'vitest'
import type { DictionaryReadings } from '../src/app/dictionary/dictionary-entries.ts'
import type { TextQuestion } from '../src/app/texts/text-answers.ts'
import type { GivenReading } from '../src/core/lexicon.ts'
import { openLongTexts } from '../src/main/long-texts.ts'
import { sharedReadings, shareReadings } from '../src/main/shared-readings.ts'

const REAL = new URL('../dist/main/text-thread.js', import.meta.url)
const ODD = new URL('fixtures/odd-text-thread.mjs', import.meta.url)
const NOTHING: DictionaryReadings = new Map()
const FOREVER = new AbortController().signal

function open(threadUrl: URL, entries: { readings: DictionaryReadings } = { readings: NOTHING }) {
  const texts = openLongTexts(threadUrl, entries)
  onTestFinished(() => texts[Symbol.asyncDispose]())
  return <Q extends TextQuestion>(question: Q, text: string, signal: AbortSignal) =>
    texts.answer(question, { text, language: 'eng' }, signal)
}

test('a text is read in the thread as in any other, by the entries of the moment', async () => {
  const entries = { readings: NOTHING }
  const answer = open(REAL, entries)
  const text = 'Ask kubectl for $5.'
  expect(await answer('normalized', text, FOREVER)).toBe('Ask kubectl for five dollars.')
  expect(await answer('oov', text, FOREVER)).toEqual(['kubectl'])
  entries.readings = new Map([['eng', new Map([['kubectl', { spoken: 'cube control', phonemes: null }]])]])
  expect(await answer('normalized', text, FOREVER)).toBe('Ask cube control for five dollars.')
  expect(await answer('oov', text, FOREVER)).toEqual([])
  entries.readings = NOTHING
  expect(await answer('oov', text, FOREVER)).toEqual(['kubectl'])
})

test.each(['die', 'take all memory', 'fail'])('a text that makes the thread %s fails alone', async (text) => {
  const answer = open(ODD)
  const others = ['one', 'two'].map((other) => answer('normalized', other, FOREVER))
  await expect(answer('normalized', text, FOREVER)).rejects.toThrow()
  expect(await Promise.all(others)).toEqual(['one', 'two'])
  expect(await answer('normalized', 'three', FOREVER)).toBe('three')
})

test('a text whose client is gone is read no further, and the next one takes its place', async () => {
  const answer = open(ODD)
  const leaving = new AbortController()
  const left = answer('normalized', 'never end', leaving.signal)
  const next = answer('normalized', 'next', FOREVER)
  leaving.abort()
  await expect(left).rejects.toThrow()
  expect(await next).toBe('next')
  await expect(answer('normalized', 'too late', leaving.signal)).rejects.toThrow()
})

test('a text that takes more than 30 s fails, and the next one takes its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = open(ODD)
  expect(await answer('normalized', 'first', FOREVER)).toBe('first')
  const slow = answer('normalized', 'never end', FOREVER)
  const next = answer('normalized', 'next', FOREVER)
  const failed = expect(slow).rejects.toMatchObject({ code: 'pool.overloaded' })
  await vi.advanceTimersByTimeAsync(30_000)
  await failed
  expect(await next).toBe('next')
})

test('more texts than may wait are turned away', async () => {
  const answer = open(ODD)
  const leaving = new AbortController()
  const ask = () => answer('normalized', 'never end', leaving.signal)
  const answers = Promise.allSettled(Array.from({ length: 300 }, ask))
  await expect(ask()).rejects.toMatchObject({ code: 'pool.overloaded' })
  leaving.abort()
  await answers
})

test('readings come out of shared memory as they went in', async () => {
  const words = new Map<string, GivenReading>(
    Array.from({ length: 1000 }, (_, i) => [
      `word ${i}\n“é”`,
      { spoken: `spoken ${i}`, phonemes: i % 2 === 0 ? null : ['K', 'AE1', 'T'] },
    ]),
  )
  const readings: DictionaryReadings = new Map([
    ['eng', words],
    ['spa', new Map([['papá', { spoken: 'padre', phonemes: null }]])],
  ])
  expect(sharedReadings(await shareReadings(readings))).toEqual(readings)
  expect(sharedReadings(await shareReadings(NOTHING))).toEqual(NOTHING)
})
