import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpokenToken } from '../../core/spoken-token.ts'
import { finish, type Steps } from '../../core/steps.ts'
import type { ReadCount } from '../reading/walk.ts'
import { normalizeEnglish as normalizer } from './normalize-english.ts'

const normalizeInSteps = (text: string, count?: ReadCount): Steps<readonly SpokenToken[]> =>
  normalizer.normalize(text, undefined, undefined, false, count)
const normalizeEnglish = (text: string, count?: ReadCount): readonly SpokenToken[] =>
  finish(normalizeInSteps(text, count))

/** Any code units, lone surrogates too; any characters; and what people see as characters. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
)

const PIECES =
  `Mr. Dr St. no. No. etc. e.g. a.m. U.S. J. I A IT US FBI NASA PDFs don't 'n' the and In may May sun Sat. Jan jan. 5 12 2024 1,000 3.14
  1/2 $ $5 % # & @ * ** _ ~ \` < > ( ) [ ] { } " ' “ ” – — - ... … . , ; : ? ! / \\ | + = ^ ° km kg lb in ft x X II XIV v. vs www. http:// .com
  a.b @foo #bar foo@bar.com notes.txt é ß Привет 你好 مرحبا α µ ½ ² ™ € 😂 ❤ \u0301 \u200b \ud800 &amp; &nbsp; :) u r gr8 lol thx pm 10:30 St Ave
  SAVE20 X7K9Q2 code: SFO-DEN *67 T-5 3M 7UP 10-4 Sat. 1300 555 123 12/26 exp 404 errors x^2 4x 2-5lb 2' 65" c. a 8 (a) 49ers getUserName sooo
  item(s) 1Q ''' P!nk ★ & Ps. 23:4 (02) 020 7946 pin is x312 ext booking QWXZ NOOO IEEE a.b.gov. it's
  Main John King Henry Chapter p. pp. Q1 H2O spell( spell(abc) 1st th s kHz ok OK Inc. Co. one hundred point dollars R&D AT&T iPhone OpenAI PhD`.split(
    /\s+/,
  )
/** What the rules look for, in every disorder. */
const soup = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', ' ', '\n')), { maxLength: 10 })
  .map((pieces) => pieces.flat().join(''))

const text = fc.oneof(anyText, soup)
const RUNS = { numRuns: 300 }

const lineOf = (tokens: readonly SpokenToken[]): string =>
  tokens
    .map(({ spoken }) => spoken)
    .join(' ')
    .replaceAll(/ (?=[,;:.?!])/g, '')

test('any text is read in nothing but letters, apostrophes and pauses', () => {
  fc.assert(
    fc.property(text, (source) => {
      for (const { spoken } of normalizeEnglish(source))
        expect(spoken).toMatch(/^(?:[A-Za-z'][A-Za-z' ,;:.?!]*|[,;:.?!])$/)
    }),
    RUNS,
  )
})

test('spans are in order, do not overlap and lie in the text', () => {
  fc.assert(
    fc.property(text, (source) => {
      let end = 0
      for (const { span } of normalizeEnglish(source)) {
        expect(span.start).toBeGreaterThanOrEqual(end)
        expect(span.end).toBeGreaterThanOrEqual(span.start)
        end = span.end
      }
      expect(end).toBeLessThanOrEqual(source.length)
    }),
    RUNS,
  )
})

test('a reading is read the same again', () => {
  fc.assert(
    fc.property(text, (source) => {
      const reading = lineOf(normalizeEnglish(source))
      expect(lineOf(normalizeEnglish(reading))).toBe(reading)
    }),
    RUNS,
  )
})

test('no two pauses come in a row, and none before the first word', () => {
  fc.assert(
    fc.property(text, (source) => {
      const arePauses = normalizeEnglish(source).map(({ category }) => category === 'punctuation')
      expect(arePauses[0] ?? false).toBe(false)
      expect(arePauses.some((isPause, i) => isPause && arePauses[i + 1] === true)).toBe(false)
    }),
    RUNS,
  )
})

const PLAIN_WORDS =
  "it was the best of times we couldn't know what they'd said when she left home and I think that's all there is to see in an old house by a river".split(
    ' ',
  )

test('plain prose loses no word and changes none', () => {
  const sentence = fc.array(fc.tuple(fc.constantFrom(...PLAIN_WORDS), fc.constantFrom('', '', '', ',', ';', ' –')), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(sentence, (words) => {
      const source = `${words.map(([word, mark]) => word + mark).join(' ')}.`
      const read = normalizeEnglish(source).filter(({ category }) => category !== 'punctuation')
      expect(read.map(({ spoken }) => spoken)).toEqual(words.map(([word]) => word))
    }),
    RUNS,
  )
})

test('what a reader would say of each sign, word and figure is in the reading', () => {
  const said = fc.constantFrom(
    '7 seven',
    '& and',
    '50% percent',
    '@jo at',
    'x.com dot',
    '$9 dollars',
    'BBC B',
    'Dr. doctor',
    '½ half',
  )
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 6 }), (pairs) => {
      const reading = lineOf(normalizeEnglish(pairs.map((pair) => `the ${pair.split(' ')[0]} there`).join(', ')))
      for (const pair of pairs) expect(reading).toContain(pair.split(' ')[1])
    }),
  )
})

/** Steps a character: attempts of patterns, each of which is as bounded as its pattern is long. */
const attemptsPerUnit = (source: string): number => {
  const count = { attempts: 0 }
  normalizeEnglish(source, count)
  return count.attempts / source.length
}

