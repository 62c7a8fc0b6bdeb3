import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openWordList, packWordList, readHeader } from './word-list-file.ts'

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
      const wordList = openWordList(packWordList(entries, 'abc'))
      for (const [word, pronunciations, source] of entries) {
        expect(wordList.find(word)).toEqual(pronunciations)
        expect(wordList.has(word)).toBe(true)
        expect(wordList.sourceOf(word)).toBe(source)
      }
      const isEntry = entries.some(([word]) => word === other)
      expect(wordList.has(other)).toBe(isEntry)
      expect(wordList.find(other) === undefined).toBe(!isEntry)
      expect(wordList.sourceOf(other) === undefined).toBe(!isEntry)
    }),
  )
})

test('the same entries make the same bytes, wherever in memory they are read from', () => {
  const entries = [['read', [['R', 'EH1', 'D']]]] as const
  const packed = packWordList(entries, 'abc')
  expect(packWordList(entries, 'abc')).toEqual(packed)
  const shifted = new Uint8Array(packed.length + 3).subarray(3)
  shifted.set(packed)
  expect(openWordList(shifted).find('read')).toEqual([['R', 'EH1', 'D']])
})

test('a file of another kind is refused', () => {
  for (const text of ['', 'no', '\n', '{}\n', '{"format":"hoarfrost word list 0"}\n']) {
    expect(readHeader(Buffer.from(text))).toBeUndefined()
    expect(() => openWordList(Buffer.from(text))).toThrow('the file is no word list of this version')
  }
})
