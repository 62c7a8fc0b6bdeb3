import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Language } from '../core/language.ts'
import { LANGUAGES } from '../core/language.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { Utterance } from '../core/utterance.ts'
import { planUtterances } from './plan-utterances.ts'

const plan = (
  text: string,
  {
    language = 'eng' as Language,
    rate = 1,
    isBusy = false,
    isNormalized = false,
    markup = NO_MARKUP,
    isAnswer = false,
  } = {},
): Utterance[] =>
  [...planUtterances(text, { language, rate, markup, isNormalized, isBusy, isAnswer })].filter(
    (utterance) => utterance !== undefined,
  )
const read = (utterance: Utterance): string =>
  utterance.segments.map((segment) => (segment.kind === 'word' ? segment.spoken : segment.mark)).join(' ')
const words = (utterances: readonly Utterance[]) =>
  utterances.flatMap(({ segments }) => segments.filter((segment) => segment.kind === 'word'))

test('each sentence is an utterance of its own', () => {
  expect(plan('One is here. Is two? Three!').map(read)).toEqual(['One is here .', 'Is two ?', 'Three !'])
})

test.each([
  ['Dr. Smith met Mrs. Jones at 5 p.m. yesterday.', 1],
  ['J. R. R. Tolkien wrote it.', 1],
  ['It costs 2.5 dollars, e.g. for tea.', 1],
  ['He left. J. Smith stayed.', 2],
])('%s has %d sentences', (text, count) => {
  expect(plan(text)).toHaveLength(count)
})

test('a paragraph breathes longer than a sentence, and the end is short', () => {
  const [sentence, paragraph, end] = plan('One. Two.\n\nThree.').map(({ pauseAfterMs }) => pauseAfterMs)
  expect(paragraph).toBeGreaterThan(sentence as number)
  expect(end).toBeLessThan(sentence as number)
})

test('pauses have the length that people make, scaled by the rate', () => {
  expect(plan('One. Two.\n\nThree.').map(({ pauseAfterMs }) => pauseAfterMs)).toEqual([500, 850, 120])
  expect(plan('One. Two.\n\nThree.', { rate: 2 }).map(({ pauseAfterMs }) => pauseAfterMs)).toEqual([250, 425, 60])
})

const endMs = (text: string, language: Language): number | undefined =>
  plan(text, { language, isAnswer: true }).at(-1)?.pauseAfterMs

test.each([
  ['eng', 'One. Two.'],
  ['eng', 'One'.repeat(50).concat('!')],
  ['eng', 'Really?! '],
  ['eng', '“Stop.”\n'],
  ['eng', '(He said: “go!”)'],
  ['eng', 'Wait…'],
  ['eng', 'Great! 😀'],
  ['eng', '<p>Hello.</p>'],
  ['eng', 'It works.[1]'],
  ['eng', 'It works. [2, 3] [laughs]'],
  ['eng', 'It costs $5.'],
  ['spa', '¿Quién es?'],
  ['fra', 'Non !'],
  ['fra', '« Non. »'],
  ['jpn', '犬が寝ています。'],
  ['jpn', '「はい！」'],
  ['hin', 'कुत्ता सोता है।'],
  ['ara', 'هل هو نائم؟'],
] as const)('T-5: an answer in %s that ends a sentence ends with a pause: %j', (language, text) => {
  expect(endMs(text, language)).toBeGreaterThanOrEqual(350)
})

test.each([
  'One. Two',
  'Hello,',
  'To be continued -',
  'Here it is:',
  'Version 2.5',
  'One.\nTwo',
  'Look at example.com',
])('T-5: any other answer does not: %j', (text) => {
  expect(endMs(text, 'eng')).toBe(120)
  expect(plan(text).at(-1)?.pauseAfterMs).toBe(120)
})

test('T-5: the pause after an answer keeps that of its markup, and follows the rate', () => {
  const markup = { ...NO_MARKUP, pauses: true }
  expect(
    plan('Wait. <700>', { isAnswer: true, markup })
      .map(({ pauseAfterMs }) => pauseAfterMs)
      .at(-1),
  ).toBe(700)
  expect(plan('Wait.', { isAnswer: true, rate: 2 }).at(-1)?.pauseAfterMs).toBe(175)
})

test('a long sentence starts with a breath unless it is the first of an answer', () => {
  const long = 'The ferry crosses the wide bay every single hour until the very last light of day.'
  const breaths = (text: string, options = {}) =>
    plan(text, options).map(({ startsWithBreath }) => startsWithBreath === true)
  expect(breaths(`${long} ${long} Not this. ${long}`)).toEqual([false, true, false, true])
  expect(breaths(`Wait. ${long}`, { rate: 2 })).toEqual([false, false])
  const continued = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: false, isBusy: false } as const
  const utterances = [...planUtterances(long, { ...continued, isContinued: true })]
  expect(utterances.filter((utterance) => utterance?.startsWithBreath)).toHaveLength(1)
})

