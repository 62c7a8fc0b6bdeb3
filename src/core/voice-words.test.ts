import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCatalogue } from '../voices/catalogue.ts'
import { chooseVoice, searchVoices } from './voice-words.ts'

const { voices } = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
const coda = voices.filter(({ model }) => model === 'coda')

test.each([
  ['british man', { gender: 'Male', country: /^(UK|GB|England)$/ }],
  ['french women', { gender: 'Female', language: 'fra' }],
  ['nld adult', { language: 'nld', age: /Adult/ }],
  ['US casual', { country: /^US$/ }],
  ['luna', { speaker: 'luna' }],
])('a search for %j finds voices that have all of its words', (search, facts) => {
  const { found, unmatched } = searchVoices(voices, search)
  expect(unmatched).toEqual([])
  expect(found.length).toBeGreaterThan(0)
  for (const voice of found) {
    for (const [name, value] of Object.entries(facts)) expect(voice[name as 'age']).toMatch(value)
  }
})

test('a search tells the words that no voice has', () => {
  expect(searchVoices(voices, 'martian man')).toEqual({ found: [], unmatched: ['martian'] })
})

test.each([
  ['british man, calm', { gender: 'Male', country: /^(UK|GB|England)$/ }, []],
  ['a deep voice of an old man from the US', { gender: 'Male', age: 'Elder', country: /^US$/ }, []],
  ['posh spanish woman', { gender: 'Female', language: 'spa' }, ['posh']],
  ['japanese', { language: 'jpn' }, []],
  ['albion', { speaker: 'albion' }, []],
])('%j chooses a voice that fits', (description, facts, missed) => {
  const chosen = chooseVoice(coda, description)
  expect(chosen?.missed).toEqual(missed)
  for (const [name, value] of Object.entries(facts)) expect(chosen?.voice[name as 'age']).toMatch(value)
})

test('tones compare a voice with others of its gender', () => {
  const pitchOf = (description: string) => chooseVoice(coda, description)?.voice.engineVoice.timbre.pitchMeanHz ?? 0
  expect(pitchOf('deep woman')).toBeLessThan(pitchOf('high woman'))
  expect(pitchOf('deep man')).toBeLessThan(pitchOf('high man'))
  expect(pitchOf('deep woman')).toBeGreaterThan(pitchOf('high man'))
})

test('what fits nothing chooses nothing', () => {
  expect([chooseVoice(coda, 'zzz'), chooseVoice(coda, 'the voice of a'), chooseVoice([], 'man')]).toEqual(
    Array(3).fill(undefined),
  )
})

test('any words find a part of the voices, and each of more words finds fewer or as many', () => {
  const word = fc.oneof(fc.constantFrom('man', 'french', 'calm', 'us', 'old', 'É', '—'), fc.string())
  fc.assert(
    fc.property(word, word, (first, second) => {
      const one = searchVoices(coda, first).found
      const both = searchVoices(coda, `${first} ${second}`).found
      expect(one).toEqual(expect.arrayContaining([...both]))
    }),
    { numRuns: 50 },
  )
})
