import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../core/steps.ts'
import { createLexicon, readWordList } from '../../lexicon/lexicon.ts'
import { createTimeSlice, finishInSlices } from '../time-slice.ts'
import { findOovWords } from './oov-words.ts'

const ENTRIES = new Set(['k8x', 'c++', 'nginx', '.blorb', 'zork#', 'blorb frob', 'blorb '])
const lexicon = createLexicon({ wordList: readWordList(), predict: () => ['AH0'] })
const isListed = (word: string): boolean => lexicon.has(word) || ENTRIES.has(word.toLowerCase())
const oovWords = (text: string) => finish(findOovWords(text, isListed))

test.each([
  ['This is just a testt. This, is, also, a, testtt', ['testt', 'testtt']],
  ['hello kubectl blorbify', ['kubectl', 'blorbify']],
  ['kubectl,\nblorbify,kubectl\r\nfrobnitz', ['kubectl', 'blorbify', 'frobnitz']],
  ['Blorb BLORB blorb', ['Blorb']],
  ['“blorb”, (frobnitz)! —zork… *gork*', ['blorb', 'frobnitz', 'zork', 'gork']],
])('Coverage: %j lacks %j', async (text, words) => {
  expect(await oovWords(text)).toEqual(words)
})

test.each([
  ['numbers', '42 3.14 1,234 $5 10/12/2024 3rd 5km 4K B2B +1-800-444-4141'],
  ['abbreviations', 'Dr. approx. kbps FAQs QXR e.g. U.S.A. AT&T OpenAI'],
  ['addresses', 'someone@blorb.com https://blorb.example/frob'],
  ['signs', '🎉 -- ... & % ¿?'],
  ['apostrophes of every kind', 'don’t donʼt don´t don′t don＇t'],
  ['accents', 'naïve café CAFÉ'],
  ['possessives', 'dog’s DOG’S dogs’ kangaroo’s'],
  ['compounds', 'well-known hello-goodbye forty-two dog-’s'],
  ['entries', 'nginx NGINX nginx’s c++ k8x hello-nginx'],
  ['entries of several words and of signs', 'Blorb Frob, (blorb frob) .blorb ZORK#'],
  ['nothing', ' , \n, '],
])('Coverage: %s are covered', async (_, text) => {
  expect(await oovWords(text)).toEqual([])
})

test('Coverage: the words of an entry of several are not covered on their own', async () => {
  expect(await oovWords('blorb, frob blorb frobb blorb frob')).toEqual(['blorb', 'frob', 'frobb'])
})

test.each([
  ['endings that only a rule knows', 'hashtags aardvark', ['hashtags']],
  ['possessives of what is not listed', 'blorb’s', ['blorb’s']],
  ['compounds with one part that is not listed', 'hello-blorb', ['hello-blorb']],
  ['names in mixed case', 'BlorbKit', ['BlorbKit']],
  ['other scripts', 'Жоглок мир', ['Жоглок', 'мир']],
  ['guesses in capitals', 'BLORBIFY FBI', ['BLORBIFY']],
  ['guesses beside figures', 'blorbify5 12zorkel hello5', ['blorbify5', '12zorkel']],
  ['one word written in several ways', "blorb’s blorb's zorké zorke\u0301", ['blorb’s', 'zorké']],
  ['words without end', 'a '.repeat(20) + 'zork'.repeat(3000), ['zork'.repeat(3000)]],
])('Coverage: %s are not covered', async (_, text, words) => {
  expect(await oovWords(text)).toEqual(words)
})

test('Coverage: what is not covered stands in the text, once each, in order, and is not covered alone', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 10 }),
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.stringMatching(/^["(]?[A-Za-z'’-]{1,8}[.,!)]?$/),
    fc.stringMatching(/^[0-9a-z.]{1,6}$/),
  )
  const separator = fc.constantFrom(' ', ', ', ',', '\n', '\r\n', '\t')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(word, separator), { maxLength: 40 }), async (words) => {
      const text = words.flat().join('')
      const found = await oovWords(text)
      expect(new Set(found.map((each) => each.toLowerCase())).size).toBe(found.length)
      let at = 0
      for (const each of found) {
        expect(isListed(each)).toBe(false)
        expect(await oovWords(each)).toEqual([each])
        expect(text.indexOf(each, at)).toBeGreaterThanOrEqual(at)
        at = text.indexOf(each, at)
      }
    }),
    { numRuns: 300 },
  )
})

test('Coverage: others have their turn while a megabyte of words is looked through', async () => {
  const text = Array.from({ length: 120_000 }, (_, i) => `zo${i.toString(36)}`.replaceAll(/\d/g, 'k')).join(' ')
  let isDone = false
  let turns = 0
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const words = await finishInSlices(findOovWords(text, isListed), createTimeSlice())
  expect(words.length).toBeGreaterThan(10_000)
  isDone = true
  expect(turns).toBeGreaterThan(2)
})

test('Coverage: one word of megabytes of marks between two letters is looked through in no time', () => {
  expect(oovWords(`a${'!'.repeat(2_000_000)}a`)).toHaveLength(1)
  expect(oovWords(`,!${'…'.repeat(2_000_000)}!`)).toEqual([])
})
