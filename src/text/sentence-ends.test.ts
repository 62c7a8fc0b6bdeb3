import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../core/language.ts'
import { splitSentences } from './segment/sentences.ts'
import { endOfSentencesWithin, findFirstSentence, mayEnd, startOfOpenTokens } from './sentence-ends.ts'

type Language = (typeof LANGUAGES)[number]

const endIn = (text: string, language: Language = 'eng', isWhole = false) =>
  findFirstSentence({ text, isWhole, decidedLength: 0 }, language).end
const complete = (text: string, language: Language = 'eng') => text.slice(0, endIn(text, language))

describe('a sentence is complete', () => {
  test.each([
    ['Hello. ', 'Hello. '],
    ['Hello! ', 'Hello! '],
    ['Is it? ', 'Is it? '],
    ['Really?! ', 'Really?! '],
    ['It costs 2. ', 'It costs 2. '],
    ['Hello. And', 'Hello. '],
    ['Hello. and', 'Hello. '],
    ['One. Two. Thr', 'One. '],
    ['At 5 p.m. The doors', 'At 5 p.m. '],
    ['He said "Stop!" Then he', 'He said "Stop!" '],
    ['Wait... What now', 'Wait... '],
    ['A warning for... Polk County. The', 'A warning for... Polk County. '],
    ['Two: 1. Red; and 2. Blue. Which', 'Two: 1. Red; and 2. Blue. '],
    ['The S. I. M. card. It', 'The S. I. M. card. '],
    ['First line.\nSecond', 'First line.\n'],
    ['A heading\n\nText ', 'A heading\n'],
    ['Visit example.com. ', 'Visit example.com. '],
  ])('in %j with %j', (text, sentence) => {
    expect(complete(text)).toBe(sentence)
  })

  test.each([
    '',
    'Hello',
    'Hello.',
    'Hello!',
    'It costs 2.',
    'It costs 2.5 ',
    'Visit example.',
    'Visit example.com',
    'No. ',
    'Ask Dr.',
    'Ask Dr. ',
    'Ask Dr. S',
    'Fruit, e.g. ',
    'Fruit, e.g. apples ',
    'At 5 p.m. ',
    'At 5 p.m. Th',
    'J. ',
    '1. ',
    'He said "Stop!" ',
    'He said "Stop!" and ',
    'Wait... ',
    'Wait... what ',
    'at temp. ',
    'at temp. of ',
    'A line that goes on\n',
    'see www.example.com for ',
  ])('not yet in %j', (text) => {
    expect(complete(text)).toBe('')
  })

  test.each([
    ['jpn', 'こんにちは。', ''],
    ['jpn', 'こんにちは。元', 'こんにちは。'],
    ['jpn', '「元気？」と', '「元気？」'],
    ['hin', 'नमस्ते। ', 'नमस्ते। '],
    ['ara', 'كيف حالك؟ ', 'كيف حالك؟ '],
    ['spa', '¿Qué tal? ', '¿Qué tal? '],
    ['spa', 'El Sr. ', ''],
    ['ger', 'Das kostet z.B. ', ''],
    ['ger', 'Am 3. ', ''],
    ['ger', 'am 3. mal ', ''],
    ['fra', 'Bonjour. ', 'Bonjour. '],
  ] as const)('%s: %j has %j', (language, text, sentence) => {
    expect(complete(text, language)).toBe(sentence)
  })

  test('however long it has no end, and is parted at white space then', () => {
    const text = 'word '.repeat(1000)
    expect([endIn(text), endIn(text, 'eng', true)]).toEqual([4095, 4095])
    expect(endIn(text.slice(0, 4000))).toBe(0)
    expect(endIn('x'.repeat(5000))).toBe(4096)
  })
})

test.each([
  ['Hello.', true],
  ['Hello. ', true],
  ['Hello', false],
  ['It costs 2.', true],
  ['Ask Dr.', false],
  ['Fruit, e.g.', false],
  ['He came at 5 p.m.', true],
  ['I love the sun.', true],
  ['I said no.', true],
  ['He said "no."', true],
  ['Really?!', true],
  ['', false],
])('%j may end as it stands: %s', (text, isComplete) => {
  expect(mayEnd(text, 'eng')).toBe(isComplete)
})

