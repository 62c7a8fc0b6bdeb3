import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDictionaryFile, writeDictionaryFile } from './dictionary-file.ts'

const NOW = new Date('2026-05-06T07:08:09Z')
const read = (text: string) => readDictionaryFile(text, NOW).map(({ word, pronunciation }) => [word, pronunciation])

test('reads words and pronunciations of every form, around comments and empty lines', () => {
  const text = '\ufeff# ours\n\nNGINX\tengine x\r\nc#\tC# \tsee sharp\n'
  expect(() => read(text)).toThrow('line 4')
  expect(read(text.replace('C# \t', ''))).toEqual([
    ['nginx', 'engine x'],
    ['c#', 'see sharp'],
  ])
})

test('reads pronunciations in IPA between slashes', () => {
  expect(read('Nguyen\t/wɪn/\nXi /ʃiː/ # a name\n')).toEqual([
    ['nguyen', '/wɪn/'],
    ['xi', '/ʃiː/'],
  ])
})

test('reads lines of CMUdict', () => {
  const text = ';;; # CMUdict\nREAD  R EH1 D\nREAD(2)  R IY1 D\nkafka K AE1 F K AH0 # name czech\n'
  expect(read(text)).toEqual([
    ['read', 'R EH1 D'],
    ['kafka', 'K AE1 F K AH0'],
  ])
})

test.each([
  ['a\tAH0\nb\tB IY9\n', 'line 2: phoneme "IY9" at place 2 is not in ARPAbet'],
  ['\n\nblorb\n', 'line 3: pronunciation must not be empty'],
  ['"quoted"\tAH0', `line 1: character """ at place 1 cannot be part of a word`],
  ['a\tAH0\n# again\nA\tEY1', 'line 3: a is already on line 1'],
])('%j is refused: %s', (text, sentence) => {
  expect(() => read(text)).toThrow(new Error(sentence))
})

test('what is written is read as it was', () => {
  const word = fc.stringMatching(/^\.?[a-z]([a-z'.+#-]{0,20}[a-z+#])?( [a-z]{1,9})?$/)
  const pronunciation = fc.constantFrom('EH1 N JH AH0 N', '{1EnJ0xn}', 'engine x', "d'Arc")
  fc.assert(
    fc.property(fc.dictionary(word, pronunciation), (words) => {
      const entries = Object.entries(words).map(([key, written]) => ({
        word: key,
        language: 'eng' as const,
        pronunciation: written,
        addedAt: NOW,
        addedBy: null,
      }))
      expect(readDictionaryFile(writeDictionaryFile(entries), NOW)).toEqual(entries)
    }),
  )
})

test('any text is read or refused with the number of a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab #\t\n\r(2);{}1E\ufeff🙂') }), (text) => {
      try {
        read(text)
      } catch (error) {
        expect((error as Error).message).toMatch(/^line \d+: /)
      }
    }),
  )
})