const ADVERSARIES = [
  '1234567890',
  '((((',
  '1/2/3/4/',
  'a.a.a.',
  '@@@',
  '&amp;&amp;',
  '::::',
  '$$$$',
  'e\u0301\u0302',
  '\u0301',
  'abcdefghij',
  'ABC DEF ',
  'a-b-',
  '\n',
  "'",
  '_a',
  '#a',
  'http://',
  '/a',
  '\\a',
  '1,234,',
  'a b c ',
  '你好',
  '*a',
  '[a](',
  '<b ',
  '\ud800',
  'A.B.',
  'spell(',
  '1-',
  '1:',
  'I ',
  '1.',
  '"',
  '–',
  'x1',
  '-1',
  '½',
  'no.',
  'Mr.',
  '😂',
  'I.',
  '<<',
  '|-',
  '~/',
  'st. ',
]

test.each(ADVERSARIES)('the work on many %j is as linear in them as on prose', (piece) => {
  const once = attemptsPerUnit(piece.repeat(Math.ceil(1_000 / piece.length)))
  const longer = attemptsPerUnit(piece.repeat(Math.ceil(10_000 / piece.length)))
  expect(longer).toBeLessThanOrEqual(once * 1.05 + 0.1)
  expect(longer).toBeLessThan(150)
})

/** The most attempts between two steps, of the text of a sentence as long as sentences get. */
function attemptsPerStep(piece: string): number {
  const count = { attempts: 0 }
  const steps = normalizeInSteps(piece.repeat(Math.ceil(4096 / piece.length)), count)
  let max = 0
  for (let before = 0, isDone = false; !isDone; before = count.attempts) {
    isDone = steps.next().done === true
    max = Math.max(max, count.attempts - before)
  }
  return max
}

test.each([...ADVERSARIES, '1a.2b/3c-4d:5e ', 'ﷺ ', '<1', '1-800-'])(
  'a step of the work on many %j is a small part of it',
  (piece) => {
    // A token tries some 10 patterns, seldom 200; an attempt takes about a microsecond.
    expect(attemptsPerStep(piece)).toBeLessThan(2000)
  },
)

/** Short words without names or figures: the cheapest text there is. */
const PROSE = 'The old man walked slowly down to the harbour and looked at the boats. '
const proseAttempts = attemptsPerUnit(PROSE.repeat(300))

test.each(['1234567890', '((((', '1/2/3/4/'])(
  'a character of 200 kB of %j costs no more than one of prose',
  (piece) => {
    expect(attemptsPerUnit(piece.repeat(200_000 / piece.length))).toBeLessThanOrEqual(proseAttempts)
  },
)

test('neither does a character of any figures or of one bracket without end', () => {
  const digits = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }).map((figures) => figures.join(''))
  const brackets = fc.constantFrom(...'()[]{}<>')
  fc.assert(
    fc.property(fc.oneof(digits, brackets), (piece) => {
      expect(attemptsPerUnit(piece.repeat(Math.ceil(20_000 / piece.length)))).toBeLessThanOrEqual(proseAttempts)
    }),
  )
})

test('the work on any repeated text is linear in it', () => {
  fc.assert(
    fc.property(soup, (piece) => {
      fc.pre(piece.length > 0)
      const once = attemptsPerUnit(piece.repeat(Math.ceil(500 / piece.length)))
      const longer = attemptsPerUnit(piece.repeat(Math.ceil(4_000 / piece.length)))
      expect(longer).toBeLessThanOrEqual(once * 1.25 + 1)
      expect(longer).toBeLessThan(300)
    }),
    { numRuns: 30 },
  )
})

const CODE_SENTENCES = [
  'Your confirmation code is @.',
  'Reservation number: @',
  'Booking @ is ready.',
  'Order @ has shipped.',
  'Tracking number @',
  'Your ID is @.',
  'PIN: @',
  '@ is your OTP.',
  'Serial number @',
  'Your code is **@**.',
  'Enter `@` to continue.',
  '@',
]
const UNIT_NAMES = 'zero one two three four five six seven eight nine'.split(' ')
const NUMBERS_OF_TWO_DIGITS = /ten|eleven|twelve|teen|ty|hundred|thousand|million|oh/

test('codes of capitals and figures are told one by one, none as a word or in pairs', () => {
  const unit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
  const code = fc
    .array(unit, { minLength: 6, maxLength: 6 })
    .map((units) => units.join(''))
    .filter((units) => /\d/.test(units) && /[A-Z]/.test(units))
  fc.assert(
    fc.property(code, fc.constantFrom(...CODE_SENTENCES), (units, sentence) => {
      // A fiscal year stands alone, and a seller's code such as SAVE20 is said.
      fc.pre(!/^[FC]Y\d{4}$/.test(units))
      const reading = lineOf(normalizeEnglish(sentence.replace('@', units))).replaceAll(/[,.:]/g, '')
      const names = [...units].map((name) => UNIT_NAMES[Number(name)] ?? name).join(' ')
      expect(` ${reading} `).toContain(` ${names} `)
      expect(reading).not.toMatch(NUMBERS_OF_TWO_DIGITS)
    }),
    { numRuns: 300 },
  )
})

test('a text of any length is read', () => {
  const digits = normalizeEnglish('7'.repeat(20_000))
  expect(
    digits
      .map(({ spoken }) => spoken)
      .join(' ')
      .match(/seven/g),
  ).toHaveLength(20_000)
})