describe('a token is open', () => {
  test.each([
    ['It costs ', '12'],
    ['It costs ', '12.'],
    ['It costs ', '$'],
    ['It is ', '12:'],
    ['Use ', 'GPT-4'],
    ['Ask ', 'Dr.'],
    ['Ask ', 'Dr. '],
    ['Take ', 'No. 5'],
    ['By ', 'J. R. '],
    ['Visit ', 'example.'],
    ['Visit ', 'https://example'],
    ['Mail ', 'me@example.c'],
  ])('in %j followed by %j', (text, token) => {
    const start = startOfOpenTokens(text + token, 'eng')
    expect(text.trimEnd().length).toBeLessThanOrEqual(start)
    expect(start).toBeLessThan((text + token).trimEnd().length)
  })

  test.each([
    '',
    'One and',
    'Hello there.',
    'See you.',
    'Hello!',
    'It costs 12 ',
    'me@example.com, ',
    'x'.repeat(100),
    ' ',
  ])('not in %j', (text) => {
    expect(startOfOpenTokens(text, 'eng')).toBe(text.length)
  })
})

const TOKENS = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('hello', 'The', 'Smith', 'now', 'apples', 'example', 'No', 'sun', 'temp') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Dr', 'e.g', 'p.m', 'J', 'vol', 'etc', 'approx', 'com', 'V', 'zum', '元気', 'é'),
  },
  { weight: 3, arbitrary: fc.constantFrom('.', '. ', '! ', '? ', '.', '!', '?', '...', '… ', '。', '？', '।', '?!') },
  { weight: 2, arbitrary: fc.constantFrom('"', '”', ')', '“', '(', '»', "'", '」', ',', ' — ', ':', '/', '@') },
  { weight: 4, arbitrary: fc.constant(' ') },
  { weight: 2, arbitrary: fc.constantFrom('5', '12', '2.5', '1', '\n', '\n\n', '\r\n', '😀', '  ', '\u2029') },
)

const sentencesOf = (text: string, language: Language): readonly string[] => {
  const sentences: string[] = []
  for (let rest = text; rest !== ''; ) {
    const end = endIn(rest, language, true)
    sentences.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return sentences
}

test('a text that is written piece by piece is cut where the whole of it is cut, in every language', () => {
  fc.assert(
    fc.property(
      fc.array(TOKENS, { maxLength: 80 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 50 }),
      fc.constantFrom(...LANGUAGES),
      (tokens, sizes, language) => {
        const text = tokens.join('')
        const cuts: string[] = []
        let pending = ''
        let decided = 0
        for (let at = 0, i = 0; at < text.length; i++) {
          const piece = text.slice(at, at + (sizes[i % sizes.length] as number))
          pending += piece
          at += piece.length
          for (;;) {
            const { end, decidedLength } = findFirstSentence(
              { text: pending, isWhole: false, decidedLength: decided },
              language,
            )
            decided = decidedLength
            if (end === 0) break
            cuts.push(pending.slice(0, end))
            pending = pending.slice(end)
          }
        }
        const spoken = (sentences: readonly string[]) => sentences.map((one) => one.trim()).filter((one) => one !== '')
        expect(spoken([...cuts, ...sentencesOf(pending, language)])).toEqual(spoken(sentencesOf(text, language)))
      },
    ),
    { numRuns: 2000 },
  )
})

test('sentences are those that all our text is parted into, but for a full stop before a word in lower case', () => {
  const text =
    'Dr. Smith met Mrs. Jones at 5 p.m. The door was open! "Stop." she said. See no. 5 and vol. 3, p. 12. Visit www.example.com/a.b?c=1 or mail a.b@c.org. Version 2.0.1 is out. Wait... what? (It rained.) We stayed.'
  const splits = [...splitSentences(text, 'eng')].map(({ start, end }) => text.slice(start, end))
  expect(sentencesOf(text, 'eng')).toEqual(splits)
  expect(sentencesOf('It is done. and then', 'eng')).toEqual(['It is done. ', 'and then'])
})

test('sentences are gathered up to a length, and one that is longer by itself', () => {
  expect(endOfSentencesWithin(100, 'One. Two.', 'eng')).toBe(9)
  expect(endOfSentencesWithin(10, 'One. Two. Three.', 'eng')).toBe(10)
  expect(endOfSentencesWithin(9, 'A long one at first. Two.', 'eng')).toBe(21)
})

test('in every language what ends one of many sentences is found', () => {
  for (const language of LANGUAGES) expect(endIn('Abc. Def.', language)).toBe(5)
})
