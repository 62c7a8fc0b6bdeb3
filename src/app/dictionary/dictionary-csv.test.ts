import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../test/property-seed.ts'
import type { DictionaryEntry } from '../../core/dictionary.ts'
import { finish } from '../../core/steps.ts'
import { csvOf, readDictionaryCsv, writeDictionaryCsv } from './dictionary-csv.ts'

const NOW = new Date('2026-01-02T03:04:05.678Z')
const read = (text: string) => finish(readDictionaryCsv(text, { addedAt: NOW, addedBy: 'key' }))
const entry = (word: string, pronunciation: string): DictionaryEntry => ({
  word,
  language: 'eng',
  pronunciation,
  addedAt: NOW,
  addedBy: 'key',
})

describe('a dictionary as CSV', () => {
  test('comes back as it was written, whatever the words', () => {
    const word = fc.stringMatching(/^[a-z][a-z'.]{0,8}[a-z]$/)
    const spoken = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(word, spoken), { selector: ([each]) => each }), (words) => {
        const entries = words.map(([each, sounds]) => entry(each, sounds.join(' ')))
        expect(read(writeDictionaryCsv(entries))).toEqual(entries)
      }),
    )
  })

  test('has pronunciations in IPA between slashes, and names the symbol and place of a wrong one', () => {
    const entries = [entry('nguyen', '/wɪn/'), entry('los feliz', '/loʊs ˈfiːlɪs/')]
    expect(read(writeDictionaryCsv(entries))).toEqual(entries)
    expect(() => read('word,pronunciation\nnguyen,/wɪ5n/\n')).toThrow('line 2: symbol "5" at place 3 is not in IPA')
  })

  test('has its columns in any order, lines that end in any way, and fields with or without quotation marks', () => {
    const expected = [entry('nginx', 'engine x'), entry('kafka', 'K AA1 F K AH0')]
    expect(read('\ufeffnote,Pronunciation,word\r\n"a ""b"", c",engine x,nginx\r\n,"K AA1 F K AH0",kafka')).toEqual(
      expected,
    )
    expect(read('word,pronunciation\rnginx,engine x\r\r"kafka","K AA1 F K AH0"\r')).toEqual(expected)
  })

  test.each([
    ['', 'the first line must name the columns word and pronunciation'],
    ['nginx,engine x\n', 'the first line must name the columns word and pronunciation'],
    ['word,pronunciation\n"a\n?",x\nnginx,\n', 'line 2: character "?" at place 3 cannot be part of a word'],
    ['word,pronunciation\n\nok,oh kay\nnginx,\n', 'line 4: '],
    ['word,pronunciation\nok,oh kay\nOK,okay\n', 'line 3: ok is already on line 2'],
    ['word,pronunciation\nok,"oh kay\n', 'line 2: a quotation mark is not closed, or is in the wrong place'],
    ['word,pronunciation\no"k,oh kay\n', 'line 2: a quotation mark is not closed, or is in the wrong place'],
  ])('is refused with its first wrong line: %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  test('never makes the reader fail in another way, nor take long', () => {
    const piece = fc.constantFrom('"', ',', '\n', '\r', 'a', 'word', ' ', '""', 'word,pronunciation\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        try {
          read(pieces.join(''))
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.invalid' })
        }
      }),
    )
    expect(() => read(`word,pronunciation\n"${'""'.repeat(200_000)}`)).toThrow('line 2')
  })

  test('any table can be read by other programs: fields with commas, quotation marks and line ends are quoted', () => {
    expect(
      csvOf(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['1\n2', 3],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"1\n2",3\r\n')
  })
})