test('a sentence of several utterances has one breath', () => {
  const clause = 'and then the ferry crossed the bay in the last light of day'
  const text = `Well. It was late, ${Array(8).fill(clause).join(', ')}.`
  const breaths = plan(text).map(({ startsWithBreath }) => startsWithBreath === true)
  expect(breaths.length).toBeGreaterThan(3)
  expect(breaths.filter((breath) => breath)).toHaveLength(1)
  expect(breaths[1]).toBe(true)
})

test('brackets, quotes and emoji are not spoken, their content is', () => {
  expect(plan('[Hello] {you} <500> “friend” 🎉').map(read)).toEqual(['Hello you 500 friend'])
})

test.each(['', '   ', '...', '🎉 😀', '—', '()[]'])('%j has nothing to speak', (text) => {
  expect(plan(text)).toEqual([])
})

test('a first sentence is cut short sooner while others wait', () => {
  const text = 'The quick brown fox jumps over the lazy dog and runs away.'
  expect(plan(text)).toHaveLength(1)
  expect(plan(text, { isBusy: true })).toHaveLength(2)
})

test('a first sentence is cut at its comma rather than between words', () => {
  const text = 'When the rain had stopped, the children went out to play in the garden behind the old house again.'
  expect(read(plan(text, { isBusy: true })[0] as Utterance)).toBe('When the rain had stopped ,')
})

test('slow speech gets shorter utterances, so that max_tokens cuts nothing off', () => {
  const text = 'word '.repeat(100)
  const longest = (rate: number) => Math.max(...plan(text, { rate }).map(({ segments }) => segments.length))
  expect(longest(0.4)).toBeLessThan(longest(1))
})

test.each([
  ['word', 'word '.repeat(60)],
  ['clause', 'word word word word word, '.repeat(12)],
])('the pitch goes on across a cut after a %s: raised before it, lowered after it, else untouched', (_kind, text) => {
  const [first = [], second = [], ...others] = plan(`${text}. And more.`).map((utterance) =>
    words([utterance]).map(({ pitch }) => pitch),
  )
  expect(first[0]).toBe(1)
  expect(first.at(-1)).toBeGreaterThan(1.1)
  expect(first.at(-2)).toBeLessThan(first.at(-1) as number)
  expect(second[0]).toBeLessThan(0.9)
  expect(second[1]).toBeGreaterThan(second[0] as number)
  expect(second[8]).toBe(1)
  expect(others.at(-1)).toEqual([1, 1])
})

test('Japanese is parted into words without spaces', () => {
  expect(words(plan('今日は東京に行きました。', { language: 'jpn' })).length).toBeGreaterThan(3)
})

test('100,000 letters without a space are read in part, in bounded pieces', () => {
  const spoken = words(plan('x'.repeat(100_000))).map(({ spoken }) => spoken)
  expect(spoken.join('').length).toBeLessThanOrEqual(200)
  for (const piece of spoken) expect(piece.length).toBeLessThanOrEqual(41)
})

test('the first utterance of a huge text comes without reading the rest, but for its markup', () => {
  const text = 'A sentence of no account. '.repeat(300_000)
  const options = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false } as const
  const steps = planUtterances(text, options)
  const readingMarkup = Math.ceil(text.length / 2 ** 15)
  const first = Array.from({ length: readingMarkup + 5 }, () => steps.next().value).find((value) => value !== undefined)
  expect(first?.segments).toHaveLength(6)
})

test('any text without markup: spans are in order, do not overlap, and cover every letter of ordinary words', () => {
  const some = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.lorem({ maxCount: 60 }),
    fc.string({ maxLength: 400 }),
  )
  const anyText = some.map((text) => text.replaceAll(/[<[{&*_\\\]]/g, '-'))
  fc.assert(
    fc.property(anyText, fc.constantFrom(...LANGUAGES), fc.boolean(), (text, language, isBusy) => {
      const spoken = words(plan(text, { language, isBusy }))
      let end = 0
      for (const word of spoken) {
        expect(word.span.start).toBeGreaterThanOrEqual(end)
        expect(word.span.end).toBeGreaterThan(word.span.start)
        expect(text.slice(word.span.start, word.span.end)).toBe(word.spoken)
        end = word.span.end
      }
      const letters = (s: string) => s.replace(/[^a-z]/gi, '')
      expect(letters(spoken.map(({ spoken }) => spoken).join(''))).toBe(letters(text))
    }),
  )
})

test('the words of a reading in another language stand for the span of what was written', () => {
  const text = 'Son 1.500 € el 3/10.'
  const plan = [
    ...planUtterances(text, {
      language: 'spa',
      rate: 1,
      markup: NO_MARKUP,
      isNormalized: true,
      isBusy: false,
      country: 'ES',
    }),
  ]
  const words = plan.flatMap((utterance) => utterance?.segments ?? []).filter((segment) => segment.kind === 'word')
  expect(words.map(({ spoken, span }) => [spoken, text.slice(span.start, span.end)])).toEqual([
    ['Son', 'Son'],
    ['mil', '1.500 €'],
    ['quinientos', '1.500 €'],
    ['euros', '1.500 €'],
    ['el', 'el'],
    ['tres', '3/10'],
    ['de', '3/10'],
    ['octubre', '3/10'],
  ])
})
