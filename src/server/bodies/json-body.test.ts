import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LargeJson, MAX_PARSED_BYTES } from './json-body.ts'

/** Adds the bytes in pieces of these lengths, repeatedly. */
function parsed(bytes: Uint8Array, lengths: readonly number[] = [bytes.length]): unknown {
  const json = new LargeJson('body')
  for (let from = 0, i = 0; from < bytes.length; i++) {
    const length = lengths[i % lengths.length] as number
    json.add(bytes.subarray(from, from + length))
    from += length
  }
  return json.finish()
}

/** Long strings of all kinds of characters. */
const pieceOfText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('"', '\\', '\\"', '\n', '\u0000', '\ud83d', '\ude00', '😀', 'é', '\ufeff', '\\u0041', '}', ']', ','),
)
const text = fc
  .tuple(fc.array(pieceOfText, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 60 }))
  .map(([pieces, times]) => pieces.join('').repeat(times))

/** The string as JSON, with some of its characters escaped. */
const escapedString = (value: string, every: number): string => {
  const units = [...value].map((character, i) =>
    every > 0 && i % every === 0
      ? Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join('')
      : JSON.stringify(character).slice(1, -1),
  )
  return `"${units.join('')}"`
}

const escapeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

const lengths = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 })

test('an object is what JSON.parse makes of it, wherever it is cut', () => {
  const object = fc.dictionary(
    fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('text', '__proto__', 'speaker')),
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 2 })),
    { maxKeys: 6 },
  )
  fc.assert(
    fc.property(object, fc.constantFrom(undefined, 1), lengths, (value, indent, pieces) => {
      const bytes = Buffer.from(JSON.stringify(value, null, indent))
      expect(parsed(bytes, pieces)).toEqual(JSON.parse(bytes.toString()))
    }),
  )
})

test('escapes mean the same, wherever they are cut', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 5 }), lengths, (value, every, pieces) => {
      const bytes = Buffer.from(`{"text":${escapedString(value, every)}}`)
      expect(parsed(bytes, pieces)).toEqual(JSON.parse(bytes.toString()))
    }),
  )
})

test('any bytes are refused where they are not UTF-8 or JSON.parse refuses them, and else give the same', () => {
  const damage = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 4 }) })
  fc.assert(
    fc.property(text, damage, lengths, (value, { at, bytes: put }, pieces) => {
      const whole = Buffer.from(JSON.stringify({ text: value, speaker: 'luna' }))
      const place = at % whole.length
      const bytes = Buffer.concat([whole.subarray(0, place), put, whole.subarray(place + 1)])
      let expected: unknown
      try {
        expected = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      } catch {
        expect(() => parsed(bytes, pieces)).toThrow(/^body is not valid (?:JSON|UTF-8)$/)
        return
      }
      expect(parsed(bytes, pieces)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('a text of megabytes comes whole', () => {
  const value = { text: 'Ferry “quote” 😀\n'.repeat(400_000), speaker: 'luna' }
  expect(parsed(Buffer.from(JSON.stringify(value)), [65_536])).toEqual(value)
})

test.each([
  ['nesting', '['.repeat(2 ** 20)],
  ['short strings', JSON.stringify(Array.from({ length: 2 ** 16 }, () => 'short'))],
  ['strings that are only just long', JSON.stringify(Array.from({ length: 2000 }, () => 'x'.repeat(1030)))],
  ['white space', ' '.repeat(MAX_PARSED_BYTES + 1)],
])('more than can be parsed at once besides long strings is too large: %s', (_what, json) => {
  expect(() => parsed(Buffer.from(json), [65_536])).toThrow('body is too large apart from its text')
})
