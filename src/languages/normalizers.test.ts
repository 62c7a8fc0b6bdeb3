import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finish } from '../core/steps.ts'
import { spokenText } from '../text/spoken-tokens.ts'
import { NORMALIZED_LANGUAGES, normalizerOf } from './languages.ts'
import type { RuledNormalizer } from './reading/normalizer.ts'

/** English has tests of its own. */
const LANGUAGES = NORMALIZED_LANGUAGES.filter((language) => language !== 'eng')

/** Lines of text and reading, parted by a tab; `# ` opens a comment, `\n` stands for itself. */
const casesOf = (language: string): readonly (readonly [string, string, string])[] => {
  const folder = new URL(`./${language}/cases/`, import.meta.url)
  return readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# '))
      .map((line) => line.split('\t'))
      .map(([text = '', reading = '']) => [file, text.replaceAll('\\n', '\n'), reading] as const),
  )
}

/** Any code units, lone surrogates too; any characters; and what people see as characters. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
)
const SIGNS =
  `5 12 2024 1.000 3,14 1/2 3.º nº € $5 5€ % ₹ R$ # & @ * ** _ ~ \` < > ( ) [ ] { } " ' “ — - ... … . , ; : ? ! / | + = ^ ° km kg h m² XIV IV v. www. .com
  a.b@c.de Привет 你好 مرحبا नमस्ते ½ ² 😂 \u0301 \u200b \ud800 &amp; &nbsp; 10:30 12.05.2024 spell( spell(ab) A1B2 +49 (11) 0800 -5 ٥٠٪ １２ 〜 。 ، । 1er 10वीं`.split(
    /\s+/,
  )

describe.each(LANGUAGES)('%s', (language) => {
  const normalizer = normalizerOf(language) as RuledNormalizer
  const cases = casesOf(language)
  const soup = fc
    .array(fc.tuple(fc.constantFrom(...SIGNS, ...cases.map(([, text]) => text)), fc.constantFrom('', ' ', ' ', '\n')), {
      maxLength: 8,
    })
    .map((pieces) => pieces.flat().join(''))
  const text = fc.oneof(anyText, soup)
  const attemptsPerUnit = (source: string): number => {
    const count = { attempts: 0 }
    finish(normalizer.normalize(source, undefined, undefined, false, count))
    return count.attempts / source.length
  }

  test.each(cases)('%s: %j is read %j', (_file, source, reading) => {
    expect(spokenText(source, undefined, language)).toBe(reading)
  })

  test('every pattern is sticky and bounded', () => {
    for (const { pattern } of normalizer.expansions()) {
      expect(pattern.sticky).toBe(true)
      // Classes and escapes hide characters that would be quantifiers outside them.
      const plain = pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x')
      expect(plain.match(/[*+]|\{\d+,\}/g), pattern.source).toBeNull()
    }
  })

  test('any text is read in nothing but letters, hyphens, apostrophes and pauses, its spans in order', () => {
    fc.assert(
      fc.property(text, (source) => {
        let end = 0
        let isPause = true
        for (const { category, spoken, span } of finish(normalizer.normalize(source))) {
          expect(spoken).toMatch(/^[\p{L}\p{M}〇' ,;:.?!،؛؟。、！？।-]+$/u)
          expect(category === 'punctuation' && isPause).toBe(false)
          isPause = category === 'punctuation'
          expect(span.start).toBeGreaterThanOrEqual(end)
          expect(span.end).toBeGreaterThanOrEqual(span.start)
          end = span.end
        }
        expect(end).toBeLessThanOrEqual(source.length)
      }),
      { numRuns: 200 },
    )
  })

  test('the work on any repeated text is linear in it', () => {
    fc.assert(
      fc.property(soup, (piece) => {
        fc.pre(piece.length > 0)
        const once = attemptsPerUnit(piece.repeat(Math.ceil(500 / piece.length)))
        const longer = attemptsPerUnit(piece.repeat(Math.ceil(4_000 / piece.length)))
        expect(longer).toBeLessThanOrEqual(once * 1.25 + 1)
        expect(longer).toBeLessThan(200)
      }),
      { numRuns: 20 },
    )
  })

  test('runs of words that no rule reads are read as the words are, in one token', () => {
    const glued = fc.array(fc.constantFrom(...SIGNS, ...cases.map(([, written]) => written)), { maxLength: 8 })
    const reading = (source: string, keepsRuns: boolean): string =>
      finish(normalizer.normalize(source, undefined, undefined, keepsRuns))
        .map(({ spoken }) => spoken)
        .join('')
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          glued.map((pieces) => pieces.join('')),
        ),
        (source) => {
          expect(reading(source, true)).toBe(reading(source, false))
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each([
    '1234567890',
    '((((',
    '1/2/3/4/',
    '@@@',
    '$$$$',
    'a.a.a.',
    '1,234,',
    'http://',
    '\u0301',
    '1-',
    'ABC ',
    '1.',
    '(((a',
    '[a](',
    '**_`',
    '> \n- ',
    '<b>&amp;',
    '| a ',
    'a1Б2',
    '你a',
    '१٢3',
    'e\u0301\u0302',
    '😀\u200d',
    '\ud800',
    '#a_',
    'a@',
    'A1-',
    'XIV ',
    '1:',
    '1-1 ',
    '€5-',
    '9h',
    '½',
    '1円/h',
    'p. 1-',
    '(株)',
    'art. 1 ',
    '1990م',
    'spell(',
    '"1"',
  ])('many %j cost as much each as few', (piece) => {
    const once = attemptsPerUnit(piece.repeat(Math.ceil(1_000 / piece.length)))
    const longer = attemptsPerUnit(piece.repeat(Math.ceil(6_000 / piece.length)))
    expect(longer).toBeLessThanOrEqual(once * 1.05 + 0.1)
    expect(longer).toBeLessThan(100)
  })

  test('no digit and no sign of an amount is left unread', () => {
    const amount = fc.tuple(fc.nat(999_999), fc.constantFrom('', ' €', ' %', ' km', ' kg', ' °C'))
    fc.assert(
      fc.property(amount, ([value, unit]) => {
        const reading = spokenText(`${value}${unit}`, undefined, language)
        expect(reading).toMatch(/\p{L}/u)
        expect(reading).not.toMatch(/[\d€%°]/)
      }),
      { numRuns: 200 },
    )
  })

  test('a unit is read the same with the spaces in its sign and without', () => {
    const file = new URL(`./${language}/words/units.tsv`, import.meta.url)
    const signs = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('# '))
      .flatMap((line) => (line.split('\t')[0] ?? '').split('|'))
      .filter((sign) => /\S \S/.test(sign))
    const read = (text: string): string => spokenText(text, undefined, language)
    for (const sign of signs) expect(read(`7 ${sign.replace(' ', '')}`)).toBe(read(`7 ${sign}`))
  })

  test('different numbers are read differently', () => {
    const value = fc.integer({ min: 0, max: 10 ** 9 - 1 })
    fc.assert(
      fc.property(value, value, (one, other) => {
        const read = (number: number) => spokenText(`${number}`, undefined, language)
        expect(read(one) === read(other)).toBe(one === other)
      }),
    )
  })
})

test.each([
  ['spa', 'MX', '1.500', 'uno punto cinco cero cero'],
  ['spa', 'ES', '1.500', 'mil quinientos'],
  ['spa', 'MX', '1,500', 'mil quinientos'],
  ['spa', undefined, '1,500.25', 'mil quinientos punto veinticinco'],
  ['spa', 'ES', '1 de mayo', 'uno de mayo'],
  ['spa', 'MX', '1 de mayo', 'primero de mayo'],
] as const)('the conventions of a country hold: %s %s %j is %j', (language, country, text, reading) => {
  expect(spokenText(text, undefined, language, country)).toBe(reading)
})

test.each([
  ['ger', 'Am 3. Oktober kam er. Dann ging er.', 2],
  ['ger', 'Die Nr. 222 liegt in der Goethestr. 5. Wir gehen.', 2],
  ['spa', 'El Dr. Gil vive en la Av. Sur No. 222. Luego, etc. Los demás esperan.', 3],
  ['fra', 'M. Petit et Mme. Roux, p. 12, etc. Il part.', 2],
  ['por', 'O Sr. Sá e a Dra. Lima, pág. 5. Eu fico.', 2],
  ['hin', 'डॉ. शर्मा और प्रो. वर्मा आए। वे गए।', 2],
] as const)('an abbreviation ends no sentence: %s %j', (language, text, count) => {
  const ends = spokenText(text, undefined, language).match(/[.।](?: |$)/g)
  expect(ends).toHaveLength(count)
})

test('a reading that was given goes before the rules, in any language', () => {
  const given = (token: string) => (token === 'IVA' ? { spoken: 'impuesto', phonemes: null } : undefined)
  expect(spokenText('el IVA de 5 €', () => given, 'spa')).toBe('el impuesto de cinco euros')
})

test('words in another script stay as synthesis reads them', () => {
  for (const language of LANGUAGES) {
    expect(spokenText('Привет', undefined, language)).toBe('Привет')
    if (language !== 'jpn') expect(spokenText('你好', undefined, language)).toBe('你好')
  }
})

test('letters of a script that no voice reads become Latin ones, never silence', () => {
  for (const language of LANGUAGES)
    for (const word of ['ខ្មែរ', 'བོད', 'ລາວ']) expect(spokenText(word, undefined, language)).toMatch(/[A-Za-z]/)
})

test('Japanese words are told apart only where asked for', () => {
  const tokens = (keepsRuns: boolean): string[] =>
    finish(normalizerOf('jpn').normalize('今日は東京に行きました。', undefined, undefined, keepsRuns)).map(
      ({ spoken }) => spoken,
    )
  expect(tokens(true)).toEqual(['今日は東京に行きました', '。'])
  expect(tokens(false).length).toBeGreaterThan(5)
})
