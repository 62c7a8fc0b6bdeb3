import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDictionary, packDictionary, readHeader } from './dictionary-file.ts'

const WORD = fc.stringMatching(/^[a-zéñü'.-]{1,12}$/)
const PRONUNCIATION = fc.array(fc.constantFrom('AH0', 'EH1', 'K', 'S', 'T', 'ZH'), { minLength: 1, maxLength: 20 })
const SOURCE = fc.constantFrom('cmudict' as const, 'supplement' as const)
const ENTRIES = fc.uniqueArray(fc.tuple(WORD, fc.array(PRONUNCIATION, { minLength: 1, maxLength: 4 }), SOURCE), {
  selector: ([word]) => word,
  maxLength: 200,
})

test('whatever entries are packed are found again, in order, and nothing else', () => {
  fc.assert(
    fc.property(ENTRIES, fc.string({ maxLength: 300 }), (entries, other) => {
      const dictionary = openDictionary(packDictionary(entries, 'abc'))
      for (const [word, pronunciations, source] of entries) {
        expect(dictionary.find(word)).toEqual(pronunciations)
        expect(dictionary.has(word)).toBe(true)
        expect(dictionary.sourceOf(word)).toBe(source)
      }
      const isEntry = entries.some(([word]) => word === other)
      expect(dictionary.has(other)).toBe(isEntry)
      expect(dictionary.find(other) === undefined).toBe(!isEntry)
      expect(dictionary.sourceOf(other) === undefined).toBe(!isEntry)
    }),
  )
})

test('the same entries make the same bytes, wherever in memory they are read from', () => {
  const entries = [['read', [['R', 'EH1', 'D']]]] as const
  const packed = packDictionary(entries, 'abc')
  expect(packDictionary(entries, 'abc')).toEqual(packed)
  const shifted = new Uint8Array(packed.length + 3).subarray(3)
  shifted.set(packed)
  expect(openDictionary(shifted).find('read')).toEqual([['R', 'EH1', 'D']])
})

test('a file of another kind is refused', () => {
  for (const text of ['', 'no', '\n', '{}\n', '{"format":"hoarfrost dictionary 0"}\n']) {
    expect(readHeader(Buffer.from(text))).toBeUndefined()
    expect(() => openDictionary(Buffer.from(text))).toThrow('the file is no dictionary of this version')
  }
})
